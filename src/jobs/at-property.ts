import { and, desc, ne, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { isOneOf, literal } from '#db/conditions.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { isAtProperty } from './filters.ts'
import { type Job, OPEN } from './job.ts'
import { jobsVisibleTo } from './queries.ts'

export type JobAtProperty = Pick<Job, 'id' | 'jobRef' | 'status' | 'issueDescription' | 'createdAt'>

const MOST = 10
const { id, jobRef, status, issueDescription, createdAt } = jobs

const readAt = async (user: Actor, address: string, where: SQL): Promise<JobAtProperty[]> =>
  db
    .select({ id, jobRef, status, issueDescription, createdAt })
    .from(jobs)
    .where(and(isAtProperty(address), jobsVisibleTo(user), where))
    .orderBy(desc(createdAt), desc(id))
    .limit(literal(MOST))

export const openJobsAt = (user: Actor, address: string): Promise<JobAtProperty[]> =>
  readAt(user, address, isOneOf(status, OPEN))

export const otherJobsAt = (user: Actor, job: Pick<Job, 'id' | 'propertyAddress'>): Promise<JobAtProperty[]> =>
  readAt(user, job.propertyAddress, ne(id, job.id))
