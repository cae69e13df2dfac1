import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { interval } from '#db/query/time-marks.ts'
import { users } from '#db/schema.ts'
import { countSilently } from '#src/access/limits/counts.ts'
import { LIMITS } from '#src/access/limits/limits.ts'
import { recordAccountEvent } from '#src/accounts/history/record.ts'
import type { PasswordAsked, PasswordSet } from '#src/accounts/input.ts'
import { removeAllPasskeys } from '#src/accounts/passkeys/removal.ts'
import { account, accountByIdentifier, type UserRow } from '#src/accounts/queries.ts'
import { lockAndRevokeAccess } from '#src/accounts/revoke-access.ts'
import { Gone, NotFound } from '#src/http/errors.ts'
import { countLinks, endLinks, findLink, isAccountMailedTooOften, linkOwner, takeUpLink } from '#src/links/links.ts'
import { transaction } from '#src/writes/transaction.ts'
import { hashPassword } from './hash.ts'
import { sendPasswordLink } from './password-links.ts'

export const ASKED = 'If an account has this e-mail address or username, a link to set a password is on its way to it.'
export const ENDED = 'This link has been used, has expired or was replaced by a newer one.'

/** Longer than the work takes, so that nobody learns from the time whether there is such an account. */
const ANSWER_MS = 400

const MAX_IN_A_MINUTE = 1

/** The answer is the same whoever is asked for, and however often. */
export async function askForPassword({ identifier }: PasswordAsked, address: string): Promise<void> {
  const ask = async () => {
    if (!(await countSilently(LIMITS.passwordLinks, address))) return
    const found = await accountByIdentifier(identifier)
    if (found && mayHaveLink(found)) await sendOne(found.id)
  }
  await Promise.all([ask(), Bun.sleep(ANSWER_MS)])
}

/** An external provider keeps its people's passwords and decides who comes in; without a role there is nothing to see. */
const mayHaveLink = ({ authType, role, email }: UserRow): boolean =>
  authType === 'local' && role !== null && email !== null

async function sendOne(id: string): Promise<void> {
  await transaction(async (tx) => {
    const locked = await account(tx, id, undefined, true)
    if (
      !mayHaveLink(locked) ||
      (await countLinks(tx, id, 'set_password', interval('1 minutes'))) >= MAX_IN_A_MINUTE ||
      (await isAccountMailedTooOften(tx, id, 'set_password'))
    )
      return
    await sendPasswordLink(tx, locked)
  }).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error
  })
}

export async function accountOfLink(token: string): Promise<UserRow> {
  const link = await findLink('set_password', token)
  if (!link?.userId) throw new Gone(ENDED)
  return account(db, link.userId).catch(endedIfGone)
}

/** Also of a link that has ended, by which a request may be repeated. Throws Gone for none. */
export async function ownerOfLink(token: string): Promise<string> {
  const owner = await linkOwner('set_password', token)
  if (!owner) throw new Gone(ENDED)
  return owner
}

/** Ends the account's sessions and tokens. Throws Gone: of two who use the link at once, one does. */
export async function setPassword(sent: PasswordSet): Promise<UserRow> {
  return setByLink(await checkLink(sent))
}

type CheckedLink = { id: string; linkId: string; hashedPassword: string; removePasskeys?: boolean }

export async function checkLink({ token, password, removePasskeys }: PasswordSet): Promise<CheckedLink> {
  const link = await findLink('set_password', token)
  if (!link?.userId) throw new Gone(ENDED)
  return { id: link.userId, linkId: link.id, hashedPassword: await hashPassword(password), removePasskeys }
}

export function setByLink({ id, linkId, hashedPassword, removePasskeys }: CheckedLink): Promise<UserRow> {
  const set = transaction(
    async (tx) => {
      const found = await lockAndRevokeAccess(tx, id)
      if (!(await takeUpLink(tx, linkId))) throw new Gone(ENDED)
      await tx
        .update(users)
        .set({ hashedPassword, passwordByLink: true, updatedAt: sql`now()` })
        .where(eq(users.id, id))
      // The used one stays, by which a repeat of the request finds its answer.
      await endLinks(tx, id, 'set_password', { spare: linkId })
      await recordAccountEvent(tx, id, 'passwordSet', found)
      if (removePasskeys) await removeAllPasskeys(tx, found)
      return found
    },
    { ending: [id] },
  )
  return set.catch(endedIfGone)
}

function endedIfGone(error: unknown): never {
  throw error instanceof NotFound ? new Gone(ENDED) : error
}
