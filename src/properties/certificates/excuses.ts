import { and, eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { certificateExcuses, certificates } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { agencyKeyOf } from '#src/domain/invoice/invoice.ts'
import type { CertificateExcuse, ExcusedCertificate } from '#src/domain/property/certificate/certificate.ts'
import type { Property } from '#src/domain/property/property.ts'
import { Invalid } from '#src/http/errors.ts'
import { enqueue } from '#src/queue/enqueue.ts'
import { transaction } from '#src/writes/transaction.ts'
import { agencyOf, isThere, lockCertificates } from './actions.ts'
import type { ExcuseInput } from './input.ts'
import { ownAgencyKey } from './queries.ts'

/** Null: it is asked for here. */
export function excuseCertificate(
  user: Actor,
  { key }: Property,
  sent: ExcuseInput,
): Promise<CertificateExcuse | null> {
  authorize(user, 'changeCertificates')
  const { kind, excuse = null } = sent
  const name = kind === 'other' ? (sent.name ?? '') : ''
  if (kind === 'other' && !name) throw new Invalid({ name: 'Please enter what it is called' })
  const place = { agencyKey: agencyKeyOf(agencyOf(user, sent)), propertyKey: key, kind, name }
  return transaction(async (tx) => {
    await lockCertificates(tx, place)
    const known = { ...place, name: name.toLowerCase() }
    const { agencyKey, propertyKey } = place
    await tx
      .delete(certificateExcuses)
      .where(
        and(
          ...[eq(certificateExcuses.agencyKey, agencyKey), eq(certificateExcuses.propertyKey, propertyKey)],
          ...[eq(certificateExcuses.kind, kind), eq(certificateExcuses.name, known.name)],
        ),
      )
    if (excuse) await tx.insert(certificateExcuses).values({ ...known, excuse, byId: user.id })
    const changed = await tx
      .update(certificates)
      .set({ excuse })
      .where(isThere(place))
      .returning({ id: certificates.id })
    if (!excuse)
      await enqueue(
        tx,
        'certificate',
        changed.map(({ id }) => id),
      )
    return excuse
  })
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
