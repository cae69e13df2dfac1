import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobEvents, jobs, links } from '#db/schema.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import { renewCalendar } from '#src/appointments/calendar-link.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { dayIn, onDay, tomorrow } from '#tests/support/times.ts'
import { aContractor, aJob, completion } from '#tests/support/world.ts'

const cast = castOfEachTest()
const carl = signedInOfEachTest(cast, 'contractor')
const ada = signedInOfEachTest(cast, 'admin')

const book = (id: string, times: { startsAt: Date; endsAt: Date }) =>
  carl.send(`/api/jobs/${id}/appointment`, { method: 'PUT', body: times })
const rowOf = async (id: string) => (await db.select().from(jobs).where(eq(jobs.id, id)))[0]!
const calendars = async () =>
  (await db.select().from(emailNotifications).orderBy(emailNotifications.id)).flatMap(
    ({ content }) => content.calendar ?? [],
  )
const notes = async (id: string) =>
  (await db.select().from(jobEvents).where(eq(jobEvents.jobId, id)).orderBy(jobEvents.id))
    .map(({ event }) => event)
    .filter((event) => event.startsWith('appointment'))

test('many bookings at once: one is booked, the others move it, and the last stands', async () => {
  const { id } = await aJob(cast, 'assigned')
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => book(id, onDay(dayIn(n + 1)))))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const row = await rowOf(id)
  expect(row.appointmentSequence).toBe(11)
  const sent = await calendars()
  expect(sent.map(({ sequence }) => sequence).sort((a, b) => a - b)).toEqual(answers.map((_, n) => n))
  expect(new Set(sent.map(({ uid }) => uid))).toEqual(new Set([row.appointmentId!]))
  expect(sent.find(({ sequence }) => sequence === 11)!.startsAt).toBe(row.appointmentStartsAt!.toISOString())
  expect(await notes(id)).toEqual(['appointmentBooked', ...Array(11).fill('appointmentChanged')])
})

test('the same booking many times at once is one', async () => {
  const { id } = await aJob(cast, 'assigned')
  await Promise.all(Array.from({ length: 12 }, () => book(id, tomorrow())))
  expect([(await calendars()).length, await notes(id)]).toEqual([1, ['appointmentBooked']])
})

test('cancelled many times at once it is cancelled once', async () => {
  const { id } = await aJob(cast, 'assigned')
  await bookVisit(cast.contractor, id, tomorrow())
  const answers = await Promise.all(Array.from({ length: 12 }, () => carl.delete(`/api/jobs/${id}/appointment`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await notes(id)).toEqual(['appointmentBooked', 'appointmentCancelled'])
})

/** What takes the job away from its contractor while the contractor books. */
const RIVALS: Record<string, (id: string) => Promise<Response>> = {
  'given to another': async (id) =>
    ada.post(`/api/jobs/${id}/assign`, { contractorId: (await aContractor({ firstName: 'Dee' })).id }),
  'taken back': (id) => ada.post(`/api/jobs/${id}/unassign`),
  cancelled: (id) => ada.post(`/api/jobs/${id}/cancel`, { reason: 'Sold.' }),
  completed: (id) => carl.post(`/api/jobs/${id}/complete`, completion()),
}

describe.each(Object.entries(RIVALS))('booked while it is %s', (_, rival) => {
  test('no appointment is left, and whoever was told of one is told that it ended', async () => {
    const seen = new Set<number>()
    for (let round = 0; round < 8; round++) {
      const { id } = await aJob(cast, 'assigned')
      if (round % 2) await bookVisit(cast.contractor, id, onDay(dayIn(9)))
      const [booked, moved] = await Promise.all(
        round < 4 ? [book(id, tomorrow()), rival(id)] : [rival(id), book(id, tomorrow())].reverse(),
      )
      seen.add(booked!.status)
      expect([200, 403, 404, 409]).toContain(booked!.status)
      expect(moved!.status).toBe(200)
      expect(await rowOf(id)).toMatchObject({ appointmentId: null, appointmentStartsAt: null })
      const happened = await notes(id)
      expect(happened.filter((event) => event === 'appointmentBooked').length).toBe(
        happened.filter((event) => event === 'appointmentCancelled' || event === 'appointmentKept').length,
      )
      const sent = await calendars()
      for (const { method, uid, sequence } of sent)
        if (method === 'CANCEL')
          expect(sequence).toBe(sent.filter((one) => one.uid === uid && one.method === 'REQUEST').length)
    }
    expect(seen.size).toBeGreaterThan(0)
  })
})

test('booked while it is deleted for good: it is gone, and no calendar keeps it', async () => {
  for (let round = 0; round < 6; round++) {
    const { id } = await aJob(cast, 'assigned')
    await Promise.all([book(id, tomorrow()), deleteJob(cast.admin, id)])
    expect(await db.$count(jobs, eq(jobs.id, id))).toBe(0)
  }
  const sent = await calendars()
  const open = new Set(sent.filter(({ method }) => method === 'REQUEST').map(({ uid }) => uid))
  for (const { method, uid } of sent) if (method === 'CANCEL') open.delete(uid)
  expect([...open]).toEqual([])
})

test('links made at once leave one', async () => {
  await Promise.all(Array.from({ length: 8 }, () => renewCalendar(cast.contractor)))
  expect(await db.$count(links, eq(links.userId, cast.contractor.id))).toBe(1)
})
