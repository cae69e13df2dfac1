import { and, asc, eq, getTableColumns, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { is } from '#db/conditions.ts'
import { jsonRows } from '#db/json-rows.ts'
import { jobs, quotes, users } from '#db/schema.ts'
import { contractorOf } from '#src/accounts/person.ts'
import type { Reader } from '#src/accounts/reader.ts'
import { isCarriedOutBy } from './carried-out.ts'
import { isReadBy } from './readable.ts'

const quote = alias(quotes, 'quote')
const by = alias(users, 'quote_by')

/** A column of a select from jobs: the quotes that `reader` may read; of quote work the one it carries out. */
export const quotesOfJob = (reader: Reader) =>
  jsonRows(
    { ...getTableColumns(quote), contractor: contractorOf(by, reader) },
    sql`from ${quotes} "quote" left join ${users} "quote_by" on ${eq(by.id, quote.contractorId)} where ${and(
      // Only quote work has a parentJobId.
      sql`${quote.jobId} = coalesce(${jobs.parentJobId}, ${jobs.id})`,
      or(is(jobs.jobType, 'visit'), isCarriedOutBy(quote, jobs)),
      isReadBy(reader, quote),
    )}`,
    sql`${asc(quote.createdAt)}, ${asc(quote.id)}`,
  )
