import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, jobVisits } from '#db/schema.ts'
import { noonOf, today } from '#src/domain/dates.ts'
import { checked } from '#src/http/input.ts'
import { UnfinishedVisit, unfinishedVisitRule } from '#src/visits/input.ts'
import { answerOf } from '#tests/api/shape.ts'
import { read } from '#tests/checklist/reading.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { aCast, aJob, type Cast, quoteWork } from '#tests/support/world.ts'

afterEach(() => {
  setSystemTime()
})

const FUTURE = 'The visit must not be in the future'
const NO_DATE = 'The day of the visit must be a date'
const TOO_EARLY = 'The visit must not be before the day on which the job was raised'
const DAY = 86_400_000

describe('the day of a visit', () => {
  const said = (visitDate: string, now = '2026-11-22T10:00:00Z') => {
    setSystemTime(new Date(now))
    return checked(UnfinishedVisit, { outcome: 'return', workDone: 'x', visitDate }, unfinishedVisitRule).visitDate
  }

  test.each([
    // Summer and winter time.
    ['2026-07-01', '2026-07-01T11:00:00.000Z'],
    ['2026-11-21', '2026-11-21T12:00:00.000Z'],
    ['2026-03-29', '2026-03-29T11:00:00.000Z'],
    ['2026-10-25', '2026-10-25T12:00:00.000Z'],
    // Today is now, before noon and after it.
    ['2026-11-22', '2026-11-22T10:00:00.000Z'],
    ['2026-11-20T08:30:00Z', '2026-11-20T08:30:00.000Z'],
    ['2026-11-20T08:30+01:00', '2026-11-20T07:30:00.000Z'],
    ['2026-11-22T10:00:00.000Z', '2026-11-22T10:00:00.000Z'],
  ])('%s is %s', (sent, expected) => {
    expect(said(sent)?.toISOString()).toBe(expected)
  })

  test('is today’s in London: past midnight there while it is not yet in UTC', () => {
    expect(said('2026-07-02', '2026-07-01T23:30:00Z')?.toISOString()).toBe('2026-07-01T23:30:00.000Z')
  })

  test.each([
    ['2026-11-23', FUTURE],
    ['2026-11-22T10:00:00.001Z', FUTURE],
    ['2026-02-30', NO_DATE],
    ['2026-13-01T10:00:00Z', NO_DATE],
    ['22/11/2026', NO_DATE],
    ['yesterday', NO_DATE],
    // Whose clock would that be?
    ['2026-11-20T08:30:00', NO_DATE],
  ])('%s is refused', (sent, message) => {
    expect(() => said(sent)).toThrow(message)
  })

  test('at noon is the same day in London', () => {
    for (let day = Date.parse('2026-01-01'); day < Date.parse('2027-01-01'); day += DAY) {
      const name = new Date(day).toISOString().slice(0, 10)
      expect(today(noonOf(name))).toBe(name)
    }
  })
})

describe('sent', () => {
  let cast: Cast
  let carl: Client
  beforeEach(async () => {
    cast = await aCast()
    carl = await signedInAs(cast.contractor)
  })

  const raisedDaysAgo = async (id: string, days: number) =>
    db
      .update(jobs)
      .set({ createdAt: new Date(Date.now() - days * DAY) })
      .where(eq(jobs.id, id))
  const day = (daysAgo: number) => today(new Date(Date.now() - daysAgo * DAY))
  const given = async (jobType: 'visit' | 'quote_work') => {
    const { id } = jobType === 'visit' ? await aJob(cast, 'assigned') : (await quoteWork(cast)).work
    await raisedDaysAgo(id, 5)
    return id
  }
  const visitOf = async (id: string) => (await db.select().from(jobVisits).where(eq(jobVisits.jobId, id)))[0]!

  const DOORS = [
    ['visit', 'visits', { outcome: 'no_access' }],
    ['visit', 'complete', {}],
    ['quote_work', 'visits', { outcome: 'return' }],
    ['quote_work', 'mark-complete', {}],
  ] as const

  test.each(DOORS)('of a %s by %s, as a day or a moment', async (jobType, verb, more) => {
    const moment = new Date(Date.now() - 3 * DAY).toISOString()
    for (const [visitDate, expected] of [
      [day(3), noonOf(day(3))],
      [moment, new Date(moment)],
    ] as const) {
      const id = await given(jobType)
      const answer = await answerOf(carl.post(`/api/jobs/${id}/${verb}`, { workDone: 'Done.', visitDate, ...more }))
      expect(answer.status).toBe(200)
      expect((await visitOf(id)).visitDate).toEqual(expected)
    }
  })

  test.each(DOORS)(
    'of a %s by %s, on no possible day, is refused there, and nothing moves',
    async (jobType, verb, more) => {
      const id = await given(jobType)
      const before = await everything()
      for (const [visitDate, message] of [
        [day(6), TOO_EARLY],
        [day(-1), FUTURE],
        ['soon', NO_DATE],
      ]) {
        const answer = await answerOf(carl.post(`/api/jobs/${id}/${verb}`, { workDone: 'Done.', visitDate, ...more }))
        expect(answer).toEqual({ status: 422, body: { message, errors: { visitDate: message } } })
      }
      expect(await everything()).toEqual(before)
    },
  )

  // What a browser's field holds while '26' is typed as the year.
  test.each(['0026-07-01', '0026-07-01T10:00:00Z', '0099-12-31', '0203-01-01'])(
    'in a year long before the job, %s, is refused',
    async (visitDate) => {
      const id = await given('visit')
      const before = await everything()
      const sent = await answerOf(carl.post(`/api/jobs/${id}/complete`, { workDone: 'Done.', visitDate }))
      expect(sent).toMatchObject({ status: 422, body: { errors: { visitDate: expect.any(String) } } })
      const form = await carl.submit(`/jobs/${id}/complete`, { happened: 'done', workDone: 'Done.', visitDate })
      expect([form.status, await everything()]).toEqual([422, before])
    },
  )

  test.each([
    ['visit', 'complete', 'done'],
    ['visit', 'complete', 'no_access'],
    ['quote_work', 'mark-complete', 'done'],
    ['quote_work', 'mark-complete', 'return'],
  ] as const)('by the form of a %s (%s, %s)', async (jobType, verb, happened) => {
    const id = await given(jobType)
    const form = { workDone: 'Done.', happened }
    const refused = await read(carl.submit(`/jobs/${id}/${verb}`, { ...form, visitDate: day(6) }))
    expect(refused.status).toBe(422)
    expect(refused.words).toContain(TOO_EARLY)
    expect(refused.html).toContain(`value="${day(6)}"`)
    expect(refused.html).toMatch(/<details class="more-detail" open="">\s*<summary>Visit was on another day/)
    const sent = await carl.submit(`/jobs/${id}/${verb}`, { ...form, visitDate: day(5) })
    expect(sent.status).toBe(303)
    expect((await visitOf(id)).visitDate).toEqual(noonOf(day(5)))
  })

  test('left empty it is now', async () => {
    const id = await given('visit')
    const begun = Date.now()
    await carl.submit(`/jobs/${id}/complete`, { workDone: 'Done.', visitDate: '' })
    expect((await visitOf(id)).visitDate.getTime()).toBeWithin(begun, Date.now() + 1)
  })

  test('a day without words would be lost, so it wants them', async () => {
    const id = await given('quote_work')
    const answer = await answerOf(carl.post(`/api/jobs/${id}/mark-complete`, { visitDate: day(1) }))
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { workDone: 'Please describe the work you completed' } },
    })
  })

  test('before the hour at which the job was raised, on its day, counts as no days to the first visit', async () => {
    const { id } = await aJob(cast, 'assigned')
    await db
      .update(jobs)
      .set({ createdAt: new Date(`${day(1)}T20:00:00Z`) })
      .where(eq(jobs.id, id))
    expect((await carl.post(`/api/jobs/${id}/complete`, { workDone: 'Done.', visitDate: day(1) })).status).toBe(200)
    const { words } = await read((await signedInAs(cast.admin)).get('/?part=plots'))
    expect(words).toContain('Median 0.0 days')
  })

  test('visits are listed by when they were', async () => {
    const id = await given('visit')
    for (const visitDate of [day(2), day(4), day(3)])
      await carl.post(`/api/jobs/${id}/visits`, { outcome: 'return', workDone: visitDate, visitDate })
    const { body } = await answerOf(carl.get(`/api/jobs/${id}`))
    const inOrder = [day(4), day(3), day(2)]
    expect(body.visits.map((visit: { workDescription: string }) => visit.workDescription)).toEqual(inOrder)
  })
})
