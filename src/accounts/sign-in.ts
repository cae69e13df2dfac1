import { and, count, eq, gt, min, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/client.ts'
import { signInFailures } from '#db/schema.ts'
import { TooMany, Unauthorized } from '#src/web/errors.ts'
import { hashToken } from '#src/web/session.ts'
import { transaction } from '#src/web/transaction.ts'
import type { SignIn } from './input.ts'
import { isPassword } from './password.ts'
import { accountByIdentifier } from './queries.ts'
import { openSession } from './sessions.ts'

const WINDOW_SECONDS = 15 * 60
const PER_IDENTIFIER = 10
const PER_ADDRESS = 50

/**
 * Signs in by e-mail or username and opens a session; returns its token.
 * Throws Unauthorized, the same for a wrong password and an unknown account, or TooMany.
 */
export async function signIn(input: SignIn, address: string, userAgent: string | null): Promise<string> {
  const identifierHash = hashToken(input.identifier.toLowerCase())
  // Counted as a failure before the password is looked at: of many attempts at once no more than the limit get through.
  const attempt = await transaction((tx) => countAttempt(tx, identifierHash, address))
  const account = await accountByIdentifier(input.identifier)
  if (!(await isPassword(input.password, account?.hashedPassword ?? null)) || !account)
    throw new Unauthorized('Invalid credentials')
  await db.delete(signInFailures).where(eq(signInFailures.id, attempt))
  return openSession(account.id, userAgent)
}

async function countAttempt(tx: Tx, identifierHash: string, address: string): Promise<number> {
  // Locks make the attempts of one identifier, and of one address, queue up to be counted, across processes.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`identifier ${identifierHash}`}, 0))`)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`address ${address}`}, 0))`)
  await refuseBeyond(tx, eq(signInFailures.identifierHash, identifierHash), PER_IDENTIFIER)
  await refuseBeyond(tx, eq(signInFailures.address, address), PER_ADDRESS)
  const [attempt] = await tx
    .insert(signInFailures)
    .values({ identifierHash, address })
    .returning({ id: signInFailures.id })
  return attempt!.id
}

async function refuseBeyond(tx: Tx, of: ReturnType<typeof eq>, limit: number): Promise<void> {
  const since = sql`now() - make_interval(secs => ${WINDOW_SECONDS})`
  const [failures] = await tx
    .select({ count: count(), oldest: min(signInFailures.createdAt) })
    .from(signInFailures)
    .where(and(of, gt(signInFailures.createdAt, since)))
  if (!failures?.oldest || failures.count < limit) return
  const wait = WINDOW_SECONDS - (Date.now() - failures.oldest.getTime()) / 1000
  throw new TooMany('Too many failed sign-ins. Please try again later.', wait)
}
