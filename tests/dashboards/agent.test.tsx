import { expect, test } from 'bun:test'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, anAgent, complete, completion, quoteWork } from '#tests/support/world.ts'

const named = (propertyName: string) => ({ job: { propertyName } })
const figures = (text: string) =>
  [...text.matchAll(/class="stat-value">(\d+)<\/span><span class="stat-label">(\w+)/g)].map(([, value, label]) => [
    label,
    value,
  ])

test('an empty dashboard says how it fills', async () => {
  const client = await signedInAs(await anAgent({ firstName: null }))
  const text = await (await client.get('/')).text()
  for (const words of [
    'Hello, Agent',
    'Jobs waiting for contractor response',
    'Create New Job',
    'View Completed',
    'No recent jobs',
    'Jobs appear here until contractors submit their first response',
  ]) {
    expect(text).toContain(words)
  }
  expect(text).not.toContain('Quotes Pending Approval')
  expect(figures(text)).toEqual([
    ['Active', '0'],
    ['Quotes', '0'],
  ])
})

test('recent jobs are the five newest without a response', async () => {
  const cast = await aCast()
  for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth'])
    await aJob(cast, 'pending', named(`${name} House`))
  await aJob(cast, 'in_progress', { job: { propertyName: 'Sixth House', urgency: 'high' } })
  await aJob(cast, 'completed', named('Answered House'))
  const text = await (await (await signedInAs(cast.agent)).get('/')).text()
  const names = [...text.matchAll(/data-dialog="">(\w+ House)/g)].map((match) => match[1])
  expect(names).toEqual(['Sixth House', 'Fifth House', 'Fourth House', 'Third House', 'Second House'])
  for (const words of ['URGENT', 'VISIT', 'Job: JOB-000006', 'Delete the job for Sixth House'])
    expect(text).toContain(words)
  expect(figures(text)).toEqual([
    ['Active', '6'],
    ['Quotes', '0'],
  ])
})

test('pending quotes stand on the dashboard with all that a decision needs', async () => {
  const cast = await aCast()
  await aJob(cast, 'quote_pending', { completion: { quoteAmount: 1_234_567.89 } })
  const text = await (await (await signedInAs(cast.agent)).get('/')).text()
  for (const words of [
    'Quotes Pending Approval',
    '£1,234,567.89',
    'Topped up the pressure and bled the radiators.',
    'Replace the expansion vessel.',
    'Carl Mason',
    'View',
    'Approve',
    'Decline',
    'Are you sure you want to approve this quote for £1,234,567.89? The contractor will be notified and can begin work.',
  ]) {
    expect(text).toContain(words)
  }
  expect(figures(text)).toEqual([
    ['Active', '1'],
    ['Quotes', '1'],
  ])
})

test('quote work waits among the recent jobs until it is done', async () => {
  const cast = await aCast()
  await quoteWork(cast)
  const text = await (await (await signedInAs(cast.agent)).get('/')).text()
  expect(text).toContain('QUOTE WORK')
})

test('an unchanged dashboard answers 304, a changed one what it shows now', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'in_progress')
  const client = await signedInAs(cast.agent)
  const tag = /hx-ptag="([^"]+)"/.exec(await (await client.get('/')).text())![1]!
  const poll = () => client.htmx('/', { headers: { 'hx-ptag': tag } })
  const unchanged = await poll()
  expect(unchanged.status).toBe(304)
  expect(await unchanged.text()).toBe('')

  await complete(cast.contractor, job.id, completion())
  const changed = await poll()
  const text = await changed.text()
  expect(changed.status).toBe(200)
  expect(changed.headers.get('hx-ptag')).not.toBe(tag)
  expect(text).toStartWith('<div id="dashboard"')
  expect(text).toContain('No recent jobs')
  expect((await client.htmx('/', { headers: { 'hx-ptag': changed.headers.get('hx-ptag')! } })).status).toBe(304)
})

test("another agent's tag is not ours", async () => {
  const [one, other] = await Promise.all([anAgent(), anAgent()])
  const tagOf = async (agent: typeof one) => (await (await signedInAs(agent)).htmx('/')).headers.get('hx-ptag')
  expect(await tagOf(one)).not.toBe(await tagOf(other))
})
