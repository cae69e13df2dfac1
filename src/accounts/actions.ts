import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isUniqueViolation } from '#db/pool/failure.ts'
import { isAmong } from '#db/query/conditions.ts'
import { lockName } from '#db/query/locks.ts'
import { users } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { forgetDevices } from '#src/access/devices.ts'
import { forgetAddresses } from '#src/access/known-addresses.ts'
import { recordAccountEvent, recordAccountEvents } from '#src/accounts/history/record.ts'
import { removePasskeys } from '#src/accounts/passkeys/removal.ts'
import { hashPassword } from '#src/accounts/password/hash.ts'
import { bumpActivityVersion } from '#src/accounts/people/activity-version.ts'
import type { Actor, Role } from '#src/domain/account/account.ts'
import { isAdmin, isAgent } from '#src/domain/account/roles.ts'
import { unreachedIn } from '#src/emails/notify.ts'
import { Invalid, Refused } from '#src/http/errors.ts'
import { handOverBeforeDeletion, refuseUnfinished } from '#src/jobs/assignment/hand-over.ts'
import { moveJob } from '#src/jobs/lifecycle/move.ts'
import { countInHandOrQuoted, lockInHand, sharingOpenJobs } from '#src/jobs/of-account.ts'
import { endLinks } from '#src/links/links.ts'
import { removeUnsharedViews } from '#src/list-views/removal.ts'
import { releaseQuoteWork } from '#src/quotes/work.ts'
import { turnOffLeft } from '#src/webhooks/settle.ts'
import { transaction } from '#src/writes/transaction.ts'
import type { NewContractor, NewEstateAgent } from './input.ts'
import { account, adminCount, type UserRow } from './queries.ts'
import { lockAndRevokeAccess } from './revoke-access.ts'

export async function createEstateAgent(user: Actor, { password, ...input }: NewEstateAgent): Promise<UserRow> {
  authorize(user, 'manageAccounts')
  return insertAccount({ ...input, role: 'estate_agent' }, password, { by: user })
}

export async function createContractor(user: Actor, { password, ...input }: NewContractor): Promise<UserRow> {
  authorize(user, 'manageAccounts')
  return insertAccount({ ...input, role: 'contractor' }, password, { by: user })
}

/** Without a password its owner sets one by a link. Throws Invalid when its e-mail or username is taken. */
export async function insertAccount(
  values: typeof users.$inferInsert,
  password: string | null,
  { tx, by = 'Fettle' }: { tx?: Tx; by?: Actor | string } = {},
): Promise<UserRow> {
  const hashedPassword = password === null ? null : await hashPassword(password)
  const insert = (tx: Tx) => insertAccounts(tx, [{ ...values, hashedPassword }], by)
  const [created] = await (tx ? insert(tx) : transaction(insert))
  return created!
}

export async function insertAccounts(
  tx: Tx,
  accounts: readonly (typeof users.$inferInsert)[],
  by: Actor | string,
): Promise<UserRow[]> {
  try {
    const created = await tx
      .insert(users)
      .values(accounts.map((account) => ({ ...account, authType: 'local' as const })))
      .returning()
    const abouts = created.map(({ id }) => ({ userId: id }))
    await recordAccountEvents(tx, abouts, 'created', by)
    return created
  } catch (error) {
    if (isUniqueViolation(error, 'users_username_unique')) throw new Invalid({ username: 'This username is taken' })
    if (isUniqueViolation(error, 'users_email_unique')) throw new Invalid({ email: 'This e-mail address is taken' })
    throw error
  }
}

/** A contractor's jobs in hand become pending; an agent's unfinished ones go to `handOverTo`, else throws Refused. */
export function deleteAccount(
  user: Actor,
  id: string,
  role: 'estate_agent' | 'contractor',
  handOverTo?: string,
): Promise<string[]> {
  authorize(user, 'manageAccounts')
  const remove = async (tx: Tx) => {
    const { id: leaving } = await account(tx, id, role)
    const unreached = role === 'estate_agent' ? await handOverBeforeDeletion(tx, user, leaving, handOverTo) : []
    if (role === 'contractor') await lockConcerned(tx, leaving)
    const gone = await lockAndRevokeAccess(tx, leaving, { role })
    if (role === 'estate_agent') await refuseUnfinished(tx, gone)
    if (role === 'contractor') unreached.push(...(await returnJobs(tx, user, gone.id)))
    await tx
      .update(users)
      .set({ deletedAt: sql`now()`, updatedAt: sql`now()`, hashedPassword: null })
      .where(eq(users.id, gone.id))
    await forgetAddresses(tx, gone.id)
    await forgetDevices(tx, gone.id)
    await removePasskeys(tx, gone.id)
    await endLinks(tx, gone.id)
    await recordAccountEvent(tx, gone.id, 'deleted', user)
    return unreached
  }
  return transaction(remove, { ending: [id], keeping: handOverTo ? [handOverTo] : [] })
}

/** Locks in the order of moving a job: the jobs, then all whom they concern, by id. */
async function lockConcerned(tx: Tx, contractorId: string): Promise<void> {
  await lockInHand(tx, contractorId)
  const sharing = await sharingOpenJobs(tx, contractorId)
  const concerned = [contractorId, ...sharing]
  await tx.select({ id: users.id }).from(users).where(isAmong(users.id, concerned)).orderBy(users.id).for('update')
  await bumpActivityVersion(tx, sharing)
}

export async function returnJobs(tx: Tx, user: Actor, contractorId: string): Promise<string[]> {
  const unreached: string[][] = []
  for (const job of await lockInHand(tx, contractorId)) {
    const moved = await moveJob(tx, job, 'contractorDeleted', user, { set: { contractorId: null } })
    await releaseQuoteWork(tx, job, user)
    unreached.push(moved.unreached)
  }
  return unreachedIn(...unreached)
}

/** Throws Refused for the last administrator and for somebody with unfinished jobs. */
export function setRole(user: Actor, id: string, role: Role): Promise<UserRow> {
  authorize(user, 'giveRole')
  const change = async (tx: Tx) => {
    await lockName(tx, 'administrators')
    const before = await account(tx, id)
    if (before.role === role) return before
    if (before.id === user.id) throw new Refused('You cannot change your own role.')
    const found = await lockAndRevokeAccess(tx, id)
    if (isAdmin(found) && (await adminCount(tx)) === 1)
      throw new Refused('The last administrator cannot get another role.')
    const open = await countInHandOrQuoted(tx, id)
    if (open > 0) throw new Refused(`This contractor still has ${open} open ${open === 1 ? 'job' : 'jobs'}.`)
    if (isAgent(found)) await refuseUnfinished(tx, found)
    if (role === 'contractor' && !found.email)
      throw new Refused('A contractor needs an e-mail address, to be told of jobs. Please enter one first.')
    await endLinks(tx, id)
    await bumpActivityVersion(tx, [id])
    await recordAccountEvent(tx, id, 'roleChanged', user, {
      'before.role': found.role ?? '',
      'after.role': role,
    })
    const [changed] = await tx
      .update(users)
      .set({ role, passkeyAllowedUntil: null, ...(role === 'admin' && { awayUntil: null }), updatedAt: sql`now()` })
      .where(eq(users.id, id))
      .returning()
    if (isAdmin(found)) {
      await turnOffLeft(tx)
      await removeUnsharedViews(tx, id)
    }
    return changed!
  }
  return transaction(change, { ending: [id] })
}
