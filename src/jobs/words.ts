import { isNull, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isAmong } from '#db/conditions.ts'
import { jobs } from '#db/schema.ts'
import { type Filling, filler } from './filler.ts'

const FILLED = 'job_words_filled'

// The migration notes that there were jobs without words, the filler that all have theirs.
const states = sql`select
  not exists (select from settings where name = 'job_words_missing')
  or exists (select from settings where name = ${FILLED} and done) as filled`

export async function areWordsFilled(): Promise<boolean> {
  const [row] = await db.execute<{ filled: boolean }>(states)
  return row?.filled ?? false
}

const ofJob = sql`words_of_job(${jobs.propertyName}, ${jobs.propertyAddress}, ${jobs.jobRef},
  ${jobs.issueDescription}, ${jobs.estateAgentName}, ${jobs.estateAgency})`

const words: Filling<{ id: string }> = {
  filled: FILLED,
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

/** Fills in the words that jobs of earlier versions are searched by. */
export const wordFiller = () => filler(words)
