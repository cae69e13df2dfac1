import { expect, test } from 'bun:test'
import { assignJob } from '#src/jobs/actions.ts'
import { approveQuote } from '#src/quotes/actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import {
  aCast,
  aContractor,
  aJob,
  anAgent,
  completion,
  finishedQuoteWork,
  quoteWork,
  statusOf,
} from '#tests/support/world.ts'

const named = (propertyName: string) => ({ job: { propertyName } })
const cards = (text: string) => text.match(/id="job-[0-9a-f-]{36}"/g)?.length ?? 0

test('My Jobs shows every job of the agent, and no other', async () => {
  const cast = await aCast()
  await aJob(cast, 'pending', named('Oak House'))
  await aJob(cast, 'completed', named('Elm Court'))
  await aJob({ ...cast, agent: await anAgent() }, 'pending', named('Foreign Towers'))
  const text = await (await (await signedInAs(cast.agent)).get('/jobs')).text()
  for (const words of [
    'My Jobs',
    'New Job',
    'Search jobs...',
    'Oak House',
    'Elm Court',
    'Pending',
    'Completed',
    'Job: ',
    'Created: ',
  ]) {
    expect(text).toContain(words)
  }
  expect(text).not.toContain('Foreign Towers')
  expect(cards(text)).toBe(2)
})

test.each([
  ['oak', 1],
  ['OAK HOUSE', 1],
  ['mill lane', 3],
  ['job-000002', 1],
  ['100%', 0],
  ['_', 0],
  ['\0', 3],
])('a search of My Jobs for %p finds %i', async (search, found) => {
  const cast = await aCast()
  for (const name of ['Oak House', 'Elm Court', 'Ash Grove']) await aJob(cast, 'pending', named(name))
  const client = await signedInAs(cast.agent)
  const path = `/jobs?search=${encodeURIComponent(search)}`
  const [whole, region] = await Promise.all([client.get(path), client.htmx(path)])
  const [page, fragment] = [await whole.text(), await region.text()]
  expect(cards(page)).toBe(found)
  expect(cards(fragment)).toBe(found)
  expect(fragment).toStartWith('<div id="jobs">')
  if (found === 0) expect(fragment).toContain('No jobs match your search')
})

test('without jobs My Jobs says what to do', async () => {
  const text = await (await (await signedInAs(await anAgent())).get('/jobs')).text()
  expect(text).toContain('No jobs yet')
  expect(text).toContain('Create Your First Job')
})

test('My Jobs goes on after fifty', async () => {
  const cast = await aCast()
  for (let number = 1; number <= 52; number++) await aJob(cast, 'pending', named(`House ${number}`))
  const client = await signedInAs(cast.agent)
  const first = await (await client.get('/jobs?search=house')).text()
  expect(cards(first)).toBe(50)
  const next = /hx-get="(\/jobs\?[^"]*cursor[^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&')
  expect(next).toContain('search=house')
  const more = await (await client.htmx(next)).text()
  expect(more).toStartWith('<li')
  expect(cards(more)).toBe(2)
  expect(more).not.toContain('Load more')
  const seen = new Set([...`${first}${more}`.matchAll(/id="job-([0-9a-f-]{36})"/g)].map((match) => match[1]))
  expect(seen.size).toBe(52)
  expect(cards(await (await client.get(next)).text())).toBe(2)
})

test('Completed Jobs counts visits and quotes, and offers Delete All with their number', async () => {
  const cast = await aCast()
  await aJob(cast, 'assigned', named('Not Yet'))
  await aJob(cast, 'completed', named('Elm Court'))
  await aJob(cast, 'quote_pending', { job: { propertyName: 'Oak House', urgency: 'high' } })
  const text = await (await (await signedInAs(cast.agent)).get('/completed-jobs')).text()
  for (const words of [
    'Completed Jobs',
    'Jobs where contractor has submitted their response',
    'Contractor responded',
    'VISIT',
    'URGENT',
    'Delete All 1',
    '1 job stays: 1 waits for your decision on a quote.',
    'View Quote',
    '£480.00',
  ]) {
    expect(text).toContain(words)
  }
  expect(text.match(/<\/svg> Contractor responded/g)).toHaveLength(2)
  expect(text).toContain('1 visit logged, 0 quotes submitted')
  expect(text).toContain('1 visit logged, 1 quote submitted')
  expect(text).not.toContain('Not Yet')
})

test('quote work that is done is completed, with its quote', async () => {
  const cast = await aCast()
  await finishedQuoteWork(cast)
  const text = await (await (await signedInAs(cast.agent)).get('/completed-jobs')).text()
  expect(cards(text)).toBe(2)
  expect(text).toContain('QUOTE WORK')
  expect(text).toContain('0 visits logged, 1 quote submitted')
})

test('without completed jobs there is nothing to delete', async () => {
  const { agent } = await aCast()
  const text = await (await (await signedInAs(agent)).get('/completed-jobs')).text()
  expect(text).toContain('No completed jobs yet')
  expect(text).toContain('Jobs will appear here after contractors submit their first response')
  expect(text).not.toContain('Delete All')
})

test('Delete All asks, then empties the list and spares the rest', async () => {
  const cast = await aCast()
  const waiting = await aJob(cast, 'assigned')
  const done = await aJob(cast, 'completed')
  const undecided = await aJob(cast, 'quote_pending', named('Oak House'))
  const underWay = await quoteWork(cast)
  const client = await signedInAs(cast.agent)
  const asked = await (await client.submit('/completed-jobs/delete-all')).text()
  expect(asked).toContain(
    'This will permanently delete all 1 completed jobs and their related data (visits, quotes, etc.). ' +
      'This action cannot be undone. ' +
      '2 jobs stay: 1 waits for your decision on a quote, the quote work of 1 is not finished.',
  )
  expect((await client.get(`/jobs/${done.id}`)).status).toBe(200)

  const response = await client.htmx('/completed-jobs/delete-all', { method: 'POST', form: { confirmed: 'yes' } })
  const text = await response.text()
  expect(text).toContain('hx-target="#completed"')
  expect(cards(text)).toBe(2)
  // Nothing is left that could be deleted: the list says why.
  expect(text).toContain('2 jobs stay: 1 waits')
  expect(text).not.toContain('Delete All')
  expect(JSON.parse(response.headers.get('hx-trigger')!).toast).toEqual({
    title: 'All Completed Jobs Deleted',
    text: 'All completed jobs have been successfully deleted.',
  })
  expect((await client.get(`/jobs/${done.id}`)).status).toBe(404)
  expect(await statusOf(waiting.id)).toBe('assigned')
  expect(await statusOf(undecided.id)).toBe('quote_pending')
  expect(await statusOf(underWay.work.id)).toBe('assigned')
})

test('Delete All works without JavaScript', async () => {
  const cast = await aCast()
  await aJob(cast, 'completed')
  const client = await signedInAs(cast.agent)
  const response = await client.submit('/completed-jobs/delete-all', { confirmed: 'yes' })
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/completed-jobs')
  expect(await (await client.get('/completed-jobs')).text()).toContain('No completed jobs yet')
})

test('a contractor sees what they responded to, and deletes nothing', async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'quote_pending', named('Oak House'))
  await aJob({ ...cast, contractor: await aContractor() }, 'completed', named('Elm Court'))
  await aJob(cast, 'assigned', named('Not Yet'))
  const client = await signedInAs(cast.contractor)
  const text = await (await client.get('/completed-jobs')).text()
  expect(text).toContain('Oak House')
  for (const words of ['Elm Court', 'Not Yet', 'Delete All', 'Approve']) expect(text).not.toContain(words)
  const details = await (await client.get(`/quotes/${job.quotes[0]!.id}`)).text()
  expect(details).not.toContain('Approve')
})

test('a contractor who takes quote work over reads its quote; who had it before reads on', async () => {
  const cast = await aCast()
  const { work, quote } = await quoteWork(cast)
  const other = await aContractor()
  await assignJob(cast.admin, work.id, other.id)
  const client = await signedInAs(other)
  expect((await client.get(`/jobs/${work.id}`)).status).toBe(200)
  for (const user of [other, cast.contractor]) {
    const dialog = await (await signedInAs(user)).get(`/quotes/${quote.id}`)
    expect([dialog.status, (await dialog.text()).includes('£480.00')]).toEqual([200, true])
  }
  expect((await (await signedInAs(await aContractor())).get(`/quotes/${quote.id}`)).status).toBe(404)
})

test("a job's steps show where it stands", async () => {
  const cast = await aCast()
  const job = await aJob(cast, 'quote_pending', { completion: completion() })
  await approveQuote(cast.agent, job.quotes[0]!.id)
  const text = await (await (await signedInAs(cast.agent)).get(`/jobs/${job.id}`)).text()
  const current = /<li class="current" aria-current="step"><span class="step-label">([^<]+)/.exec(text)
  expect(current?.[1]).toBe('Quote Approved')
  expect(text.match(/<li class="done"/g)).toHaveLength(4)
})
