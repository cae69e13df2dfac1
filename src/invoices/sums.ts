import { readTallies } from '#db/query/tallies.ts'
import { decimal } from '#src/domain/money.ts'
import { VISITS_TO_INVOICE } from '#src/domain/visit/state.ts'
import { quoteValues } from '#src/quotes/totals.ts'

export async function sums() {
  const [tally, values] = await Promise.all([readTallies(), quoteValues()])
  const [toInvoice, done] = [tally('quotes', { kind: 'to_invoice' }), tally('quotes', { kind: 'done' })]
  const sum = (...parts: { count: number; pence: number }[]) => ({
    count: parts.reduce((all, { count }) => all + count, 0),
    amount: decimal(parts.reduce((all, { pence }) => all + pence, 0)),
  })
  return {
    quotes: Object.fromEntries(
      values.map(({ status, count, value }) => [status, { count, amount: decimal(value) }]),
    ) as Record<'pending' | 'approved' | 'declined', { count: number; amount: string }>,
    quoteWork: { toInvoice: sum(toInvoice), done: sum(toInvoice, done) },
    visitsToInvoice: tally('job_visits', { status: VISITS_TO_INVOICE }).count,
    invoices: tally('invoices').count,
  }
}
