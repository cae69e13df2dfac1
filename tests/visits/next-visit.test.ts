import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { timesOf } from '#src/domain/appointment/slots.ts'
import { answerOf } from '#tests/api/shape.ts'
import { field, lacks, read, toastOf } from '#tests/checklist/reading.ts'
import { forgetNotified, notified, timeline } from '#tests/jobs/notified.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { everything } from '#tests/support/database/everything.ts'
import { dayIn } from '#tests/support/times.ts'
import { aJob, statusOf } from '#tests/support/world.ts'

// A visit that did not finish the job says when the next one is, which books it.

const cast = castOfEachTest()
const carl = signedInOfEachTest(cast, 'contractor')

const TYPED = { happened: 'return', workDone: 'The valve is ordered.', day: dayIn(2), slot: 'morning' }
const NEXT = timesOf({ ...TYPED, from: '', to: '' })!
const IN_JSON = { startsAt: NEXT.startsAt.toISOString(), endsAt: NEXT.endsAt.toISOString() }

const bookedOf = async (id: string) => {
  const [job] = await db.select().from(jobs).where(eq(jobs.id, id))
  return [job!.appointmentStartsAt, job!.appointmentEndsAt]
}

describe.each([
  ['return', 'in_progress', 'job_return_needed'],
  ['no_access', 'assigned', 'job_no_access'],
] as const)('%s with the next visit', (outcome, status, mail) => {
  test('books it by the form, and the agent has one e-mail of each', async () => {
    const { id } = await aJob(cast, 'assigned')
    await carl.submit(`/jobs/${id}/book`, { day: dayIn(1), slot: 'evening' })
    await forgetNotified()
    const toast = await toastOf(carl.submit(`/jobs/${id}/complete`, { ...TYPED, happened: outcome }))
    expect(toast).toContain('The next visit is booked.')
    expect(await bookedOf(id)).toEqual([NEXT.startsAt, NEXT.endsAt])
    expect(await statusOf(id)).toBe(status)
    // The visit that was booked before has been: the next is another, not the same moved.
    expect(await notified()).toEqual([`${mail} → ${cast.agent.email}`, `appointment_booked → ${cast.agent.email}`])
    expect((await timeline(id)).at(-1)).toBe('appointmentBooked')
  })

  test('books it by the API, which answers it', async () => {
    const { id } = await aJob(cast, 'in_progress')
    const sent = { outcome, workDone: TYPED.workDone, ...IN_JSON }
    const { status: code, body } = await answerOf(carl.post(`/api/jobs/${id}/visits`, sent))
    expect([code, body.status, body.appointment]).toEqual([200, status, IN_JSON])
    expect(body.visits).toMatchObject([{ outcome }])
  })

  test('that cannot be records nothing, and says so where it was typed', async () => {
    const { id } = await aJob(cast, 'in_progress')
    const before = await everything()
    const times = { startsAt: '2020-01-01T08:00:00Z', endsAt: '2020-01-01T12:00:00Z' }
    for (const [wrong, errors] of [
      [times, { endsAt: 'This time is past. Please choose a later one' }],
      [{ startsAt: IN_JSON.startsAt }, { endsAt: expect.stringContaining('must be a date and time') }],
    ] as const) {
      const answer = await answerOf(carl.post(`/api/jobs/${id}/visits`, { outcome, workDone: 'x', ...wrong }))
      expect(answer).toMatchObject({ status: 422, body: { errors } })
    }
    for (const [wrong, words] of [
      [{ day: '2020-01-01' }, 'This time is past. Please choose a later one'],
      [{ day: '' }, 'Please choose a day'],
      [{ slot: '' }, 'Please choose a time'],
      [{ slot: 'times', from: '10:00' }, 'Please say until when'],
    ] as const) {
      const answer = await carl.submit(`/jobs/${id}/complete`, { ...TYPED, happened: outcome, ...wrong })
      expect(answer.status).toBe(422)
      const text = await answer.text()
      for (const kept of [words, TYPED.workDone]) expect(text).toContain(kept)
    }
    expect(await everything()).toEqual(before)
  })

  test('may be left out: nothing is booked', async () => {
    const { id } = await aJob(cast, 'in_progress')
    await forgetNotified()
    const toast = await toastOf(carl.submit(`/jobs/${id}/complete`, { ...TYPED, happened: outcome, day: '', slot: '' }))
    expect(toast).toContain('The job stays in your list.')
    expect(await bookedOf(id)).toEqual([null, null])
    expect(await notified()).toEqual([`${mail} → ${cast.agent.email}`])
  })
})

test('the form asks when, in the same step', async () => {
  const { id } = await aJob(cast, 'in_progress')
  const asked = [field('Next visit (Optional)', { type: 'date' }), field('Time', { is: 'select' })]
  expect(lacks(await read(carl.get(`/visit/${id}`)), ...asked)).toEqual([])
})

test('sent twice it is booked once, and work that is done books nothing', async () => {
  const { id } = await aJob(cast, 'in_progress')
  await forgetNotified()
  const body = { outcome: 'return', workDone: TYPED.workDone, ...IN_JSON }
  const call = { method: 'POST', body, headers: { 'idempotency-key': 'one' } }
  await Promise.all([1, 2].map(() => carl.send(`/api/jobs/${id}/visits`, call)))
  await carl.send(`/api/jobs/${id}/visits`, call)
  expect((await notified()).length).toBe(2)
  await carl.submit(`/jobs/${id}/complete`, { ...TYPED, happened: 'done', day: dayIn(5) })
  expect([await statusOf(id), await bookedOf(id)]).toEqual(['completed', [null, null]])
})
