import { describe, expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, jobVisits } from '#db/schema.ts'
import { bulkActionsOfJob } from '#src/writes/bulk-actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aJob, finishedQuoteWork, statusOf } from '#tests/support/world.ts'

const cast = castOfEachTest()
const absent = '00000000-0000-7000-8000-000000000000'
const issued = () => db.query.invoices.findMany({ orderBy: asc(invoices.invoiceNumber) })
const numbers = async () => (await issued()).map(({ invoiceNumber }) => invoiceNumber)
const aVisit = async () => (await aJob(cast, 'completed')).visits[0]!.id
const visits = (count: number) => Promise.all(Array.from({ length: count }, aVisit))

describe('sending many to invoiced', () => {
  test('each goes or is refused by itself, a visit with its own fee or the usual one', async () => {
    const [own, usual] = await visits(2)
    const { quote, parent } = await finishedQuoteWork(cast)
    const items = [
      { visitId: own, amount: '72.50' },
      { visitId: absent },
      { quoteId: quote.id },
      { visitId: usual },
      { visitId: own, amount: 10 },
    ]
    const answer = await (await signedInAs(cast.admin)).post('/api/invoices', { items })
    const text = expect.any(String)
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        results: [
          {
            id: own,
            jobRef: text,
            status: 201,
            message: null,
            invoiceId: text,
            invoiceNumber: 'INV-000001',
            amount: '72.50',
          },
          { id: absent, jobRef: null, status: 404, code: 'not_found', message: 'Not found' },
          {
            ...{ id: quote.id, jobRef: parent.jobRef, status: 201, message: null },
            ...{ invoiceId: text, invoiceNumber: 'INV-000002', amount: '480.00' },
          },
          {
            id: usual,
            jobRef: text,
            status: 201,
            message: null,
            invoiceId: text,
            invoiceNumber: 'INV-000003',
            amount: '60.00',
          },
          { id: own, jobRef: text, status: 409, code: 'named_twice', message: 'This is in the list twice.' },
        ],
      },
    ])
    expect(await numbers()).toEqual(['INV-000001', 'INV-000002', 'INV-000003'])
  })

  test('wrong input names its place, and nothing goes', async () => {
    const [first, second] = await visits(2)
    const client = await signedInAs(cast.admin)
    const items = [
      { visitId: first },
      { visitId: second, amount: '-1' },
      { visitId: first, quoteId: absent },
      {},
      { quoteId: absent, amount: 5 },
      { visitId: first, fee: 5 },
    ]
    const wrong = await client.post('/api/invoices', { items: items.slice(0, 5) })
    expect([wrong.status, (await wrong.json()) as object]).toMatchObject([
      422,
      {
        errors: {
          'items.1.amount': 'Amount must be a positive number',
          'items.2': 'Please give a visitId or a quoteId',
          'items.3': 'Please give a visitId or a quoteId',
          'items.4.amount': 'A quote has its own amount',
        },
      },
    ])
    const unknown = await client.post('/api/invoices', { items })
    expect(await unknown.json()).toMatchObject({
      errors: { 'items.5.fee': 'This field is not known. Known are: visitId, quoteId, amount.' },
    })
    const empty = await client.post('/api/invoices', { items: [] })
    expect(await empty.json()).toMatchObject({ errors: { items: 'Please name 1 to 200 items' } })
    const many = await client.post('/api/invoices', { items: Array(201).fill({ visitId: first }) })
    expect(await many.json()).toMatchObject({ errors: { items: 'Please name 1 to 200 items' } })
    expect(await numbers()).toEqual([])
  })

  test('the same items twice at once: one invoice each, and no number is left out', async () => {
    const ids = await visits(10)
    const [ada, eve] = [await signedInAs(cast.admin), await signedInAs(cast.admin)]
    const answers = await Promise.all([
      ada.post('/api/invoices', { items: ids.map((visitId) => ({ visitId })) }),
      eve.post('/api/invoices', { items: ids.toReversed().map((visitId) => ({ visitId })) }),
    ])
    type Answer = { results: { status: number }[] }
    const bodies = (await Promise.all(answers.map((one) => one.json()))) as Answer[]
    const outcomes = bodies.flatMap(({ results }) => results)
    expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(outcomes.filter(({ status }) => status === 409)).toHaveLength(10)
    expect(await numbers()).toEqual(Array.from({ length: 10 }, (_, n) => `INV-${String(n + 1).padStart(6, '0')}`))
    expect(new Set((await issued()).map(({ visitId }) => visitId)).size).toBe(10)
  })

  test('the same request twice at once under one key: each is told of the same invoices', async () => {
    const ids = await visits(6)
    const client = await signedInAs(cast.admin)
    const call = {
      ...{ method: 'POST', headers: { 'idempotency-key': 'week-47' } },
      body: { items: ids.map((visitId) => ({ visitId })) },
    }
    const answers = await Promise.all([client.send('/api/invoices', call), client.send('/api/invoices', call)])
    const [first, second] = await Promise.all(answers.map((one) => one.json()))
    expect(first).toEqual(second)
    expect(first).toMatchObject({ results: ids.map((id) => ({ id, status: 201 })) })
    expect(await numbers()).toHaveLength(6)
  })

  test('a job whose last item goes is invoiced', async () => {
    const job = await aJob(cast, 'completed')
    await (await signedInAs(cast.admin)).post('/api/invoices', { items: [{ visitId: job.visits[0]!.id }] })
    expect(await statusOf(job.id)).toBe('invoiced')
  })
})

test('what was done at once stands once at a job, where it was with another', async () => {
  const [job, other] = [await aJob(cast, 'completed'), await aJob(cast, 'completed')]
  const [visit] = await db.select().from(jobVisits).where(eq(jobVisits.jobId, job.id))
  await db.insert(jobVisits).values({ ...visit!, id: Bun.randomUUIDv7() })
  const ofJob = await db.select().from(jobVisits).where(eq(jobVisits.jobId, job.id))
  const ada = await signedInAs(cast.admin)
  const send = (ids: string[]) => ada.post('/api/invoices', { items: ids.map((visitId) => ({ visitId })) })
  await send([...ofJob.map(({ id }) => id), other.visits[0]!.id])
  for (const { id } of [job, other]) expect(await bulkActionsOfJob(id)).toMatchObject([{ done: 3 }])
})
