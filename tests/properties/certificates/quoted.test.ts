import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, uploadedObjects } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { completionBody, EMPTY_DRAFT } from '#src/domain/visit/visit.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { askCompetingQuote } from '#src/jobs/assignment/competing.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { certificatesAt } from '#src/properties/certificates/queries.ts'
import { raiseForCertificate } from '#src/properties/certificates/raise.ts'
import { approveQuote } from '#src/quotes/actions.ts'
import { pdf } from '#tests/photos/documents/pdfs.ts'
import { quoteOf } from '#tests/quotes/family.ts'
import { signedInAs } from '#tests/support/app.ts'
import { dayIn } from '#tests/support/times.ts'
import { aCast, aContractor, type Cast, complete, completion, withQuote } from '#tests/support/world.ts'
import { certify, ending, ROSE_COTTAGE } from './at-rose-cottage.ts'

const chain = (cast: Cast) => certificatesAt(cast.agent, ROSE_COTTAGE.key)

/** The job of a gas certificate, quoted for by the contractor, who certified nothing unless a day is given. */
async function quoted(cast: Cast, doneOn?: string) {
  const { id } = await certify(cast.agent, ending(40))
  await raiseForCertificate(id)
  const job = (await db.query.jobs.findFirst())!
  await assignJob(cast.admin, job.id, cast.contractor.id)
  await complete(cast.contractor, job.id, { ...withQuote(), ...(doneOn && { certificate: { doneOn } }) })
  return job
}

async function workOf(cast: Cast, jobId: string) {
  await approveQuote(cast.agent, (await quoteOf(jobId)).id)
  return (await db.query.jobs.findFirst({ where: eq(jobs.parentJobId, jobId) }))!
}

async function certificateTold(reader: Actor, id: string): Promise<unknown> {
  const answer = await (await signedInAs(reader)).get(`/api/jobs/${id}`)
  return ((await answer.json()) as { certificate: unknown }).certificate
}

test('the work of a quote asks for the certificate that its job was raised for, and renews it', async () => {
  const cast = await aCast()
  const job = await quoted(cast)
  const work = await workOf(cast, job.id)
  const gas = { kind: 'gas_safety', name: '', purpose: 'renewal', endsOn: dayIn(40) }
  expect(await certificateTold(cast.contractor, work.id)).toEqual(gas)
  const carl = await signedInAs(cast.contractor)
  const certificate = { doneOn: dayIn(0), reference: 'GS-2' }
  const draft = { ...EMPTY_DRAFT, 'certificate.doneOn': dayIn(0), 'certificate.reference': 'GS-2' }
  expect(completionBody(draft, [], 'quote_work')).toMatchObject({ certificate })
  const wrong = await carl.post(`/api/jobs/${work.id}/mark-complete`, { certificate: { doneOn: dayIn(3) } })
  expect([wrong.status, Object.keys(((await wrong.json()) as { errors: object }).errors)]).toEqual([
    422,
    ['certificate.doneOn'],
  ])
  const done = await carl.post(`/api/jobs/${work.id}/mark-complete`, { workDone: 'Fitted it.', certificate })
  expect(done.status).toBe(200)
  const [current, ...before] = await chain(cast)
  expect(before).toHaveLength(1)
  expect(current).toMatchObject({ doneOn: dayIn(0), reference: 'GS-2', jobId: job.id })
})

test('the form for the work of a quote has it, and Mark Complete in the list says where', async () => {
  const cast = await aCast()
  const work = await workOf(cast, (await quoted(cast)).id)
  const carl = await signedInAs(cast.contractor)
  expect(await (await carl.get('/jobs')).text()).toContain('Its certificate is entered under Log Visit.')
  const form = await (await carl.get(`/visit/${work.id}`)).text()
  expect(form).toContain('Certificate: Gas safety')
  expect(form).toContain(`action="/jobs/${work.id}/mark-complete" encType="multipart/form-data"`)
  const typed = { workDone: '', 'certificate.doneOn': dayIn(3), 'certificate.reference': 'GS-2' }
  const refused = await carl.submit(`/jobs/${work.id}/mark-complete`, typed)
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('value="GS-2"')])
  const multipart = new FormData()
  for (const [name, value] of Object.entries({ ...typed, 'certificate.doneOn': dayIn(0) })) multipart.set(name, value)
  multipart.set('document', new File(['<!doctype html>'], 'gas.pdf'))
  const judged = await carl.send(`/jobs/${work.id}/mark-complete`, { method: 'POST', multipart })
  expect([judged.status, await judged.text()]).toEqual([422, expect.stringContaining('neither a PDF nor a photo')])
  // Its answer is lost, and the phone sends it again.
  multipart.set('formKey', crypto.randomUUID())
  multipart.set('document', new File([new Uint8Array(pdf())], 'gas.pdf'))
  for (const _ of ['first', 'again'])
    expect((await carl.send(`/jobs/${work.id}/mark-complete`, { method: 'POST', multipart })).status).toBe(303)
  expect(await db.$count(uploadedObjects)).toBe(1)
  expect((await chain(cast))[0]).toMatchObject({ doneOn: dayIn(0), reference: 'GS-2' })
})

test('what the quoting visit has certified is not asked for again', async () => {
  const cast = await aCast()
  const work = await workOf(cast, (await quoted(cast, dayIn(-1))).id)
  expect(await certificateTold(cast.contractor, work.id)).toBeNull()
  const list = await (await signedInAs(cast.contractor)).get('/jobs')
  expect(await list.text()).not.toContain('Its certificate')
})

test('another contractor who was asked renews it by the work of their quote', async () => {
  const cast = await aCast()
  const job = await quoted(cast)
  const tom = await aContractor()
  const his = await askCompetingQuote(cast.admin, job.id, tom.id)
  await complete(tom, his.id, withQuote())
  const work = await workOf(cast, his.id)
  expect(await certificateTold(tom, work.id)).toMatchObject({ kind: 'gas_safety' })
  const answer = await (await signedInAs(tom)).post(`/api/jobs/${work.id}/mark-complete`, {
    certificate: { doneOn: dayIn(0) },
  })
  expect([answer.status, (await chain(cast)).length]).toEqual([200, 2])
})

test('another contractor renews it by a visit that needs no quote', async () => {
  const cast = await aCast()
  const job = await quoted(cast)
  const dee = await aContractor()
  const hers = await askCompetingQuote(cast.admin, job.id, dee.id)
  await complete(dee, hers.id, { ...completion(), certificate: { doneOn: dayIn(0), reference: 'GS-3' } })
  expect((await chain(cast))[0]).toMatchObject({ reference: 'GS-3', jobId: job.id })
})

test('of two contractors who certified it each keeps their own, and changes it once their job is reopened', async () => {
  const cast = await aCast()
  const job = await quoted(cast)
  const [dee, tom] = [await aContractor({ company: 'Bright Spark' }), await aContractor({ company: 'Roofright' })]
  const hers = await askCompetingQuote(cast.admin, job.id, dee.id)
  const his = await askCompetingQuote(cast.admin, job.id, tom.id)
  const certified = (doneOn: string, reference: string) => ({ ...completion(), certificate: { doneOn, reference } })
  await complete(dee, hers.id, certified(dayIn(-1), 'GS-D'))
  await complete(tom, his.id, certified(dayIn(0), 'GS-T'))
  const told = async () =>
    (await chain(cast)).map(({ reference, doneBy, doneOn }) => [reference, doneBy, doneOn].join()).sort()
  const first = ['GS-1', null, dayIn(40 - 365)].join()
  const deeMade = ['GS-D', 'Bright Spark', dayIn(-1)].join()
  expect(await told()).toEqual([first, deeMade, ['GS-T', 'Roofright', dayIn(0)].join()])
  await reopenJob(cast.admin, his.id, { reason: 'Wrong number', keepContractor: true })
  await complete(tom, his.id, certified(dayIn(0), 'GS-T2'))
  expect(await told()).toEqual([first, deeMade, ['GS-T2', 'Roofright', dayIn(0)].join()])
  expect((await chain(cast)).filter(({ replacedBy }) => !replacedBy)).toMatchObject([{ reference: 'GS-T2' }])
})
