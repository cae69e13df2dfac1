import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isUniqueViolation } from '#db/pool/failure.ts'
import { users } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { recordAccountEvent } from '#src/accounts/history/record.ts'
import { type AccountChange, type Away, lackedBy } from '#src/accounts/input.ts'
import { bumpActivityVersion } from '#src/accounts/people/activity-version.ts'
import { switchReminders } from '#src/accounts/profile/reminders.ts'
import { account, type UserRow } from '#src/accounts/queries.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAway } from '#src/domain/account/away.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { type Change, detailOf } from '#src/domain/job/changes.ts'
import { TOLD_TO_ACCOUNT } from '#src/domain/link/link.ts'
import { moveEmails, unsentEmailsOf } from '#src/emails/moved.ts'
import { notifyAccounts } from '#src/emails/notify-account.ts'
import { Invalid } from '#src/http/errors.ts'
import { sharingOpenJobs } from '#src/jobs/of-account.ts'
import { endLinks } from '#src/links/links.ts'
import { transaction } from '#src/writes/transaction.ts'

/** '' empties phone, company and an e-mail that is not needed to sign in. Throws Invalid when it is taken or needed. */
export function editAccount(user: Actor, id: string, change: AccountChange): Promise<UserRow> {
  authorize(user, 'manageAccounts')
  return changeAccount(user, id, change)
}

export function setAway(user: Actor, { awayUntil = '' }: Away): Promise<UserRow> {
  authorize(user, 'setAway')
  return changeAccount(user, user.id, { awayUntil })
}

async function changeAccount(user: Actor, id: string, { reminders, ...change }: AccountChange): Promise<UserRow> {
  const fields = emptied(change)
  try {
    return await transaction(async (tx) => {
      const known = await account(tx, id)
      const isChanged = changesOf(known, fields).length > 0
      const sharing = isChanged ? await lockConcerned(tx, known.id) : []
      if (reminders !== undefined) await switchReminders(tx, known, reminders, user)
      const before = await account(tx, id)
      return isChanged ? editFields(tx, user, before, { fields, sharing }) : before
    })
  } catch (error) {
    if (isUniqueViolation(error, 'users_email_unique')) throw new Invalid({ email: 'This e-mail address is taken' })
    throw error
  }
}

/** Locks this account and those whose lists show it by id, before it is judged. Returns the others. */
export async function lockConcerned(tx: Tx, id: string): Promise<string[]> {
  const sharing = await sharingOpenJobs(tx, id)
  await bumpActivityVersion(tx, [id, ...sharing])
  return sharing
}

async function editFields(tx: Tx, user: Actor, before: UserRow, { fields, sharing }: Edit): Promise<UserRow> {
  if (fields.email === null && needsEmail(before))
    throw new Invalid({ email: 'An e-mail address is required: they sign in with it' })
  const given = Object.entries(fields).filter(([, value]) => value?.length)
  const lacked = lackedBy(
    before.role,
    given.map(([field]) => field),
  )
  if (Object.keys(lacked).length) throw new Invalid(lacked)
  const changes = changesOf(before, fields)
  const isSpelt = changes.some(({ name }) => name === 'email')
  const isMoved = isSpelt && fields.email?.toLowerCase() !== before.email?.toLowerCase()
  if (isMoved && (isAdmin(before) || before.id === user.id)) authorize(user, 'changeAdminEmail')
  const unsent = isSpelt && (await unsentEmailsOf(tx, before))
  // A link that went to another address must not open this account, nor show the new address.
  if (isMoved) await endLinks(tx, before.id, TOLD_TO_ACCOUNT)
  if (unsent && fields.email) await moveEmails(tx, unsent, fields.email)
  const [edited] = await tx
    .update(users)
    .set({ ...fields, updatedAt: sql`now()` })
    .where(eq(users.id, before.id))
    .returning()
  if (isMoved && before.email) await notifyAccounts(tx, 'address_changed', [before], user)
  if (changes.length) await recordAccountEvent(tx, before.id, 'edited', user, detailOf(changes), sharing)
  return edited!
}

type Edit = { fields: Fields; sharing: readonly string[] }
type Fields = Partial<Pick<UserRow, Exclude<keyof AccountChange, 'reminders'>>>

const emptied = (change: Omit<AccountChange, 'reminders'>): Fields =>
  Object.fromEntries(Object.entries(change).map(([field, value]) => [field, value || null]))

const textOf = (value: string | readonly string[] | null): string => [value ?? []].flat().join(', ')

function changesOf(row: UserRow, fields: Fields): Change[] {
  const now = { ...row, awayUntil: isAway(row) ? row.awayUntil : null }
  return Object.entries(fields)
    .map(([name, value]) => ({ name, before: textOf(now[name as keyof Fields]), after: textOf(value) }))
    .filter(({ before, after }) => before !== after)
}

const needsEmail = ({ role, username, authType }: UserRow): boolean =>
  role === 'contractor' || (authType === 'local' && !username)
