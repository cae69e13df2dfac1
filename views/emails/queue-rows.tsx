import { EMAILS, type EmailType, type NextTry } from '#src/domain/email/kinds.ts'
import { Button } from '../ui/button.tsx'
import { DateText } from '../ui/date.tsx'
import { type Column, Row } from '../ui/list/data-table.tsx'

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

const named = (...labels: string[]): Column[] => labels.map((label) => ({ label }))

export const EMAIL_COLUMNS: Record<EmailTab, readonly Column[]> = {
  waiting: named('E-mail', 'Job', 'To', 'Queued', 'Tries', 'Next Try', 'Last Error'),
  failed: [...named('E-mail', 'Job', 'To', 'Queued', 'Last Error'), { label: 'Actions', hideLabel: true }],
}

export function EmailRow({ email, tab }: { email: ListedEmail; tab: EmailTab }) {
  const { jobRef } = email.content
  const cells = [
    EMAILS[email.emailType].label,
    email.jobId ? (
      <a key="job" href={`/admin/jobs/${email.jobId}`}>
        {jobRef}
      </a>
    ) : (
      jobRef || <None key="job" />
    ),
    email.to,
    <DateText key="queued" value={email.createdAt} time />,
    ...(tab === 'waiting' ? [email.tries, <Next key="next" next={email.next ?? 'due'} />] : []),
    email.lastError ?? <None key="error" />,
    ...(tab === 'failed' ? [<Resend key="resend" email={email} />] : []),
  ]
  return <Row id={`email-${email.id}`} columns={EMAIL_COLUMNS[tab]} cells={cells} />
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
