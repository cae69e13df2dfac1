import { and, desc, eq, ne, or, type SQL } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isOneOf, literal } from '#db/query/conditions.ts'
import { holdsAll } from '#db/query/words.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { JobAtProperty, JobsAtProperty } from '#src/domain/job/open-job.ts'
import { OPEN } from '#src/domain/job/status.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { propertyPath } from '#src/domain/property/property.ts'
import { jobsWhollyVisibleTo } from '#src/jobs/visible.ts'
import { isAtProperty } from './filters.ts'
import { lookedThrough } from './search.ts'
import { isTypedOf, typedAddress } from './typed-address.ts'

const MAX_SHOWN = 10
const MAX_COUNTED = 1000
const { id, jobRef, status, issueDescription, createdAt, propertyAddress, propertyKey } = jobs

async function readAt(user: Actor, where: SQL | undefined, limit: number) {
  return db
    .select({ id, jobRef, status, issueDescription, createdAt, propertyAddress, propertyKey })
    .from(jobs)
    .where(and(where, jobsWhollyVisibleTo(user)))
    .orderBy(desc(createdAt), desc(id))
    .limit(literal(limit))
}

type Row = Awaited<ReturnType<typeof readAt>>[number]

const newest = (rows: Row[], key: string | null): JobAtProperty[] =>
  rows.slice(0, MAX_SHOWN).map(({ propertyAddress: address, propertyKey: theirs, ...job }) => ({
    ...job,
    ...(theirs !== key && { address }),
  }))

export async function openJobsAt(user: Actor, address: string): Promise<JobsAtProperty> {
  const [typed, key] = [typedAddress(address), propertyKeyOf(address)]
  const isOpen = isOneOf(status, OPEN)
  const isLike =
    typed &&
    and(
      typed.words.length ? holdsAll(lookedThrough(user).words, typed.words.join(' ')) : undefined,
      typed.postcode && typed.words.length === 0 ? eq(jobs.postcode, typed.postcode) : undefined,
    )
  const where = and(isOpen, isLike ? or(isAtProperty(address), isLike) : isAtProperty(address))
  const rows = await readAt(user, where, MAX_COUNTED)
  const there = rows.filter((row) => row.propertyKey === key || (typed && isTypedOf(typed, row.propertyAddress)))
  const shown = newest(there, key)
  return { jobs: shown, more: there.length - shown.length, href: withQuery('/jobs', { search: address.trim() }) }
}

export async function otherJobsAt(user: Actor, job: Pick<Job, 'id' | 'propertyAddress'>): Promise<JobsAtProperty> {
  const { propertyAddress: address } = job
  const where = and(isAtProperty(address), ne(id, job.id))
  const rows = await readAt(user, where, MAX_SHOWN + 1)
  const others = newest(rows, propertyKeyOf(address))
  const all = rows.length > MAX_SHOWN ? await db.$count(jobs, and(where, jobsWhollyVisibleTo(user))) : rows.length
  return { jobs: others, more: all - others.length, href: propertyPath(address, user.role) }
}
