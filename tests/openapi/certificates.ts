import { desc } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { excuseCertificate } from '#src/properties/certificates/excuses.ts'
import { raiseForCertificate } from '#src/properties/certificates/raise.ts'
import { pdf } from '#tests/photos/documents/pdfs.ts'
import { bodyOf, put } from '#tests/photos/uploads.ts'
import { ending, ROSE_COTTAGE } from '#tests/properties/certificates/at-rose-cottage.ts'
import { type Cast, completion } from '#tests/support/world.ts'

type Call = (request: string, body?: object) => Promise<{ id: string; uploadURL: string }>

const HOME = { propertyName: 'Rose Cottage', propertyAddress: '12 Mill Lane, Guildford GU1 3XY' }

export async function certificatesLife(call: Call, carl: Call, { agent, contractor, admin }: Cast): Promise<void> {
  const { id } = await call('POST /api/certificates', { ...HOME, kind: 'gas_safety', reference: 'GS-1', ...ending(20) })
  await raiseForCertificate(id)
  const [job] = await db.select({ id: jobs.id }).from(jobs).orderBy(desc(jobs.id)).limit(1)
  await call('GET /api/jobs')
  await assignJob(admin, job!.id, contractor.id)
  const uploaded = async (by: Call, file: Buffer) => {
    const { uploadURL } = await by('POST /api/objects/upload')
    return (
      (await (await put(uploadURL, bodyOf(file), { 'content-type': 'application/pdf' })).json()) as { path: string }
    ).path
  }
  const certificate = { doneOn: '2026-11-20', reference: 'GS-2', document: await uploaded(carl, pdf()) }
  await carl(`POST /api/jobs/${job!.id}/complete`, { ...completion(), certificate })
  const report = { kind: 'electrical', ...ending(300), unsatisfactory: true, remedyBy: ending(9).endsOn }
  await call('POST /api/certificates', { ...HOME, ...report })
  await call('POST /api/certificates', { ...HOME, kind: 'other', name: 'Lift', months: 6, doneOn: '2026-05-01' })
  await call('POST /api/certificates', { ...HOME, kind: 'alarms', notHere: true })
  await excuseCertificate(
    agent,
    { ...ROSE_COTTAGE, key: propertyKeyOf(HOME.propertyAddress)! },
    { kind: 'electrical', excuse: 'elsewhere' },
  )
  await call(`PATCH /api/certificates/${id}`, {
    doneBy: 'Carl Mason',
    notHere: false,
    document: await uploaded(call, pdf()),
  })
  await call('GET /api/certificates')
  await call(`POST /api/certificates/${id}/links`, {})
  const made = await call(`POST /api/certificates/${id}/links`, { email: 'lorna@landlords.example' })
  await call(`GET /api/certificates/${id}/links`)
  await call(`DELETE /api/certificate-links/${made.id}`)
  await call(`DELETE /api/certificates/${id}`)
}
