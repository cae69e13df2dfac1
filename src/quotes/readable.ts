import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { is } from '#db/conditions.ts'
import { jobs, quotes } from '#db/schema.ts'
import type { Reader } from '#src/accounts/reader.ts'

// A quote is read by the job's agent, the contractors who made it or have its quote work, and administrators.

const quoted = alias(jobs, 'quoted')
const work = alias(jobs, 'work')
const own = alias(quotes, 'own')
const carriedOut = alias(quotes, 'carried_out')

type Columns<Name extends string> = Record<Name, PgColumn>

const isAgentsJob = (reader: Reader, job: typeof jobs | typeof quoted): SQL =>
  and(eq(job.estateAgentId, reader.id), is(job.hiddenFromEstateAgent, 'no'))!

/** Looked up for each row: for the few quotes of a job. */
export function isReadBy(reader: Reader, quote: Columns<'jobId' | 'contractorId' | 'status'>): SQL {
  switch (reader.role) {
    case 'estate_agent':
      return sql`exists (select 1 from ${jobs} "quoted"
        where ${and(eq(quoted.id, quote.jobId), isAgentsJob(reader, quoted))})`
    case 'contractor':
      return sql`(${eq(quote.contractorId, reader.id)} or ${quote.status} = 'approved' and exists (
        select 1 from ${jobs} "work" where ${and(eq(work.parentJobId, quote.jobId), eq(work.contractorId, reader.id))}))`
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
          join ${quotes} "carried_out" on ${eq(carriedOut.jobId, work.parentJobId)}
          where ${and(eq(work.contractorId, reader.id), is(carriedOut.status, 'approved'))})`,
      )
    case 'admin':
      return sql`true`
    default:
      return sql`false`
  }
}
