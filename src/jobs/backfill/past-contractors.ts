import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { isAmong } from '#db/query/conditions.ts'
import { jobs, jobVisits, pastContractors, quotes } from '#db/schema.ts'
import { type Backfill, backfill } from './backfill.ts'

// Of an older name nothing is known: then only visits with work done counted.
const FILLED = 'past_visitors_filled'

const isUnfilled = sql`(select exists (select from settings where name = 'past_contractors_missing')
  and not exists (select from settings where name = ${sql.raw(`'${FILLED}'`)} and done))`

const visitedOrQuotedBy = (contractor: string | Placeholder): SQL => sql`array(
  select past.job_id from ${pastContractors} past where past.contractor_id = ${contractor}
  union all select visit.job_id from ${jobVisits} visit
    where visit.contractor_id = ${contractor} and ${isUnfilled}
  union all select quote.job_id from ${quotes} quote where quote.contractor_id = ${contractor} and ${isUnfilled})`

export const isVisitedOrQuotedBy = (contractor: string | Placeholder): SQL =>
  sql`${jobs.id} = any(${visitedOrQuotedBy(contractor)})`

export const isNamedOn = (contractor: string): SQL => sql`${jobs.id} = any(array(
  select visit.job_id from ${jobVisits} visit where visit.contractor_id = ${contractor}
  union select quote.job_id from ${quotes} quote where quote.contractor_id = ${contractor}))`

const missingAmong = (ids: readonly string[]): SQL => sql`
  select part.contractor_id, part.job_id from (
    select visit.contractor_id, visit.job_id from ${jobVisits} visit
      where ${isAmong(sql`visit.job_id`, ids)}
    union select quote.contractor_id, quote.job_id from ${quotes} quote where ${isAmong(sql`quote.job_id`, ids)}
  ) part join ${jobs} job on job.id = part.job_id and job.contractor_id is distinct from part.contractor_id
  where part.contractor_id is not null and not exists (
    select from ${pastContractors} past where past.contractor_id = part.contractor_id and past.job_id = part.job_id)`

const pairs: Backfill<{ id: string }> = {
  filled: FILLED,
  missing: sql`true`,
  judge: async (tx, ids) => {
    const rows = await tx.execute<{ id: string }>(sql`select distinct job_id as id from (${missingAmong(ids)}) missing`)
    return rows.map(({ id }) => ({ id }))
  },
  write: (tx, rows) => {
    const ids = rows.map(({ id }) => id)
    return tx.execute(
      sql`insert into ${pastContractors} (contractor_id, job_id) ${missingAmong(ids)} on conflict do nothing`,
    )
  },
}

export const pastContractorBackfill = () => backfill(pairs)
