import { expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { queuedWork } from '#db/schema.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { propertyHref } from '#src/domain/property/property.ts'
import { assignJob, startJob } from '#src/jobs/actions.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { NOT_JUST_PAGES } from '#src/photos/documents/pdf.ts'
import { deleteCertificate } from '#src/properties/certificates/actions.ts'
import { certificatesAt } from '#src/properties/certificates/queries.ts'
import { raiseForCertificate } from '#src/properties/certificates/raise.ts'
import { pdf } from '#tests/photos/documents/pdfs.ts'
import { askForUrl, bodyOf, put, upload } from '#tests/photos/uploads.ts'
import { signedInAs } from '#tests/support/app.ts'
import { dayIn } from '#tests/support/times.ts'
import { aCast, aJob, type Cast, complete, completion, withQuote } from '#tests/support/world.ts'
import { certify, ending, ROSE_COTTAGE } from './at-rose-cottage.ts'

/** The job that a certificate has raised, with the contractor. */
async function raisedFor(cast: Cast, sent: object) {
  const { id } = await certify(cast.agent, sent)
  await raiseForCertificate(id)
  const job = (await db.query.jobs.findMany({ orderBy: (one, { asc }) => asc(one.id) })).at(-1)!
  await assignJob(cast.admin, job.id, cast.contractor.id)
  await startJob(cast.contractor, job.id)
  return job
}

const current = async (cast: Cast) => (await certificatesAt(cast.agent, ROSE_COTTAGE.key))[0]!

test('completing its job by the API renews a gas certificate, which keeps its day', async () => {
  const cast = await aCast()
  const job = await raisedFor(cast, ending(40))
  const carl = await signedInAs(cast.contractor)
  const read = (await (await carl.get(`/api/jobs/${job.id}`)).json()) as { certificate: unknown }
  expect(read.certificate).toEqual({ kind: 'gas_safety', name: '', purpose: 'renewal', endsOn: dayIn(40) })
  const certificate = { doneOn: dayIn(0), reference: 'GS-2' }
  const answer = await carl.post(`/api/jobs/${job.id}/complete`, completion({ certificate }))
  expect(answer.status).toBe(200)
  const end = String(Temporal.PlainDate.from(dayIn(40)).add({ months: 12 }))
  expect(await current(cast)).toMatchObject({
    ...{ doneOn: dayIn(0), endsOn: end, reference: 'GS-2', doneBy: "Carl's Plumbing", jobId: job.id },
  })
  expect(await certificatesAt(cast.agent, ROSE_COTTAGE.key)).toHaveLength(2)
})

test('what is wrong with it is refused by its field, and so is a certificate of another job', async () => {
  const cast = await aCast()
  const job = await raisedFor(cast, { kind: 'electrical', doneOn: dayIn(-1800), endsOn: dayIn(10) })
  const carl = await signedInAs(cast.contractor)
  const send = async (id: string, certificate: object) => {
    const answer = await carl.post(`/api/jobs/${id}/complete`, { ...completion(), certificate })
    return [answer.status, ((await answer.json()) as { errors: object }).errors]
  }
  const noDay = 'Please enter the day that the report has'
  expect(await send(job.id, { doneOn: dayIn(0) })).toEqual([422, { 'certificate.endsOn': noDay }])
  const other = await aJob(cast, 'in_progress')
  const none = { certificate: 'This job was not raised for a certificate' }
  expect(await send(other.id, { doneOn: dayIn(0) })).toEqual([422, none])
})

test('the form asks for day and reference, keeps what was typed when refused, and renews', async () => {
  const cast = await aCast()
  const job = await raisedFor(cast, { kind: 'electrical', doneOn: dayIn(-1800), endsOn: dayIn(10) })
  const carl = await signedInAs(cast.contractor)
  const form = await (await carl.get(`/visit/${job.id}`)).text()
  expect(form).toContain('Certificate: Electrical (EICR)')
  expect(form).toContain(`name="certificate.doneOn" value="${dayIn(0)}"`)
  const typed = { workDone: 'Tested all.', 'certificate.doneOn': dayIn(0), 'certificate.reference': 'EL-2' }
  const refused = await carl.submit(`/jobs/${job.id}/complete`, typed)
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('value="EL-2"')
  const ended = { ...typed, 'certificate.endsOn': dayIn(1000), 'certificate.unsatisfactory': 'yes' }
  expect((await carl.submit(`/jobs/${job.id}/complete`, ended)).status).toBe(303)
  const made = await current(cast)
  expect(made).toMatchObject({ reference: 'EL-2', endsOn: dayIn(1000), unsatisfactory: true })
  // Its remedial job is queued with it.
  const subjects = (await db.select().from(queuedWork)).filter(({ kind }) => kind === 'certificate')
  expect(subjects.map(({ subject }) => subject)).toContain(made.id)
  await raiseForCertificate(made.id)
  const newest = await db.query.jobs.findMany({ orderBy: (one, { asc }) => asc(one.id) })
  expect(newest.at(-1)!.issueDescription).toContain('(EL-2) is unsatisfactory')
})

test('without a day nothing is renewed, and with a quote the certificate is', async () => {
  const cast = await aCast()
  const plain = await raisedFor(cast, ending(40))
  await complete(cast.contractor, plain.id, completion())
  expect(await certificatesAt(cast.agent, ROSE_COTTAGE.key)).toHaveLength(1)
  const job = await raisedFor(cast, { kind: 'alarms', doneOn: dayIn(-360) })
  await complete(cast.contractor, job.id, { ...withQuote(), certificate: { doneOn: dayIn(0) } })
  const alarms = (await certificatesAt(cast.agent, ROSE_COTTAGE.key)).filter(({ kind }) => kind === 'alarms')
  expect(alarms.map(({ replacedBy }) => replacedBy === null).sort()).toEqual([false, true])
})

test('a job that is reopened and completed again changes the certificate that it made', async () => {
  const cast = await aCast()
  const job = await raisedFor(cast, ending(40))
  await complete(cast.contractor, job.id, { ...completion(), certificate: { doneOn: dayIn(-1), reference: 'GS-1' } })
  await reopenJob(cast.admin, job.id, { reason: 'Wrong day', keepContractor: true })
  await complete(cast.contractor, job.id, { ...completion(), certificate: { doneOn: dayIn(0), reference: 'GS-2' } })
  expect(await certificatesAt(cast.agent, ROSE_COTTAGE.key)).toHaveLength(2)
  expect(await current(cast)).toMatchObject({ doneOn: dayIn(0), reference: 'GS-2' })
  const page = await (await signedInAs(cast.agent)).get(propertyHref(ROSE_COTTAGE.key, 'estate_agent'))
  expect(await page.text()).toContain('GS-2')
})

test('renewed by a job whose address was edited, it stays at its property; once that one is deleted, it is the job’s', async () => {
  const cast = await aCast()
  const edited = { propertyName: 'Rose House', propertyAddress: '14 Mill Lane, Guildford GU1 3XY' }
  const renew = async (sent: object, isDeleted: boolean) => {
    const job = await raisedFor(cast, sent)
    if (isDeleted) await deleteCertificate(cast.agent, (await current(cast)).id)
    await editJob(cast.admin, job.id, edited)
    await complete(cast.contractor, job.id, completion({ certificate: { doneOn: dayIn(0) } }))
    return (await db.query.certificates.findFirst({ where: (row, { eq }) => eq(row.jobId, job.id) }))!
  }
  const { key, ...names } = ROSE_COTTAGE
  expect(await renew({ kind: 'alarms', doneOn: dayIn(-360) }, true)).toMatchObject({
    ...edited,
    propertyKey: propertyKeyOf(edited.propertyAddress)!,
  })
  expect(await renew(ending(40), false)).toMatchObject({ ...names, propertyKey: key })
})

const AS_PDF = { 'content-type': 'application/pdf' }
const uploadPdf = async (cast: Cast, file = pdf()) => put(await askForUrl(cast.contractor), bodyOf(file), AS_PDF)
const isKept = async (cast: Cast) => {
  const answer = await (await signedInAs(cast.agent)).get(`/certificates/${(await current(cast)).id}/document`)
  return Buffer.from(await answer.arrayBuffer()).equals(pdf())
}

test('a script uploads the PDF, judged by its bytes, and names it: the agent then has it, and another job cannot', async () => {
  const cast = await aCast()
  const job = await raisedFor(cast, ending(40))
  const carl = await signedInAs(cast.contractor)
  const scripted = await uploadPdf(cast, pdf({ packed: '9 0 <</S/JavaScript/JS(1)>>' }))
  expect([scripted.status, ((await scripted.json()) as { message: string }).message]).toEqual([422, NOT_JUST_PAGES])
  const stored = (await (await uploadPdf(cast)).json()) as { path: string; width: null }
  expect(stored.width).toBeNull()
  const sent = completion({ certificate: { doneOn: dayIn(0), document: stored.path } })
  expect((await carl.post(`/api/jobs/${job.id}/complete`, sent)).status).toBe(200)
  expect(await isKept(cast)).toBe(true)
  expect((await carl.get(`/certificates/${(await current(cast)).id}/document`)).status).toBe(403)
  const other = await raisedFor(cast, { kind: 'alarms', doneOn: dayIn(-360) })
  const refused = await carl.post(`/api/jobs/${other.id}/complete`, sent)
  const errors = { 'certificate.document': 'Please choose the document again' }
  expect([refused.status, ((await refused.json()) as { errors: object }).errors]).toEqual([422, errors])
  expect((await certificatesAt(cast.agent, ROSE_COTTAGE.key)).filter(({ kind }) => kind === 'alarms')).toHaveLength(1)
})

test('a form without JavaScript brings the document, which stays while something else is wrong, as its photos do', async () => {
  const cast = await aCast()
  const job = await raisedFor(cast, ending(40))
  const carl = await signedInAs(cast.contractor)
  const images = [await upload(cast.contractor), await upload(cast.contractor)]
  const post = (values: Record<string, string>, document = new File([], '')) => {
    const multipart = new FormData()
    for (const [name, value] of Object.entries({ formKey: crypto.randomUUID(), ...values })) multipart.set(name, value)
    for (const path of images) multipart.append('images', path)
    multipart.set('document', document)
    return carl.send(`/jobs/${job.id}/complete`, { method: 'POST', multipart })
  }
  const page = await (await carl.get(`/visit/${job.id}`)).text()
  expect(page).toContain('encType="multipart/form-data"')
  const typed = { workDone: 'Tested all.', 'certificate.doneOn': dayIn(0), 'certificate.reference': 'GS-2' }
  const html = new File(['<!doctype html>'], 'gas.pdf', { type: 'application/pdf' })
  const wrong = await post(typed, html)
  expect([wrong.status, (await wrong.text()).includes('neither a PDF nor a photo')]).toEqual([422, true])
  const gas = new File([bodyOf(pdf())], 'gas.html', { type: 'text/html' })
  const dayless = await post({ ...typed, 'certificate.doneOn': '' }, gas)
  expect(dayless.status).toBe(422)
  const again = await dayless.text()
  expect(again).toContain('Please enter the day on which it was done')
  expect(again).toContain('What you chose is kept.')
  expect(again).toContain('value="GS-2"')
  const kept = /name="certificate.document" value="([^"]+)"/.exec(again)![1]!
  const last = { ...typed, formKey: crypto.randomUUID(), 'certificate.document': kept }
  expect((await post(last)).status).toBe(303)
  expect((await post(last)).status).toBe(303)
  expect(await isKept(cast)).toBe(true)
  expect((await db.query.jobVisits.findFirst())!.photosUrls).toEqual(images)
})

test('what was chosen with a visit at a closed door is neither judged nor kept', async () => {
  const cast = await aCast()
  const job = await raisedFor(cast, ending(40))
  const carl = await signedInAs(cast.contractor)
  const multipart = new FormData()
  for (const [name, value] of [['happened', 'no_access'] as const, ['workDone', 'Rang twice.'] as const])
    multipart.set(name, value)
  multipart.set('document', new File(['<!doctype html>'], 'gas.pdf'))
  expect((await carl.send(`/jobs/${job.id}/complete`, { method: 'POST', multipart })).status).toBe(303)
  expect(await certificatesAt(cast.agent, ROSE_COTTAGE.key)).toHaveLength(1)
})

test('done again after it was reopened, the document of before is replaced, and stays where none is sent', async () => {
  const cast = await aCast()
  const job = await raisedFor(cast, ending(40))
  const done = async (document?: string) => {
    const certificate = { doneOn: dayIn(0), ...(document && { document }) }
    await complete(cast.contractor, job.id, { ...completion(), certificate })
    await reopenJob(cast.admin, job.id, { reason: 'Once more', keepContractor: true })
  }
  await done(((await (await uploadPdf(cast)).json()) as { id: string }).id)
  await done()
  expect(await isKept(cast)).toBe(true)
  await done(await upload(cast.contractor))
  expect((await current(cast)).documentType).toBe('image/jpeg')
  expect((await db.query.uploadedObjects.findMany()).map(({ state }) => state).sort()).toEqual(['removing', 'stored'])
})
