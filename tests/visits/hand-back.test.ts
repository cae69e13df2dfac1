import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents, jobs, jobVisits, quotes, users } from '#db/schema.ts'
import { answerOf } from '#tests/api/shape.ts'
import { read, toastOf } from '#tests/checklist/reading.ts'
import { forgetNotified, lastMessage, notified, timeline } from '#tests/jobs/notified.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { everything } from '#tests/support/database/everything.ts'
import { aContractor, aJob, anAdmin, completion, quoteWork, statusOf } from '#tests/support/world.ts'

const HANDED_BACK = { status: 200, body: { message: 'The job has been handed back.' } }

const cast = castOfEachTest()
const carl = signedInOfEachTest(cast, 'contractor')
const ada = signedInOfEachTest(cast, 'admin')

const row = async (id: string) => (await db.query.jobs.findFirst({ where: eq(jobs.id, id) }))!

test('a job that was handed back is nobody’s, and its agent and every administrator are told why', async () => {
  const second = await anAdmin()
  const { id } = await aJob(cast, 'in_progress')
  await forgetNotified()
  expect(await answerOf(carl.post(`/api/jobs/${id}/hand-back`, { reason: ' I am ill. ' }))).toEqual(HANDED_BACK)
  expect(await row(id)).toMatchObject({ status: 'pending', contractorId: null })
  expect((await notified()).sort()).toEqual(
    [cast.agent, cast.admin, second].map(({ email }) => `job_handed_back → ${email}`).sort(),
  )
  expect((await lastMessage()).content).toMatchObject({ reason: 'I am ill.', contractorName: 'Carl Mason' })
  expect((await timeline(id)).at(-1)).toBe('handedBack: in_progress > pending')
  const [event] = await db.select().from(jobEvents).where(eq(jobEvents.event, 'handedBack'))
  expect(event?.detail).toEqual({ reason: 'I am ill.', contractor: 'Carl Mason' })
})

test('is out of the contractor’s sight, as long as they did not respond to it', async () => {
  const [unseen, visited] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
  const workDescription = 'Looked at it.'
  await db.insert(jobVisits).values({ jobId: visited.id, contractorId: cast.contractor.id, workDescription })
  for (const { id } of [unseen, visited])
    expect(await answerOf(carl.post(`/api/jobs/${id}/hand-back`, { reason: 'Ill' }))).toEqual(HANDED_BACK)
  expect((await carl.get(`/api/jobs/${unseen.id}`)).status).toBe(404)
  expect((await answerOf(carl.get(`/api/jobs/${visited.id}`))).body).toMatchObject({ status: 'no_longer_with_you' })
  expect((await read(carl.get('/jobs'))).words).toContain('No jobs assigned')
  const again = await Promise.all(
    [unseen, visited].map(({ id }) => carl.post(`/api/jobs/${id}/hand-back`, { reason: 'x' })),
  )
  expect(again.map(({ status }) => status)).toEqual([409, 409])
})

test('their history keeps the visit, and leads only where they may go', async () => {
  const { id } = await aJob(cast, 'assigned')
  await carl.post(`/api/jobs/${id}/visits`, { outcome: 'no_access', workDone: 'Rang twice.' })
  const hrefs = async () => {
    const { words, html } = await read(carl.get('/history'))
    expect(words).toContain('Rang twice.')
    return [...html.matchAll(/href="(\/jobs\/[^"]+)"/g)].map(([, path]) => path!)
  }
  expect(await hrefs()).toEqual([`/jobs/${id}`])
  await carl.post(`/api/jobs/${id}/hand-back`, { reason: 'Ill' })
  for (const path of await hrefs()) expect((await carl.get(path)).status).toBe(200)
})

test('and goes to another contractor, with the visits that there were', async () => {
  const dora = await aContractor({ firstName: 'Dora', lastName: 'Vale' })
  const { id } = await aJob(cast, 'assigned')
  await carl.post(`/api/jobs/${id}/visits`, { outcome: 'return', workDone: 'A part is on order.' })
  await carl.post(`/api/jobs/${id}/hand-back`, { reason: 'Ill' })
  expect((await ada.post(`/api/jobs/${id}/assign`, { contractorId: dora.id })).status).toBe(200)
  const { body } = await answerOf((await signedInAs(dora)).post(`/api/jobs/${id}/complete`, completion()))
  expect(body).toMatchObject({ status: 'completed', visits: [{ outcome: 'return' }, { outcome: 'done' }] })
})

test('quote work that was handed back has not started', async () => {
  const { work } = await quoteWork(cast)
  await carl.post(`/api/jobs/${work.id}/start`)
  expect((await db.select().from(quotes))[0]).toMatchObject({ workStatus: 'in_progress' })
  expect(await answerOf(carl.post(`/api/jobs/${work.id}/hand-back`, { reason: 'Ill' }))).toEqual(HANDED_BACK)
  expect((await db.select().from(quotes))[0]).toMatchObject({ workStatus: 'not_started', status: 'approved' })
})

test('whom no e-mail reaches is named in the answer', async () => {
  const { id } = await aJob(cast, 'assigned')
  await db.update(users).set({ email: null }).where(eq(users.id, cast.agent.id))
  const { body } = await answerOf(carl.post(`/api/jobs/${id}/hand-back`, { reason: 'Ill' }))
  expect(body.message).toBe(
    'The job has been handed back. Olivia Hart has no e-mail address and must be told by phone: 020 7946 0001.',
  )
})

test('the same key again gives the same answer, though the job is gone', async () => {
  const { id } = await aJob(cast, 'assigned')
  await forgetNotified()
  const call = { method: 'POST', body: { reason: 'Ill' }, headers: { 'idempotency-key': 'one' } }
  const answers = await Promise.all([1, 2, 3].map(() => answerOf(carl.send(`/api/jobs/${id}/hand-back`, call))))
  expect(answers).toEqual([HANDED_BACK, HANDED_BACK, HANDED_BACK])
  expect(await notified()).toHaveLength(2)
})

test.each([
  ['no reason', {}, 'Please give a reason'],
  ['an empty one', { reason: ' ' }, 'Please give a reason'],
  ['a novel', { reason: 'x'.repeat(1001) }, 'Please use at most 1000 characters'],
])('%s is refused at its field', async (_, body, reason) => {
  const { id } = await aJob(cast, 'assigned')
  const before = await everything()
  const answer = await answerOf(carl.post(`/api/jobs/${id}/hand-back`, body))
  expect(answer).toEqual({ status: 422, body: { message: reason, errors: { reason } } })
  expect(await everything()).toEqual(before)
})

test('without a script it is a choice of the form, and wants a reason there', async () => {
  const visit = await aJob(cast, 'assigned')
  const { work } = await quoteWork(cast)
  for (const [id, verb] of [
    [visit.id, 'complete'],
    [work.id, 'mark-complete'],
  ]) {
    const path = `/jobs/${id}/${verb}`
    const empty = await read(carl.submit(path, { happened: 'hand_back', workDone: '' }))
    expect(empty.status).toBe(422)
    expect(empty.words).toContain('Please give a reason')
    expect(empty.html).toContain(`href="#job-${id}-workDone"`)
    const toast = await toastOf(carl.submit(path, { happened: 'hand_back', workDone: 'I am ill.' }))
    expect(toast).toBe('Job Handed Back / The job has been handed back.')
    expect(await statusOf(id!)).toBe('pending')
  }
})

test('photos that were added before somebody chose to hand back are left alone', async () => {
  const { id } = await aJob(cast, 'assigned')
  const images = [`/objects/${crypto.randomUUID()}`]
  await carl.submit(`/jobs/${id}/complete`, {
    happened: 'hand_back',
    workDone: 'I am ill.',
    images,
    visitDate: 'never',
  })
  expect(await statusOf(id)).toBe('pending')
})

test('quote work that had not begun leaves its quote untouched, as a visit in vain does', async () => {
  const { work, quote } = await quoteWork(cast)
  const quoteRow = async () => (await db.query.quotes.findFirst({ where: eq(quotes.id, quote.id) }))!
  const before = await quoteRow()
  await carl.post(`/api/jobs/${work.id}/visits`, { outcome: 'no_access', workDone: 'Rang twice.' })
  await carl.post(`/api/jobs/${work.id}/hand-back`, { reason: 'Ill' })
  expect([await statusOf(work.id), await quoteRow()]).toEqual(['pending', before])
})
