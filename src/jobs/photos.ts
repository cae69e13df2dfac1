import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { bumpActivityVersionOf } from '#src/accounts/people/activity-version.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Change } from '#src/domain/job/changes.ts'
import { MAX_PHOTOS, photoPath } from '#src/domain/photo/photo.ts'
import { recordChanges } from '#src/events/record.ts'
import { Invalid } from '#src/http/errors.ts'
import { attachPhotos, photoIdIn } from '#src/photos/attach.ts'
import { ofJobs, removePhotos, someOfJob } from '#src/photos/removal.ts'
import type { JobRow } from './queries.ts'

export async function addPhotos(tx: Tx, user: Actor, job: JobRow, images: string[]): Promise<JobRow> {
  const photosUrls = await attachPhotos(tx, user, { jobId: job.id }, images)
  const [pictured] = await tx.update(jobs).set({ photosUrls }).where(eq(jobs.id, job.id)).returning()
  return pictured!
}

export async function removeJobPhotos(tx: Tx, by: Actor | 'Fettle', ids: string[]): Promise<void> {
  const removed = (await removePhotos(tx, ofJobs(ids))).map(photoPath)
  if (removed.length === 0) return
  const left = (await changeBeside(tx, ids, { added: [], removed }, by !== 'Fettle'))
    .map(({ job }) => job)
    .filter(({ id, parentJobId }) => !ids.includes(id) && !ids.includes(parentJobId ?? ''))
  await recordChanges(
    tx,
    by,
    left.map(({ id }) => ({ type: 'job.changed', jobId: id })),
  )
  await bumpActivityVersionOf(tx, left)
}

type Pictured = { job: JobRow; change: Change }

/** `images` are all that it is to have, in this order, new ones of the user's among them. Returns each job that changed. */
export async function changePhotos(tx: Tx, user: Actor, job: JobRow, images: string[]): Promise<Pictured[]> {
  const before = job.photosUrls
  const had = new Map(before.map((path) => [photoIdIn(path), path]))
  const asked = images.map((image) => had.get(photoIdIn(image)) ?? image)
  if (asked.length > MAX_PHOTOS) throw new Invalid({ images: `Please add at most ${MAX_PHOTOS} photos` })
  if (new Set(asked).size < asked.length) throw new Invalid({ images: 'A photo is there twice' })
  const added = await attachPhotos(
    tx,
    user,
    { jobId: job.id },
    asked.filter((path) => !before.includes(path)),
  )
  const news = added.values()
  const after = asked.map((path) => (before.includes(path) ? path : news.next().value!))
  if (after.join() === before.join()) return []
  const removed = before.filter((path) => !after.includes(path))
  await tx.update(jobs).set({ photosUrls: after }).where(eq(jobs.id, job.id))
  const beside = await changeBeside(tx, [job.id], { added, removed })
  const ids = removed.flatMap((path) => photoIdIn(path) ?? [])
  if (ids.length) await removePhotos(tx, someOfJob(job.id, ids))
  return [{ job, change: changeOf(before, after, added) }, ...beside]
}

type Difference = Record<'added' | 'removed', string[]>

/** What retention takes away is no change from which a job's years count. */
async function changeBeside(tx: Tx, ids: string[], { added, removed }: Difference, isChange = true) {
  const rivals = await lockPictured(tx, inArray(jobs.rivalOfJobId, ids))
  const works = await lockPictured(tx, inArray(jobs.parentJobId, [...ids, ...rivals.map(({ id }) => id)]))
  const changed: Pictured[] = []
  for (const { id, photosUrls: before } of [...rivals, ...works]) {
    const photosUrls = before.filter((path) => !removed.includes(path)).concat(added)
    if (photosUrls.join() === before.join()) continue
    const set = { photosUrls, ...(isChange && { updatedAt: sql`now()` }) }
    const [job] = await tx.update(jobs).set(set).where(eq(jobs.id, id)).returning()
    changed.push({ job: job!, change: changeOf(before, photosUrls, added) })
  }
  return changed
}

const lockPictured = (tx: Tx, where: SQL) =>
  tx.select({ id: jobs.id, photosUrls: jobs.photosUrls }).from(jobs).where(where).orderBy(asc(jobs.id)).for('update')

const changeOf = (before: readonly string[], after: readonly string[], added: readonly string[]): Change => ({
  name: 'photos',
  before: String(before.length),
  after: countOf(after, before, added),
})

function countOf(after: readonly string[], before: readonly string[], added: readonly string[]): string {
  if (after.length !== before.length) return String(after.length)
  return `${after.length}, ${added.length ? `${added.length} of them new` : 'in another order'}`
}
