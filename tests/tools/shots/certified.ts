import type { Actor } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { checked } from '#src/http/input.ts'
import { assignJob, startJob } from '#src/jobs/actions.ts'
import { keepDocument } from '#src/photos/documents/keep.ts'
import { addCertificate } from '#src/properties/certificates/actions.ts'
import { setDocument } from '#src/properties/certificates/document.ts'
import { excuseCertificate } from '#src/properties/certificates/excuses.ts'
import { CertificateBody, certificateRule } from '#src/properties/certificates/input.ts'
import { raiseForCertificate } from '#src/properties/certificates/raise.ts'
import { pdf } from '#tests/photos/documents/pdfs.ts'
import { CERTIFIED, HOME_NAME } from './certificates.ts'
import { UNBROKEN } from './hard-stories.ts'

const day = (days: number) => String(Temporal.PlainDate.from(today()).add({ days }))
const lived = (propertyName: string, propertyAddress: string) => ({
  ...{ propertyName, propertyAddress, key: propertyKeyOf(propertyAddress)! },
})

/** More than a page of them, one of each kind where texts are longest, and a job that one has raised. */
export async function certifyHard(cast: { agent: Actor; contractor: Actor; admin: Actor }): Promise<void> {
  const { agent, contractor, admin } = cast
  const certify = (home: ReturnType<typeof lived>, sent: object) =>
    addCertificate(agent, home, checked(CertificateBody, { doneBy: 'Tom Abara', ...sent }, certificateRule))
  for (let i = 0; i < 60; i++) {
    const home = lived(`Flat ${i}, Harbour House`, `Flat ${i}, 9 Park Row, Guildford GU1 3JT`)
    await certify(home, { kind: 'epc', doneOn: day(-900 - i), reference: `0340-${i}` })
  }
  const home = lived(HOME_NAME, CERTIFIED)
  const long = { doneBy: 'Wriothesley & Daughters Plumbing, Heating, Drainage and Roofing Contractors Ltd' }
  const report = { kind: 'electrical', doneOn: day(-1820), endsOn: day(6), unsatisfactory: true }
  const { id } = await certify(home, { ...report, ...long, reference: UNBROKEN })
  await setDocument(agent, id, await keepDocument(agent, pdf()))
  await certify(home, { kind: 'other', name: UNBROKEN, months: 12, doneOn: day(-400), ...long })
  await certify(home, { kind: 'gas_safety', doneOn: day(-800), endsOn: day(-435) })
  const gas = await certify(home, { kind: 'gas_safety', doneOn: day(-345), endsOn: day(20), ...long })
  await excuseCertificate(agent, home, { kind: 'legionella', excuse: 'elsewhere' })
  await raiseForCertificate(gas.id)
  const { db } = await import('#db/connect/client.ts')
  const job = (await db.query.jobs.findFirst({ where: (one, { eq }) => eq(one.propertyName, HOME_NAME) }))!
  await assignJob(admin, job.id, contractor.id)
  await startJob(contractor, job.id)
}
