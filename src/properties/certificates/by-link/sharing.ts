import { type Static, Type } from '@sinclair/typebox'
import { type DbOrTx, db, type Tx } from '#db/connect/client.ts'
import { lockName } from '#db/query/locks.ts'
import { authorize } from '#src/access/authorize.ts'
import { emailAddress } from '#src/accounts/input.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { MAX_SHARED, type MadeLink, type SharedLink } from '#src/domain/link/shared.ts'
import type { Certificate } from '#src/domain/property/certificate/certificate.ts'
import { type CertificatesOf, sharedId, sharedIn } from '#src/domain/property/certificate/shared.ts'
import { isCertificateCurrent } from '#src/domain/property/certificate/state.ts'
import { notifyLandlord } from '#src/emails/notify-landlord.ts'
import { NotFound, Refused } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import {
  isSentTooOften,
  type LinkInAnyState,
  makeMailedLinks,
  makeShownLink,
  mayBeSentAgain,
  refuseTooManyLinks,
} from '#src/links/links.ts'
import { aboutOfShared, revokeLink, sharedLinksAbout } from '#src/links/shared.ts'
import { certificatesAt, ownAgencyKey } from '#src/properties/certificates/queries.ts'
import { transaction } from '#src/writes/transaction.ts'

export const CertificatesShared = Type.Object({ email: Type.Optional(emailAddress()) }, { $id: 'CertificatesShared' })
type CertificatesShared = Static<typeof CertificatesShared>

const mayShare = (user: Actor, { agencyKey }: CertificatesOf): boolean =>
  isAdmin(user) || ownAgencyKey(user) === agencyKey

/** What a landlord is shown. Throws NotFound where there is nothing to show. */
export async function certificatesShown(
  user: Actor,
  of: CertificatesOf,
  tx: DbOrTx = db,
): Promise<[Certificate, ...Certificate[]]> {
  const [first, ...others] = (await certificatesAt(user, of.propertyKey, tx)).filter(
    (one) => one.agencyKey === of.agencyKey && isCertificateCurrent(one),
  )
  if (!first) throw new NotFound()
  return [first, ...others]
}

const TOO_MANY = 'You have made fifty links within an hour. Please make the others later.'

/** A link of 30 days, which shows what its maker may read. */
export function shareCertificates(user: Actor, of: CertificatesOf, sent: CertificatesShared): Promise<MadeLink> {
  authorize(user, 'changeCertificates')
  const email = sent.email?.toLowerCase() ?? null
  return transaction(async (tx) => {
    await lockShared(tx, of)
    await certificatesShown(user, of, tx)
    const before = await sharedLinksAbout(sharedId(of), tx)
    if (before.length >= MAX_SHARED)
      throw new Refused(`A property has at most ${MAX_SHARED} links. Please end one first.`)
    await refuseTooManyLinks(tx, user, 'certificates', TOO_MANY)
    const url = email ? await mailCertificates(tx, user, of, email) : await copied(tx, user, of)
    const known = new Set(before.map(({ id }) => id))
    const made = (await sharedLinksAbout(sharedId(of), tx)).find(({ id }) => !known.has(id))
    return { ...made!, url }
  })
}

const lockShared = (tx: Tx, of: CertificatesOf) => lockName(tx, `links ${sharedId(of)}`)

const copied = (tx: Tx, by: Actor, of: CertificatesOf): Promise<string> =>
  makeShownLink(tx, 'certificates', { userId: by.id, about: sharedId(of) })

async function mailCertificates(tx: Tx, by: Actor, of: CertificatesOf, email: string): Promise<null> {
  const [linkId] = await makeMailedLinks(tx, 'certificates', [{ userId: by.id, about: sharedId(of), email }])
  const certificates = await certificatesShown(by, of, tx)
  await notifyLandlord(tx, 'certificates_shared', { email, linkId: linkId!, by, certificates })
  return null
}

/** To the address that had the expired link. Silent when that is too often. */
export async function sendCertificatesAgain(user: Actor, link: LinkInAnyState, address: string): Promise<void> {
  const { email, about } = link
  if (!email || !(await mayBeSentAgain(link, address))) return
  const of = sharedIn(about)
  await transaction(async (tx) => {
    await lockShared(tx, of)
    if (!(await isSentTooOften(tx, link))) await mailCertificates(tx, user, of, email)
  })
}

/** Oldest first. */
export async function certificateLinks(user: Actor, all: readonly CertificatesOf[]): Promise<SharedLink[]> {
  authorize(user, 'changeCertificates')
  const links = await Promise.all(all.filter((of) => mayShare(user, of)).map((of) => sharedLinksAbout(sharedId(of))))
  return links.flat()
}

export function endCertificateLink(user: Actor, id: string): Promise<CertificatesOf> {
  authorize(user, 'changeCertificates')
  return transaction(async (tx) => {
    const about = isUuid(id) ? await aboutOfShared(tx, id, 'certificates') : null
    const of = sharedIn(about)
    if (!about || !mayShare(user, of)) throw new NotFound()
    await revokeLink(tx, id)
    return of
  })
}
