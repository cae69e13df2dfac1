import { and, eq, inArray, sql } from 'drizzle-orm'
import { type DbOrTx, db, isUniqueViolation, type Tx } from '#db/client.ts'
import { jobs, users } from '#db/schema.ts'
import { IN_HAND } from '#src/jobs/job.ts'
import { moveJob } from '#src/jobs/move.ts'
import { releaseQuoteWork } from '#src/quotes/work.ts'
import { Invalid, Refused } from '#src/web/errors.ts'
import { may } from '#src/web/session.ts'
import { transaction } from '#src/web/transaction.ts'
import { type Actor, generatePassword, type Role } from './account.ts'
import type { NewContractor, NewEstateAgent, PasswordChange } from './input.ts'
import { hashPassword, isPassword } from './password.ts'
import { account, adminCount } from './queries.ts'
import { closeSessions } from './sessions.ts'
import { counted } from './sign-in.ts'
import { closeTokens } from './tokens.ts'

type UserRow = typeof users.$inferSelect

/** An account that signs in with username and password. Throws Invalid when the username is taken. */
export async function createEstateAgent(user: Actor, { password, ...input }: NewEstateAgent): Promise<UserRow> {
  may(user, 'manageAccounts')
  return insertAccount({ ...input, role: 'estate_agent' }, password)
}

/** An account that signs in with e-mail and password. Throws Invalid when the e-mail is taken. */
export async function createContractor(user: Actor, { password, ...input }: NewContractor): Promise<UserRow> {
  may(user, 'manageAccounts')
  return insertAccount({ ...input, role: 'contractor' }, password)
}

/** Writes a local account, in the caller's transaction if there is one. Throws Invalid when its e-mail or username is taken. */
export async function insertAccount(
  values: typeof users.$inferInsert,
  password: string,
  tx?: DbOrTx,
): Promise<UserRow> {
  const account = { ...values, authType: 'local', hashedPassword: await hashPassword(password) } as const
  const insert = (tx: DbOrTx) => tx.insert(users).values(account).returning()
  try {
    const [created] = await (tx ? insert(tx) : transaction(insert))
    return created!
  } catch (error) {
    if (isUniqueViolation(error, 'users_username_unique')) throw new Invalid({ username: 'This username is taken' })
    if (isUniqueViolation(error, 'users_email_unique')) throw new Invalid({ email: 'This e-mail address is taken' })
    throw error
  }
}

/**
 * Deletes an account of this role: its sessions and tokens end, jobs in hand return to pending, its name stays on past work.
 * Throws NotFound.
 */
export function deleteAccount(user: Actor, id: string, role: 'estate_agent' | 'contractor'): Promise<void> {
  may(user, 'manageAccounts')
  return transaction(async (tx) => {
    const gone = await account(tx, id, role, true)
    if (role === 'contractor') await returnJobs(tx, user, gone.id)
    await tx
      .update(users)
      .set({ deletedAt: sql`now()`, updatedAt: sql`now()`, hashedPassword: null })
      .where(eq(users.id, gone.id))
    await closeSessions(tx, gone.id)
    await closeTokens(tx, gone.id)
  })
}

async function returnJobs(tx: Tx, user: Actor, contractorId: string): Promise<void> {
  const inHand = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.contractorId, contractorId), inArray(jobs.status, [...IN_HAND])))
    .orderBy(jobs.id)
    .for('update')
  for (const job of inHand) {
    await moveJob(tx, job, 'contractorDeleted', user, { set: { contractorId: null } })
    if (job.jobType === 'quote_work') await releaseQuoteWork(tx, job)
  }
}

/** Gives an account of this role a new password, shown this once, and ends its sessions and tokens. Throws NotFound. */
export async function resetPassword(user: Actor, id: string, role: 'estate_agent' | 'contractor'): Promise<string> {
  may(user, 'manageAccounts')
  const newPassword = generatePassword()
  const hashedPassword = await hashPassword(newPassword)
  await transaction(async (tx) => {
    const found = await account(tx, id, role, true)
    // From now on the account signs in here, wherever it came from.
    await tx
      .update(users)
      .set({ hashedPassword, authType: 'local', updatedAt: sql`now()` })
      .where(eq(users.id, found.id))
    await closeSessions(tx, found.id)
    await closeTokens(tx, found.id)
  })
  return newPassword
}

/** Changes one's own password and ends one's other sessions and tokens. Throws Refused for an external account, Invalid, TooMany. */
export async function changePassword(user: Actor, input: PasswordChange): Promise<void> {
  if (user.authType !== 'local') throw new Refused('Your password is kept by your sign-in provider.')
  const { hashedPassword } = await account(db, user.id)
  // Whoever took a session must not find out the password by it.
  // NUL, because nobody can type it as an identifier.
  const attempt = { identifier: `\0${user.id}`, address: user.id, what: 'attempts' }
  const matches = await counted(attempt, async () =>
    (await isPassword(input.currentPassword, hashedPassword)) ? true : null,
  )
  if (!matches) throw new Invalid({ currentPassword: 'Current password is incorrect' })
  const changed = await hashPassword(input.newPassword)
  await transaction(async (tx) => {
    const current = await account(tx, user.id, undefined, true)
    if (current.hashedPassword !== hashedPassword) throw new Refused('Your password was changed just now.')
    await tx.update(users).set({ hashedPassword: changed, updatedAt: sql`now()` }).where(eq(users.id, user.id))
    await closeSessions(tx, user.id, user.sessionId)
    await closeTokens(tx, user.id, user.sessionId)
  })
}

/** Gives an account a role. Throws NotFound, or Refused where it would leave work or the house without anybody. */
export function setRole(user: Actor, id: string, role: Role): Promise<UserRow> {
  may(user, 'manageAccounts')
  return transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`)
    const found = await account(tx, id, undefined, true)
    if (found.role === role) return found
    if (found.id === user.id) throw new Refused('You cannot change your own role.')
    if (found.role === 'admin' && (await adminCount(tx)) === 1)
      throw new Refused('The last administrator cannot get another role.')
    const inHand = await tx.$count(jobs, and(eq(jobs.contractorId, id), inArray(jobs.status, [...IN_HAND])))
    if (inHand > 0) throw new Refused(`This contractor still has ${inHand} open ${inHand === 1 ? 'job' : 'jobs'}.`)
    const [changed] = await tx.update(users).set({ role, updatedAt: sql`now()` }).where(eq(users.id, id)).returning()
    await closeSessions(tx, id)
    return changed!
  })
}
