import { expect } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, settings } from '#db/schema.ts'
import { waitBackfill } from '#src/jobs/backfill/past-waits.ts'

const DAY = 24 * 3600 * 1000

export const EMPTY = { waitingOn: null, waitingFor: null, waitingSince: null, visitBy: null, firstVisitAt: null }

const { jobRef, status, jobType, waitingOn, waitingFor, waitingSince, visitBy, firstVisitAt, updatedAt } = jobs

export const waitsNow = () =>
  db
    .select({ jobRef, status, jobType, waitingOn, waitingFor, waitingSince, visitBy, firstVisitAt, updatedAt })
    .from(jobs)
    .orderBy(asc(jobRef))

export async function fillWaits(fill = waitBackfill()): Promise<void> {
  for (let turn = 0; turn < 50; turn++) if ((await fill()) === DAY) return
  throw new Error('does not end')
}

/** What the actions kept with each job is what its timeline tells. */
export async function expectRefilled(): Promise<void> {
  const kept = await waitsNow()
  await db.update(jobs).set(EMPTY)
  await db.delete(settings).where(eq(settings.name, 'job_waits_judged'))
  await fillWaits()
  expect(await waitsNow()).toEqual(kept)
}
