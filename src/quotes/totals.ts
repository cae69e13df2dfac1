import { readTallies } from '#db/query/tallies.ts'
import { FINISHED } from '#src/domain/job/status.ts'
import type { QuoteStatus, QuoteTotals, QuoteValue, QuoteWorkTotals } from '#src/domain/quote/quote.ts'
import { PENDING_QUOTES } from '#src/domain/quote/state.ts'
import { countWorkWithPhotos } from '#src/visits/queries.ts'

export async function quoteValues(): Promise<QuoteValue[]> {
  const tally = await readTallies()
  const of = (status: QuoteStatus, alsoCalled = status): QuoteValue => {
    const { count, pence } = tally('quotes', { status: [status, alsoCalled] })
    return { status, count, value: pence }
  }
  return [of('pending'), of('approved'), of('declined', 'rejected')]
}

export async function quoteTotals(): Promise<QuoteTotals> {
  const tally = await readTallies()
  const { count, pence: value } = tally('quotes')
  return { count, value, pending: tally('quotes', { status: PENDING_QUOTES }).count }
}

export async function quoteWorkTotals(): Promise<QuoteWorkTotals> {
  const [tally, withPhotos] = await Promise.all([readTallies(), countWorkWithPhotos()])
  const done = [tally('quotes', { kind: 'to_invoice' }), tally('quotes', { kind: 'done' })]
  return {
    jobs: tally('jobs', { status: FINISHED, kind: 'quote_work' }).count,
    value: done.reduce((sum, { pence }) => sum + pence, 0),
    withPhotos,
  }
}
