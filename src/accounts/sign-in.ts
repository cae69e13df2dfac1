import { and, count, eq, gt, min, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/client.ts'
import { signInFailures } from '#db/schema.ts'
import { TooMany, Unauthorized } from '#src/web/errors.ts'
import { type Answer, type Limit, tell } from '#src/web/limits.ts'
import { hashToken } from '#src/web/session.ts'
import { transaction } from '#src/web/transaction.ts'
import type { SignIn } from './input.ts'
import { isPassword } from './password.ts'
import { accountByIdentifier } from './queries.ts'
import { closeSession, openSession } from './sessions.ts'

const WINDOW_SECONDS = 15 * 60
const PER_IDENTIFIER = 10
const PER_ADDRESS = 50
/** What an address is told of. Of an identifier it is told nothing: that would say how often others tried it. */
const ADDRESS: Limit = { name: 'sign-ins', quota: PER_ADDRESS, seconds: WINDOW_SECONDS }

/**
 * Signs in by e-mail or username and opens a session in place of the one whose token the browser had; returns its token.
 * Throws Unauthorized, the same for a wrong password and an unknown account, or TooMany.
 */
export async function signIn(
  input: SignIn,
  from: { address: string; userAgent: string | null; before?: string | null; answer?: Answer },
): Promise<string> {
  const { address, userAgent, before, answer } = from
  const attempt = { identifier: input.identifier.toLowerCase(), address, what: 'sign-ins', answer }
  const account = await counted(attempt, async () => {
    const found = await accountByIdentifier(input.identifier)
    const matches = await isPassword(input.password, found?.hashedPassword ?? null)
    return matches ? found : null
  })
  if (!account) throw new Unauthorized('Invalid credentials')
  if (before) await closeSession(before)
  return openSession(account.id, userAgent)
}

/** Who tries to get in as whom; `what` are 'sign-ins', or whatever else is refused when too many have failed. */
type Attempt = { identifier: string; address: string; what: string; answer?: Answer }

/**
 * What `check` finds, which counts as a failure when that is nothing: ten for one identifier, or fifty from one address,
 * in a quarter of an hour. `answer` is told how the address stands. Throws TooMany instead of checking.
 */
export async function counted<T>(attempt: Attempt, check: () => Promise<T | null>): Promise<T | null> {
  // Counted before the password is looked at: of many attempts at once no more than the limit get through.
  const { id, ofAddress, ofIdentifier } = await transaction((tx) => countAttempt(tx, attempt))
  if (attempt.answer) tell(attempt.answer, ADDRESS, Math.max(0, PER_ADDRESS - ofAddress.count - 1), ofAddress.left)
  if (id === null) {
    const left = ofIdentifier.count < PER_IDENTIFIER ? ofAddress.left : ofIdentifier.left
    throw new TooMany(`Too many failed ${attempt.what}. Please try again later.`, left)
  }
  const found = await check()
  if (found !== null) await db.delete(signInFailures).where(eq(signInFailures.id, id))
  return found
}

/** Notes an attempt; its id is null when there were too many before. */
async function countAttempt(tx: Tx, { identifier, address }: Attempt) {
  const identifierHash = hashToken(identifier)
  // Locks make the attempts of one identifier, and of one address, queue up to be counted, across processes.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`identifier ${identifierHash}`}, 0))`)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address ${address}`}, 0))`)
  const ofIdentifier = await failures(tx, eq(signInFailures.identifierHash, identifierHash))
  const ofAddress = await failures(tx, eq(signInFailures.address, address))
  if (ofIdentifier.count >= PER_IDENTIFIER || ofAddress.count >= PER_ADDRESS)
    return { id: null, ofIdentifier, ofAddress }
  const [attempt] = await tx
    .insert(signInFailures)
    .values({ identifierHash, address })
    .returning({ id: signInFailures.id })
  return { id: attempt!.id, ofIdentifier, ofAddress }
}

/** How many there were in the last quarter of an hour, and the seconds until the oldest is forgotten. */
async function failures(tx: Tx, of: ReturnType<typeof eq>): Promise<{ count: number; left: number }> {
  const since = sql`now() - make_interval(secs => ${WINDOW_SECONDS})`
  const [found] = await tx
    .select({ count: count(), oldest: min(signInFailures.createdAt) })
    .from(signInFailures)
    .where(and(of, gt(signInFailures.createdAt, since)))
  const age = found?.oldest ? (Date.now() - found.oldest.getTime()) / 1000 : 0
  return { count: found?.count ?? 0, left: Math.max(1, Math.ceil(WINDOW_SECONDS - age)) }
}
