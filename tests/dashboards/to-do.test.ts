import { afterAll, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { jobs } from '#db/schema.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import { agentFigures } from '#src/dashboards/agent-figures.ts'
import { countLateInvoices } from '#src/invoices/queries.ts'
import { startJob } from '#src/jobs/actions.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { stats } from '#src/jobs/queries.ts'
import { adminToDo } from '#src/jobs/waiting/to-do.ts'
import { reviseQuote } from '#src/quotes/changes.ts'
import { manyJobs } from '#tests/jobs/many.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { dayIn, tomorrow } from '#tests/support/times.ts'
import { aJob, anAgent, finishedQuoteWork } from '#tests/support/world.ts'

const cast = castOfEachTest()

afterAll(dropBuilt)

const textOf = async (page: Promise<Response>) => {
  const html = await (await page).text()
  return html
    .slice(html.indexOf('id="to-do"'))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

const daysOld = (id: string, days: number) =>
  db
    .update(jobs)
    .set({ waitingSince: sql`now() - make_interval(days => ${days})` })
    .where(eq(jobs.id, id))

const overdue = (id: string) => db.update(jobs).set({ visitBy: sql`now() - interval '1 hour'` }).where(eq(jobs.id, id))

test('the administrator’s page begins with what waits, what is late first', async () => {
  const ada = await signedInAs(cast.admin)
  const [first, urgent] = [await aJob(cast), await aJob(cast, 'pending', { job: { urgency: 'high' } })]
  await daysOld(first.id, 4)
  await overdue(urgent.id)
  await overdue((await aJob(cast, 'assigned')).id)
  // Visited, late as it was: nothing can be done about it.
  await overdue((await aJob(cast, 'completed')).id)
  await finishedQuoteWork(cast)
  const text = await textOf(ada.get('/'))
  const recent = 'oldest since (today|yesterday)'
  expect(text).toMatch(
    new RegExp(
      `1 urgent to assign ${recent} 2 jobs late ${recent} 2 to assign oldest for 4 days 2 visits to invoice ${recent} 1 quote to invoice ${recent}`,
    ),
  )
  const html = await (await ada.get('/')).text()
  const pending = 'waitingOn=admin&amp;status=pending'
  for (const href of [
    `${pending}&amp;sort=waiting`,
    `${pending}&amp;urgency=high&amp;sort=waiting`,
    'late=yes&amp;sort=visitBy',
  ])
    expect(html).toContain(`href="/admin/jobs?${href}"`)
  expect(html.indexOf('id="to-do"')).toBeLessThan(html.indexOf('aria-label="Work"'))
})

test('the line follows what leaves the lists below it', async () => {
  const ada = await signedInAs(cast.admin)
  const { visits } = await aJob(cast, 'completed')
  await aJob(cast, 'completed')
  expect(await textOf(ada.get('/'))).toContain('2 visits to invoice')
  const form = { amount: '60', confirmed: 'yes' }
  const sent = ada.htmx(`/admin/visits/${visits[0]!.id}/invoice`, { method: 'POST', form })
  expect(await textOf(sent)).toContain('1 visit to invoice')
})

test('each figure is read from its index', async () => {
  await new IndexBuilder().build()
  await manyJobs(cast, 3000, (n) => ({ status: n % 30 ? 'invoiced' : 'pending' }))
  await db.execute(sql`analyze jobs`)
  const plans = await plansOf('"jobs"', adminToDo)
  expect(plans).toHaveLength(1)
  const read = (index: string) => plans[0]!.split(`using ${index}`).length - 1
  // Urgent ones and the oldest of them, and the oldest of each urgency; late ones and the longest late of them.
  expect(['jobs_to_assign_index', 'jobs_to_visit_index'].map(read)).toEqual([5, 2])
  expect(plans[0]).not.toContain('Seq Scan')
})

test('late invoices are counted to a thousand and one, however many there are', async () => {
  await db.execute(sql`
    insert into invoices (id, invoice_number, type, description, amount, contractor_name, property_address, due_on)
    select gen_random_uuid(), 'INV-' || n, 'contractor_visit', 'Call-out fee', 60, 'Carl Mason', 'Mill Lane', '2026-01-01'
    from generate_series(1, 1100) n`)
  expect(await countLateInvoices()).toBe(1001)
  expect(await textOf((await signedInAs(cast.admin)).get('/'))).toContain('1,000+ late invoices')
})

test('an agent’s figures are read from their open jobs, however many are finished', async () => {
  await new IndexBuilder().build()
  const others = [await anAgent(), await anAgent(), await anAgent()]
  // Of one agent alone an index of all open jobs would do as well.
  const agentOf = (n: number) => ({ estateAgentId: (others[(n / 30) % 4] ?? cast.agent).id })
  await manyJobs(cast, 3000, (n) => (n % 30 ? { status: 'invoiced' } : { status: 'pending', ...agentOf(n) }))
  await db.execute(sql`
    insert into quotes (id, job_id, contractor_id, description, amount, status)
    select gen_random_uuid(), id, ${cast.contractor.id}, 'A vessel.', 100, 'pending' from jobs`)
  await countTables()
  const [plan] = await plansOf('"activeJobs"', () => stats(cast.agent))
  expect(plan!.split('using jobs_agent_status_index').length - 1).toBe(2)
  const plans = await plansOf('"activeJobs"', () => agentFigures(cast.agent))
  expect(plans).toHaveLength(1)
  expect(plans[0]!.split('using jobs_agent_status_index').length - 1).toBe(2)
  expect(plans[0]).not.toMatch(/Seq Scan on (jobs|quotes)/)
})

test('the oldest is the oldest of all urgencies', async () => {
  expect(await adminToDo()).toEqual({
    ...{ toAssign: { count: 0, oldest: null }, urgent: { count: 0, oldest: null } },
    late: { count: 0, oldest: null },
    ...{ hazards: { count: 0, oldest: null }, hazardsLate: { count: 0, oldest: null }, hasJobs: false },
  })
  for (const urgency of ['low', 'medium', 'high'] as const) {
    const { id } = await aJob(cast, 'pending', { job: { urgency } })
    const old = { low: 2, medium: 9, high: 5 }[urgency]
    await daysOld(id, old)
  }
  const { toAssign, urgent, late } = await adminToDo()
  expect([toAssign, urgent, late].map(({ count }) => count)).toEqual([3, 1, 0])
  const days = (at: Date | null) => (Date.now() - Number(at)) / 86_400_000
  expect([days(toAssign.oldest), days(urgent.oldest)]).toEqual([expect.closeTo(9, 1), expect.closeTo(5, 1)])
})

test('the contractor’s begins with what to do, a visit booked for later left out', async () => {
  const carl = await signedInAs(cast.contractor)
  expect(await (await carl.get('/')).text()).not.toContain('class="to-do"')
  const [one, two] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
  await bookVisit(cast.contractor, one.id, tomorrow())
  expect(await textOf(carl.get('/'))).toContain('1 visit to book')
  await startJob(cast.contractor, two.id)
  await overdue(two.id)
  const text = await textOf(carl.get('/'))
  expect(text).toContain('1 job late 1 to finish 2 Active Jobs')
  expect(text).toContain('Waiting for you since today , to finish the work. First visit late since')
  expect(text).toContain('Waiting for you , to visit as booked.')
})

test('each of a contractor’s counts leads to as many jobs, also after a search or a booking in that list', async () => {
  const carl = await signedInAs(cast.contractor)
  const [late, hazard, begun] = [
    await aJob(cast, 'assigned'),
    await aJob(cast, 'assigned'),
    await aJob(cast, 'assigned'),
  ]
  await bookVisit(cast.contractor, (await aJob(cast, 'assigned')).id, tomorrow())
  await overdue(late.id)
  await changeHazard(cast.agent, hazard.id, { level: 'significant' })
  await startJob(cast.contractor, begun.id)
  const html = await (await carl.get('/')).text()
  const counts = [...html.matchAll(/href="(\/jobs\?waiting=(\w+))"[^>]*><strong>(\d+)/g)]
  const listed = (text: string) => [...text.matchAll(/id="job-in-hand-([^"]{36})"/g)].map(([, id]) => id!).sort()
  const lists: Record<string, string[]> = {}
  for (const [, href, name, count] of counts) {
    const list = await (await carl.get(href!)).text()
    lists[name!] = listed(list)
    expect([name, lists[name!]!.length]).toEqual([name, Number(count)])
    expect(list).toContain(`<input type="hidden" name="waiting" value="${name}"/>`)
    expect(list).toContain('href="/jobs"><span>Clear</span></a>')
  }
  const ids = (...some: { id: string }[]) => some.map(({ id }) => id).sort()
  expect(lists).toEqual({ late: ids(late), hazard: ids(hazard), book: ids(late, hazard), finish: ids(begun) })
  expect(listed(await (await carl.htmx('/jobs?waiting=book&search=rose')).text())).toEqual(ids(late, hazard))
  const slot = { day: dayIn(1), slot: 'morning', from: '', to: '', back: '/jobs?waiting=book' }
  const booked = await carl.htmx(`/jobs/${late.id}/book`, { method: 'POST', form: slot })
  expect(listed(await booked.text())).toEqual(ids(hazard))
  expect((await carl.get('/jobs?waiting=tea')).status).toBe(400)
})

test('the agent’s begins with the quotes that wait, the longest first', async () => {
  const olivia = await signedInAs(cast.agent)
  await aJob(cast, 'pending', { job: { propertyName: 'Recent House' } })
  const old = await aJob(cast, 'quote_pending', { job: { propertyName: 'Old House' } })
  const older = await aJob(cast, 'quote_pending', { job: { propertyName: 'Older House' } })
  await daysOld(older.id, 3)
  const places = async () => {
    const html = await (await olivia.get('/')).text()
    return ['Quotes Pending Approval', 'Older House', 'Old House', 'Recent Jobs', 'Recent House']
      .map((words): [number, string] => [html.indexOf(words), words])
      .toSorted(([a], [b]) => a - b)
      .map(([, words]) => words)
  }
  expect(await places()).toEqual(['Quotes Pending Approval', 'Older House', 'Old House', 'Recent Jobs', 'Recent House'])
  // A revised quote waits anew.
  await daysOld(old.id, 2)
  await reviseQuote(cast.contractor, older.quotes[0]!.id, { quoteAmount: 300 })
  expect((await places()).slice(1, 3)).toEqual(['Old House', 'Older House'])
})
