import type { Server } from 'bun'
import { sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { env } from '#src/env.ts'
import { TooMany } from '#src/web/errors.ts'
import { addressOf } from './address.ts'
import { isSafe } from './same-origin.ts'

/** So many requests in so many seconds; without a quota there is no limit. */
export type Limit = { name: string; quota: number; seconds: number }

/** What a user changes, by whichever door. */
const WRITES: Limit = { name: 'writes', quota: env.RATE_WRITES, seconds: 60 }
/** What an address sends that no user answers for. */
const STRANGERS: Limit = { name: 'strangers', quota: env.RATE_STRANGERS, seconds: 60 }
/** What is dear to read: searches, exports and whole lists of the API. */
const READS: Limit = { name: 'reads', quota: env.RATE_READS, seconds: 60 }
/** A user's photos: asking for an upload and sending it are two. */
export const UPLOADS: Limit = { name: 'uploads', quota: env.RATE_UPLOADS, seconds: 600 }

export type Answer = { headers: Record<string, string | number | string[]> }

/** Counts a request that may change something, of its user or else of its address. Throws as count does. */
export async function countUnsafe(
  { request, server, set }: { request: Request; server: Server<unknown> | null; set: Answer },
  user: { id: string } | null,
): Promise<void> {
  if (isSafe(request)) return
  await (user ? count(WRITES, user.id, set) : count(STRANGERS, addressOf(request, server), set))
}

/** Counts a search or an export of a user's, of whichever list. Throws as countRead does. */
export function countSearch(request: Request, user: { id: string }, answer: Answer): void {
  if (!isSafe(request)) return
  const { pathname, searchParams } = new URL(request.url)
  if (searchParams.get('search')?.trim() || pathname.endsWith('/export.csv')) countRead(user.id, answer)
}

type Window = { used: number; ends: number }
/** In this process's memory: a read never writes, also while the database can only be read. */
const windows = new Map<string, Window>()

/** Counts a dear read of somebody's, as count does, but by this process alone. Throws TooMany beyond the quota. */
export function countRead(who: string, answer: Answer, limit = READS): void {
  if (limit.quota === 0) return
  const now = performance.now()
  const known = windows.get(who)
  const window = known && known.ends > now ? known : { used: 0, ends: now + limit.seconds * 1000 }
  if (window !== known) keep(windows, who, window)
  window.used++
  const left = (window.ends - now) / 1000
  tell(answer, limit, Math.max(0, limit.quota - window.used), Math.ceil(left))
  if (window.used > limit.quota) throw tooMany(left)
}

const tooMany = (left: number) => new TooMany(`Too many requests. Please try again in ${inWords(left)}.`, left)

/**
 * Counts one request of somebody's under a limit, in windows that begin with a first request, across all processes; the
 * answer's headers say how it stands. Throws TooMany beyond the quota.
 */
export async function count(limit: Limit, who: string, answer: Answer): Promise<void> {
  if (limit.quota === 0) return
  const key = `${limit.name} ${who}`
  const { used, left } = spent(key, limit) ?? (await countInDatabase(key, limit))
  tell(answer, limit, Math.max(0, limit.quota - used), Math.max(1, Math.ceil(left)))
  if (used <= limit.quota) return
  remember(key, left)
  throw tooMany(left)
}

/** How many there were in the window, and the seconds until it ends. */
type Standing = { used: number; left: number }

/** One statement: of many at once, in however many processes, each gets a number of its own. */
async function countInDatabase(key: string, { seconds }: Limit): Promise<Standing> {
  const [row] = await db.execute<Standing>(sql`
    insert into rate_limits as known (key, count, window_ends)
    values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when known.window_ends > now() then known.count + 1 else 1 end,
      window_ends = case when known.window_ends > now() then known.window_ends else excluded.window_ends end
    returning count as used, extract(epoch from window_ends - now())::float8 as left`)
  // The database rounds to its milliseconds, up too.
  return { used: row!.used, left: Math.min(row!.left, seconds) }
}

/** When the window ends of those whose quota is spent: until then a flood does not reach the database. */
const spentUntil = new Map<string, number>()
const MOST_REMEMBERED = 10_000

function spent(key: string, { quota }: Limit): Standing | null {
  const left = ((spentUntil.get(key) ?? 0) - performance.now()) / 1000
  if (left > 0) return { used: quota + 1, left }
  spentUntil.delete(key)
  return null
}

function remember(key: string, left: number): void {
  // One that goes is counted by the database again.
  keep(spentUntil, key, performance.now() + left * 1000)
}

/** Makes it the newest of a map whose oldest goes when it is full. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  if (map.size >= MOST_REMEMBERED) map.delete(map.keys().next().value ?? '')
  map.set(key, value)
}

/** As draft-ietf-httpapi-ratelimit-headers-10 has it; a request that is counted twice has two of each. */
export function tell({ headers }: Answer, { name, quota, seconds }: Limit, remaining: number, left: number): void {
  const add = (header: string, value: string) => {
    headers[header] = headers[header] ? `${headers[header]}, ${value}` : value
  }
  add('ratelimit-policy', `"${name}";q=${quota};w=${seconds}`)
  add('ratelimit', `"${name}";r=${remaining};t=${left}`)
}

function inWords(seconds: number): string {
  const [count, unit] = seconds > 90 ? [Math.ceil(seconds / 60), 'minute'] : [Math.max(1, Math.ceil(seconds)), 'second']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
