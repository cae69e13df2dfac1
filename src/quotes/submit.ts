import type { Tx } from '#db/client.ts'
import { quotes } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { recordEvent } from '#src/jobs/move.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { pounds } from '#src/money.ts'

type NewQuote = Omit<typeof quotes.$inferInsert, 'id' | 'jobId' | 'contractorId' | 'visitId'>

export async function submitQuote(tx: Tx, user: Actor, job: JobRow, visitId: string, quote: NewQuote) {
  const [submitted] = await tx
    .insert(quotes)
    .values({ ...quote, jobId: job.id, contractorId: user.id, visitId })
    .returning()
  await recordEvent(tx, job, 'quoteSubmitted', user, { detail: { amount: pounds(quote.amount) } })
  return submitted!
}
