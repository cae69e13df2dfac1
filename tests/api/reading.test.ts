import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { quotes, users } from '#db/schema.ts'
import type { Listing } from '#src/http/list/listing.ts'
import { answerCsv } from '#src/http/respond/csv.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { WEBHOOK } from '#tests/support/targets.ts'
import { aJob, finishedQuoteWork, jobInput } from '#tests/support/world.ts'

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')
const admin = signedInOfEachTest(cast, 'admin')

describe('what has not changed', () => {
  const again = async (client: Client, path: string) => {
    const first = await client.get(path)
    const etag = first.headers.get('etag')!
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^(W\/)?"[\w.-]+"$/)])
    const second = await client.get(path, { 'if-none-match': etag })
    expect([second.status, second.headers.get('etag'), await second.text()]).toEqual([304, etag, ''])
    return etag
  }

  test('is not sent again: every GET of JSON', async () => {
    const { parent, quote } = await finishedQuoteWork(cast)
    const job = `/api/jobs/${parent.id}`
    for (const path of ['/api/auth/user', '/api/stats', '/api/tokens', '/api/profile/reminders', '/api/jobs/recent'])
      await again(agent, path)
    for (const path of [job, `${job}/events`, `${job}/messages`, `/api/quotes/${quote.id}`, '/api/jobs?limit=1'])
      await again(agent, path)
    for (const path of ['/api/sums', '/api/stats', '/api/jobs/recent', '/api/quotes?limit=1', `${job}/contractors`])
      await again(admin, path)
    const lists = ['contractors', 'estate-agents', 'administrators', 'invoiced-items', 'contractor-visits-invoicing']
    for (const list of [...lists, 'quote-work-invoicing', 'jobs/completed', 'quotes/pending'])
      for (const path of [`/api/${list}`, `/api/${list}?limit=1`]) await again(admin, path)
    await again(admin, `/api/users/${cast.contractor.id}`)
    await again(admin, `/api/accounts/${cast.contractor.id}/events`)
    const { id } = (await (await admin.post('/api/webhooks', WEBHOOK)).json()) as { id: string }
    for (const path of ['/api/webhooks', `/api/webhooks/${id}`, `/api/webhooks/${id}/deliveries`])
      await again(admin, path)
  })

  test('is told from what has: of one thing, of a page, of a page whose list has grown', async () => {
    const { id } = await aJob(cast)
    const one = await again(agent, `/api/jobs/${id}`)
    const oldest = await again(agent, '/api/jobs?limit=1&sort=oldest')
    const page = await again(agent, '/api/jobs?limit=1')
    await agent.post('/api/jobs', jobInput())
    expect(await again(agent, `/api/jobs/${id}`)).toBe(one)
    const grown = await agent.get('/api/jobs?limit=1&sort=oldest', { 'if-none-match': oldest })
    expect([grown.status, grown.headers.get('x-total-count'), grown.headers.has('link')]).toEqual([200, '2', true])
    expect((await agent.get('/api/jobs?limit=1', { 'if-none-match': page })).status).toBe(200)
    await agent.patch(`/api/jobs/${id}`, { propertyName: 'Ivy House' })
    expect((await agent.get(`/api/jobs/${id}`, { 'if-none-match': one })).status).toBe(200)
  })

  test('has one ETag in every encoding', async () => {
    for (let count = 0; count < 3; count++) await aJob(cast)
    const answers = await Promise.all(
      ['', 'gzip', 'br', 'zstd'].map((one) => agent.get('/api/jobs?limit=3', { 'accept-encoding': one })),
    )
    expect(new Set(answers.map(({ headers }) => headers.get('content-encoding'))).size).toBe(4)
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1)
  })
})

describe('exports', () => {
  const rowsOf = async (path: string) => {
    const answer = await admin.get(path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const [head, ...rows] = (await answer.text())
      .trim()
      .replace(/^\uFEFF/, '')
      .split('\r\n')
    const id = head!.split(',').indexOf('id')
    // No cell of these has a comma in it before or after its id, but those that are quoted.
    const cells = rows.map((row) => row.match(/("([^"]|"")*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, '')))
    return { head: head!.split(','), ids: cells.map((row) => row[id]) }
  }
  const idsOf = async (path: string) => ((await (await admin.get(path)).json()) as { id: string }[]).map(({ id }) => id)

  test('are there of each list, in its order, with id', async () => {
    await finishedQuoteWork(cast)
    const { visits } = await aJob(cast, 'completed')
    await aJob(cast, 'completed')
    await markVisitInvoiced(cast.admin, visits[0]!.id, 6000)
    for (const list of [
      'jobs',
      'quotes',
      'contractor-visits-invoicing',
      'invoiced-items',
      'contractors',
      'estate-agents',
    ]) {
      const { head, ids } = await rowsOf(`/api/${list}/export.csv`)
      expect([list, head.filter((name) => name === 'id')]).toEqual([list, ['id']])
      expect([list, ids.length > 0, ids]).toEqual([list, true, await idsOf(`/api/${list}`)])
    }
  })

  test('take a search', async () => {
    await db.update(users).set({ company: 'Zephyr Roofing' }).where(eq(users.id, cast.contractor.id))
    expect((await rowsOf('/api/contractors/export.csv?search=zephyr')).ids).toEqual([cast.contractor.id])
    expect((await rowsOf('/api/contractors/export.csv?search=nobody')).ids).toEqual([])
  })

  test('the columns of jobs and quotes stand where they stood', async () => {
    const [jobs, quoted] = [await rowsOf('/api/jobs/export.csv'), await rowsOf('/api/quotes/export.csv')]
    expect([jobs.head[0], jobs.head.at(-4), jobs.head.at(-3)]).toEqual(['Job Reference', 'First Visit', 'id'])
    expect([quoted.head[0], quoted.head.at(-2), quoted.head.at(-1)]).toEqual(['Job Reference', 'Created', 'id'])
  })

  test('are not read for HEAD', async () => {
    await aJob(cast)
    for (const list of ['jobs', 'quotes', 'contractor-visits-invoicing', 'invoiced-items']) {
      const path = `/api/${list}/export.csv`
      const get = await admin.get(path)
      await get.text()
      const head = await admin.send(path, { method: 'HEAD' })
      for (const name of ['content-type', 'content-disposition', 'cache-control'])
        expect([path, head.headers.get(name)]).toEqual([path, get.headers.get(name)])
      expect([head.status, await head.text(), head.headers.has('content-length')]).toEqual([200, '', false])
    }
    let batches = 0
    async function* all() {
      batches++
      yield []
    }
    const list: Listing<{ id: string }> = { read: async () => [], at: () => new Date(), count: async () => 0, all }
    for (const method of ['HEAD', 'GET'])
      await (await answerCsv(new Request('http://localhost/x', { method }), 'x', [], list)).text()
    expect(batches).toBe(1)
  })
})

test('sums are those of the lists', async () => {
  const { quote } = await finishedQuoteWork(cast, { completion: { quoteAmount: 120.5 } })
  await finishedQuoteWork(cast, { completion: { quoteAmount: 100 } })
  await aJob(cast, 'quote_pending', { completion: { quoteAmount: 80.25 } })
  await aJob(cast, 'completed')
  const read = async () => (await admin.get('/api/sums')).json()
  const quotesThen = {
    pending: { count: 1, amount: '80.25' },
    approved: { count: 2, amount: '220.50' },
    declined: { count: 0, amount: '0.00' },
  }
  const both = { count: 2, amount: '220.50' }
  const before = { quotes: quotesThen, quoteWork: { toInvoice: both, done: both }, invoices: 0 }
  expect(await read()).toMatchObject(before)
  await admin.post(`/api/quotes/${quote.id}/mark-invoiced`)
  const toInvoice = { count: 1, amount: '100.00' }
  expect(await read()).toMatchObject({ ...before, quoteWork: { toInvoice, done: both }, invoices: 1 })
  const visits = (await (await admin.get('/api/contractor-visits-invoicing')).json()) as unknown[]
  expect(((await read()) as { visitsToInvoice: number }).visitsToInvoice).toBe(visits.length)
})

test('quotes are asked for since they changed, by each who reads them, with a search and as CSV', async () => {
  const [old, recent] = [await aJob(cast, 'quote_pending'), await aJob(cast, 'quote_pending')]
  const since = '2026-03-29T09:00:00Z'
  await db
    .update(quotes)
    .set({ updatedAt: sql`${'2026-03-29T08:59:59Z'}::timestamptz` })
    .where(eq(quotes.id, old.quotes[0]!.id))
  const recently = [recent.quotes[0]!.id]
  for (const client of [agent, admin, await signedInAs(cast.contractor)])
    for (const more of ['', '&search=rose', '&status=pending&limit=5']) {
      const answer = await client.get(`/api/quotes?updatedSince=${since}${more}`)
      expect([more, ((await answer.json()) as { id: string }[]).map(({ id }) => id)]).toEqual([more, recently])
      if (more.includes('limit')) expect(answer.headers.get('x-total-count')).toBe('1')
    }
  const csv = await (await admin.get(`/api/quotes/export.csv?updatedSince=${since}`)).text()
  expect([csv.includes(recently[0]!), csv.includes(old.quotes[0]!.id)]).toEqual([true, false])
  await agent.patch(`/api/quotes/${old.quotes[0]!.id}/decline`)
  const now = (await (await agent.get(`/api/quotes?updatedSince=${since}`)).json()) as unknown[]
  expect(now).toHaveLength(2)
})
