import { isNull, sql } from 'drizzle-orm'
import { isAmong } from '#db/query/conditions.ts'
import { jobs, jobWords } from '#db/schema.ts'
import { type Backfill, backfill } from './backfill.ts'

const ofJob = sql`words_of_job(${jobs.propertyName}, ${jobs.propertyAddress}, ${jobs.jobRef},
  ${jobs.issueDescription}, ${jobs.estateAgentName}, ${jobs.estateAgency})`

const words: Backfill<{ id: string }> = {
  // db/connect/indexes.ts waits for this.
  filled: 'job_words_filled',
  missing: isNull(jobs.words),
  judge: (tx, ids) =>
    tx
      .select({ id: jobs.id })
      .from(jobs)
      .where(sql`${isAmong(jobs.id, ids)} and ${jobs.words} is distinct from ${ofJob}`),
  write: (tx, rows) =>
    tx
      .update(jobs)
      .set({ words: ofJob })
      .where(
        isAmong(
          jobs.id,
          rows.map(({ id }) => id),
        ),
      ),
}

const ofTenant = sql`words_of_tenant(${jobs.tenantName}, ${jobs.tenantPhone})`
const hasUnknownWord = sql`exists (
  select from unnest(string_to_array(btrim(${jobs.words} || ${ofTenant}), ' ')) as said
  where said ~ '^[^0-9]{4,}$' and not exists (select from ${jobWords} where word = said))`

const spellings: Backfill<{ id: string; words: string }> = {
  filled: 'job_spellings_filled',
  missing: sql`true`,
  judge: (tx, ids) =>
    tx
      .select({ id: jobs.id, words: sql<string>`coalesce(${jobs.words}, '') || ${ofTenant}` })
      .from(jobs)
      .where(sql`${isAmong(jobs.id, ids)} and (${jobs.tenantWords} is distinct from ${ofTenant} or ${hasUnknownWord})`),
  // All words in one order, before a trigger adds those of each job: whoever raises a job meanwhile waits the other way round.
  async write(tx, rows) {
    await tx.execute(sql`select learn_words(${rows.map((row) => row.words).join(' ')})`)
    const ids = rows.map(({ id }) => id)
    return tx.update(jobs).set({ tenantWords: ofTenant }).where(isAmong(jobs.id, ids))
  },
}

export const spellingBackfill = () => backfill(spellings)

export const wordBackfill = () => backfill(words)
