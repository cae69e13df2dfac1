import { and, eq, type SQL, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { lockName } from '#db/query/locks.ts'
import { happenedWithin, holdsUntil, interval } from '#db/query/time-marks.ts'
import { signInFailures } from '#db/schema.ts'
import { type Answer, addLimitHeaders, LIMITS, type Limit } from '#src/access/limits/limits.ts'
import { TooMany, Unavailable } from '#src/http/errors.ts'
import { Turns } from '#src/runtime/turns.ts'
import { publicTransaction } from '#src/writes/transaction.ts'
import { sha256 } from './sha256.ts'

const CHECK_SECONDS = 30
const PATIENCE = 10_000

type Attempt = { identifier: string; address: string; what: string; answer?: Answer }

/** Throws TooMany instead of checking, Unavailable when the check took longer than CHECK_SECONDS. */
export async function limitFailures<T>(attempt: Attempt, check: () => Promise<T | null>): Promise<T | null> {
  const { what, address, answer } = attempt
  const tooManyAtOnce = () => new TooMany(`Too many ${what} at once. Please try again in a moment.`, 3)
  const deadline = performance.now() + PATIENCE
  const place = () => waitForPlace(attempt, deadline)
  const { state, ofIdentifier, ofAddress } = await addressTurns.run(address, place, tooManyAtOnce)
  if (answer) {
    const limit = LIMITS.addressFailures
    addLimitHeaders(answer, limit, Math.max(0, limit.quota - taken(ofAddress) - 1), ofAddress.left)
  }
  if (state === 'spent') {
    const { left } = ofIdentifier.failed < LIMITS.identifierFailures.quota ? ofAddress : ofIdentifier
    throw new TooMany(`Too many failed ${what}. Please try again later.`, left)
  }
  if (state === 'busy') throw tooManyAtOnce()
  const found = await check()
  if (!(await settle(state.taken, found !== null))) throw new Unavailable()
  return found
}

const addressTurns = new Turns({ places: Number.POSITIVE_INFINITY, each: 1, patience: PATIENCE })

type Standing = { failed: number; checking: number; left: number }
type Place = { ofIdentifier: Standing; ofAddress: Standing; state: 'spent' | 'busy' | { taken: number } }

const taken = ({ failed, checking }: Standing): number => failed + checking

async function waitForPlace(attempt: Attempt, deadline: number): Promise<Place> {
  for (;;) {
    const place = await publicTransaction((tx) => takePlace(tx, attempt))
    if (place.state !== 'busy' || performance.now() > deadline) return place
    await Bun.sleep(30 + Math.random() * 40)
  }
}

async function takePlace(tx: Tx, { identifier, address }: Attempt): Promise<Place> {
  const { identifierFailures, addressFailures } = LIMITS
  const identifierHash = sha256(identifier)
  await lockName(tx, `identifier ${identifierHash}`)
  await lockName(tx, `address ${address}`)
  const ofIdentifier = await standing(tx, identifierFailures, eq(signInFailures.identifierHash, identifierHash))
  const ofAddress = await standing(tx, addressFailures, eq(signInFailures.address, address))
  if (ofIdentifier.failed >= identifierFailures.quota || ofAddress.failed >= addressFailures.quota)
    return { state: 'spent', ofIdentifier, ofAddress }
  if (taken(ofIdentifier) >= identifierFailures.quota || taken(ofAddress) >= addressFailures.quota)
    return { state: 'busy', ofIdentifier, ofAddress }
  const checkedUntil = sql`now() + make_interval(secs => ${CHECK_SECONDS})`
  const [row] = await tx
    .insert(signInFailures)
    .values({ identifierHash, address, checkedUntil })
    .returning({ id: signInFailures.id })
  return { state: { taken: row!.id }, ofIdentifier, ofAddress }
}

const isChecked = holdsUntil(signInFailures.checkedUntil, interval(`${CHECK_SECONDS} seconds`))

async function standing(tx: Tx, { seconds }: Limit, of: SQL): Promise<Standing> {
  const { createdAt, checkedUntil } = signInFailures
  const [found] = await tx
    .select({
      failed: sql`count(*) filter (where ${checkedUntil} is null)`.mapWith(Number),
      checking: sql`count(*) filter (where ${isChecked})`.mapWith(Number),
      oldest: sql`min(${createdAt}) filter (where ${checkedUntil} is null)`.mapWith(createdAt),
    })
    .from(signInFailures)
    .where(and(of, happenedWithin(createdAt, sql`make_interval(secs => ${seconds})`)))
  const { failed, checking, oldest } = found as { failed: number; checking: number; oldest: Date | null }
  const age = oldest ? (Date.now() - oldest.getTime()) / 1000 : 0
  return { failed, checking, left: Math.max(1, Math.ceil(seconds - age)) }
}

async function settle(id: number, succeeded: boolean): Promise<boolean> {
  const own = and(eq(signInFailures.id, id), isChecked)
  const settled = succeeded
    ? await db.delete(signInFailures).where(own).returning({ id: signInFailures.id })
    : await db.update(signInFailures).set({ checkedUntil: null }).where(own).returning({ id: signInFailures.id })
  return settled.length > 0
}
