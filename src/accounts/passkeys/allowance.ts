import { and, eq, isNull, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { userSql } from '#db/query/predicates.ts'
import { holdsUntil, interval } from '#db/query/time-marks.ts'
import { passkeys, users } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { recordAccountEvent } from '#src/accounts/history/record.ts'
import { account, accountByIdentifier, type UserRow } from '#src/accounts/queries.ts'
import { type Actor, displayName } from '#src/domain/account/account.ts'
import { ALLOWED_HOURS, type PasskeyStep } from '#src/domain/account/passkey.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { notifyAccounts } from '#src/emails/notify-account.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { transaction } from '#src/writes/transaction.ts'

const isAllowed = sql<boolean>`coalesce(${holdsUntil(users.passkeyAllowedUntil, interval(`${ALLOWED_HOURS} hours`))}, false)`
const passkeyCount = db.$count(passkeys, eq(passkeys.userId, users.id))

export async function passkeyStates(): Promise<Map<string, { count: number; isAllowed: boolean }>> {
  const found = await db
    .select({ id: users.id, count: passkeyCount, isAllowed })
    .from(users)
    .where(and(userSql.isAdmin(), isNull(users.deletedAt)))
  return new Map(found.map(({ id, ...state }) => [id, state]))
}

/** A password that came by e-mail adds no passkey: who reads somebody's e-mail must not become them. */
export async function stepOf(userId: string): Promise<PasskeyStep> {
  const [found] = await db
    .select({ count: passkeyCount, isAllowed, byLink: users.passwordByLink })
    .from(users)
    .where(eq(users.id, userId))
  if (!found) throw new NotFound()
  if (found.isAllowed) return 'add'
  return found.count > 0 ? 'use' : found.byLink ? 'wait' : 'add'
}

/** Needs the account's row locked. Throws Refused: of two at once one adds a passkey. */
export async function takeUpAllowance(tx: Tx, owner: UserRow): Promise<void> {
  const [taken] = await tx
    .update(users)
    .set({ passkeyAllowedUntil: null })
    .where(and(eq(users.id, owner.id), isAllowed))
    .returning({ id: users.id })
  if (taken) return
  if (await tx.$count(passkeys, eq(passkeys.userId, owner.id)))
    throw new Refused('Your account has a passkey. Please use it, or ask an administrator to allow a new one.')
  if (owner.passwordByLink)
    throw new Refused('Your password came by e-mail. Please ask an administrator to allow a passkey.')
}

/** Lets whoever knows the password add one passkey, once, within a day; nothing where that is so. Throws NotFound. */
export function allowPasskey(user: Actor, id: string): Promise<UserRow> {
  authorize(user, 'allowPasskey')
  if (user.id === id) throw new Refused('You are signed in. Please add a passkey on your profile.')
  return allow(id, user)
}

export async function allowPasskeyOf(identifier: string): Promise<UserRow> {
  const found = await accountByIdentifier(identifier)
  if (!found || !isAdmin(found)) throw new NotFound()
  return allow(found.id, 'A command on the server')
}

function allow(id: string, by: Actor | string): Promise<UserRow> {
  return transaction(async (tx) => {
    const owner = await account(tx, id, 'admin', true)
    const [before] = await tx.select({ isAllowed }).from(users).where(eq(users.id, id))
    if (before?.isAllowed) return owner
    await tx
      .update(users)
      .set({ passkeyAllowedUntil: sql`now() + ${interval(`${ALLOWED_HOURS} hours`)}` })
      .where(eq(users.id, id))
    const told = await tx
      .select()
      .from(users)
      .where(and(userSql.isAdmin(), isNull(users.deletedAt)))
    const person = displayName(owner)
    const readers = told.map((one) => ({ ...one, person }))
    await notifyAccounts(tx, 'passkey_allowed', readers, by)
    await recordAccountEvent(tx, id, 'passkeyAllowed', by)
    return owner
  })
}
