import { expect, test } from 'bun:test'
import { EVENT_TYPE_NAMES } from '#src/domain/event/event.ts'
import { numberAll } from '#tests/events/reading.ts'
import { operations } from '#tests/openapi/operations.ts'
import type { Client } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { WEBHOOK } from '#tests/support/targets.ts'
import { aContractor, aJob, anAgent } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')
const olivia = signedInOfEachTest(cast, 'agent')

const limited = operations.flatMap(({ method, path, parameters }) => {
  const limit = parameters.find(({ name }) => name === 'limit')
  return method === 'GET' && limit ? [[path, limit.schema.maximum as number] as const] : []
})

test('every list refuses a limit that it does not have, and says which is the most', async () => {
  expect(limited.length).toBeGreaterThan(10)
  const webhook = (await (await ada.post('/api/webhooks', WEBHOOK)).json()) as { id: string }
  for (const [path, most] of limited)
    for (const limit of [most + 1, most + 300, 0, -1, 'abc', '1.5', '1e2', '+5']) {
      const at = `${path.replace('{id}', webhook.id)}?limit=${encodeURIComponent(limit)}`
      const answer = await ada.get(at)
      const body = (await answer.json()) as { errors?: { limit: string } }
      expect([at, answer.status, body.errors?.limit]).toEqual([
        at,
        400,
        `limit must be a whole number from 1 to ${most}.`,
      ])
    }
})

const refs = async (client: Client, query: string) =>
  ((await (await client.get(`/api/jobs?${query}&sort=oldest`)).json()) as { jobRef: string }[]).map((job) => job.jobRef)
const refsIn = (text: string) => [...new Set(text.match(/JOB-\d{6}/g))].toSorted()

test('a filter of jobs that is given several values finds either, in the API, in CSV and on the page', async () => {
  const dee = await aContractor({ firstName: 'Dee', lastName: 'Whitlock' })
  const other = await anAgent({ firstName: 'Omar', lastName: 'Reed' })
  const one = await aJob(cast, 'pending', { job: { urgency: 'high', contractorType: 'plumbing' } })
  const two = await aJob({ ...cast, contractor: dee }, 'assigned', {
    job: { estateAgency: 'Smith, Jones & Co', propertyAddress: '5 Oak Road, Guildford GU2 7XH', urgency: 'low' },
  })
  const three = await aJob({ ...cast, agent: other }, 'quote_pending', {
    job: { contractorType: 'roofing', estateAgency: 'Leftway', propertyAddress: '7 Elm Road, Guildford GU2 7XH' },
  })
  const [a, b, c] = [one.jobRef, two.jobRef, three.jobRef]
  const ways: [query: string, found: string[]][] = [
    ['status=pending&status=assigned', [a, b]],
    ['status=pending,assigned&status=quote_pending', [a, b, c]],
    ['waitingOn=admin&waitingOn=agent', [a, c]],
    ['urgency=high&urgency=low', [a, b]],
    ['contractorType=plumbing&contractorType=roofing', [a, c]],
    ['jobType=visit&jobType=quote_work', [a, b, c]],
    [`contractor=${dee.id}&contractor=${cast.contractor.id}`, [b, c]],
    [`contractor=${dee.id},${cast.contractor.id}`, [b, c]],
    [`agent=${other.id}&agent=${other.id}`, [c]],
    [`agent=${other.id}&agent=${cast.agent.id}`, [a, b, c]],
    ['agency=leftway&agency=Smith%2C+Jones+%26+Co', [b, c]],
    ['property=5+Oak+Rd,+Guildford+GU2+7XH&property=7+Elm+Road,+Guildford+GU2+7XH', [b, c]],
  ]
  for (const [query, found] of ways) {
    expect([query, await refs(ada, query)]).toEqual([query, found])
    for (const path of ['/api/jobs/export.csv', '/admin/jobs/export.csv', '/admin/jobs']) {
      const text = await (await ada.get(`${path}?${query}`)).text()
      const listed = path === '/admin/jobs' ? text.slice(text.indexOf('<table')) : text
      expect([path, query, refsIn(listed)]).toEqual([path, query, found])
    }
  }
})

test('the filter bar, its links and the next page keep several values', async () => {
  for (let count = 0; count < 51; count++) await aJob(cast)
  const agencies = 'agency=Rightway+Lettings&agency=Smith%2C+Jones+%26+Co'
  const people = `contractor=${cast.contractor.id}&contractor=${(await aContractor()).id}`
  const text = await (await ada.get(`/admin/jobs?filters=all&status=pending&status=assigned&${agencies}`)).text()
  expect(text).toContain('<option value="pending,assigned" selected="">Pending, Assigned</option>')
  for (const value of ['Rightway Lettings', 'Smith, Jones &amp; Co']) expect(text).toContain(`value="${value}"`)
  expect(text).toContain('Status: Pending, Assigned · Estate agency: Rightway Lettings, Smith, Jones &amp; Co')
  const next = text.match(/\/admin\/jobs\?[^"]*cursor=[^"]*/)![0].replaceAll('&amp;', '&')
  expect(next).toContain(agencies)
  expect(refsIn(await (await ada.htmx(next)).text())).toHaveLength(1)
  const persons = await (await ada.get(`/admin/jobs?filters=all&${people}`)).text()
  expect(persons).toMatch(/<option value="[\w-]{36},[\w-]{36}" selected="">Carl Mason, Carl Mason<\/option>/)
  const { headers } = await ada.get(`/api/jobs?limit=1&${agencies}`)
  expect(headers.get('link')).toContain(agencies)
})

test('own jobs and quotes are either too: page, API and CSV', async () => {
  const [pending, assigned] = [await aJob(cast), await aJob(cast, 'assigned')]
  const quoted = await aJob(cast, 'quote_pending')
  const approved = await aJob(cast, 'quote_approved')
  const page = await (await olivia.get('/jobs?status=pending&status=assigned')).text()
  expect(page).toContain('<option value="pending,assigned" selected="">Pending, Assigned</option>')
  const list = page.slice(page.indexOf('pending,assigned'))
  for (const { jobRef } of [pending, assigned]) expect(list).toContain(jobRef)
  expect(list).not.toContain(quoted.jobRef)
  const both = 'status=pending&status=approved'
  for (const path of ['/quotes', '/api/quotes', '/api/quotes/export.csv']) {
    const text = await (await olivia.get(`${path}?${both}`)).text()
    expect([path, text.includes(quoted.jobRef), text.includes(approved.jobRef)]).toEqual([path, true, true])
    expect(await (await olivia.get(`${path}?status=declined`)).text()).not.toContain(quoted.jobRef)
  }
  const completed = await (await ada.get('/api/jobs/completed?status=quote_pending&status=quote_approved')).json()
  expect(completed).toHaveLength(2)
  expect((await ada.get('/api/events?types=job.created&types=job.assigned')).status).toBe(200)
})

test('an unknown value among several is refused by name, and what has one value is given once', async () => {
  for (const path of ['/api/jobs', '/admin/jobs', '/api/jobs/export.csv', '/jobs']) {
    const client = path === '/jobs' ? olivia : ada
    const answer = await client.get(`${path}?status=pending&status=done`)
    expect([path, answer.status, (await answer.text()).includes('done')]).toEqual([path, 400, true])
  }
  for (const query of ['createdFrom=2026-01-01&createdFrom=2026-02-01', 'sort=newest&sort=oldest', 'limit=5&limit=6']) {
    const answer = await ada.get(`/api/jobs?${query}`)
    expect([answer.status, await answer.json()]).toMatchObject([400, { message: expect.stringContaining('once') }])
  }
  const day = 'createdFrom=2026-01-01&createdFrom=2026-02-01'
  expect((await ada.get(`/admin/jobs?${day}`)).status).toBe(400)
  expect((await ada.get(`/admin/jobs?contractor=${cast.contractor.id}&contractor=me`)).status).toBe(400)
})

/** Longer than 200 characters. */
const sixContractors = async (): Promise<string[]> => [
  ...(await Promise.all(Array.from({ length: 5 }, async () => (await aContractor()).id))),
  cast.contractor.id,
]

const linkIn = (html: string, path: string) =>
  html.match(new RegExp(`"(${path}\\?[^"]*)"`))![1]!.replaceAll('&amp;', '&')

test('a sixth contractor is read like the first, in every call that takes several', async () => {
  const { jobRef } = await aJob(cast, 'assigned')
  const contractor = (await sixContractors()).join(',')
  expect(await refs(ada, `contractor=${contractor}`)).toEqual([jobRef])
  expect(await refs(ada, `contractor=${contractor.replaceAll(',', ', ')}`)).toEqual([jobRef])
  for (const path of ['/api/quotes', '/api/visits', '/api/invoices', '/api/figures'])
    expect([path, (await ada.get(`${path}?contractor=${contractor}`)).status]).toEqual([path, 200])
  const wrong = await ada.get(`/api/jobs?contractor=${contractor},me`)
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { message: expect.stringContaining('"me" is no') }])
})

test('what a list of six contractors leads to is of the same six', async () => {
  for (let count = 0; count < 51; count++) await aJob(cast, 'assigned')
  const six = await sixContractors()
  const query = six.map((id) => `contractor=${id}`).join('&')
  const html = await (await ada.get(`/admin/jobs?${query}`)).text()
  const next = html.match(/\/admin\/jobs\?[^"]*cursor=[^"]*/)![0].replaceAll('&amp;', '&')
  expect(refsIn(await (await ada.htmx(next)).text())).toHaveLength(1)
  expect(refsIn(await (await ada.get(linkIn(html, '/admin/jobs/export.csv'))).text())).toHaveLength(51)
  const replaced = (await ada.htmx(`/admin/jobs?${query}`)).headers.get('hx-replace-url')!
  expect((await ada.get(replaced)).status).toBe(200)
  const invoices = await (await ada.get(`/invoices?contractor=${six}`)).text()
  for (const path of ['/invoices/export.csv', '/invoices/files'])
    expect(new URL(linkIn(invoices, path), 'http://x').searchParams.get('contractor')).toBe(six.join())
  const file = await (await ada.get(`/invoices/files?contractor=${six}`)).text()
  expect(file).toContain(`name="contractor" value="${six}"`)
})

test('events of many types are all told', async () => {
  await aJob(cast)
  await numberAll()
  const others = EVENT_TYPE_NAMES.filter((type) => !/^(account|job)\./.test(type))
  const asked = [...others, 'job.created'].join()
  expect(asked.length).toBeGreaterThan(200)
  const answer = await ada.get(`/api/events?types=${asked}`)
  expect([answer.status, await answer.json()]).toMatchObject([200, { events: [{ type: 'job.created' }] }])
})

test('the next page is of the property that the first was asked for, however long its address', async () => {
  const propertyAddress = `Flat 3, ${'The Old Mill, '.repeat(20)}Guildford GU2 7XH`
  const [first, second] = [
    await aJob(cast, 'pending', { job: { propertyAddress } }),
    await aJob(cast, 'pending', { job: { propertyAddress } }),
  ]
  const page = await ada.get(`/api/jobs?limit=1&property=${encodeURIComponent(propertyAddress)}`)
  expect(await page.json()).toMatchObject([{ id: second.id }])
  const next = await ada.get(/^<([^>]+)>/.exec(page.headers.get('link')!)![1]!)
  expect(await next.json()).toMatchObject([{ id: first.id }])
})
