import { and, eq, exists, isNotNull, isNull, not } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isAmong } from '#db/query/conditions.ts'
import { quoteSql } from '#db/query/predicates.ts'
import { quoteDecidedAt } from '#db/query/quote-decided-at.ts'
import { jobs, quotes } from '#db/schema.ts'
import { type Backfill, backfill } from '#src/jobs/backfill/backfill.ts'

const isUnfilled = and(isNull(quotes.firstDecidedAt), not(quoteSql.isPending()))

/** When quotes were decided that an earlier version decided. */
const quoteDecisions: Backfill<{ id: string }> = {
  filled: 'quote_decisions_filled',
  missing: exists(
    db
      .select({ id: quotes.id })
      .from(quotes)
      .where(and(eq(quotes.jobId, jobs.id), isUnfilled)),
  ),
  judge: (tx, ids) =>
    tx
      .selectDistinct({ id: quotes.jobId })
      .from(quotes)
      .where(and(isAmong(quotes.jobId, ids), isUnfilled, isNotNull(quoteDecidedAt))),
  write: (tx, rows) =>
    tx
      .update(quotes)
      .set({ firstDecidedAt: quoteDecidedAt })
      .where(
        and(
          isAmong(
            quotes.jobId,
            rows.map(({ id }) => id),
          ),
          isUnfilled,
        ),
      ),
}

export const quoteDecisionBackfill = () => backfill(quoteDecisions)
