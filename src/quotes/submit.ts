import type { Tx } from '#db/client.ts'
import { quotes } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { recordEvent } from '#src/jobs/move.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { pounds } from '#src/money.ts'
import { Invalid } from '#src/web/errors.ts'
import type { QuoteInput } from './input.ts'
import { refusedVat } from './lines.ts'
import { recordQuote } from './told.ts'

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

/** Throws Invalid for VAT of a contractor without a VAT number. */
export function refuseVat(user: Actor, { lines }: Pick<QuoteInput, 'lines'>): void {
  const errors = refusedVat(lines, user.vatNumber)
  if (Object.keys(errors).length) throw new Invalid(errors)
}
