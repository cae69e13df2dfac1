import type { EmailStatus, EmailType } from '#src/delivery/email.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { DateText } from '../ui/date.tsx'

export const UNSENT = 'unsent-emails'

const TYPE_LABELS: Record<EmailType, string> = {
  job_assigned: 'Job assigned',
  job_withdrawn: 'Job withdrawn',
  job_cancelled: 'Job cancelled',
  quote_approved: 'Quote approved',
  quote_declined: 'Quote declined',
  quote_submitted: 'Quote submitted',
  job_completed: 'Job completed',
}

export type UnsentEmail = {
  id: string
  to: string
  emailType: EmailType
  status: EmailStatus
  lastError: string | null
  createdAt: Date
  content: { jobRef: string }
}

type UnsentEmailsProps = { emails: readonly UnsentEmail[]; counts: { queued: number; failed: number } }

/** E-mails that have not gone out, each failed one with a Resend button. Nothing when all have. */
export const UnsentEmails = ({ emails, counts }: UnsentEmailsProps) => (
  <div id={UNSENT}>
    {emails.length > 0 && (
      <details className="card unsent">
        <summary>
          {counts.failed > 0 && <Badge tone="red" label={`${counts.failed} failed`} />}
          {counts.queued > 0 && <Badge tone="yellow" label={`${counts.queued} queued`} />} E-mails that have not been
          sent
        </summary>
        <ul>
          {emails.map((email) => (
            <li key={email.id}>
              <div>
                <strong>{TYPE_LABELS[email.emailType]}</strong> ({email.content.jobRef}) to {email.to}
                <span className="hint">
                  <Badge kind="delivery" value={email.status} /> <DateText value={email.createdAt} time />
                  {email.lastError && ` – ${email.lastError}`}
                </span>
              </div>
              {email.status === 'failed' && <Resend email={email} />}
            </li>
          ))}
        </ul>
        {counts.failed + counts.queued > emails.length && (
          <p className="hint">The newest {emails.length} are shown. The others follow as these are sent.</p>
        )}
      </details>
    )}
  </div>
)

const Resend = ({ email }: { email: UnsentEmail }) => (
  <form
    method="post"
    action={`/admin/emails/${email.id}/resend`}
    hx-post={`/admin/emails/${email.id}/resend`}
    hx-target={`#${UNSENT}`}
    hx-swap="outerMorph"
    hx-disable="find button"
  >
    <Button
      size="small"
      icon="mail"
      busyLabel="Sending..."
      aria-label={`Resend to ${email.to}, ${email.content.jobRef}`}
    >
      Resend
    </Button>
  </form>
)
