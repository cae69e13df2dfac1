import { and, eq, getTableColumns, inArray, isNotNull, isNull, max, ne, or, type SQL, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { isAmong, isOneOf, literal } from '#db/query/conditions.ts'
import { userSql } from '#db/query/predicates.ts'
import { happenedWithin, holdsUntil, interval } from '#db/query/time-marks.ts'
import { links, users } from '#db/schema.ts'
import { countSilently } from '#src/access/limits/counts.ts'
import { LIMITS } from '#src/access/limits/limits.ts'
import { randomSecret } from '#src/access/random.ts'
import { sha256 } from '#src/access/sha256.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { LINKS, type LinkPurpose, LONGEST_LINK_DAYS, TOLD_TO_ACCOUNT } from '#src/domain/link/link.ts'
import { Refused } from '#src/http/errors.ts'
import { env } from '#src/runtime/env.ts'
import { mailedSecret } from './mailed.ts'

type About = Omit<typeof links.$inferInsert, 'id' | 'purpose' | 'tokenHash' | 'once' | 'expiresAt'> & {
  expiresAt?: Date | SQL
}
export type Link = typeof links.$inferSelect

const LONGEST = interval(`${LONGEST_LINK_DAYS} days`)
export const isHeld = and(
  isNull(links.usedAt),
  isNull(links.revokedAt),
  or(isNull(links.expiresAt), holdsUntil(links.expiresAt, LONGEST)),
)

function rowOf(purpose: LinkPurpose, about: About) {
  const { once, days } = LINKS[purpose]
  const expiresAt = days === null ? null : sql`now() + make_interval(days => ${days})`
  return { expiresAt, ...about, purpose, once }
}

/** Returns the secret of 256 bits that the link's address ends in; only its hash is kept. */
export async function makeLink(tx: Tx, purpose: LinkPurpose, about: About): Promise<string> {
  const token = randomSecret()
  await tx.insert(links).values({ ...rowOf(purpose, about), tokenHash: sha256(token) })
  return token
}

/** Returns the whole address of a link that is shown once. */
export const makeShownLink = async (tx: Tx, purpose: LinkPurpose, about: About): Promise<string> =>
  `${env.PUBLIC_URL}${LINKS[purpose].path}/${await makeLink(tx, purpose, about)}`

/** Returns the ids of links that are told by e-mail only; `mailedSecret` gives the secret when the e-mail is sent. */
export async function makeMailedLinks(tx: Tx, purpose: LinkPurpose, abouts: readonly About[]): Promise<string[]> {
  const made = abouts.map((about) => ({ ...rowOf(purpose, about), id: Bun.randomUUIDv7() }))
  await tx.insert(links).values(made.map((link) => ({ ...link, tokenHash: sha256(mailedSecret(link.id)) })))
  return made.map(({ id }) => id)
}

const daysByPurpose = TOLD_TO_ACCOUNT.map((purpose) => sql`when ${purpose} then ${literal(LINKS[purpose].days ?? 0)}`)

export async function countDaysFromSending(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const days = sql`case ${links.purpose}::text ${sql.join(daysByPurpose, sql` `)} end`
  await tx
    .update(links)
    .set({ expiresAt: sql`now() + make_interval(days => ${days})` })
    .where(
      and(
        ...[isAmong(links.id, ids), isOneOf(links.purpose, TOLD_TO_ACCOUNT), isNotNull(links.expiresAt)],
        ...[isNull(links.usedAt), isNull(links.revokedAt)],
      ),
    )
}

export function aboutsOf(tx: Tx, ids: readonly string[]) {
  const { id, purpose, userId, jobId, quoteId, quoteVersion } = links
  return tx
    .select({ id, purpose, userId, jobId, quoteId, quoteVersion })
    .from(links)
    .where(and(isAmong(id, ids), isHeld))
}

/** False when it was used, has expired or was ended: of two at once, one uses it. */
export async function takeUpLink(tx: Tx, id: string): Promise<boolean> {
  const used = await tx
    .update(links)
    .set({ usedAt: sql`now()` })
    .where(and(eq(links.id, id), isHeld))
    .returning({ id: links.id })
  return used.length > 0
}

/** False when it has been ended meanwhile. */
export async function lockLink(tx: Tx, id: string): Promise<boolean> {
  const held = await tx
    .select({ id: links.id })
    .from(links)
    .where(and(eq(links.id, id), isHeld))
    .for('update')
  return held.length > 0
}

const madeWithin = (userId: string, purpose: LinkPurpose, within: SQL) =>
  and(eq(links.userId, userId), eq(links.purpose, purpose), happenedWithin(links.createdAt, within))

type AboutOne = { jobId?: string; quoteId?: string }

export const countLinks = (
  tx: Tx,
  userId: string,
  purpose: LinkPurpose,
  within: SQL,
  { jobId, quoteId }: AboutOne = {},
): Promise<number> => {
  const isAbout = and(jobId ? eq(links.jobId, jobId) : undefined, quoteId ? eq(links.quoteId, quoteId) : undefined)
  return tx.$count(links, and(madeWithin(userId, purpose, within), isHeld, isAbout))
}

const MOST_OF_AN_AGENT = 50

/** Throws Refused for an agent who has made too many within an hour, those that were ended included. */
export async function refuseTooManyLinks(tx: Tx, user: Actor, purpose: LinkPurpose, refusal: string): Promise<void> {
  if (isAdmin(user)) return
  const made = await tx.$count(links, madeWithin(user.id, purpose, interval('1 hours')))
  if (made >= MOST_OF_AN_AGENT) throw new Refused(refusal)
}

const MAILED_AN_HOUR = 5

export const isAccountMailedTooOften = async (
  tx: Tx,
  userId: string,
  purpose: LinkPurpose,
  about?: AboutOne,
): Promise<boolean> => (await countLinks(tx, userId, purpose, interval('1 hours'), about)) >= MAILED_AN_HOUR

export async function isJobMailedTooOften(tx: Tx, jobId: string, purpose: LinkPurpose): Promise<boolean> {
  const within = happenedWithin(links.createdAt, interval('1 hours'))
  return (await tx.$count(links, and(eq(links.jobId, jobId), eq(links.purpose, purpose), within))) >= MAILED_AN_HOUR
}

/** Whether whoever had this link was sent as many of its kind within an hour as one may be. */
export async function isSentTooOften(tx: Tx, { about, email }: Pick<Link, 'about' | 'email'>): Promise<boolean> {
  const within = happenedWithin(links.createdAt, interval('1 hours'))
  const sent = await tx.$count(links, and(eq(links.about, about ?? ''), eq(links.email, email ?? ''), within))
  return sent >= MAILED_AN_HOUR
}

/** By what they are about, when an administrator made the last, to whomever. */
export async function lastMadeByOffice(purpose: LinkPurpose, abouts: readonly string[]): Promise<Map<string, Date>> {
  if (abouts.length === 0) return new Map()
  const rows = await db
    .select({ about: links.about, at: max(links.createdAt) })
    .from(links)
    .innerJoin(users, eq(users.id, links.userId))
    .where(and(inArray(links.about, [...abouts]), eq(links.purpose, purpose), userSql.isAdmin()))
    .groupBy(links.about)
  return new Map(rows.flatMap(({ about, at }) => (about && at ? [[about, at] as const] : [])))
}

type LinkState = 'open' | 'used' | 'revoked' | 'expired'
export type LinkInAnyState = Link & { state: LinkState }

/** Whether to send an expired link anew: counts the asking, and refuses one that comes too often in silence. */
export const mayBeSentAgain = async ({ state }: LinkInAnyState, clientIp: string): Promise<boolean> =>
  state === 'expired' && (await countSilently(LIMITS.passwordLinks, clientIp))

/** In whatever state, for a page that says what became of it. Null for a secret that opens nothing, or no longer. */
export async function linkInAnyState(purpose: LinkPurpose, token: string): Promise<LinkInAnyState | null> {
  if (!isSecretOfLink(token)) return null
  const state = sql<LinkState>`case when ${links.revokedAt} is not null then 'revoked'
    when ${links.usedAt} is not null then 'used' when ${isHeld} then 'open' else 'expired' end`
  const [found] = await db
    .select({ ...getTableColumns(links), state })
    .from(links)
    .where(and(eq(links.tokenHash, sha256(token)), eq(links.purpose, purpose)))
  return found ?? null
}

const isSecretOfLink = (token: string): boolean => /^[\w-]{43}$/.test(token)

/** Null for a link that was used, has expired or was ended, and for one of another purpose. */
export async function findLink(purpose: LinkPurpose, token: string): Promise<Link | null> {
  if (!isSecretOfLink(token)) return null
  const [found] = await db
    .select()
    .from(links)
    .where(and(eq(links.tokenHash, sha256(token)), eq(links.purpose, purpose), isHeld))
  return found ?? null
}

export async function linkOf(userId: string, purpose: LinkPurpose): Promise<Link | null> {
  const [found] = await db
    .select()
    .from(links)
    .where(and(eq(links.userId, userId), eq(links.purpose, purpose), isHeld))
  return found ?? null
}

export async function linkOwner(purpose: LinkPurpose, token: string): Promise<string | null> {
  const [found] = await db
    .select({ userId: links.userId })
    .from(links)
    .where(and(eq(links.tokenHash, sha256(token)), eq(links.purpose, purpose)))
  return found?.userId ?? null
}

export async function endLinks(
  tx: Tx,
  userId: string,
  purpose?: LinkPurpose | readonly LinkPurpose[],
  { spare }: { spare?: string } = {},
): Promise<void> {
  const ofPurpose = purpose ? inArray(links.purpose, [purpose].flat()) : undefined
  await tx.delete(links).where(and(eq(links.userId, userId), ofPurpose, spare ? ne(links.id, spare) : undefined))
}

/** The id of a user's lasting link in e-mails. A new one is made when the installation's secret is another by now. */
export async function lastingLink(tx: Tx, purpose: LinkPurpose, userId: string): Promise<string> {
  const found = await tx
    .select()
    .from(links)
    .where(and(eq(links.userId, userId), eq(links.purpose, purpose), isHeld))
  const known = found.find(({ id, tokenHash }) => tokenHash === sha256(mailedSecret(id)))
  if (known) return known.id
  const [made] = await makeMailedLinks(tx, purpose, [{ userId }])
  return made!
}
