import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { happenedWithin, interval } from '#db/query/time-marks.ts'
import { links } from '#db/schema.ts'
import { countSilently } from '#src/access/limits/counts.ts'
import { LIMITS } from '#src/access/limits/limits.ts'
import { sha256 } from '#src/access/sha256.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { MAX_SHARED, SHARED_PURPOSES, type SharedLink } from '#src/domain/link/shared.ts'
import { Refused } from '#src/http/errors.ts'
import { isHeld } from './links.ts'

const columns = {
  id: links.id,
  purpose: sql<SharedLink['purpose']>`${links.purpose}`,
  email: links.email,
  createdAt: links.createdAt,
  expiresAt: links.expiresAt,
  usedAt: links.usedAt,
  answer: links.answer,
  note: links.note,
}

const isShared = inArray(links.purpose, [...SHARED_PURPOSES])

/** Oldest first: those that work, and those that were answered. */
export const sharedLinks = (jobId: string, tx?: Tx): Promise<SharedLink[]> =>
  (tx ?? db)
    .select(columns)
    .from(links)
    .where(and(eq(links.jobId, jobId), isShared, isNull(links.revokedAt), or(isHeld, isNotNull(links.answer))))
    .orderBy(links.id)

/** Returns those there are. Throws Refused where they are too many, or too many were made within an hour, ended or not. */
export async function linksBefore(tx: Tx, jobId: string): Promise<SharedLink[]> {
  const before = await sharedLinks(jobId, tx)
  if (before.length >= MAX_SHARED) throw new Refused(`A job has at most ${MAX_SHARED} links. Please end one first.`)
  const within = happenedWithin(links.createdAt, interval('1 hours'))
  if ((await tx.$count(links, and(eq(links.jobId, jobId), isShared, within))) >= MAX_SHARED)
    throw new Refused(`A job gets at most ${MAX_SHARED} links within an hour. Please make the others later.`)
  return before
}

/** Outlives the links, which go with a job that is deleted. Throws Refused. */
export async function countSharedLink(tx: Tx, user: Actor, email: string | null | undefined): Promise<void> {
  if (isAdmin(user)) return
  if (!(await countSilently(LIMITS.sharedLinks, user.id, tx)))
    throw new Refused('You have made fifty links within an hour. Please make the others later.')
  if (email && !(await countSilently(LIMITS.linksToAddress, sha256(`${user.id} ${email}`), tx)))
    throw new Refused(`${email} was sent five links within an hour. Please send the others later.`)
}

export const sharedLinksAbout = (about: string, tx?: Tx): Promise<SharedLink[]> =>
  (tx ?? db)
    .select(columns)
    .from(links)
    .where(and(eq(links.about, about), isShared, isNull(links.revokedAt), isHeld))
    .orderBy(links.id)

export async function aboutOfShared(tx: Tx, id: string, purpose: SharedLink['purpose']): Promise<string | null> {
  const [found] = await tx
    .select({ about: links.about })
    .from(links)
    .where(and(eq(links.id, id), eq(links.purpose, purpose), isNull(links.revokedAt)))
  return found?.about ?? null
}

export async function jobIdOfShared(tx: Tx, id: string): Promise<string | null> {
  const [found] = await tx
    .select({ jobId: links.jobId })
    .from(links)
    .where(and(eq(links.id, id), isShared, isNull(links.revokedAt)))
  return found?.jobId ?? null
}

/** With those that its address had before, of which an expired one asks for a new one, and those sent from their pages. */
export async function revokeLink(tx: Tx, id: string): Promise<void> {
  const ended = sql`(select other.id from links one join links other on other.id = one.id
      or (other.email = one.email and other.purpose = one.purpose and other.used_at is null
        and (other.job_id, other.quote_id, other.about) is not distinct from (one.job_id, one.quote_id, one.about))
    where one.id = ${id})`
  await tx
    .update(links)
    .set({ revokedAt: sql`now()`, toldSince: null })
    .where(or(inArray(links.id, ended), inArray(links.parentId, ended)))
}

export const setTold = (tx: Tx, id: string, isTold: boolean) =>
  tx
    .update(links)
    .set({ toldSince: isTold ? sql`now()` : null })
    .where(eq(links.id, id))

export const followersOf = (tx: Tx, jobIds: readonly string[]) =>
  tx
    .select({ id: links.id, email: links.email, jobId: links.jobId })
    .from(links)
    .where(and(inArray(links.jobId, [...jobIds]), eq(links.purpose, 'follow_job'), isNotNull(links.toldSince), isHeld))
    .orderBy(links.id)

export const isSentFrom = async (tx: Tx, parentId: string, email: string): Promise<boolean> =>
  (await tx.$count(links, and(eq(links.parentId, parentId), eq(links.email, email), isHeld))) > 0
