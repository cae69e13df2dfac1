import { and, eq, isNull, or } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { jobs, jobVisits, uploadedObjects } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { mayEver } from '#src/guard/permissions.ts'
import { jobsVisibleTo } from '#src/jobs/queries.ts'
import { isUuid } from '#src/web/uuid.ts'

export async function mayReadPhoto(user: Actor, id: string): Promise<boolean> {
  if (!isUuid(id) || !mayEver(user.role, 'readJobs')) return false
  const [found] = await db
    .select({ id: uploadedObjects.id })
    .from(uploadedObjects)
    .leftJoin(jobVisits, eq(jobVisits.id, uploadedObjects.visitId))
    .leftJoin(jobs, eq(jobs.id, jobVisits.jobId))
    .where(
      and(
        eq(uploadedObjects.id, id),
        eq(uploadedObjects.state, 'stored'),
        or(jobsVisibleTo(user), and(isNull(uploadedObjects.visitId), eq(uploadedObjects.userId, user.id))),
      ),
    )
  return found !== undefined
}

export async function isStored(id: string): Promise<boolean> {
  return (await db.$count(uploadedObjects, and(eq(uploadedObjects.id, id), eq(uploadedObjects.state, 'stored')))) > 0
}
