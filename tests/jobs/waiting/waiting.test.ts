import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { EMPTY } from '#tests/jobs/backfill/refilled.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { tomorrow } from '#tests/support/times.ts'
import { aContractor, aJob, type Cast, quoteWork } from '#tests/support/world.ts'

const cast = castOfEachTest()

const textOf = async (page: Promise<Response>) =>
  (await (await page).text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

type Where = [who: keyof Cast, path: (id: string, quote: string) => string]
const EVERYWHERE: Record<'pending' | 'assigned' | 'quote_pending', [words: string, ...Where[]][]> = {
  pending: [
    ['With the administrator since today , to assign a contractor.', ['agent', () => '/'], ['agent', () => '/jobs']],
    ['Waiting for you since today , to assign a contractor.', ['admin', (id) => `/admin/jobs/${id}`]],
    ['Since today: you', ['admin', () => '/admin/jobs']],
  ],
  assigned: [
    ['With Carl Mason since today , to book a visit.', ['agent', (id) => `/jobs/${id}`]],
    ['Since today: Carl Mason', ['admin', () => '/'], ['admin', () => '/admin/jobs']],
    [
      'Waiting for you since today , to book a visit.',
      ['contractor', () => '/'],
      ['contractor', () => '/jobs'],
      ['contractor', () => '/visit'],
      ['contractor', (id) => `/jobs/${id}`],
    ],
  ],
  quote_pending: [
    [
      'Waiting for you since today , to decide on the quote.',
      ['agent', () => '/'],
      ['agent', () => '/quotes'],
      ['agent', () => '/completed-jobs'],
      ['agent', (_, quote) => `/quotes/${quote}`],
    ],
    [
      'With Olivia Hart since today , to decide on the quote.',
      ['contractor', () => '/completed-jobs'],
      ['contractor', (_, quote) => `/quotes/${quote}`],
      ['admin', (_, quote) => `/admin/quotes/${quote}`],
    ],
  ],
}

test.each(Object.entries(EVERYWHERE))('%s: every card, row and page says whose move it is', async (status, places) => {
  const job = await aJob(cast, status as keyof typeof EVERYWHERE)
  for (const kept of [true, false]) {
    // A job of an earlier version, not yet filled in, is told of by the rule.
    if (!kept) await db.update(jobs).set(EMPTY)
    for (const [words, ...wheres] of places)
      for (const [who, path] of wheres) {
        const at = path(job.id, job.quotes[0]?.id ?? '')
        expect([at, await textOf((await signedInAs(cast[who])).get(at))]).toEqual([at, expect.stringContaining(words)])
      }
  }
})

test('JSON and CSV tell it too, also before it is filled in', async () => {
  const { id } = await aJob(cast, 'assigned')
  const agent = await signedInAs(cast.agent)
  const told = { waitingOn: 'contractor', waitingFor: 'book', waitingSince: expect.stringMatching(/^20\d\d-/) }
  const read = async () => (await agent.get(`/api/jobs/${id}`)).json()
  expect(await read()).toMatchObject({ ...told, visitTarget: 'due' })
  await db.update(jobs).set({ visitBy: sql`now() - interval '1 hour'` })
  expect(await read()).toMatchObject({ ...told, visitTarget: 'late' })
  const csv = await (await agent.get('/api/jobs/export.csv')).text()
  expect(csv).toMatch(
    // After the columns that scripts know by their place.
    /,Visits,Created,Updated,Waiting On,Waiting For,Waiting Since,First Visit Due,First Visit,id,Hazard,Due\r\n.*,contractor,book,20.*,late,[\w-]{36},,20.*\r\n/,
  )
  await db.update(jobs).set(EMPTY)
  expect(await read()).toMatchObject({ ...told, visitBy: null, visitTarget: null })
})

test('a job whose quote is carried out names nobody: its work may have passed to another', async () => {
  const { work } = await quoteWork(cast)
  await assignJob(cast.admin, work.id, (await aContractor({ firstName: 'Dee', lastName: 'Whitlock' })).id)
  for (const user of [cast.agent, cast.contractor]) {
    const text = await textOf((await signedInAs(user)).get('/completed-jobs'))
    expect(text).toContain('With the contractor since today , to book a visit.')
  }
})

test('a job whose work has a visit booked ahead waits as booked, until it is called off or done', async () => {
  const { parent, work } = await quoteWork(cast)
  const text = async () => textOf((await signedInAs(cast.agent)).get(`/jobs/${parent.id}`))
  const carl = await signedInAs(cast.contractor)
  await bookVisit(cast.contractor, work.id, tomorrow())
  await db.update(jobs).set({ waitingSince: sql`now() - interval '5 days'` })
  expect(await text()).toContain('With the contractor , to visit as booked.')
  const json = await (await signedInAs(cast.agent)).get(`/api/jobs/${parent.id}`)
  expect(await json.json()).toMatchObject({ waitingFor: 'visit', appointment: null })
  expect((await carl.delete(`/api/jobs/${work.id}/appointment`)).status).toBe(200)
  expect(await text()).toContain('With the contractor since today , to book a visit.')
  await bookVisit(cast.contractor, work.id, tomorrow())
  await markJobComplete(cast.contractor, work.id)
  const [closed] = await db.select().from(jobs).where(eq(jobs.id, parent.id))
  expect(closed).toMatchObject({ status: 'completed', appointmentEndsAt: null })
})
