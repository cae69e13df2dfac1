import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents, jobs, users } from '#db/schema.ts'
import { appointmentWords } from '#src/domain/appointment/appointment.ts'
import { forgetNotified, lastMessage, notified, timeline } from '#tests/jobs/notified.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { dayIn, onDay, tomorrow } from '#tests/support/times.ts'
import { aContractor, aJob, quoteWork } from '#tests/support/world.ts'

const cast = castOfEachTest()
const carl = signedInOfEachTest(cast, 'contractor')

const put = (client: Client, id: string, body: unknown) =>
  client.send(`/api/jobs/${id}/appointment`, { method: 'PUT', body })
const rowOf = async (id: string) => (await db.select().from(jobs).where(eq(jobs.id, id)))[0]!
const later = onDay(dayIn(3), '17:00', '20:00')

describe('by the API', () => {
  test('a visit is booked, moved and cancelled; the agent hears of each once', async () => {
    const { id } = await aJob(cast, 'assigned')
    await forgetNotified()
    const agent = cast.agent.email
    const iso = (times: typeof later) => JSON.parse(JSON.stringify(times))

    const booked = await put(carl, id, tomorrow())
    expect(booked.status).toBe(200)
    expect(await booked.json()).toMatchObject({ id, status: 'assigned', appointment: iso(tomorrow()) })
    const first = await rowOf(id)
    expect(first).toMatchObject({ appointmentId: expect.any(String), appointmentSequence: 0 })

    expect((await put(carl, id, tomorrow())).status).toBe(200)
    expect(await rowOf(id)).toEqual(first)

    expect(await (await put(carl, id, later)).json()).toMatchObject({ appointment: iso(later) })
    expect(await rowOf(id)).toMatchObject({ appointmentId: first.appointmentId, appointmentSequence: 1 })

    const cancelled = await carl.delete(`/api/jobs/${id}/appointment`)
    expect([cancelled.status, await cancelled.json()]).toEqual([
      200,
      expect.objectContaining({ appointment: null, message: 'The booked visit has been cancelled.' }),
    ])
    expect(await rowOf(id)).toMatchObject({ appointmentId: null, appointmentStartsAt: null, appointmentEndsAt: null })

    expect((await carl.delete(`/api/jobs/${id}/appointment`)).status).toBe(409)
    expect((await put(carl, id, tomorrow())).status).toBe(200)
    const again = await rowOf(id)
    expect(again.appointmentId).not.toBe(first.appointmentId)

    expect(await notified()).toEqual([
      `appointment_booked → ${agent}`,
      `appointment_changed → ${agent}`,
      `appointment_cancelled → ${agent}`,
      `appointment_booked → ${agent}`,
    ])
    expect((await timeline(id)).slice(2)).toEqual([
      ...['appointmentBooked', 'appointmentChanged', 'appointmentCancelled', 'appointmentBooked'],
    ])
    const events = await (await carl.get(`/api/jobs/${id}/events`)).json()
    expect(events.slice(2).map(({ detail }: { detail: unknown }) => detail)).toEqual([
      { when: appointmentWords(tomorrow()) },
      { when: appointmentWords(later), before: appointmentWords(tomorrow()) },
      { when: appointmentWords(later) },
      { when: appointmentWords(tomorrow()) },
    ])
  })

  test('the e-mail names the day, the contractor and the job', async () => {
    const { id } = await aJob(cast, 'in_progress')
    await put(carl, id, tomorrow())
    const { contractorEmail, content } = await lastMessage()
    expect(contractorEmail).toBe(cast.agent.email!)
    expect(content).toMatchObject({
      ...{ appointment: appointmentWords(tomorrow()), contractorName: 'Carl Mason', path: `/jobs/${id}` },
      calendar: { method: 'REQUEST', uid: (await rowOf(id)).appointmentId, sequence: 0 },
    })
  })

  test('an agent without an e-mail address is said to hear of nothing', async () => {
    const { id } = await aJob(cast, 'assigned')
    await db.update(users).set({ email: null }).where(eq(users.id, cast.agent.id))
    const { message } = await (await put(carl, id, tomorrow())).json()
    expect(message).toContain('Olivia Hart has no e-mail address and must be told by phone')
  })

  test('the same Idempotency-Key books once', async () => {
    const { id } = await aJob(cast, 'assigned')
    await forgetNotified()
    const headers = { 'idempotency-key': 'booking-1' }
    const call = { method: 'PUT', body: tomorrow(), headers }
    const first = await carl.send(`/api/jobs/${id}/appointment`, call)
    await put(carl, id, later)
    const again = await carl.send(`/api/jobs/${id}/appointment`, call)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(await again.json()).toEqual(await first.json())
    expect((await rowOf(id)).appointmentStartsAt).toEqual(later.startsAt)
    expect(await notified()).toHaveLength(2)
  })

  test.each([
    ['nothing', {}, ['startsAt', 'endsAt']],
    ['no end', { startsAt: tomorrow().startsAt }, ['endsAt']],
    ['an end before the start', { startsAt: later.startsAt, endsAt: tomorrow().endsAt }, ['endsAt']],
    ['what is past', onDay('2020-01-02'), ['endsAt']],
    ['a field more', { ...tomorrow(), note: 'x' }, ['note']],
    ['numbers', { startsAt: 1, endsAt: 2 }, ['startsAt', 'endsAt']],
  ])('%s is refused, and changes nothing', async (_, body, fields) => {
    const { id } = await aJob(cast, 'assigned')
    const before = await rowOf(id)
    const answer = await put(carl, id, body)
    expect(answer.status).toBe(422)
    expect(Object.keys((await answer.json()).errors)).toEqual(fields)
    expect(await rowOf(id)).toEqual(before)
  })
})

const STATES = ['pending', 'assigned', 'in_progress', 'quote_pending', 'quote_approved', 'completed'] as const

/** By hand: what PUT answers and what DELETE answers where nothing is booked, in the order of STATES. */
const ANSWERS = {
  contractor: '404 200 200 409 409 409',
  'other contractor': '404 404 404 404 404 404',
  agent: '403 403 403 403 403 403',
  admin: '403 403 403 403 403 403',
} as const

test.each(Object.entries(ANSWERS))('%s, in each state', async (who, codes) => {
  const people = { ...cast, 'other contractor': await aContractor() }
  const client = await signedInAs(people[who as keyof typeof ANSWERS])
  for (const [index, status] of STATES.entries()) {
    const { id } = await aJob(cast, status)
    const code = Number(codes.split(' ')[index])
    const cancelled = await client.delete(`/api/jobs/${id}/appointment`)
    expect([status, 'DELETE', cancelled.status]).toEqual([status, 'DELETE', code === 200 ? 409 : code])
    const booked = await put(client, id, tomorrow())
    expect([status, 'PUT', booked.status]).toEqual([status, 'PUT', code])
    expect((await rowOf(id)).appointmentStartsAt).toEqual(code === 200 ? tomorrow().startsAt : null)
    const gone = await client.delete(`/api/jobs/${id}/appointment`)
    expect([status, 'DELETE', gone.status]).toEqual([status, 'DELETE', code])
  }
})

test('a visit is booked and moved to and fro twenty times within an hour, as its followers are mailed each time', async () => {
  const { id } = await aJob(cast, 'assigned')
  for (let booked = 0; booked < 10; booked++) {
    for (const times of [tomorrow(), later]) expect((await put(carl, id, times)).status).toBe(200)
    await carl.delete(`/api/jobs/${id}/appointment`)
  }
  const refused = await put(carl, id, tomorrow())
  const sentence = 'This job’s visit and quote changed 20 times within an hour. Please try again later.'
  expect([refused.status, (await refused.json()).message, (await rowOf(id)).appointmentId]).toEqual([
    409,
    sentence,
    null,
  ])
  await db.update(jobEvents).set({ createdAt: sql`now() - interval '61 minutes'` })
  expect((await put(carl, id, tomorrow())).status).toBe(200)
})

test('a visit to quote work is booked like any other', async () => {
  const { work } = await quoteWork(cast)
  expect((await put(carl, work.id, tomorrow())).status).toBe(200)
})

test('a former contractor does not see when the next one comes', async () => {
  const { id } = await aJob(cast, 'quote_pending')
  const next = await aContractor()
  await db.update(jobs).set({ status: 'assigned', contractorId: next.id }).where(eq(jobs.id, id))
  await put(await signedInAs(next), id, tomorrow())
  const seen = async (client: Client) => (await (await client.get(`/api/jobs/${id}`)).json()).appointment
  expect(await seen(carl)).toBeNull()
  expect(await seen(await signedInAs(next))).toEqual(JSON.parse(JSON.stringify(tomorrow())))
  expect(await seen(await signedInAs(cast.agent))).toEqual(JSON.parse(JSON.stringify(tomorrow())))
})
