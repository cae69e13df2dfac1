import { EMAILS, type EmailType, type NextTry } from '#src/domain/email/kinds.ts'
import { Button } from '../ui/button.tsx'
import { DateText } from '../ui/date.tsx'
import type { ColumnOf } from '../ui/list/data-table.tsx'

export const EMAIL_QUEUE = 'emails'

export type EmailTab = 'waiting' | 'failed'

export type ListedEmail = {
  id: string
  jobId: string | null
  to: string
  emailType: EmailType
  lastError: string | null
  createdAt: Date
  content: { jobRef: string }
  tries?: number
  next?: NextTry
}

const SHARED: readonly ColumnOf<ListedEmail>[] = [
  { label: 'E-mail', cell: ({ emailType }) => EMAILS[emailType].label },
  {
    label: 'Job',
    cell: ({ jobId, content: { jobRef } }) =>
      jobId ? <a href={`/admin/jobs/${jobId}`}>{jobRef}</a> : jobRef || <None />,
  },
  { label: 'To', cell: ({ to }) => to },
  { label: 'Queued', cell: ({ createdAt }) => <DateText value={createdAt} time /> },
]
const LAST_ERROR: ColumnOf<ListedEmail> = { label: 'Last Error', cell: ({ lastError }) => lastError ?? <None /> }

export const EMAIL_COLUMNS: Record<EmailTab, readonly ColumnOf<ListedEmail>[]> = {
  waiting: [
    ...SHARED,
    { label: 'Tries', cell: ({ tries }) => tries },
    { label: 'Next Try', cell: ({ next }) => <Next next={next ?? 'due'} /> },
    LAST_ERROR,
  ],
  failed: [...SHARED, LAST_ERROR, { label: 'Actions', hideLabel: true, cell: (email) => <Resend email={email} /> }],
}

const None = () => <span className="muted">None</span>

const Next = ({ next }: { next: NextTry }) => {
  if (next === 'sending') return 'Being sent'
  return next === 'due' ? 'Soon' : <DateText value={new Date(next)} time />
}

export const resending = (action: string) => ({
  'hx-post': action,
  'hx-target': `#${EMAIL_QUEUE}`,
  'hx-swap': 'outerMorph',
})

const Resend = ({ email }: { email: ListedEmail }) => (
  <form
    method="post"
    action={`/admin/emails/${email.id}/resend`}
    {...resending(`/admin/emails/${email.id}/resend`)}
    hx-disable="find button"
  >
    <Button
      size="small"
      icon="mail"
      busyLabel="Sending..."
      aria-label={[`Resend to ${email.to}`, email.content.jobRef].filter(Boolean).join(', ')}
    >
      Resend
    </Button>
  </form>
)
