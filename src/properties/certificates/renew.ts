import { and, desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { certificates } from '#db/schema.ts'
import { type Actor, fullName } from '#src/domain/account/account.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import type { Job } from '#src/domain/job/job.ts'
import { COMPLETION_DOCUMENT } from '#src/domain/property/certificate/completion.ts'
import { wrongCertificate } from '#src/domain/property/certificate/renewal.ts'
import { Invalid } from '#src/http/errors.ts'
import { insertCertificate, lockCertificates, rewriteCertificate } from './actions.ts'
import { putDocument } from './document.ts'
import { type CertificateRenewal, certificateKept } from './input.ts'
import { renewalOfJob } from './of-job.ts'

type Renewed = Pick<Job, 'id' | 'propertyName' | 'propertyAddress' | 'estateAgency'>

/** By the completion of its job; done again after it was reopened, it changes what the same contractor made. */
export async function renewCertificate(tx: Tx, user: Actor, job: Renewed, sent: CertificateRenewal): Promise<void> {
  const { document = null, ...given } = sent
  const raised = await renewalOfJob(tx, job.id)
  if (!raised) throw new Invalid({ certificate: 'This job was not raised for a certificate' })
  const { agencyKey, propertyKey, kind, jobId } = raised
  await lockCertificates(tx, raised)
  const [before] = await tx
    .select()
    .from(certificates)
    .where(
      and(
        ...[eq(certificates.agencyKey, agencyKey), eq(certificates.propertyKey, propertyKey)],
        ...[eq(certificates.kind, kind), eq(sql`lower(${certificates.name})`, raised.name)],
      ),
    )
    .orderBy(desc(certificates.doneOn))
    .limit(1)
  const named = { kind, name: before?.name ?? raised.name, months: before?.months ?? undefined }
  const doneBy = user.company || fullName(user)
  const whole = { ...named, doneBy, ...given }
  const wrong = Object.entries(wrongCertificate(whole)).map(([name, text]) => [`certificate.${name}`, text])
  if (wrong.length) throw new Invalid(Object.fromEntries(wrong))
  const kept = certificateKept(whole)
  const isTheirs = and(eq(certificates.jobId, jobId!), eq(certificates.createdBy, user.id))
  const [made] = await tx.select().from(certificates).where(isTheirs)
  if (made) {
    await rewriteCertificate(tx, made, kept)
    return putDocument(tx, user, made.id, document, COMPLETION_DOCUMENT)
  }
  const { propertyName, propertyAddress } = before ?? job
  const key = (!before && propertyKeyOf(propertyAddress)) || propertyKey
  const property = { key, propertyName, propertyAddress }
  const agency = before?.agency ?? job.estateAgency
  const { id } = await insertCertificate(tx, user, property, { ...kept, agency }, jobId!)
  return putDocument(tx, user, id, document, COMPLETION_DOCUMENT)
}
