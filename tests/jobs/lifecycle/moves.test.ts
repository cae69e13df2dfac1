import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { jobEvents, jobs, users } from '#db/schema.ts'
import { JOB_TYPES, type JobType } from '#src/domain/job/job-type.ts'
import { JOB_STATUSES, type JobStatus } from '#src/domain/job/status.ts'
import { type JobEvent, mayMove, TRANSITIONS } from '#src/domain/job/transitions.ts'
import { Refused } from '#src/http/errors.ts'
import { moveJob } from '#src/jobs/lifecycle/move.ts'
import type { JobRow } from '#src/jobs/queries.ts'
import { aCast, aJob, type Cast } from '#tests/support/world.ts'

const EVENTS = Object.keys(TRANSITIONS) as JobEvent[]

/** Written out by hand, not taken from the program: `from > to`, and the type of job where only one may. */
const ALLOWED: Record<JobEvent, string> = {
  assigned: 'pending > assigned',
  reassigned: 'assigned in_progress > assigned',
  unassigned: 'assigned in_progress > pending',
  handedBack: 'assigned in_progress > pending',
  contractorDeleted: 'assigned in_progress > pending',
  takenBack: 'assigned > pending',
  takenBackAssigned: 'assigned > assigned',
  takenBackStarted: 'assigned > in_progress',
  started: 'assigned > in_progress',
  noAccess: 'assigned in_progress > assigned',
  returnNeeded: 'assigned in_progress > in_progress',
  completed: 'assigned in_progress > completed | visit',
  completedWithQuote: 'assigned in_progress > quote_pending | visit',
  markedComplete: 'assigned in_progress > completed | quote_work',
  quoteApproved: 'quote_pending > quote_approved | visit',
  quoteRevised: 'quote_pending > quote_pending | visit',
  quoteWithdrawn: 'quote_pending > assigned | visit',
  newPriceAsked: 'quote_pending > assigned | visit',
  quoteDeclined: 'quote_pending > completed | visit',
  quoteDeleted: 'quote_pending > assigned | visit',
  quoteDeletedUnassigned: 'quote_pending > pending | visit',
  quoteWorkCompleted: 'quote_approved > completed | visit',
  quoteWorkCancelled: 'quote_approved > completed | visit',
  invoiced: 'completed > invoiced',
  invoiceDeleted: 'invoiced > completed',
  cancelled: 'pending assigned in_progress > cancelled',
  reopened: 'completed invoiced cancelled > pending | visit',
  reopenedAssigned: 'completed invoiced cancelled > assigned | visit',
}

/** Where an event leads from a state, or null where it is refused. */
function destination(event: JobEvent, status: JobStatus, jobType: JobType): string | null {
  const [from = '', to = '', only] = ALLOWED[event].split(/ [>|] /)
  return from.split(' ').includes(status) && (!only || only === jobType) ? to : null
}

class Undo extends Error {}

/** A job in a state, to be tried in a transaction that leaves nothing behind. */
async function tried(
  { agent, contractor }: Cast,
  parentId: string,
  [status, jobType]: [JobStatus, JobType],
  attempt: (tx: Tx, job: JobRow) => Promise<void>,
) {
  const { propertyName, propertyAddress, estateAgency, issueDescription } = (await db.query.jobs.findFirst())!
  const work = db.transaction(async (tx) => {
    const [job] = await tx
      .insert(jobs)
      .values({
        ...{ propertyName, propertyAddress, estateAgency, issueDescription, status, jobType },
        jobRef: 'JOB-TRIED',
        estateAgentName: 'Olivia Hart',
        estateAgentId: agent.id,
        contractorId: status === 'pending' ? null : contractor.id,
        parentJobId: jobType === 'quote_work' ? parentId : null,
      })
      .returning()
    await attempt(tx, job!)
    throw new Undo()
  })
  await expect(work).rejects.toThrow(Undo)
}

test('the table above names every event', () => {
  expect(Object.keys(ALLOWED).sort()).toEqual([...EVENTS].sort())
})

test.each(JOB_TYPES.flatMap((type) => JOB_STATUSES.map((status) => [type, status] as const)))(
  'of a %s job that is %s, each event moves it as it should, or is refused and changes nothing',
  async (jobType, status) => {
    const cast = await aCast()
    const parent = await aJob(cast)
    for (const event of EVENTS) {
      const to = destination(event, status, jobType)
      expect(`${event} ${mayMove({ status, jobType }, event)}`).toBe(`${event} ${to !== null}`)
      await tried(cast, parent.id, [status, jobType], async (tx, job) => {
        const set = event === 'assigned' ? { contractorId: cast.contractor.id } : {}
        const moved = await moveJob(tx, job, event, cast.admin, { set }).catch((error: unknown) => error)
        const [after] = await tx.select().from(jobs).where(eq(jobs.id, job.id))
        const timeline = await tx.select().from(jobEvents).where(eq(jobEvents.jobId, job.id))
        if (to === null) {
          expect(moved).toBeInstanceOf(Refused)
          expect(moved).toMatchObject({ status: 409 })
          expect(after).toEqual(job as never)
          expect(timeline).toEqual([])
        } else {
          expect(moved).toMatchObject({ id: job.id, status: to })
          expect(after).toMatchObject({ status: to as JobStatus })
          expect(timeline).toMatchObject([
            { event, fromStatus: status, toStatus: to as JobStatus, actorId: cast.admin.id, actorName: 'Ada King' },
          ])
        }
      })
    }
  },
)

test('a decision on a row that has changed is refused with its present state', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast)
  const read = (await db.query.jobs.findFirst({ where: eq(jobs.id, id) }))!
  await db.update(jobs).set({ status: 'cancelled' }).where(eq(jobs.id, id))
  const late = db.transaction((tx) => moveJob(tx, read, 'cancelled', cast.admin))
  await expect(late).rejects.toThrow('This is no longer possible: the job is now Cancelled.')
})

test('a move makes the next poll of everybody concerned answer anew, and of nobody else', async () => {
  const cast = await aCast()
  const other = await aCast()
  const { id } = await aJob(cast, 'assigned')
  const versions = async () => {
    const rows = await db.select({ id: users.id, version: users.activityVersion }).from(users)
    return (of: { id: string }) => rows.find((row) => row.id === of.id)!.version
  }
  const before = await versions()
  await db.transaction(async (tx) => {
    const job = (await tx.query.jobs.findFirst({ where: eq(jobs.id, id) }))!
    await moveJob(tx, job, 'reassigned', cast.admin, { set: { contractorId: other.contractor.id } })
  })
  const after = await versions()
  const moved = [cast.agent, cast.contractor, other.contractor, other.agent].map((user) => after(user) - before(user))
  expect(moved).toEqual([1, 1, 1, 0])
})
