import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobVisits, queuedWork, uploadedObjects } from '#db/schema.ts'
import type { Cast } from '#tests/support/world.ts'

/** A photo as an upload leaves it, on the visit of a job. */
export async function aPhotoOn({ contractor }: Cast, visitId: string): Promise<string> {
  const values = { userId: contractor.id, visitId, state: 'stored', contentType: 'image/jpeg', size: 1 } as const
  const [photo] = await db.insert(uploadedObjects).values(values).returning()
  const photosUrls = [`/objects/${photo!.id}`]
  await db.update(jobVisits).set({ photosUrls }).where(eq(jobVisits.id, visitId))
  return photo!.id
}
/** The photos that are to be removed from storage. */
export const removals = async () =>
  (await db.select().from(queuedWork).where(eq(queuedWork.kind, 'remove_object'))).map((row) => row.subject)
