import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { type ColumnsOf, quoteSql } from '#db/query/predicates.ts'
import { quotes } from '#db/schema.ts'

const bound = alias(quotes, 'bound')

/** Whether `quote` is the one that the quote work `work` carries out: a job that was reopened may have several of both. */
export function isCarriedOutBy(
  quote: ColumnsOf<typeof quotes, 'jobId' | 'workJobId' | 'status'>,
  work: Record<'id' | 'parentJobId', PgColumn>,
): SQL {
  // An earlier version names no quote work: its quote belongs to the one that no other quote names.
  const isUnnamed = sql`not exists (select 1 from ${quotes} "bound" where ${eq(bound.workJobId, work.id)})`
  return and(
    // Also of a quote that names its work, so that the index of the job is used.
    eq(quote.jobId, work.parentJobId),
    or(eq(quote.workJobId, work.id), and(isNull(quote.workJobId), quoteSql.isApproved(quote), isUnnamed)),
  )!
}
