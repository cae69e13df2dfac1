import { eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { attachPhotos } from '#src/photos/attach.ts'
import { ofJobs, removePhotos } from '#src/photos/removal.ts'
import type { JobRow } from './queries.ts'

export async function addPhotos(tx: Tx, user: Actor, job: JobRow, images: string[]): Promise<JobRow> {
  const photosUrls = await attachPhotos(tx, user, { jobId: job.id }, images)
  const [pictured] = await tx.update(jobs).set({ photosUrls }).where(eq(jobs.id, job.id)).returning()
  return pictured!
}

/** Rivals show the photos of the job that they are rivals of. */
export async function removeJobPhotos(tx: Tx, ids: string[]): Promise<void> {
  if ((await removePhotos(tx, ofJobs(ids))).length === 0) return
  await tx.update(jobs).set({ photosUrls: [] }).where(inArray(jobs.rivalOfJobId, ids))
}
