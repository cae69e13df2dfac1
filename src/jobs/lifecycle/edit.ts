import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isOneOf } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { placeOf } from '#src/domain/job/address.ts'
import { type Change, changeLine, detailOf, editableBy } from '#src/domain/job/changes.ts'
import { isBeingCarriedOut, isToAssign, isUrgent } from '#src/domain/job/state.ts'
import { refusedMove } from '#src/domain/job/transitions.ts'
import { type Notified, notify } from '#src/emails/notify.ts'
import { Refused } from '#src/http/errors.ts'
import { noteUrgency } from '#src/jobs/hazards/hazards.ts'
import type { JobChange } from '#src/jobs/input.ts'
import { changePhotos } from '#src/jobs/photos.ts'
import { type JobRow, lockFollowing, lockJob } from '#src/jobs/queries.ts'
import { visitByOf } from '#src/jobs/waiting/visit-target.ts'
import { certificateEndOf } from '#src/properties/certificates/of-job.ts'
import { notifyOfUrgent } from '#src/reminders/urgent.ts'
import { transaction } from '#src/writes/transaction.ts'
import { recordEvent } from './move.ts'

/** Null when nothing differs. Unfinished quote work and rivals are edited along. */
export function editJob(user: Actor, id: string, { images, ...change }: JobChange): Promise<Notified<JobRow> | null> {
  authorize(user, 'editJob')
  return transaction(async (tx) => {
    const job = await lockJob(tx, user, id)
    if (!editableBy(user.role).includes(job.status)) throw new Refused(refusedMove(job), 'job_moved_on')
    const changed = Object.entries(change).filter(([name, text]) => textIn(job, name) !== text)
    const pictured = images ? await changePhotos(tx, user, job, images) : []
    if (changed.length === 0 && pictured.length === 0) return null
    const photosOf = ({ id: one }: JobRow) => pictured.flatMap((other) => (other.job.id === one ? other.change : []))
    const values = Object.fromEntries(changed.map(([name, text]) => [name, text || null])) as Partial<JobRow>
    const edited = await editOne(tx, user, job, values, photosOf(job))
    const unreached = edited.unreached
    const following = await lockFollowing(tx, job, editableBy(user.role))
    for (const other of following)
      unreached.push(...(await editOne(tx, user, other, values, photosOf(other))).unreached)
    const edits = new Set([job, ...following].map((one) => one.id))
    for (const { job: other, change: photos } of pictured)
      if (!edits.has(other.id)) await recordEvent(tx, other, 'edited', user, { detail: detailOf([photos]) })
    return { ...edited, unreached }
  })
}

const textIn = (job: JobRow, name: string): string => String(job[name as keyof JobRow] ?? '')

const dueAnew = async (tx: Tx, { id, jobType, createdAt }: JobRow, { urgency }: Partial<JobRow>) =>
  urgency && { visitBy: visitByOf(jobType, urgency, createdAt, await certificateEndOf(tx, id)) }

async function editOne(
  tx: Tx,
  user: Actor,
  job: JobRow,
  values: Partial<JobRow>,
  besides: readonly Change[] = [],
): Promise<Notified<JobRow>> {
  const [edited] = await tx
    .update(jobs)
    .set({ ...values, ...placeOf(values), ...(await dueAnew(tx, job, values)), updatedAt: sql`now()` })
    .where(and(eq(jobs.id, job.id), isOneOf(jobs.status, editableBy(user.role))))
    .returning()
  if (!edited) throw new Refused(refusedMove(job), 'job_moved_on')
  if (values.urgency && edited.hazardLevel) await noteUrgency(tx, edited)
  const changes = Object.keys(values)
    .map((name): Change => ({ name, before: textIn(job, name), after: textIn(edited, name) }))
    .filter(({ before, after }) => before !== after)
    .concat(besides)
  if (changes.length === 0) return { ...edited, unreached: [] }
  await recordEvent(tx, edited, 'edited', user, { detail: detailOf(changes) })
  const raised = isToAssign(edited) && isUrgent(edited) && !isUrgent(job)
  if (raised) await notifyOfUrgent(tx, edited, user)
  if (isBeingCarriedOut(edited)) return { ...edited, unreached: [] }
  return {
    ...edited,
    unreached: await notify(tx, 'job_changed', edited, { by: user, changes: changes.map(changeLine).join('\n') }),
  }
}
