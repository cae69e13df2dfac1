import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { lockName } from '#db/query/locks.ts'
import { certificateExcuses, certificates } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { bumpActivityVersionOfAgencies } from '#src/accounts/people/activity-version.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { agencyKeyOf } from '#src/domain/invoice/invoice.ts'
import type { Certificate } from '#src/domain/property/certificate/certificate.ts'
import { certificateEnd } from '#src/domain/property/certificate/renewal.ts'
import type { Property } from '#src/domain/property/property.ts'
import { Invalid } from '#src/http/errors.ts'
import { enqueue } from '#src/queue/enqueue.ts'
import { transaction } from '#src/writes/transaction.ts'
import type { CertificateInput } from './input.ts'
import { certificateVisibleTo } from './queries.ts'

export type CertificatePlace = Pick<Certificate, 'agencyKey' | 'propertyKey' | 'kind' | 'name'>

export const isThere = ({ agencyKey, propertyKey, kind, name }: CertificatePlace): SQL =>
  and(
    eq(certificates.agencyKey, agencyKey),
    eq(certificates.propertyKey, propertyKey),
    eq(certificates.kind, kind),
    eq(sql`lower(${certificates.name})`, name.toLowerCase()),
  )!

/** What is decided by others there is decided by one at a time; of all kinds, as one may become another. */
export const lockCertificates = (tx: Tx, { agencyKey, propertyKey }: Pick<Certificate, 'agencyKey' | 'propertyKey'>) =>
  lockName(tx, `certificates ${JSON.stringify([agencyKey, propertyKey])}`)

export async function lockCertificate(tx: Tx, user: Actor, id: string): Promise<Certificate> {
  await lockCertificates(tx, await certificateVisibleTo(user, id, tx))
  return certificateVisibleTo(user, id, tx)
}

export function addCertificate(
  user: Actor,
  property: Property,
  input: CertificateInput,
  jobId: string | null = null,
): Promise<Certificate> {
  authorize(user, 'changeCertificates')
  return transaction((tx) => insertCertificate(tx, user, property, { ...input, agency: agencyOf(user, input) }, jobId))
}

export function agencyOf(user: Actor, { agency }: { agency?: string }): string {
  const named = (isAdmin(user) ? agency : user.company)?.trim()
  if (!named) throw new Invalid({ agency: isAdmin(user) ? 'Please choose the agency' : 'Your account has no agency' })
  return named
}

/** For who was judged before: an agent, an administrator, or the completion of its job. */
export async function insertCertificate(
  tx: Tx,
  by: Pick<Actor, 'id'>,
  { key, propertyName, propertyAddress }: Property,
  { agency, ...input }: CertificateInput & { agency: string },
  jobId: string | null,
): Promise<Certificate> {
  const place = { agencyKey: agencyKeyOf(agency), propertyKey: key, kind: input.kind, name: input.name }
  await lockCertificates(tx, place)
  const excuse = await excuseAt(tx, place)
  const endsOn = certificateEnd(input, await endBefore(tx, place, input.doneOn))
  const [made] = await tx
    .insert(certificates)
    .values({ ...input, ...place, agency, propertyName, propertyAddress, endsOn, excuse, jobId, createdBy: by.id })
    .returning({ id: certificates.id })
  await settleChain(tx, place)
  if (input.unsatisfactory) await enqueue(tx, 'certificate', [made!.id])
  const [kept] = await tx.select().from(certificates).where(eq(certificates.id, made!.id))
  return kept!
}

export function changeCertificate(user: Actor, id: string, input: CertificateInput): Promise<Certificate> {
  authorize(user, 'changeCertificates')
  return transaction(async (tx) => {
    await rewriteCertificate(tx, await lockCertificate(tx, user, id), input)
    return certificateVisibleTo(user, id, tx)
  })
}

export function deleteCertificate(user: Actor, id: string): Promise<void> {
  authorize(user, 'changeCertificates')
  return transaction(async (tx) => {
    const certificate = await lockCertificate(tx, user, id)
    await tx.delete(certificates).where(eq(certificates.id, id))
    await settleChain(tx, certificate)
  })
}

/** `before` was read under lock. */
export async function rewriteCertificate(tx: Tx, before: Certificate, input: CertificateInput): Promise<void> {
  const { id, agencyKey, propertyKey } = before
  const place = { agencyKey, propertyKey, kind: input.kind, name: input.name }
  const { agency: _, ...values } = input
  const endsOn = certificateEnd(input, await endBefore(tx, place, input.doneOn, id))
  await tx
    .update(certificates)
    .set({ ...values, endsOn, excuse: await excuseAt(tx, place), updatedAt: sql`now()` })
    .where(eq(certificates.id, id))
  await settleChain(tx, before)
  await settleChain(tx, place)
  await enqueue(tx, 'certificate', [id])
}

async function endBefore(tx: Tx, place: CertificatePlace, doneOn: string, but?: string): Promise<string | null> {
  const [before] = await tx
    .select({ endsOn: certificates.endsOn })
    .from(certificates)
    .where(
      and(isThere(place), sql`${certificates.doneOn} < ${doneOn}`, but ? sql`${certificates.id} <> ${but}` : sql`true`),
    )
    .orderBy(sql`${certificates.doneOn} desc, ${certificates.createdAt} desc`)
    .limit(1)
  return before?.endsOn ?? null
}

export async function excuseAt(tx: Tx, { agencyKey, propertyKey, kind, name }: CertificatePlace) {
  const [found] = await tx
    .select({ excuse: certificateExcuses.excuse })
    .from(certificateExcuses)
    .where(
      and(
        eq(certificateExcuses.agencyKey, agencyKey),
        eq(certificateExcuses.propertyKey, propertyKey),
        eq(certificateExcuses.kind, kind),
        eq(certificateExcuses.name, name.toLowerCase()),
      ),
    )
  return found?.excuse ?? null
}

/** The one done last is current, and each before it is replaced by the next. */
async function settleChain(tx: Tx, place: CertificatePlace): Promise<void> {
  await tx.execute(sql`
    update ${certificates} set replaced_by = chain.next
    from (select id, lead(id) over (order by done_on, created_at, id) as next from ${certificates}
      where ${isThere(place)}) chain
    where certificates.id = chain.id and certificates.replaced_by is distinct from chain.next`)
  await bumpActivityVersionOfAgencies(tx, [place.agencyKey])
}
