import { describe, expect, test } from 'bun:test'
import { markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { manyJobs } from '#tests/jobs/many.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, anAgent, finishedQuoteWork } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')
const olivia = signedInOfEachTest(cast, 'agent')

type Item = Record<string, unknown> & { id: string }

/** A list page by page, as a script reads it: by the Link header until there is none. */
async function pages(client: Client, path: string): Promise<{ pages: Item[][]; totals: (string | null)[] }> {
  const read: Item[][] = []
  const totals: (string | null)[] = []
  for (let next: string | undefined = path; next; ) {
    const response = await client.get(next)
    expect(response.status).toBe(200)
    read.push((await response.json()) as Item[])
    totals.push(response.headers.get('x-total-count'))
    next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return { pages: read, totals }
}

const ids = (items: Item[]) => items.map(({ id }) => id)
const whole = async (client: Client, path: string) => (await (await client.get(path)).json()) as Item[]

test('a list is whole without a limit, and in pages with one: the same items in the same order', async () => {
  await manyJobs(cast, 7)
  const all = await whole(ada, '/api/jobs')
  expect(all).toHaveLength(7)
  const { pages: read, totals } = await pages(ada, '/api/jobs?limit=3')
  expect(read.map(({ length }) => length)).toEqual([3, 3, 1])
  expect(ids(read.flat())).toEqual(ids(all))
  expect(totals).toEqual(['7', '7', '7'])
})

test('a page that the list fills exactly is the last', async () => {
  await manyJobs(cast, 4)
  expect((await pages(olivia, '/api/jobs?limit=2')).pages).toHaveLength(2)
})

test('a job raised between two pages neither repeats nor drops one', async () => {
  await manyJobs(cast, 4)
  const first = await ada.get('/api/jobs?limit=2')
  const next = /^<([^>]+)>/.exec(first.headers.get('link')!)![1]!
  await aJob(cast)
  const before = (await first.json()) as Item[]
  const after = await whole(ada, next)
  expect(new Set(ids([...before, ...after])).size).toBe(4)
})

test('search and status narrow the whole list and the pages, and the Link keeps them', async () => {
  await manyJobs(cast, 9, (n) => ({
    propertyName: n % 3 ? 'Odd House' : 'Oak & Dale',
    status: n < 6 ? 'pending' : 'assigned',
  }))
  expect(await whole(ada, '/api/jobs?search=oak%20%26')).toHaveLength(3)
  expect(await whole(olivia, '/api/jobs?search=oak&status=pending')).toHaveLength(2)
  expect(await whole(ada, '/api/jobs?status=pending,assigned')).toHaveLength(9)
  const { pages: read, totals } = await pages(olivia, '/api/jobs?search=oak%20%26&status=pending&limit=1')
  expect(read.map(({ length }) => length)).toEqual([1, 1])
  expect(totals).toEqual(['2', '2'])
  expect((await ada.get('/api/jobs?status=assigned&limit=1')).headers.get('x-total-count')).toBe('3')
})

test('a whole list that a search finds more of than is looked up at once is whole', async () => {
  await manyJobs(cast, 1203, (n) => ({ propertyName: n % 2 ? 'Odd House' : 'Even House' }))
  expect(await whole(ada, '/api/jobs?search=house')).toHaveLength(1203)
  expect(await whole(olivia, '/api/jobs?search=odd')).toHaveLength(601)
})

test.each([
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['limit=many', 'limit'],
  ['limit=1.5', 'limit'],
  ['limit=', 'limit'],
  ['cursor=nonsense', 'cursor'],
  ['limit=5&cursor=1.2', 'cursor'],
])('%s is refused at its field', async (query, field) => {
  for (const path of ['/api/jobs', '/api/quotes']) {
    const response = await ada.get(`${path}?${query}`)
    expect(response.status).toBe(400)
    expect(Object.keys(((await response.json()) as { errors: object }).errors)).toEqual([field])
  }
})

test('a cursor without a limit gives a page of fifty', async () => {
  await manyJobs(cast, 120)
  const first = await ada.get('/api/jobs?limit=50')
  const cursor = new URL(/^<([^>]+)>/.exec(first.headers.get('link')!)![1]!, 'http://x').searchParams.get('cursor')
  expect(await whole(ada, `/api/jobs?cursor=${cursor}`)).toHaveLength(50)
})

describe('every list has pages that only its reader fills', () => {
  test('completed jobs', async () => {
    await aJob(cast, 'completed')
    await aJob(cast, 'quote_pending')
    await aJob({ ...cast, agent: await anAgent() }, 'completed')
    const { pages: read, totals } = await pages(olivia, '/api/jobs/completed?limit=1')
    expect([read.length, totals[0]]).toEqual([2, '2'])
    const all = await pages(await signedInAs(cast.contractor), '/api/jobs/completed?limit=2&status=completed')
    expect(all.totals).toEqual(['2'])
  })

  test('quotes and pending quotes, by state, property and contractor', async () => {
    await aJob(cast, 'quote_pending', { job: { propertyName: 'Rose Cottage' } })
    await aJob(cast, 'quote_approved', { job: { propertyName: 'Oak House' } })
    const dee = { ...cast, contractor: await aContractor({ firstName: 'Dee', lastName: 'Volt' }) }
    await aJob(dee, 'quote_pending', { job: { propertyName: 'Rose Cottage' } })
    await aJob({ ...cast, agent: await anAgent() }, 'quote_pending')
    const total = async (client: Client, query: string) =>
      (await pages(client, `/api/quotes${query}`)).totals.join() || null
    expect(await total(olivia, '?limit=2')).toBe('3,3')
    expect(await total(ada, '?limit=10')).toBe('4')
    expect(await total(ada, '?limit=10&status=pending')).toBe('3')
    expect(await total(olivia, '?limit=10&search=dee%20v')).toBe('1')
    expect(await total(olivia, '?limit=10&search=rose&status=pending')).toBe('2')
    expect(await total(await signedInAs(dee.contractor), '?limit=10')).toBe('1')
    expect(await total(olivia, '/pending?limit=1')).toBe('2,2')
    expect(await whole(olivia, '/api/quotes?search=oak')).toHaveLength(1)
  })

  test('items to invoice and invoiced ones come in pages', async () => {
    const { quote, parent } = await finishedQuoteWork(cast, { job: { propertyName: 'Rose Cottage' } })
    await aJob(cast, 'completed', { job: { propertyName: 'Oak House' } })
    const total = async (path: string) => (await pages(ada, path)).totals.join()
    expect(await total('/api/contractor-visits-invoicing?limit=1')).toBe('2,2')
    expect(await total('/api/contractor-visits-invoicing?limit=1&search=oak')).toBe('1')
    expect(await total('/api/quote-work-invoicing?limit=1&search=rose')).toBe('1')
    expect(await whole(ada, '/api/quote-work-invoicing?search=oak')).toEqual([])
    await markQuoteInvoiced(cast.admin, quote.id)
    const invoice = await markVisitInvoiced(cast.admin, parent.visits[0]!.id)
    expect(await total('/api/invoiced-items?limit=1')).toBe('2,2')
    expect(await total(`/api/invoiced-items?limit=9&search=${invoice.invoiceNumber}`)).toBe('1')
    expect(await total('/api/dev/invoiced-items?limit=2')).toBe('2')
  })

  test('contractors and estate agents', async () => {
    await aContractor({ firstName: 'Dee', company: 'Bright Spark' })
    const total = async (path: string) => (await pages(ada, path)).totals.join()
    expect(await total('/api/contractors?limit=1')).toBe('2,2')
    expect(await total('/api/contractors?limit=5&search=bright')).toBe('1')
    expect(await total('/api/estate-agents?limit=5')).toBe('1')
  })
})

describe('exports', () => {
  const lines = async (client: Client, path: string) => {
    const response = await client.get(path)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    return (await response.text()).trimEnd().split('\r\n').length - 1
  }

  test('hold the jobs that their reader may read, as searched and filtered', async () => {
    await aJob(cast, 'pending', { job: { propertyName: 'Oak House' } })
    await aJob(cast, 'completed')
    await aJob({ ...cast, agent: await anAgent() }, 'pending')
    expect(await lines(ada, '/api/jobs/export.csv')).toBe(3)
    expect(await lines(olivia, '/api/jobs/export.csv')).toBe(2)
    expect(await lines(olivia, '/api/jobs/export.csv?search=oak&status=pending')).toBe(1)
    expect(await lines(await signedInAs(cast.contractor), '/api/jobs/export.csv')).toBe(1)
  })

  test('hold the quotes that their reader may read, as searched and filtered', async () => {
    await aJob(cast, 'quote_pending')
    await aJob({ ...cast, agent: await anAgent() }, 'quote_approved')
    expect(await lines(ada, '/api/quotes/export.csv')).toBe(2)
    expect(await lines(ada, '/api/quotes/export.csv?status=approved')).toBe(1)
    expect(await lines(olivia, '/api/quotes/export.csv')).toBe(1)
    expect(await lines(olivia, '/api/quotes/export.csv?search=nowhere')).toBe(0)
  })
})
