import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { hazards, jobs } from '#db/schema.ts'
import { today } from '#src/domain/dates.ts'
import type { JobEvent } from '#src/domain/job/transitions.ts'
import type { Hazard } from '#src/domain/property/hazard/hazard.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { visitByOf } from '#src/jobs/waiting/visit-target.ts'
import { certificateEndOf } from '#src/properties/certificates/of-job.ts'
import { withTargets } from './hazard-of-job.ts'

type HazardRow = typeof hazards.$inferSelect
type Times = Partial<Pick<Hazard, 'investigatedAt' | 'summarySentAt' | 'safeAt' | 'workBegunAt'>>

export async function lockHazard(tx: Tx, jobId: string): Promise<HazardRow | null> {
  const [found] = await tx.select().from(hazards).where(eq(hazards.jobId, jobId)).for('update')
  return found ?? null
}

/** What the job tells of its hazard, by the targets as they now are. */
export function toldOf(
  job: Pick<JobRow, 'jobType' | 'urgency' | 'createdAt'>,
  hazard: Omit<HazardRow, 'jobId' | 'createdAt'> | null,
  certificateEnds: string | null,
): Pick<JobRow, 'hazardLevel' | 'hazardDue' | 'visitBy'> {
  const open = hazard && !hazard.ending ? withTargets(hazard) : null
  const own = visitByOf(job.jobType, job.urgency, job.createdAt, certificateEnds)
  const wasSeenBefore = open?.investigatedAt && open.investigatedAt < job.createdAt
  const look = wasSeenBefore ? null : open?.targets.investigatedAt
  return {
    hazardLevel: open?.level ?? null,
    hazardDue: open?.due ?? null,
    visitBy: own && look && look < own ? look : own,
  }
}

/** Writes the hazard, null for none, and what the job tells of it. */
export async function keepHazard(
  tx: Tx,
  job: JobRow,
  hazard: Omit<HazardRow, 'jobId' | 'createdAt'> | null,
): Promise<JobRow> {
  if (hazard) {
    const values = { ...hazard, jobId: job.id }
    await tx.insert(hazards).values(values).onConflictDoUpdate({ target: hazards.jobId, set: hazard })
  } else await tx.delete(hazards).where(eq(hazards.jobId, job.id))
  const told = toldOf(job, hazard, await certificateEndOf(tx, job.id))
  const [kept] = await tx
    .update(jobs)
    .set({ ...told, updatedAt: sql`now()` })
    .where(eq(jobs.id, job.id))
    .returning()
  return kept!
}

async function noteTimes(tx: Tx, job: JobRow, times: (hazard: HazardRow) => Times): Promise<void> {
  const hazard = await lockHazard(tx, job.id)
  if (!hazard) return
  const { jobId: _, createdAt: __, ...before } = hazard
  await keepHazard(tx, job, { ...before, ...times(hazard) })
}

const notBefore = (at: Date, awareAt: Date): Date => (at < awareAt ? awareAt : at)

/** A visit that was given by its day is noon; null of one on a day before it was known of. */
export const lookedAtOf = (at: Date, awareAt: Date): Date | null =>
  today(at) < today(awareAt) ? null : notBefore(at, awareAt)

export const noteLookedAt = async (tx: Tx, job: JobRow, at: Date): Promise<void> =>
  job.hazardLevel
    ? noteTimes(tx, job, ({ investigatedAt, awareAt }) => ({
        investigatedAt: investigatedAt ?? lookedAtOf(at, awareAt),
      }))
    : undefined

/** A second one leaves the time of the first. */
export const noteSummary = (tx: Tx, job: JobRow, at: Date): Promise<void> =>
  noteTimes(tx, job, ({ summarySentAt }) => ({ summarySentAt: summarySentAt ?? at }))

const DONE: readonly JobEvent[] = ['completed', 'quoteWorkCompleted']
const BEGUN: readonly JobEvent[] = ['started', 'returnNeeded']
const OPENED_AGAIN: readonly JobEvent[] = ['reopened', 'reopenedAssigned']

/** The work done makes it safe; quote work that is begun begins the preventive work of the job it was quoted in. */
export async function noteMove(tx: Tx, job: JobRow, event: JobEvent, at: Date): Promise<void> {
  if (BEGUN.includes(event) && job.parentJobId) {
    const [parent] = await tx.select().from(jobs).where(eq(jobs.id, job.parentJobId))
    if (parent?.hazardLevel)
      await noteTimes(tx, parent, ({ workBegunAt, awareAt }) => ({
        workBegunAt: workBegunAt ?? notBefore(at, awareAt),
      }))
  }
  if (!job.hazardLevel) return
  if (DONE.includes(event))
    await noteTimes(tx, job, ({ safeAt, workBegunAt, awareAt }) => ({
      safeAt: safeAt ?? notBefore(at, awareAt),
      workBegunAt: workBegunAt ?? notBefore(at, awareAt),
    }))
  if (OPENED_AGAIN.includes(event)) await noteTimes(tx, job, () => ({ safeAt: null, workBegunAt: null }))
}

/** The hazard's own target stays when the urgency's is softer. */
export const noteUrgency = (tx: Tx, job: JobRow): Promise<void> => noteTimes(tx, job, () => ({}))
