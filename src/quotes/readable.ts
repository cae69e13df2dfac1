import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { literal } from '#db/query/conditions.ts'
import { type ColumnsOf, jobSql, quoteSql } from '#db/query/predicates.ts'
import { jobs, quotes } from '#db/schema.ts'
import type { Reader } from '#src/accounts/people/reader.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import { isCarriedOutBy } from './carried-out.ts'

const work = alias(jobs, 'work')
const carriedOut = alias(quotes, 'carried_out')

type Quote = ColumnsOf<typeof quotes, 'jobId' | 'contractorId' | 'workJobId' | 'status' | 'agentId'>

export const visibleColumns = <Columns extends Record<'agentId' | 'firstDecidedAt', PgColumn>>({
  agentId: _agent,
  firstDecidedAt: _decided,
  ...told
}: Columns) => told

/** Looked up for each of a few quotes: for `exists` PostgreSQL may read all jobs of the reader. */
export function isReadBy(reader: Reader, quote: Quote): SQL {
  switch (reader.role) {
    case 'estate_agent':
      return eq(quote.agentId, reader.id)
    case 'contractor':
      return sql`(${eq(quote.contractorId, reader.id)} or ${quoteSql.isApproved(quote)} and (
        select true from ${jobs} "work" where ${and(isCarriedOutBy(quote, work), eq(work.contractorId, reader.id))}
        limit 1) is true)`
    case 'admin':
      return sql`true`
    default:
      return sql`false`
  }
}

const carriedOutBy = (reader: Reader): SQL => sql`array(select ${carriedOut.id} from ${jobs} "work"
  join ${quotes} "carried_out" on ${isCarriedOutBy(carriedOut, work)}
  where ${and(eq(work.contractorId, reader.id), jobSql.isQuoteWork(work))})`

export function quotesVisibleTo(reader: Reader): SQL {
  switch (reader.role) {
    case 'estate_agent':
      return eq(quotes.agentId, reader.id)
    case 'contractor':
      return or(isMadeBy(reader), sql`${quotes.id} = any(${carriedOutBy(reader)})`)!
    case 'admin':
      return sql`true`
    default:
      return sql`false`
  }
}

export const isMadeBy = (reader: Reader): SQL => eq(quotes.contractorId, reader.id)

/** Ends of selects; no quote is in two. An index answers each, where for an `or` all quotes might be read. */
export function quoteSharesOf(reader: Reader): [SQL, ...SQL[]] {
  if (!isContractor(reader)) return [quotesVisibleTo(reader)]
  const isOfAnother = sql`${quotes.contractorId} is distinct from ${reader.id}`
  return [isMadeBy(reader), and(sql`${quotes.id} = any(${carriedOutBy(reader)})`, isOfAnother)!]
}

export const fromQuotes = (where: SQL | undefined, ofJob?: SQL): SQL =>
  sql`from ${quotes} ${ofJob && sql`join ${jobs} on ${eq(jobs.id, quotes.jobId)}`} where ${and(where, ofJob)}`

export function newestOf(shares: readonly SQL[], limit: number): SQL {
  const each = shares.map(
    (share) => sql`(select ${quotes.id} as id, ${quotes.createdAt} as at ${share}
      order by ${quotes.createdAt} desc, ${quotes.id} desc limit ${literal(limit)})`,
  )
  const [only, ...others] = each
  if (others.length === 0) return sql`(select id from ${only} newest)`
  return sql`(select id from (${sql.join(each, sql` union all `)}) newest order by at desc, id desc limit ${literal(limit)})`
}
