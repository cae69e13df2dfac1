import { fullName, type Person } from '#src/accounts/account.ts'
import { decimal } from '#src/money.ts'
import type { Quote } from '#src/quotes/quote.ts'
import type { Visit } from '#src/visits/visit.ts'
import { firstQuote, type Job } from './job.ts'

const moneyOrNull = (pence: number | null) => (pence === null ? null : decimal(pence))

/** A quote as the API answers it: money as two-decimal strings. */
export const quoteJson = ({ contractor, ...quote }: Quote) => ({
  ...quote,
  amount: decimal(quote.amount),
  materialsCost: moneyOrNull(quote.materialsCost),
  laborCost: moneyOrNull(quote.laborCost),
  contractor: personJson(contractor),
})

/** A visit as the API answers it. `images` is another name of its photosUrls. */
export const visitJson = ({ contractor, ...visit }: Visit) => ({
  ...visit,
  images: visit.photosUrls,
  contractor: personJson(contractor),
})

/** A job as the API answers it: with its people, quotes and visits, and `quote`, the first quote's amount in pounds. */
export function jobJson(job: Job) {
  const amount = firstQuote(job)
  return {
    ...job,
    contractor: personJson(job.contractor),
    estateAgent: personJson(job.estateAgent),
    quotes: job.quotes.map(quoteJson),
    visits: job.visits.map(visitJson),
    quote: amount === null ? null : amount / 100,
  }
}

function personJson(person: Person | null) {
  if (!person) return null
  const { deletedAt: _, ...known } = person
  return { ...known, name: fullName(person) }
}
