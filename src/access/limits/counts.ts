import type { Server } from 'bun'
import { sql } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/connect/client.ts'
import { holdsUntil } from '#db/query/time-marks.ts'
import { clientIpOf } from '#src/access/client-ip.ts'
import { isSafe } from '#src/access/same-origin.ts'
import { TooMany } from '#src/http/errors.ts'
import { type Answer, addLimitHeaders, LIMITS, type Limit } from './limits.ts'

export async function countUnsafe(
  { request, server, set }: { request: Request; server: Server<unknown> | null; set: Answer },
  user: { id: string } | null,
): Promise<void> {
  if (isSafe(request)) return
  await (user ? count(LIMITS.writes, user.id, set) : count(LIMITS.strangers, clientIpOf(request, server), set))
}

const NOT_NARROWING = ['limit', 'cursor', 'w', 'tab', 'show', 'since', 'back', 'next', 'role']
const COSTLY =
  /\/(export\.(csv|zip)|api\/events|api\/jobs\/[^/]+\/contractors|admin\/jobs\/[^/]+\/(assign|rivals)|jobs\/[^/]+\/evidence|admin\/contractors\/[^/]+\/reassign|properties\/[^/]+|invoices|invoices\/files|figures|statements|statements\/[^/]+)\/?$/

const MESSAGES = /\/messages\/?$/

export function isCostlyRead({ url }: Pick<Request, 'url'>): boolean {
  const [address, query] = url.split('?', 2) as [string, string?]
  const isNarrowing = (name: string) => !NOT_NARROWING.includes(name) || (name === 'show' && MESSAGES.test(address))
  if (COSTLY.test(address)) return true
  return Boolean(query) && [...new URLSearchParams(query)].some(([name, value]) => isNarrowing(name) && value.trim())
}

export function countCostlyRead(request: Request, user: { id: string }, answer: Answer): void {
  if (isSafe(request) && isCostlyRead(request)) countRead(user.id, answer)
}

type Window = { used: number; ends: number }
/** In memory, because reads must work while the database is read-only. */
const windows = new Map<string, Window>()

export function countRead(userId: string, answer: Answer, limit: Limit = LIMITS.reads): void {
  if (limit.quota === 0) return
  const now = performance.now()
  const known = windows.get(userId)
  const window = known && known.ends > now ? known : { used: 0, ends: now + limit.seconds * 1000 }
  if (window !== known) keep(windows, userId, window)
  window.used++
  const left = (window.ends - now) / 1000
  addLimitHeaders(answer, limit, Math.max(0, limit.quota - window.used), Math.ceil(left))
  if (window.used > limit.quota) throw tooMany(left)
}

const tooMany = (secondsLeft: number) =>
  new TooMany(`Too many requests. Please try again in ${inWords(secondsLeft)}.`, secondsLeft)

export async function count(limit: Limit, who: string, answer: Answer): Promise<void> {
  if (limit.quota === 0) return
  const key = `${limit.name} ${who}`
  const { used, left } = spent(key, limit) ?? (await countInDatabase(key, limit))
  addLimitHeaders(answer, limit, Math.max(0, limit.quota - used), Math.max(1, Math.ceil(left)))
  if (used <= limit.quota) return
  keep(spentUntil, key, performance.now() + left * 1000)
  throw tooMany(left)
}

export async function countSilently(limit: Limit, who: string, tx: DbOrTx = db): Promise<boolean> {
  const { used } = await countInDatabase(`${limit.name} ${who}`, limit, tx)
  return used <= limit.quota
}

type Standing = { used: number; left: number }

/** One statement, so that requests at the same moment get different numbers. */
async function countInDatabase(key: string, { seconds }: Limit, tx: DbOrTx = db): Promise<Standing> {
  const isOpen = holdsUntil(sql`known.window_ends`, sql`make_interval(secs => ${seconds})`)
  const [row] = await tx.execute<Standing>(sql`
    insert into rate_limits as known (key, count, window_ends)
    values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when ${isOpen} then known.count + 1 else 1 end,
      window_ends = case when ${isOpen} then known.window_ends else excluded.window_ends end
    returning count as used, extract(epoch from window_ends - now())::float8 as left`)
  return { used: row!.used, left: Math.min(row!.left, seconds) }
}

const spentUntil = new Map<string, number>()

function spent(key: string, { quota }: Limit): Standing | null {
  const left = ((spentUntil.get(key) ?? 0) - performance.now()) / 1000
  if (left > 0) return { used: quota + 1, left }
  spentUntil.delete(key)
  return null
}

const MAX_KEPT = 10_000

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  if (map.size >= MAX_KEPT) map.delete(map.keys().next().value ?? '')
  map.set(key, value)
}

function inWords(seconds: number): string {
  const [count, unit] = seconds > 90 ? [Math.ceil(seconds / 60), 'minute'] : [Math.max(1, Math.ceil(seconds)), 'second']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
