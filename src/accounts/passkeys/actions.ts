import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { isUniqueViolation } from '#db/pool/failure.ts'
import { passkeys } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { needsPasskey } from '#src/access/passkey-needed.ts'
import { recordAccountEvent } from '#src/accounts/history/record.ts'
import { account } from '#src/accounts/queries.ts'
import { admit, type From } from '#src/accounts/sign-in/admit.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { deviceWords } from '#src/domain/account/device.ts'
import { MAX_PASSKEY_NAME, MAX_PASSKEYS } from '#src/domain/account/passkey.ts'
import { notifyAccounts } from '#src/emails/notify-account.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import { transaction } from '#src/writes/transaction.ts'
import { takeUpAllowance } from './allowance.ts'
import { registrationIn } from './browser-reply.ts'
import { isAsked, takeChallenge } from './challenge.ts'
import { countVerified } from './queries.ts'
import { ALGORITHMS } from './questions.ts'
import { RELYING_PARTY } from './relying-party.ts'

const LAST = 'Administrators need a passkey here. Please add another before you remove this one.'
const NOT_ADDED = 'The passkey was not added. Please try again.'

const passkeyName = (typed: string | undefined): string =>
  (typed ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_PASSKEY_NAME)

type New = { name?: string; answer?: string; userAgent: string | null }

/** Returns its name. Throws Refused for an answer of another session, site or question, or one that was sent before. */
export async function addPasskey(user: Actor, sent: New): Promise<string> {
  authorize(user, 'manageSignIn')
  const found = await verified(user, sent.answer)
  const { name } = await added(() => transaction((tx) => insertPasskey(tx, user, { ...sent, found })))
  return name
}

/** For whoever's password alone is known: returns the token of the session that takes the place of theirs. */
export async function addFirstPasskey(user: Actor, sent: New, from: From): Promise<string> {
  const found = await verified(user, sent.answer)
  const add = async (tx: Tx) => {
    const { owner } = await insertPasskey(tx, user, { ...sent, found, isFirst: true })
    return admit(tx, owner, { ...from, isVerified: true })
  }
  return added(() => transaction(add, { ending: [user.id] }))
}

type Found = Awaited<ReturnType<typeof verified>>

async function insertPasskey(tx: Tx, user: Actor, sent: New & { found: Found; isFirst?: boolean }) {
  const { found, userAgent, isFirst } = sent
  const name = passkeyName(sent.name) || deviceWords(userAgent)
  const owner = await account(tx, user.id, undefined, true)
  if (!found || !(await takeChallenge(tx, found.challenge))) throw new Refused(NOT_ADDED)
  if (isFirst) await takeUpAllowance(tx, owner)
  if ((await tx.$count(passkeys, eq(passkeys.userId, user.id))) >= MAX_PASSKEYS)
    throw new Refused(`You have ${MAX_PASSKEYS} passkeys. Please remove one that you no longer need.`)
  const { credential, userVerified } = found
  await tx.insert(passkeys).values({
    userId: user.id,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    isVerified: userVerified,
    name,
  })
  await notifyAccounts(tx, 'passkey_added', [{ ...owner, device: name }])
  await recordAccountEvent(tx, user.id, 'passkeyAdded', owner, { name })
  return { owner, name }
}

const added = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw isUniqueViolation(error, 'passkeys_credential_unique') ? new Refused('This passkey is known already.') : error
  })

async function verified(user: Actor, answer: string | undefined) {
  const response = registrationIn(answer)
  if (!response) return null
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  let challenge = ''
  const found = await verifyRegistrationResponse({
    response,
    expectedChallenge: (sent) => {
      challenge = sent
      return isAsked(sent, { what: 'add', holder: user.credentialHash ?? '' })
    },
    expectedOrigin: RELYING_PARTY.origin,
    expectedRPID: RELYING_PARTY.id,
    requireUserVerification: needsPasskey(user),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null)
  return found?.verified ? { ...found.registrationInfo, challenge } : null
}

const own = (user: Actor, id: string) => {
  if (!isUuid(id)) throw new NotFound()
  return and(eq(passkeys.id, id), eq(passkeys.userId, user.id))
}

export async function renamePasskey(user: Actor, id: string, typed: string | undefined): Promise<void> {
  authorize(user, 'manageSignIn')
  const name = passkeyName(typed)
  const [found] = await transaction((tx) =>
    name
      ? tx.update(passkeys).set({ name }).where(own(user, id)).returning({ id: passkeys.id })
      : tx.select({ id: passkeys.id }).from(passkeys).where(own(user, id)),
  )
  if (!found) throw new NotFound()
}

export async function removePasskey(user: Actor, id: string): Promise<void> {
  authorize(user, 'manageSignIn')
  await transaction(
    async (tx) => {
      const owner = await account(tx, user.id, undefined, true)
      const [removed] = await tx.delete(passkeys).where(own(user, id)).returning({ name: passkeys.name })
      if (!removed) throw new NotFound()
      if (needsPasskey(user) && (await countVerified(tx, user.id)) === 0) throw new Refused(LAST)
      await recordAccountEvent(tx, user.id, 'passkeyRemoved', owner, { name: removed.name })
    },
    { ending: [user.id] },
  )
}
