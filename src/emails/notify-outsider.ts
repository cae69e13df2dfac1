import type { Tx } from '#db/connect/client.ts'
import { EMAILS, type EmailContent } from '#src/domain/email/kinds.ts'
import { LINKS } from '#src/domain/link/link.ts'
import { pounds } from '#src/domain/money.ts'
import { linesText, type QuoteLine } from '#src/domain/quote/lines.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { queueEmail } from './actions.ts'
import { factsOf, person } from './notify.ts'

type Told = {
  email: string
  linkId: string | undefined
  quote?: { amount: number; description: string; lines: readonly QuoteLine[] | null }
} & Pick<EmailContent, 'isReminder' | 'appointment' | 'found' | 'toDo' | 'byWhen'>

/** To whoever has no account: nothing of access, of the tenant or of who does the work. */
export async function notifyOutsider(
  tx: Tx,
  emailType: 'landlord_asked' | 'repair_shared' | 'repair_visit' | 'hazard_summary',
  job: JobRow,
  { email, quote, ...more }: Told,
): Promise<void> {
  const content: EmailContent = {
    ...factsOf(job, await person(tx, job.estateAgentId), null),
    ...{ recipientName: '', accessNotes: null, reason: null, workDone: null },
    path: more.linkId ? LINKS[EMAILS[emailType].opens].path : '',
    quoteAmount: quote ? pounds(quote.amount) : null,
    quoteDescription: quote?.description ?? null,
    ...(quote?.lines?.length && { quoteLines: linesText(quote.lines, quote.amount) }),
    ...more,
  }
  await queueEmail(tx, { jobId: job.id, to: email, emailType, content })
}
