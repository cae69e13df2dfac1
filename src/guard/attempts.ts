import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/client.ts'
import { signInFailures } from '#db/schema.ts'
import { publicTransaction } from '#src/guard/transaction.ts'
import { Turns } from '#src/turns.ts'
import { TooMany, Unavailable } from '#src/web/errors.ts'
import { type Answer, type Limit, tell } from './limits.ts'
import { sha256 } from './sha256.ts'

const WINDOW_SECONDS = 15 * 60
const PER_IDENTIFIER = 10
const PER_ADDRESS = 50
/** What an address is told of. Of an identifier it is told nothing: that would say how often others tried it. */
const ADDRESS: Limit = { name: 'sign-ins', quota: PER_ADDRESS, seconds: WINDOW_SECONDS }

/** How long a password may be looked at. What takes longer, or died meanwhile, has found nothing. */
const CHECK_SECONDS = 30
/** How long one waits for those before to be through, in milliseconds. */
const PATIENCE = 10_000
/** Of one address one at a time asks the database for a place. */
const addressTurns = new Turns({ places: Number.POSITIVE_INFINITY, each: 1, patience: PATIENCE })

/** Who tries to get in as whom; `what` are 'sign-ins', or whatever else is refused when too many have failed. */
type Attempt = { identifier: string; address: string; what: string; answer?: Answer }

/**
 * What `check` finds, which counts as a failure when that is nothing: ten for one identifier, or fifty from one address,
 * in a quarter of an hour. Attempts under way are no failures, but as many as could still fail are looked at at a time;
 * the others wait. `answer` is told how the address stands.
 * Throws TooMany instead of checking, and Unavailable when the check took too long to count.
 */
export async function counted<T>(attempt: Attempt, check: () => Promise<T | null>): Promise<T | null> {
  const { what, address, answer } = attempt
  const atOnce = () => new TooMany(`Too many ${what} at once. Please try again in a moment.`, 3)
  const deadline = performance.now() + PATIENCE
  const place = () => placeOf(attempt, deadline)
  const { state, ofIdentifier, ofAddress } = await addressTurns.run(address, place, atOnce)
  if (answer) tell(answer, ADDRESS, Math.max(0, PER_ADDRESS - taken(ofAddress) - 1), ofAddress.left)
  if (state === 'spent') {
    const { left } = ofIdentifier.failed < PER_IDENTIFIER ? ofAddress : ofIdentifier
    throw new TooMany(`Too many failed ${what}. Please try again later.`, left)
  }
  if (state === 'busy') throw atOnce()
  const found = await check()
  if (!(await settle(state.taken, found !== null))) throw new Unavailable()
  return found
}

type Standing = { failed: number; checking: number; left: number }
type Stands = { ofIdentifier: Standing; ofAddress: Standing }
type Place = Stands & { state: 'spent' | 'busy' | { taken: number } }

const taken = ({ failed, checking }: Standing): number => failed + checking

/** A place among those who are looked at, as soon as there is one. */
async function placeOf(attempt: Attempt, deadline: number): Promise<Place> {
  for (;;) {
    const place = await publicTransaction((tx) => takePlace(tx, attempt))
    if (place.state !== 'busy' || performance.now() > deadline) return place
    await Bun.sleep(30 + Math.random() * 40)
  }
}

async function takePlace(tx: Tx, { identifier, address }: Attempt): Promise<Place> {
  const identifierHash = sha256(identifier)
  // Locks make the attempts of one identifier, and of one address, queue up to be counted, across processes.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`identifier ${identifierHash}`}, 0))`)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address ${address}`}, 0))`)
  const ofIdentifier = await standing(tx, eq(signInFailures.identifierHash, identifierHash))
  const ofAddress = await standing(tx, eq(signInFailures.address, address))
  if (ofIdentifier.failed >= PER_IDENTIFIER || ofAddress.failed >= PER_ADDRESS)
    return { state: 'spent', ofIdentifier, ofAddress }
  if (taken(ofIdentifier) >= PER_IDENTIFIER || taken(ofAddress) >= PER_ADDRESS)
    return { state: 'busy', ofIdentifier, ofAddress }
  const checkedUntil = sql`now() + make_interval(secs => ${CHECK_SECONDS})`
  const [row] = await tx
    .insert(signInFailures)
    .values({ identifierHash, address, checkedUntil })
    .returning({ id: signInFailures.id })
  return { state: { taken: row!.id }, ofIdentifier, ofAddress }
}

/** How many failed in the last quarter of an hour, how many are looked at, and the seconds until the oldest is forgotten. */
async function standing(tx: Tx, of: SQL): Promise<Standing> {
  const { createdAt, checkedUntil } = signInFailures
  const since = sql`now() - make_interval(secs => ${WINDOW_SECONDS})`
  const [found] = await tx
    .select({
      failed: sql`count(*) filter (where ${checkedUntil} is null)`.mapWith(Number),
      checking: sql`count(*) filter (where ${checkedUntil} > now())`.mapWith(Number),
      oldest: sql`min(${createdAt}) filter (where ${checkedUntil} is null)`.mapWith(createdAt),
    })
    .from(signInFailures)
    .where(and(of, gt(createdAt, since)))
  const { failed, checking, oldest } = found as { failed: number; checking: number; oldest: Date | null }
  const age = oldest ? (Date.now() - oldest.getTime()) / 1000 : 0
  return { failed, checking, left: Math.max(1, Math.ceil(WINDOW_SECONDS - age)) }
}

/** Ends an attempt. False when its time was over: others have had its place. */
async function settle(id: number, succeeded: boolean): Promise<boolean> {
  const own = and(eq(signInFailures.id, id), gt(signInFailures.checkedUntil, sql`now()`))
  const settled = succeeded
    ? await db.delete(signInFailures).where(own).returning({ id: signInFailures.id })
    : await db.update(signInFailures).set({ checkedUntil: null }).where(own).returning({ id: signInFailures.id })
  return settled.length > 0
}
