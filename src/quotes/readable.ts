import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { is } from '#db/conditions.ts'
import { jobs, quotes } from '#db/schema.ts'
import type { Reader } from '#src/accounts/reader.ts'
import { isCarriedOutBy } from './carried-out.ts'

// A quote is read by the job's agent, the contractors who made it or have its quote work, and administrators.

const quoted = alias(jobs, 'quoted')
const work = alias(jobs, 'work')
const own = alias(quotes, 'own')
const carriedOut = alias(quotes, 'carried_out')

type Quote = Record<'jobId' | 'contractorId' | 'workJobId' | 'status', PgColumn>

const isAgentsJob = (reader: Reader, job: typeof jobs | typeof quoted): SQL =>
  and(eq(job.estateAgentId, reader.id), is(job.hiddenFromEstateAgent, 'no'))!

/** Looked up for each of a few quotes: for `exists` PostgreSQL may read all jobs of the reader. */
export function isReadBy(reader: Reader, quote: Quote): SQL {
  switch (reader.role) {
    case 'estate_agent':
      return sql`(select true from ${jobs} "quoted"
        where ${and(eq(quoted.id, quote.jobId), isAgentsJob(reader, quoted))}) is true`
    case 'contractor':
      return sql`(${eq(quote.contractorId, reader.id)} or ${quote.status} = 'approved' and (
        select true from ${jobs} "work" where ${and(isCarriedOutBy(quote, work), eq(work.contractorId, reader.id))}
        limit 1) is true)`
    case 'admin':
      return sql`true`
    default:
      return sql`false`
  }
}

/** For lists: a condition on `quotes` and `jobs` that indexes answer. */
export function quotesVisibleTo(reader: Reader): SQL {
  switch (reader.role) {
    case 'estate_agent':
      return isAgentsJob(reader, jobs)
    case 'contractor':
      // A union, so that each half's index is used.
      return inArray(
        quotes.id,
        sql`(select ${own.id} from ${quotes} "own" where ${eq(own.contractorId, reader.id)}
          union select ${carriedOut.id} from ${jobs} "work"
          join ${quotes} "carried_out" on ${isCarriedOutBy(carriedOut, work)}
          where ${eq(work.contractorId, reader.id)})`,
      )
    case 'admin':
      return sql`true`
    default:
      return sql`false`
  }
}
