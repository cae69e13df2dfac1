import type { Tx } from '#db/connect/client.ts'
import { countedMore, MAX_GATHERED } from '#src/domain/email/kinds.ts'
import { pounds } from '#src/domain/money.ts'
import { queueEmail } from './actions.ts'
import { NO_ONE_JOB } from './notify.ts'

type Told = { to: string; agency: string; count: number; pence: number; lines: readonly string[]; path: string }

export function notifyOfInvoices(
  tx: Tx,
  emailType: 'invoices_late',
  { to, agency, count, pence, lines, path }: Told,
): Promise<void> {
  const more = count > lines.length ? [countedMore(count - lines.length)] : []
  const content = {
    ...NO_ONE_JOB,
    recipientName: agency,
    ...{ jobRef: count === 1 ? 'one invoice' : `${count} invoices`, propertyName: agency, quoteAmount: pounds(pence) },
    ...{ changes: [...lines.slice(0, MAX_GATHERED), ...more].join('\n'), path },
  }
  return queueEmail(tx, { jobId: null, to, emailType, content })
}
