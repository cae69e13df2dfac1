import { isNull, sql } from 'drizzle-orm'
import { isAmong } from '#db/conditions.ts'
import { jobs } from '#db/schema.ts'
import { type Filling, filler } from './filler.ts'

const ofJob = sql`words_of_job(${jobs.propertyName}, ${jobs.propertyAddress}, ${jobs.jobRef},
  ${jobs.issueDescription}, ${jobs.estateAgentName}, ${jobs.estateAgency})`

const words: Filling<{ id: string }> = {
  // db/indexes.ts waits for this.
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

/** Fills in the words that jobs of earlier versions are searched by. */
export const wordFiller = () => filler(words)
