import { describe, expect, test } from 'bun:test'
import { desc, eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents, jobs, jobVisits } from '#db/schema.ts'
import { assignJob, cancelJob } from '#src/jobs/actions.ts'
import { approveQuote } from '#src/quotes/actions.ts'
import { numberAll } from '#tests/events/reading.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { tomorrow } from '#tests/support/times.ts'
import { aContractor, aJob, completion, jobInput, quoteWork } from '#tests/support/world.ts'

// What is done without a line is sent later: it tells when it was done, by a clock that may be wrong.

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')
const carl = signedInOfEachTest(cast, 'contractor')
const ada = signedInOfEachTest(cast, 'admin')

const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

async function olderJob(status: 'assigned' | 'in_progress' = 'assigned') {
  const job = await aJob(cast, status)
  await db.update(jobs).set({ createdAt: ago(60 * 24 * HOUR) })
  return job
}

const visitOf = async (jobId: string) =>
  (await db.select().from(jobVisits).where(eq(jobVisits.jobId, jobId)).orderBy(desc(jobVisits.id)))[0]!.visitDate

type Event = { event: string; recordedAt: string | null; createdAt: string }
const timelineOf = async (id: string) => (await (await ada.get(`/api/jobs/${id}/events`)).json()) as Event[]

describe('what a phone sends later', () => {
  test('has both times in timeline, page, messages and events, by each call', async () => {
    const { id } = await olderJob()
    const { work } = await quoteWork(cast)
    const recordedAt = ago(3 * HOUR)
    const later = { recordedAt }
    const newJob = await (await agent.post('/api/jobs', { ...jobInput(), ...later })).json()
    const raised = newJob as { id: string }
    expect((await carl.post(`/api/jobs/${id}/start`, later)).status).toBe(200)
    const put = { method: 'PUT', body: { ...tomorrow(), ...later } }
    expect((await carl.send(`/api/jobs/${id}/appointment`, put)).status).toBe(200)
    expect((await carl.post(`/api/jobs/${id}/messages`, { text: 'On my way', ...later })).status).toBe(201)
    const returning = { outcome: 'return', workDone: 'The part is ordered', ...later }
    expect((await carl.post(`/api/jobs/${id}/visits`, returning)).status).toBe(200)
    expect((await carl.post(`/api/jobs/${id}/complete`, { ...completion(), ...later })).status).toBe(200)
    expect((await carl.post(`/api/jobs/${work.id}/mark-complete`, later)).status).toBe(200)
    const other = await aJob(cast, 'assigned')
    expect((await carl.post(`/api/jobs/${other.id}/hand-back`, { reason: 'Ill', ...later })).status).toBe(200)

    const rows = await db.select().from(jobEvents).where(sql`${jobEvents.recordedAt} is not null`)
    expect(new Set(rows.map(({ event }) => event))).toEqual(
      new Set([
        ...(['created', 'started', 'appointmentBooked', 'returnNeeded', 'appointmentKept'] as const),
        ...(['completed', 'markedComplete', 'quoteWorkCompleted', 'handedBack'] as const),
      ]),
    )
    for (const row of rows) expect(row.recordedAt).toEqual(recordedAt)
    const timeline = await timelineOf(id)
    expect(timeline.find(({ event }) => event === 'started')!.recordedAt).toBe(recordedAt.toISOString())
    expect(timeline.find(({ event }) => event === 'assigned')!.recordedAt).toBeNull()
    expect(await (await ada.get(`/admin/jobs/${id}/history`)).text()).toContain('received ')
    expect(await (await ada.get(`/admin/jobs/${id}/messages`)).text()).toContain(', received ')
    const [message] = (await (await agent.get(`/api/jobs/${id}/messages`)).json()) as Event[]
    expect(message!.recordedAt).toBe(recordedAt.toISOString())
    await numberAll()
    const { events } = (await (await ada.get('/api/events?limit=1000')).json()) as {
      events: { type: string; data: Record<string, string> | null; jobId: string }[]
    }
    const told = events.filter(({ data }) => data?.recordedAt === recordedAt.toISOString()).map(({ type }) => type)
    for (const type of ['job.started', 'job.completed', 'visit.logged', 'message.written']) expect(told).toContain(type)
    expect(events.find(({ type, jobId }) => type === 'job.created' && jobId === raised.id)!.data).toMatchObject(
      JSON.parse(JSON.stringify({ recordedAt })),
    )
  })

  test('within ten minutes shows one time', async () => {
    const { id } = await olderJob()
    await carl.post(`/api/jobs/${id}/start`, { recordedAt: ago(9 * 60_000) })
    expect(await (await ada.get(`/admin/jobs/${id}/history`)).text()).not.toContain('received ')
  })

  test('dates the visit: without a day, and with the day on which it was made', async () => {
    const recordedAt = ago(50 * HOUR)
    for (const visitDate of [undefined, dayOf(recordedAt)]) {
      const { id } = await olderJob('in_progress')
      await carl.post(`/api/jobs/${id}/complete`, { ...completion(), visitDate, recordedAt })
      expect(await visitOf(id)).toEqual(recordedAt)
    }
  })

  test('another day stands as it is', async () => {
    const { id } = await olderJob('in_progress')
    const visitDate = dayOf(ago(240 * HOUR))
    await carl.post(`/api/jobs/${id}/complete`, { ...completion(), visitDate, recordedAt: ago(HOUR) })
    expect(dayOf(await visitOf(id))).toBe(visitDate)
  })

  test('by a clock that is a year wrong is dated by the server: known to be wrong, or not', async () => {
    for (const wrong of [YEAR, -YEAR]) {
      const { id } = await olderJob('in_progress')
      const recordedAt = new Date(Date.now() + wrong - 5 * HOUR)
      const visitDate = dayOf(recordedAt)
      const body = { ...completion(), visitDate, recordedAt, clockAhead: wrong / 1000 }
      expect((await carl.post(`/api/jobs/${id}/complete`, body)).status).toBe(200)
      expect(Math.abs((await visitOf(id)).getTime() - ago(5 * HOUR).getTime())).toBeLessThan(60_000)
    }
    const { id } = await olderJob('in_progress')
    const recordedAt = new Date(Date.now() + YEAR)
    const body = { ...completion(), visitDate: dayOf(recordedAt), recordedAt }
    expect((await carl.post(`/api/jobs/${id}/complete`, body)).status).toBe(200)
    expect(Math.abs((await visitOf(id)).getTime() - Date.now())).toBeLessThan(60_000)
    expect((await timelineOf(id)).at(-1)!.recordedAt).toBeNull()
  })

  test('a visit in the future stays refused, whatever the phone calls today', async () => {
    const { id } = await olderJob('in_progress')
    const recordedAt = new Date(Date.now() + YEAR)
    for (const visitDate of [dayOf(new Date(recordedAt.getTime() - 48 * HOUR)), recordedAt.toISOString()]) {
      const answer = await carl.post(`/api/jobs/${id}/complete`, { ...completion(), visitDate, recordedAt })
      expect([answer.status, (await answer.json()) as unknown]).toMatchObject([
        422,
        { errors: { visitDate: 'The visit must not be in the future' } },
      ])
    }
  })

  test('by a clock that is slow, of a job raised since, is now', async () => {
    const { id } = await aJob(cast, 'in_progress')
    const body = { ...completion(), recordedAt: ago(72 * HOUR) }
    expect((await carl.post(`/api/jobs/${id}/complete`, body)).status).toBe(200)
    expect(Math.abs((await visitOf(id)).getTime() - Date.now())).toBeLessThan(60_000)
  })

  test.each([
    [{ recordedAt: 'yesterday' }, 'recordedAt'],
    [{ recordedAt: '2026-11-24T09:41:00' }, 'recordedAt'],
    [{ recordedAt: 1 }, 'recordedAt'],
    [{ recordedAt: '2026-11-24T09:41:00Z', clockAhead: 1.5 }, 'clockAhead'],
    [{ recordedAt: '2026-11-24T09:41:00Z', clockAhead: 1e12 }, 'clockAhead'],
  ])('%j is refused', async (sent, field) => {
    const { id } = await aJob(cast, 'assigned')
    const answer = await carl.post(`/api/jobs/${id}/start`, sent)
    expect([answer.status, Object.keys(((await answer.json()) as { errors: object }).errors)]).toEqual([422, [field]])
  })
})

describe('who comes too late learns what was done meanwhile', () => {
  const refused = async (id: string) => {
    const answer = await carl.post(`/api/jobs/${id}/complete`, completion())
    return [answer.status, (await answer.json()) as unknown]
  }

  test('by whom a job was cancelled, and why', async () => {
    const { id } = await aJob(cast, 'assigned')
    await cancelJob(cast.agent, id, 'The tenant has mended it.')
    const meanwhile = {
      event: 'cancelled',
      label: 'Job Cancelled',
      by: 'Olivia Hart',
      reason: 'The tenant has mended it.',
    }
    expect(await refused(id)).toMatchObject([409, { code: 'job_moved_on', meanwhile }])
  })

  test('that a quote was approved', async () => {
    const { id, quotes } = await aJob(cast, 'quote_pending')
    await approveQuote(cast.agent, quotes[0]!.id)
    const meanwhile = { event: 'quoteApproved', by: 'Olivia Hart' }
    expect(await refused(id)).toMatchObject([409, { code: 'job_moved_on', meanwhile }])
  })

  test('when the job went to somebody else, and not by whom', async () => {
    const { id } = await aJob(cast, 'assigned')
    await assignJob(cast.admin, id, (await aContractor()).id)
    await assignJob(cast.admin, id, (await aContractor()).id)
    const [, first] = await db
      .select()
      .from(jobEvents)
      .where(eq(jobEvents.event, 'reassigned'))
      .orderBy(desc(jobEvents.id))
    const meanwhile = { event: 'reassigned', label: 'Contractor Changed', by: null, reason: null }
    expect(await refused(id)).toMatchObject([
      409,
      { code: 'job_moved_on', meanwhile: { ...meanwhile, at: first!.createdAt.toISOString() } },
    ])
  })
})
