import { expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { outbox } from '#db/schema.ts'
import { propertyHref } from '#src/domain/property/property.ts'
import { assignJob, startJob } from '#src/jobs/actions.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { certificatesAt } from '#src/properties/certificates/queries.ts'
import { raiseForCertificate } from '#src/properties/certificates/raise.ts'
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
  const subjects = (await db.select().from(outbox)).filter(({ kind }) => kind === 'certificate')
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
