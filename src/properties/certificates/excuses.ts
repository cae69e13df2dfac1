import { and, eq } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { certificateExcuses, certificates } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { bumpActivityVersionOfAgencies } from '#src/accounts/people/activity-version.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { agencyKeyOf } from '#src/domain/invoice/invoice.ts'
import type { CertificateExcuse, ExcusedCertificate } from '#src/domain/property/certificate/certificate.ts'
import type { Property } from '#src/domain/property/property.ts'
import { Invalid } from '#src/http/errors.ts'
import { enqueue } from '#src/queue/enqueue.ts'
import { transaction } from '#src/writes/transaction.ts'
import { agencyOf, type CertificatePlace, excuseAt, isThere, lockCertificates } from './actions.ts'
import type { ExcuseInput } from './input.ts'
import { ownAgencyKey } from './queries.ts'

/** Null: it is asked for here. */
export function excuseCertificate(
  user: Actor,
  property: Property,
  sent: ExcuseInput,
): Promise<CertificateExcuse | null> {
  return atPlace(user, property, sent, (tx, place) => keepExcuse(tx, user, place, sent.excuse ?? null))
}

/** False takes back 'not here' alone: what another does stays so. */
export function sayNotHere(
  user: Actor,
  property: Pick<Property, 'key'>,
  sent: ExcuseInput,
  notHere: boolean,
): Promise<void> {
  return atPlace(user, property, sent, async (tx, place) => {
    const isNotHere = (await excuseAt(tx, place)) === 'not_here'
    if (notHere !== isNotHere) await keepExcuse(tx, user, place, notHere ? 'not_here' : null)
  })
}

function atPlace<T>(
  user: Actor,
  { key }: Pick<Property, 'key'>,
  sent: ExcuseInput,
  work: (tx: Tx, place: CertificatePlace) => Promise<T>,
): Promise<T> {
  authorize(user, 'changeCertificates')
  const { kind } = sent
  const name = kind === 'other' ? (sent.name ?? '') : ''
  if (kind === 'other' && !name) throw new Invalid({ name: 'Please enter what it is called' })
  const place = { agencyKey: agencyKeyOf(agencyOf(user, sent)), propertyKey: key, kind, name }
  return transaction(async (tx) => {
    await lockCertificates(tx, place)
    return work(tx, place)
  })
}

async function keepExcuse(tx: Tx, user: Actor, place: CertificatePlace, excuse: CertificateExcuse | null) {
  const known = { ...place, name: place.name.toLowerCase() }
  const { agencyKey, propertyKey, kind } = place
  await tx
    .delete(certificateExcuses)
    .where(
      and(
        ...[eq(certificateExcuses.agencyKey, agencyKey), eq(certificateExcuses.propertyKey, propertyKey)],
        ...[eq(certificateExcuses.kind, kind), eq(certificateExcuses.name, known.name)],
      ),
    )
  if (excuse) await tx.insert(certificateExcuses).values({ ...known, excuse, byId: user.id })
  const changed = await tx.update(certificates).set({ excuse }).where(isThere(place)).returning({ id: certificates.id })
  if (!excuse)
    await enqueue(
      tx,
      'certificate',
      changed.map(({ id }) => id),
    )
  await bumpActivityVersionOfAgencies(tx, [agencyKey])
  return excuse
}

export async function excusesAt(user: Actor, propertyKey: string): Promise<ExcusedCertificate[]> {
  const agencyKey = ownAgencyKey(user)
  if (!agencyKey && !isAdmin(user)) return []
  const { kind, name, excuse } = certificateExcuses
  const own = agencyKey ? eq(certificateExcuses.agencyKey, agencyKey) : undefined
  return db
    .select({ kind, name, excuse })
    .from(certificateExcuses)
    .where(and(eq(certificateExcuses.propertyKey, propertyKey), own))
    .orderBy(kind, name)
    .limit(50)
}
