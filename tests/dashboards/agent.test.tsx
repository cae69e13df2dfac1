import { describe, expect, test } from 'bun:test'
import { startJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
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

describe('a changed dashboard sends what changed', () => {
  const cardsIn = (text: string) =>
    [...text.matchAll(/<li id="(?:job|quote)-([^"]+)"( data-same="")?/g)].map(([, id, same]) => ({
      id,
      same: Boolean(same),
    }))

  async function threeJobs() {
    const cast = await aCast()
    const jobs = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned'), await aJob(cast, 'quote_pending')]
    const client = await signedInAs(cast.agent)
    const poll = async (tag: string, headers: Record<string, string> = { 'hx-ptags': 'yes' }) => {
      const answer = await client.htmx('/', { headers: { 'hx-ptag': tag, ...headers } })
      return { tag: answer.headers.get('hx-ptag')!, text: await answer.text(), status: answer.status }
    }
    const tag = /hx-ptag="([^"]+)"/.exec(await (await client.get('/')).text())![1]!
    return { cast, jobs, client, poll, tag }
  }

  test('a card that the page has comes as its place, in its order', async () => {
    const { cast, jobs, poll, tag } = await threeJobs()
    const fresh = await aJob(cast, 'pending', { job: { propertyName: 'Fresh House' } })
    const changed = await poll(tag)
    const [pending] = cardsIn(changed.text)
    expect(pending?.same).toBe(true)
    expect(cardsIn(changed.text).slice(1)).toEqual([
      { id: fresh.id, same: false },
      { id: jobs[1]!.id, same: true },
      { id: jobs[0]!.id, same: true },
    ])
    expect(changed.text).toContain('Fresh House')
    // What it was told of counts from then on, and the region says the same as the header.
    expect(changed.text).toContain(`hx-ptag="${changed.tag}"`)
    expect(await poll(changed.tag)).toEqual({ status: 304, tag: changed.tag, text: '' })

    await deleteJob(cast.admin, fresh.id)
    const without = await poll(changed.tag)
    expect(
      cardsIn(without.text)
        .slice(1)
        .map(({ id, same }) => [id, same]),
    ).toEqual([
      [jobs[1]!.id, true],
      [jobs[0]!.id, true],
    ])
  })

  test('a card that says something else comes whole', async () => {
    const { cast, jobs, poll, tag } = await threeJobs()
    await startJob(cast.contractor, jobs[0]!.id)
    const { text } = await poll(tag)
    expect(text).toContain('<div id="dashboard-head" data-same=""></div>')
    const changed = cardsIn(text)
    expect(changed.find(({ id }) => id === jobs[0]!.id)).toEqual({ id: jobs[0]!.id, same: false })
    expect(changed.filter(({ same }) => same)).toHaveLength(2)
  })

  test('a page of an earlier version, and one whose tag says nothing, get all', async () => {
    const { cast, poll, tag } = await threeJobs()
    await aJob(cast)
    for (const answer of [await poll(tag, {}), await poll(''), await poll('x'), await poll(`${tag.slice(0, 8)}.0.a.b`)])
      expect(cardsIn(answer.text).map(({ same }) => same)).toEqual([false, false, false, false])
  })
})

test("another agent's tag is not ours", async () => {
  const [one, other] = await Promise.all([anAgent(), anAgent()])
  const tagOf = async (agent: typeof one) => (await (await signedInAs(agent)).htmx('/')).headers.get('hx-ptag')
  expect(await tagOf(one)).not.toBe(await tagOf(other))
})
