import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { hazards, jobs } from '#db/schema.ts'
import { propertyPath } from '#src/domain/property/property.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { read } from '#tests/checklist/reading.ts'
import { aFamily } from '#tests/quotes/family.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, complete, completion } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')
const olivia = signedInOfEachTest(cast, 'agent')

afterEach(() => {
  setSystemTime()
})

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** An emergency that is to be safe within a minute, or that was to be six hours ago. */
async function emergency(id: string, isLate: boolean): Promise<Date> {
  const awareAt = new Date(Date.now() - (isLate ? DAY + 360 * MINUTE : DAY - MINUTE))
  await changeHazard(cast.agent, id, { level: 'emergency', awareAt, reason: 'The tenant rang before' })
  const [job] = await db.select({ due: jobs.hazardDue }).from(jobs).where(eq(jobs.id, id))
  return job!.due!
}
const wordsOf = async (client: Client, path: string) => (await read(client.get(path))).words

test('the cards and rows of a pending quote say the hazard of its job, until the quote is decided', async () => {
  const job = await aJob(cast, 'quote_pending')
  const PLACES = [
    [olivia, '/'],
    [olivia, '/quotes'],
    [ada, '/admin/quotes'],
  ] as const
  for (const [client, path] of PLACES) expect(await wordsOf(client, path)).not.toContain('Emergency hazard')
  await emergency(job.id, false)
  for (const [client, path] of PLACES) expect(await wordsOf(client, path)).toContain('Emergency hazard, due by')
  await emergency(job.id, true)
  for (const [client, path] of PLACES) expect(await wordsOf(client, path)).toContain('Emergency hazard, late since')
  expect((await read(olivia.get('/quotes'))).html).toMatch(/class="late">Emergency hazard/)
  await (await signedInAs(cast.agent)).submit(`/quotes/${job.quotes[0]!.id}/decline`, { reason: 'Dear' })
  for (const path of ['/quotes', '/admin/quotes'] as const)
    expect(await wordsOf(path === '/quotes' ? olivia : ada, path)).not.toContain('Emergency hazard')
})

test('the pages of a contractor, an agent and a property say the hazard of an open job, and that it is late', async () => {
  const job = await aJob(cast, 'assigned')
  const PLACES = [
    [ada, `/admin/contractors/${cast.contractor.id}`],
    [ada, `/admin/estate-agents/${cast.agent.id}`],
    [ada, propertyPath(job.propertyAddress, 'admin')!],
    [olivia, propertyPath(job.propertyAddress, 'estate_agent')!],
  ] as const
  const seen = async () =>
    Promise.all(
      PLACES.map(async ([client, path]) => {
        const { words, parts } = await read(client.get(path))
        const isLate = parts.some(({ attributes, text }) => attributes.class === 'badge red' && text === 'LATE')
        return [/Emergency hazard, (due by|late since)/.exec(words)?.[1], isLate]
      }),
    )
  expect(await seen()).toEqual(PLACES.map(() => [undefined, false]))
  await emergency(job.id, false)
  expect(await seen()).toEqual(PLACES.map(() => ['due by', false]))
  await emergency(job.id, true)
  expect(await seen()).toEqual(PLACES.map(() => ['late since', true]))
})

test('a polled first screen with quotes side by side is told anew when a hazard is late, and when its day is over', async () => {
  const { root } = await aFamily(cast)
  const due = await emergency(root.id, false)
  const poll = async (tag: string) => {
    const answer = await olivia.htmx('/', { headers: { 'hx-ptag': tag } })
    return { status: answer.status, tag: answer.headers.get('hx-ptag')!, text: await answer.text() }
  }
  const soon = await poll('')
  expect(soon.text).toContain('class="rivals"')
  expect(soon.text).toContain('Emergency hazard, due by')
  expect((await poll(soon.tag)).status).toBe(304)
  setSystemTime(due.getTime() + 1)
  const late = await poll(soon.tag)
  expect([late.status, late.text.includes('Emergency hazard, late since')]).toEqual([200, true])
  expect((await poll(late.tag)).status).toBe(304)
  setSystemTime(due.getTime() + DAY)
  const next = await poll(late.tag)
  expect(next.status).toBe(200)
  expect(next.text).toMatch(/<strong>Waiting for you (since yesterday|for 2 days)<\/strong>, to decide on the quote\./)
})

test('no summary is late of what was made safe when it was looked at, on the job’s page or in Evidence', async () => {
  const { id } = await aJob(cast, 'assigned')
  await changeHazard(cast.agent, id, { level: 'significant' })
  await complete(cast.contractor, id, completion())
  const ago = new Date(Date.now() - 14 * DAY)
  await db.update(hazards).set({ awareAt: ago, investigatedAt: ago, safeAt: ago, workBegunAt: ago })
  for (const [client, path] of [
    [olivia, `/jobs/${id}`],
    [await signedInAs(cast.contractor), `/jobs/${id}`],
    [ada, `/admin/jobs/${id}`],
    [ada, `/jobs/${id}/evidence`],
  ] as const) {
    const words = await wordsOf(client, path)
    expect(words).toContain('Summary sent Not needed')
    expect(words).not.toContain('Late since')
  }
})
