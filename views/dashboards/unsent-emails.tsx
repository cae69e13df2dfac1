import type { EmailFigures } from '../emails/queue.tsx'
import { Badge } from '../status/badge.tsx'

export const UnsentEmails = ({ waiting, failed, away }: EmailFigures) => (
  <p id="unsent-emails" className="unsent">
    {failed > 0 && <Badge tone="red" label={`${failed} failed`} />}
    {away && <Badge tone="red" label="Mail server away" />}
    {waiting > 0 && <Badge tone="yellow" label={`${waiting} waiting`} />}
    <a href={failed > 0 ? '/admin/emails?tab=failed' : '/admin/emails'}>
      {failed + waiting > 0 || away ? 'E-mails that have not been sent' : 'E-mails: all are sent'}
    </a>
  </p>
)
