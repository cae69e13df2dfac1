import { and, inArray, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { quoteSql } from '#db/query/predicates.ts'
import { quotes } from '#db/schema.ts'
import { bumpActivityVersionOf } from '#src/accounts/people/activity-version.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { UNANSWERED } from '#src/domain/job/status.ts'
import { pounds } from '#src/domain/money.ts'
import { DECISIONS } from '#src/domain/quote/quote.ts'
import { notify } from '#src/emails/notify.ts'
import { cancelLocked } from '#src/jobs/actions.ts'
import { moveJob } from '#src/jobs/lifecycle/move.ts'
import { settleInvoiced } from '#src/jobs/lifecycle/settle.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { recordQuote } from './record.ts'

const ANOTHER_ACCEPTED = 'Another quote was accepted'

export async function settleCompeting(tx: Tx, user: Actor, job: JobRow, rivals: readonly JobRow[]): Promise<string[]> {
  if (rivals.length === 0) return []
  // All at once, so that two families with the same contractors do not wait for each other.
  await bumpActivityVersionOf(tx, [job, ...rivals])
  const declined = await tx
    .update(quotes)
    .set({ status: DECISIONS.decline.to, reason: ANOTHER_ACCEPTED, updatedAt: sql`now()` })
    .where(
      and(
        inArray(
          quotes.jobId,
          rivals.map(({ id }) => id),
        ),
        quoteSql.isPending(),
      ),
    )
    .returning()
  const unreached: string[] = []
  for (const rival of rivals) {
    const quote = declined.find(({ jobId }) => jobId === rival.id)
    if (quote) unreached.push(...(await declineCompeting(tx, user, rival, quote)))
    else if (UNANSWERED.includes(rival.status))
      unreached.push(...(await cancelLocked(tx, user, rival, ANOTHER_ACCEPTED)).unreached)
  }
  return unreached
}

async function declineCompeting(
  tx: Tx,
  user: Actor,
  job: JobRow,
  quote: typeof quotes.$inferSelect,
): Promise<string[]> {
  const detail = { amount: pounds(quote.amount), reason: ANOTHER_ACCEPTED }
  const moved = await moveJob(tx, job, DECISIONS.decline.event, user, { detail })
  await recordQuote(tx, user, 'quote.declined', quote)
  await settleInvoiced(tx, moved, user)
  return notify(tx, 'quote_declined', moved, { quote, reason: ANOTHER_ACCEPTED })
}
