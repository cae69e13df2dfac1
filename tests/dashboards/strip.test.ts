import { describe, expect, test } from 'bun:test'
import { eq, ne, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, users } from '#db/schema.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { tomorrow } from '#tests/support/times.ts'
import { aJob, anAgent } from '#tests/support/world.ts'

const cast = castOfEachTest()

const overdue = (id: string) => db.update(jobs).set({ visitBy: sql`now() - interval '1 hour'` }).where(eq(jobs.id, id))
const stripIn = (page: string) =>
  [...page.matchAll(/<section id="to-do".*?<\/section>/gs)].map(([section]) => section).join('')
const wordsOf = (section: string) =>
  section
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const times = (html: string, words: RegExp) => html.match(words)?.length ?? 0
const NOTHING = /Nothing |No active jobs/g

test('the administrator’s first day says once that there are no jobs, and which accounts to make first', async () => {
  const ada = await signedInAs(cast.admin)
  const page = async () => (await ada.get('/')).text()
  await db.update(users).set({ role: null }).where(ne(users.role, 'admin'))
  const first = await page()
  expect(first).toMatch(/id="to-do".*No jobs yet.*estate agent raises jobs[^<]*contractor/)
  expect(first).toContain('href="/admin/accounts"><span>Create Estate Agent Account')
  expect(first).toContain('href="/admin/accounts?tab=contractor"><span>Create Contractor Account')
  expect(times(first, NOTHING)).toBe(1)
  await db.update(users).set({ role: 'estate_agent' }).where(eq(users.id, cast.agent.id))
  const second = await page()
  expect(second).not.toContain('>Create Estate Agent Account')
  expect(second).toContain('>Create Contractor Account')
  await db.update(users).set({ role: 'contractor' }).where(eq(users.id, cast.contractor.id))
  expect(await page()).toContain('Jobs appear here when an estate agent raises one')
})

test('the administrator’s quiet day says once that nothing waits', async () => {
  const ada = await signedInAs(cast.admin)
  const job = await aJob(cast, 'assigned')
  await bookVisit(cast.contractor, job.id, tomorrow())
  const page = await (await ada.get('/')).text()
  expect(page).toContain('Nothing waits for you.')
  expect(page).not.toContain('Create Contractor Account')
  expect(times(page, NOTHING)).toBe(1)
})

describe('the agent’s strip', () => {
  test('has what is late first, then what waits for the agent and what is unread, before Create New Job', async () => {
    const late = await aJob(cast, 'assigned')
    await overdue(late.id)
    await aJob(cast, 'quote_pending')
    await writeMessage(cast.contractor, late.id, { text: 'When may I come?' })
    const hazardous = await aJob(cast, 'assigned')
    await changeHazard(cast.agent, hazardous.id, { level: 'significant', kinds: ['damp'], reason: '' })
    const page = await (await (await signedInAs(cast.agent)).get('/')).text()
    expect(wordsOf(stripIn(page))).toBe('1 job late 1 hazard 1 quote to decide 1 unread conversation')
    for (const href of ['/jobs?late=yes', '/quotes?status=pending', '/messages?show=unread'])
      expect(page).toContain(`href="${href}"`)
    expect(page.indexOf('id="to-do"')).toBeLessThan(page.indexOf('class="card create-card"'))
    const list = await (await (await signedInAs(cast.agent)).get('/jobs?late=yes')).text()
    expect([list.includes(late.jobRef), list.includes(hazardous.jobRef)]).toEqual([true, false])
  })

  test('comes anew with the poll, also when a job becomes late that no card shows', async () => {
    const job = await aJob(cast, 'assigned')
    const client = await signedInAs(cast.agent)
    const page = await (await client.get('/')).text()
    expect(wordsOf(stripIn(page))).toBe('Nothing waits for you.')
    await writeMessage(cast.contractor, job.id, { text: 'When may I come?' })
    const tag = /hx-ptag="([^"]+)"/.exec(page)![1]!
    const poll = await (await client.htmx('/', { headers: { 'hx-ptag': tag } })).text()
    expect(wordsOf(stripIn(poll))).toBe('1 unread conversation')

    for (let i = 0; i < 5; i++) await aJob(cast, 'assigned')
    await db.update(jobs).set({ visitBy: sql`now() + interval '1 second'` }).where(eq(jobs.id, job.id))
    const before = await (await client.get('/')).text()
    expect(wordsOf(stripIn(before))).toBe('1 unread conversation')
    await Bun.sleep(1100)
    const known = { 'hx-ptag': /hx-ptag="([^"]+)"/.exec(before)![1]! }
    const after = await (await client.htmx('/', { headers: known })).text()
    expect(wordsOf(stripIn(after))).toBe('1 job late 1 unread conversation')
  })

  test('says nothing on the first day', async () => {
    expect(stripIn(await (await (await signedInAs(await anAgent())).get('/')).text())).toBe('')
  })
})

test('the contractor’s strip has hazards and what is unread, also when no job is in hand', async () => {
  const carl = await signedInAs(cast.contractor)
  const job = await aJob(cast, 'assigned')
  await changeHazard(cast.agent, job.id, { level: 'significant', kinds: ['damp'], reason: '' })
  await writeMessage(cast.agent, job.id, { text: 'Please ring first.' })
  expect(wordsOf(stripIn(await (await carl.get('/')).text()))).toBe('1 hazard 1 visit to book 1 unread conversation')
})

test('the contractor’s quiet day tells of booked visits, which wait for nobody else', async () => {
  const job = await aJob(cast, 'assigned')
  await bookVisit(cast.contractor, job.id, tomorrow())
  const page = await (await (await signedInAs(cast.contractor)).get('/')).text()
  expect(wordsOf(stripIn(page))).toBe('Nothing waits for you but 1 booked visit.')
})

test('the contractor’s strip has what is unread also when no job is in hand', async () => {
  const done = await aJob(cast, 'completed')
  await writeMessage(cast.agent, done.id, { text: 'Thank you.' })
  const page = await (await (await signedInAs(cast.contractor)).get('/')).text()
  expect(wordsOf(stripIn(page))).toBe('1 unread conversation')
})
