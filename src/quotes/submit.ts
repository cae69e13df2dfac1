import type { Tx } from '#db/connect/client.ts'
import { quotes } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { pounds } from '#src/domain/money.ts'
import { refusedVat } from '#src/domain/quote/lines.ts'
import { Invalid } from '#src/http/errors.ts'
import { recordEvent } from '#src/jobs/lifecycle/move.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import type { QuoteInput } from './input.ts'
import { recordQuote } from './record.ts'

export async function submitQuote(tx: Tx, user: Actor, job: JobRow, visitId: string, quote: QuoteInput) {
  refuseVat(user, quote)
  const [submitted] = await tx
    .insert(quotes)
    .values({ ...quote, jobId: job.id, contractorId: user.id, visitId })
    .returning()
  await recordQuote(tx, user, 'quote.submitted', submitted!)
  await recordEvent(tx, job, 'quoteSubmitted', user, { detail: { amount: pounds(quote.amount) } })
  return submitted!
}

export function refuseVat(user: Actor, { lines }: Pick<QuoteInput, 'lines'>): void {
  const errors = refusedVat(lines, user.vatNumber)
  if (Object.keys(errors).length) throw new Invalid(errors)
}
