import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { invoices } from '#db/schema.ts'
import { isBilledByItsQuote, isInvoiced } from '#src/domain/visit/state.ts'
import type { InvoicingStatus } from '#src/domain/visit/visit.ts'
import { Refused } from '#src/http/errors.ts'

const COLUMNS = { visit: invoices.visitId, quote: invoices.quoteId } as const

export function refuseUnbilled(visit: { invoicingStatus: InvoicingStatus }): void {
  if (isBilledByItsQuote(visit)) throw new Refused('This visit is not billed: its quote is.', 'not_billable')
  if (isInvoiced(visit)) throw new Refused('This visit is already invoiced.', 'already_invoiced')
}

export async function refuseInvoiced(
  tx: Tx,
  noun: keyof typeof COLUMNS,
  item: { id: string; invoicingStatus: InvoicingStatus },
): Promise<void> {
  if (!isInvoiced(item)) return
  // An invoice deleted for good leaves its item invoiced, with no invoice to delete.
  const invoiced = (await tx.$count(invoices, and(eq(COLUMNS[noun], item.id), isNull(invoices.voidedAt)))) > 0
  throw new Refused(
    invoiced
      ? `This ${noun} is invoiced. Delete the invoice first.`
      : `This ${noun} was invoiced, and its invoice permanently deleted. It is kept as a record.`,
    'already_invoiced',
  )
}
