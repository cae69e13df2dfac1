import { and, arrayContains, eq, inArray, isNull, not, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { db } from '#db/connect/client.ts'
import { photoSql } from '#db/query/predicates.ts'
import { jobs, jobVisits, uploadedObjects } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { can } from '#src/domain/permissions.ts'
import { photoPath } from '#src/domain/photo/photo.ts'
import { isUuid } from '#src/http/uuid.ts'
import { isVisitReadBy, jobsVisibleTo, jobsWhollyVisibleTo } from '#src/jobs/visible.ts'

export const isUntaken = and(
  isNull(uploadedObjects.visitId),
  isNull(uploadedObjects.jobId),
  isNull(uploadedObjects.certificateId),
)!

export const isPhoto = and(
  isNull(uploadedObjects.certificateId),
  sql`${uploadedObjects.contentType} is distinct from 'application/pdf'`,
)!

export async function mayReadPhoto(user: Actor, id: string): Promise<boolean> {
  if (!isUuid(id) || !can(user.role, 'readJobs')) return false
  const [photo] = await db
    .select({
      jobId: uploadedObjects.jobId,
      isReadable: sql<boolean>`${or(isShown(user), and(isUntaken, eq(uploadedObjects.userId, user.id)))}`,
    })
    .from(uploadedObjects)
    .leftJoin(jobVisits, eq(jobVisits.id, uploadedObjects.visitId))
    .leftJoin(jobs, eq(jobs.id, sql`coalesce(${jobVisits.jobId}, ${uploadedObjects.jobId})`))
    .where(and(eq(uploadedObjects.id, id), photoSql.isStored(), isPhoto))
  if (!photo) return false
  return photo.isReadable || (photo.jobId !== null && mayReadCopy(user, id, photo.jobId))
}

const isShown = (user: Actor) =>
  and(
    jobsVisibleTo(user),
    isVisitReadBy(user, jobVisits.contractorId),
    isAdmin(user) ? undefined : not(uploadedObjects.adminsOnly),
  )!

async function mayReadCopy(user: Actor, id: string, jobId: string): Promise<boolean> {
  const one = alias(jobs, 'one')
  const alike = db
    .select({ id: one.id })
    .from(one)
    .where(or(eq(one.id, jobId), eq(one.rivalOfJobId, jobId)))
  const copies = or(inArray(jobs.id, alike), inArray(jobs.parentJobId, alike))
  const shown = arrayContains(jobs.photosUrls, [photoPath(id)])
  return (await db.$count(jobs, and(copies, shown, jobsWhollyVisibleTo(user)))) > 0
}

export async function isStoredPhoto(id: string): Promise<boolean> {
  return (await db.$count(uploadedObjects, and(eq(uploadedObjects.id, id), photoSql.isStored()))) > 0
}
