import { and, count, eq, gt, min, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/client.ts'
import { signInFailures } from '#db/schema.ts'
import { TooMany, Unauthorized } from '#src/web/errors.ts'
import { hashToken } from '#src/web/session.ts'
import { transaction } from '#src/web/transaction.ts'
import type { SignIn } from './input.ts'
import { isPassword } from './password.ts'
import { accountByIdentifier } from './queries.ts'
import { closeSession, openSession } from './sessions.ts'

const WINDOW_SECONDS = 15 * 60
const PER_IDENTIFIER = 10
const PER_ADDRESS = 50

/**
 * Signs in by e-mail or username and opens a session in place of the one whose token the browser had; returns its token.
 * Throws Unauthorized, the same for a wrong password and an unknown account, or TooMany.
 */
export async function signIn(
  input: SignIn,
  { address, userAgent, before = null }: { address: string; userAgent: string | null; before?: string | null },
): Promise<string> {
  const account = await counted({ identifier: input.identifier.toLowerCase(), address, what: 'sign-ins' }, async () => {
    const found = await accountByIdentifier(input.identifier)
    const matches = await isPassword(input.password, found?.hashedPassword ?? null)
    return matches ? found : null
  })
  if (!account) throw new Unauthorized('Invalid credentials')
  if (before) await closeSession(before)
  return openSession(account.id, userAgent)
}

/** Who tries to get in as whom; `what` are 'sign-ins', or whatever else is refused when too many have failed. */
type Attempt = { identifier: string; address: string; what: string }

/**
 * What `check` finds, which counts as a failure when that is nothing: ten for one identifier, or fifty from one address,
 * in a quarter of an hour. Throws TooMany instead of checking.
 */
export async function counted<T>(attempt: Attempt, check: () => Promise<T | null>): Promise<T | null> {
  // Counted before the password is looked at: of many attempts at once no more than the limit get through.
  const id = await transaction((tx) => countAttempt(tx, attempt))
  const found = await check()
  if (found !== null) await db.delete(signInFailures).where(eq(signInFailures.id, id))
  return found
}

async function countAttempt(tx: Tx, { identifier, address, what }: Attempt): Promise<number> {
  const identifierHash = hashToken(identifier)
  // Locks make the attempts of one identifier, and of one address, queue up to be counted, across processes.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`identifier ${identifierHash}`}, 0))`)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address ${address}`}, 0))`)
  await refuseBeyond(tx, eq(signInFailures.identifierHash, identifierHash), PER_IDENTIFIER, what)
  await refuseBeyond(tx, eq(signInFailures.address, address), PER_ADDRESS, what)
  const [attempt] = await tx
    .insert(signInFailures)
    .values({ identifierHash, address })
    .returning({ id: signInFailures.id })
  return attempt!.id
}

async function refuseBeyond(tx: Tx, of: ReturnType<typeof eq>, limit: number, what: string): Promise<void> {
  const since = sql`now() - make_interval(secs => ${WINDOW_SECONDS})`
  const [failures] = await tx
    .select({ count: count(), oldest: min(signInFailures.createdAt) })
    .from(signInFailures)
    .where(and(of, gt(signInFailures.createdAt, since)))
  if (!failures?.oldest || failures.count < limit) return
  const wait = WINDOW_SECONDS - (Date.now() - failures.oldest.getTime()) / 1000
  throw new TooMany(`Too many failed ${what}. Please try again later.`, wait)
}
