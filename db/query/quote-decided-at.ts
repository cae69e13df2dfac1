import { and, not, sql } from 'drizzle-orm'
import { jobEvents, quotes } from '#db/schema.ts'
import { quoteSql } from './predicates.ts'

/** What a trigger notes; of a quote of an earlier version, until that is filled in, what the timeline tells. */
export const quoteDecidedAt = sql`coalesce(${quotes.firstDecidedAt}, (select step.created_at from ${jobEvents} step
  where step.job_id = ${quotes.jobId} and step.created_at >= ${quotes.createdAt}
    and step.event = any('{quoteApproved,quoteDeclined,newPriceAsked}'::text[])
  order by step.id limit 1))`

/** A withdrawn one has the time of the decision on a later one. */
export const mayBeDecided = () => and(not(quoteSql.isPending()), not(quoteSql.isWithdrawn()))!
