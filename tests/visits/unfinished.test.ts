import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents, jobVisits, quotes, uploadedObjects, users } from '#db/schema.ts'
import { answerOf } from '#tests/api/shape.ts'
import { badge, lacks, read, toastOf } from '#tests/checklist/reading.ts'
import { forgetNotified, lastMessage, notified, timeline } from '#tests/jobs/notified.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { everything } from '#tests/support/database/everything.ts'
import { aJob, completion, quoteWork, statusOf } from '#tests/support/world.ts'

const cast = castOfEachTest()
const carl = signedInOfEachTest(cast, 'contractor')
const olivia = signedInOfEachTest(cast, 'agent')
const ada = signedInOfEachTest(cast, 'admin')

const RANG = 'Rang at nine and at ten, and called the tenant.'
const PART = 'The valve is ordered and comes on Friday.'
const CASES = [
  { outcome: 'no_access', workDone: RANG, status: 'assigned', event: 'noAccess', mail: 'job_no_access' },
  { outcome: 'return', workDone: PART, status: 'in_progress', event: 'returnNeeded', mail: 'job_return_needed' },
] as const
const BADGES = { no_access: badge('No access', 'red'), return: badge('Return needed', 'orange') }

const uploaded = async (userId: string) => {
  const values = { userId, state: 'stored', contentType: 'image/jpeg', size: 1 } as const
  const [photo] = await db.insert(uploadedObjects).values(values).returning()
  return `/objects/${photo!.id}`
}
const workStatus = async () => (await db.select().from(quotes))[0]!.workStatus
const visits = () => db.select().from(jobVisits)

describe.each(CASES)('$outcome', ({ outcome, workDone, status, event, mail }) => {
  test('of a visit is recorded, billable, and told to the agent', async () => {
    const { id } = await aJob(cast, 'in_progress')
    await forgetNotified()
    const images = [await uploaded(cast.contractor.id), await uploaded(cast.contractor.id)].reverse()
    const answer = await answerOf(carl.post(`/api/jobs/${id}/visits`, { outcome, workDone, images }))
    expect(answer).toMatchObject({ status: 200, body: { id, status, quotes: [] } })
    expect(answer.body.visits).toMatchObject([
      { outcome, workDescription: workDone, images, invoicingStatus: 'pending', isQuoteRequired: 'no' },
    ])
    expect(await statusOf(id)).toBe(status)
    expect(await notified()).toEqual([`${mail} → ${cast.agent.email}`])
    expect((await lastMessage()).content).toMatchObject({ reason: workDone, by: 'Carl Mason', path: `/jobs/${id}` })
    const moved = outcome === 'return' ? event : `${event}: in_progress > assigned`
    expect((await timeline(id)).at(-1)).toBe(moved)
    const [last] = await db.select().from(jobEvents).where(eq(jobEvents.event, event))
    expect(last).toMatchObject({ detail: { reason: workDone }, actorName: 'Carl Mason' })
  })

  test('of quote work is not billable, and moves its quote’s work', async () => {
    const { work } = await quoteWork(cast)
    if (outcome === 'no_access') await carl.post(`/api/jobs/${work.id}/start`)
    expect(await workStatus()).toBe(outcome === 'no_access' ? 'in_progress' : 'not_started')
    const { body } = await answerOf(carl.post(`/api/jobs/${work.id}/visits`, { outcome, workDone }))
    expect(body).toMatchObject({ status, visits: [{ outcome, invoicingStatus: 'not_billable' }] })
    expect(await workStatus()).toBe(outcome === 'no_access' ? 'not_started' : 'in_progress')
    // The visit job's own visit alone.
    expect((await answerOf(ada.get('/api/contractor-visits-invoicing'))).body).toHaveLength(1)
  })

  test('may happen again, and then the work is done', async () => {
    const { id } = await aJob(cast, 'assigned')
    for (let times = 0; times < 2; times++) {
      const answer = await carl.post(`/api/jobs/${id}/visits`, { outcome, workDone })
      expect(answer.status).toBe(200)
    }
    const { body } = await answerOf(carl.post(`/api/jobs/${id}/complete`, completion()))
    expect(body.status).toBe('completed')
    expect(body.visits.map((visit: { outcome: string }) => visit.outcome)).toEqual([outcome, outcome, 'done'])
    expect((await answerOf(ada.get('/api/contractor-visits-invoicing'))).body).toHaveLength(3)
  })

  test('is no response: the job goes on waiting for one', async () => {
    const { id } = await aJob(cast, 'assigned')
    const stats = (await answerOf(olivia.get('/api/stats'))).body
    await carl.post(`/api/jobs/${id}/visits`, { outcome, workDone })
    expect((await answerOf(olivia.get('/api/jobs/recent'))).body).toMatchObject([{ id, status }])
    expect((await answerOf(olivia.get('/api/jobs/completed'))).body).toEqual([])
    expect((await answerOf(olivia.get('/api/stats'))).body).toEqual(stats)
    expect((await answerOf(carl.get('/api/jobs/recent'))).body).toMatchObject([{ id }])
  })

  test('without a script is the same form, and the job is in the list again', async () => {
    for (const [{ id }, verb] of [
      [await aJob(cast, 'assigned'), 'complete'],
      [(await quoteWork(cast)).work, 'mark-complete'],
    ] as const) {
      const form = await read(carl.get(`/visit/${id}`))
      expect(form.html).toContain(`action="/jobs/${id}/${verb}"`)
      for (const words of ['What happened?', 'Nobody let me in', 'I have to come back', 'Save Visit'])
        expect(form.words).toContain(words)
      const images = [await uploaded(cast.contractor.id)]
      const sent = { happened: outcome, workDone, images, needsQuote: 'yes', quoteAmount: 'nonsense' }
      const toast = await toastOf(carl.submit(`/jobs/${id}/${verb}`, sent))
      expect(toast).toContain('Visit Saved')
      expect(await statusOf(id)).toBe(status)
      expect((await visits()).find(({ jobId }) => jobId === id)).toMatchObject({ outcome, photosUrls: images })
      expect((await read(carl.get('/jobs'))).html).toContain(`id="job-in-hand-${id}"`)
    }
  })

  test('wants a sentence, and keeps what was chosen', async () => {
    const { id } = await aJob(cast, 'assigned')
    const before = await everything()
    const errors = { workDone: 'Please say what happened' }
    expect(await answerOf(carl.post(`/api/jobs/${id}/visits`, { outcome, workDone: ' ' }))).toEqual({
      status: 422,
      body: { message: errors.workDone, errors },
    })
    const page = await read(carl.submit(`/jobs/${id}/complete`, { happened: outcome, workDone: ' ' }))
    expect(page.status).toBe(422)
    expect(page.words).toContain(errors.workDone)
    expect(page.html).toMatch(new RegExp(`<input[^>]*value="${outcome}"[^>]*checked|checked[^>]*value="${outcome}"`))
    expect(await everything()).toEqual(before)
  })

  test('is shown with its outcome to everybody who sees the visit', async () => {
    const { id } = await aJob(cast, 'assigned')
    await carl.post(`/api/jobs/${id}/visits`, { outcome, workDone })
    const [visit] = await visits()
    for (const [client, path] of [
      [olivia, `/jobs/${id}`],
      [carl, `/jobs/${id}`],
      [carl, '/history'],
      [ada, `/admin/jobs/${id}`],
      [ada, '/?tab=visits'],
      [ada, `/admin/visits/${visit!.id}/invoice`],
    ] as const) {
      const screen = await read(client.get(path))
      expect([path, ...lacks(screen, BADGES[outcome], workDone)]).toEqual([path])
    }
    expect((await read(ada.get('/?tab=visits'))).words).toContain('What the contractor says')
  })

  test('is recorded once under one key', async () => {
    const { id } = await aJob(cast, 'assigned')
    await forgetNotified()
    const call = { method: 'POST', body: { outcome, workDone }, headers: { 'idempotency-key': 'one' } }
    const answers = await Promise.all([1, 2, 3].map(() => carl.send(`/api/jobs/${id}/visits`, call)))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect([(await visits()).length, (await notified()).length]).toEqual([1, 1])
  })
})

test('an administrator who does not charge for a missed visit deletes it', async () => {
  const { id } = await aJob(cast, 'assigned')
  await carl.post(`/api/jobs/${id}/visits`, { outcome: 'no_access', workDone: RANG })
  const [visit] = await visits()
  expect((await ada.delete(`/api/visits/${visit!.id}`)).status).toBe(200)
  expect([await statusOf(id), await visits()]).toEqual(['assigned', []])
})

test('one that is charged for says so on its invoice', async () => {
  const { id } = await aJob(cast, 'assigned')
  await carl.post(`/api/jobs/${id}/visits`, { outcome: 'no_access', workDone: RANG })
  const [visit] = await visits()
  const { body } = await answerOf(ada.post(`/api/visits/${visit!.id}/mark-invoiced`))
  expect(body).toMatchObject({ description: `Visit fee: ${RANG}`, amount: '60.00' })
  expect(await statusOf(id)).toBe('assigned')
})

test('an agent without an e-mail address is named in the answer', async () => {
  const { id } = await aJob(cast, 'assigned')
  await db.update(users).set({ email: null }).where(eq(users.id, cast.agent.id))
  const { body } = await answerOf(carl.post(`/api/jobs/${id}/visits`, { outcome: 'return', workDone: PART }))
  expect(body.message).toBe('Olivia Hart has no e-mail address and must be told by phone: 020 7946 0001.')
})

test.each([
  ['another outcome', { outcome: 'done' }, { outcome: 'Outcome must be no_access or return' }],
  ['none', { outcome: undefined }, { outcome: 'Outcome must be no_access or return' }],
  [
    'a photo that is not there',
    { images: ['/objects/x'] },
    { images: '/objects/x is not a photo that you have uploaded' },
  ],
  ['a novel', { workDone: 'x'.repeat(10_001) }, { workDone: 'Please use at most 10000 characters' }],
])('%s records nothing', async (_, values, errors) => {
  const { id } = await aJob(cast, 'assigned')
  const before = await everything()
  const sent = { outcome: 'no_access', workDone: RANG, ...values }
  expect(await answerOf(carl.post(`/api/jobs/${id}/visits`, sent))).toMatchObject({ status: 422, body: { errors } })
  expect(await everything()).toEqual(before)
})

test('a form that says none of the four is asked again', async () => {
  const { id } = await aJob(cast, 'assigned')
  const { status, words } = await read(carl.submit(`/jobs/${id}/complete`, { happened: 'lost', workDone: RANG }))
  expect(status).toBe(422)
  expect(words).toContain('Please choose what happened')
  expect(words).toContain(RANG)
})
