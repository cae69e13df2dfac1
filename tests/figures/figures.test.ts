import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, jobs, jobVisits, quotes } from '#db/schema.ts'
import { londonTime } from '#src/domain/dates.ts'
import { html } from '#tests/support/answers.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, anAgent, finishedQuoteWork } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')
const olivia = signedInOfEachTest(cast, 'agent')

const at = (day: string, time = '12:00') => londonTime(day, time)

/** What happened to a job on which days; each stays what it is. */
async function moved(id: string, days: Partial<typeof jobs.$inferInsert>) {
  await db.update(jobs).set(days).where(eq(jobs.id, id))
}

const march = '/api/figures?from=2026-03-01&to=2026-03-31'
const read = async (path = march, client = ada) => (await client.get(path)).json()
const listed = async (counted: string, client = ada, more = '') =>
  Number(
    (await client.get(`/api/jobs?limit=1&counted=${counted},2026-03-01,2026-03-31${more}`)).headers.get(
      'x-total-count',
    ),
  )

async function theMarch() {
  const [inTime, late, open, next] = [
    await aJob(cast, 'completed'),
    await aJob(cast, 'completed', { job: { urgency: 'high' } }),
    await aJob(cast, 'pending'),
    await aJob(cast, 'pending'),
  ]
  const raised = { createdAt: at('2026-03-02'), firstAssignedAt: at('2026-03-03'), visitBy: at('2026-03-10') }
  await moved(inTime.id, { ...raised, firstVisitAt: at('2026-03-04'), closedAt: at('2026-03-06') })
  await moved(late.id, { ...raised, firstVisitAt: at('2026-03-20'), closedAt: at('2026-04-02') })
  await moved(open.id, { createdAt: at('2026-03-31', '23:30') })
  // 23:30 UTC on 31 March is April in London.
  await moved(next.id, { createdAt: new Date('2026-03-31T23:30:00Z') })
  return { inTime, late, open, next }
}

describe('the figures of a month', () => {
  test('count what was raised, finished and open in London’s days, and each counts the rows of its list', async () => {
    await theMarch()
    const { jobs: counted, targets, times, headline } = await read()
    expect(counted.raised).toEqual({ total: 3, low: 0, medium: 2, high: 1 })
    expect(counted.finished.total).toBe(1)
    expect(counted.open).toEqual({ total: 2, low: 0, medium: 1, high: 1 })
    expect(targets).toEqual({ met: 1, late: 1 })
    expect(times.assigned).toEqual({ count: 2, median: 24, nineOfTen: 24 })
    expect(times.visited.median).toBe((48 + 18 * 24) / 2)
    expect(times.finished).toEqual({ count: 1, median: 96, nineOfTen: 96 })
    expect(headline).toBe('1 of 2 first visits in time. 3 jobs raised, 1 finished, 2 open at the end.')
    for (const [name, many] of [
      ['raised', 3],
      ['finished', 1],
      ['open', 2],
      ['inTime', 1],
      ['late', 1],
      ['visited', 2],
      ['assigned', 2],
    ] as const)
      expect([name, await listed(name), await listed(name, olivia)]).toEqual([name, many, many])
    expect(await listed('raised', ada, '&urgency=high')).toBe(1)
  })

  test('count visits, quotes and money of what is filtered, by the tax point', async () => {
    const work = await finishedQuoteWork(cast)
    await db.update(jobVisits).set({ visitDate: at('2026-03-05') })
    await db.update(quotes).set({ createdAt: at('2026-03-05') })
    const client = ada
    const visits: { id: string }[] = await (await client.get('/api/contractor-visits-invoicing')).json()
    const sold: { id: string }[] = await (await client.get('/api/quote-work-invoicing')).json()
    expect(visits.length + sold.length).toBeGreaterThan(1)
    await client.post('/api/invoices', {
      items: [...visits.map(({ id }) => ({ visitId: id })), ...sold.map(({ id }) => ({ quoteId: id }))],
    })
    await db.update(invoices).set({ taxPoint: '2026-03-31', invoiceDate: at('2026-04-02') })
    const { visits: made, quotes: asked, money } = await read()
    expect(made.made).toBeGreaterThan(0)
    expect(asked).toMatchObject({ asked: 1, approved: 1, pending: 0, declined: 0, withdrawn: 0 })
    const total = await db.select({ amount: invoices.amount }).from(invoices)
    const pence = total.reduce((sum, { amount }) => sum + amount, 0)
    expect(Math.round((Number(money.fees) + Number(money.quoteWork)) * 100)).toBe(pence)
    expect(money.invoices).toBe(
      Number(
        (await client.get('/api/invoices?limit=1&taxFrom=2026-03-01&taxTo=2026-03-31')).headers.get('x-total-count'),
      ),
    )
    const other = await read(`${march}&agency=Nobody`)
    expect([other.money.invoices, other.quotes.asked, other.visits.made]).toEqual([0, 0, 0])
    expect(await read(`${march}&agency=Nobody&agency=${cast.agent.company}`)).toMatchObject({
      ...{ money, quotes: asked, visits: { made: made.made } },
    })
    expect(work).toBeDefined()
  })

  test('are of one’s own jobs only, and an administrator’s have those that an agent removed', async () => {
    const { inTime } = await theMarch()
    const stranger = await signedInAs(await anAgent({ company: 'Elsewhere' }))
    expect((await read(march, stranger)).jobs.raised.total).toBe(0)
    await olivia.delete(`/api/jobs/${inTime.id}`)
    expect((await read(march, olivia)).jobs.raised.total).toBe(2)
    expect((await read()).jobs.raised.total).toBe(3)
  })

  test('stand on a page with a table whose numbers lead to their lists, and in a file', async () => {
    await theMarch()
    const page = await html(ada.get('/admin/figures?month=2026-03'))
    expect(page).toContain('1 of 2 first visits in time.')
    const href = '/admin/jobs?counted=finished%2C2026-03-01%2C2026-03-31'
    expect(page).toContain(`href="${href}"`)
    expect(await html(ada.get(href))).toContain('Finished: March 2026')
    const own = await html(olivia.get('/figures?month=2026-03'))
    expect(own).toContain('href="/jobs?counted=raised%2C2026-03-01%2C2026-03-31"')
    const csv = await (await ada.get('/api/figures/export.csv?from=2026-03-01&to=2026-03-31')).text()
    expect(csv).toContain('Jobs,Finished,1,0,0')
  })

  test('are refused for days that are none, in words', async () => {
    for (const wrong of [
      'from=2026-02-30',
      'from=2026-03-02&to=2026-03-01',
      'from=1900-01-01&to=2026-01-01',
      'counted=x',
    ])
      expect([wrong, (await ada.get(`/api/figures?${wrong}`)).status]).toEqual([wrong, 400])
  })
})

test('who closes and reopens a job changes since when it is closed', async () => {
  const job = await aJob(cast, 'completed')
  const closed = async () => (await db.select().from(jobs).where(eq(jobs.id, job.id)))[0]!
  expect((await closed()).closedAt).toBeInstanceOf(Date)
  expect((await closed()).firstAssignedAt).toBeInstanceOf(Date)
  await ada.post(`/api/jobs/${job.id}/reopen`, { reason: 'It leaks again.' })
  expect((await closed()).closedAt).toBeNull()
})
