import { afterAll, describe, expect, test } from 'bun:test'
import { type Cast, databaseOf, gather } from '#tests/whole/faults/load/cast.ts'
import { at } from './people.ts'
import { startSeveral, whyNotSeveral } from './several.ts'
import { aQuotedJob, jobInput, must, race } from './stories.ts'

const why = await whyNotSeveral()

describe.skipIf(why !== null)('of many who press at once at three processes exactly one wins', async () => {
  const several = why ? null! : await startSeveral()
  const sql = several && databaseOf(several.fettles[0]!.env)
  afterAll(async () => {
    await sql?.close()
    await several?.[Symbol.asyncDispose]()
  })
  const cast: Cast = why ? null! : await gather(several.fettles[0]!, { agents: 1, contractors: 2, admins: 1 })
  const {
    agents: [agent],
    contractors: [contractor],
    admins: [admin],
  } = cast ?? { agents: [], contractors: [], admins: [] }
  const fifty = several?.inTurn(50) ?? []
  const count = async (of: Promise<{ count: number }[]>) => (await of)[0]!.count

  test('a quote approved fifty times opens one quote work and tells its contractor once', async () => {
    const { id, quote } = await aQuotedJob(cast)
    const { counts } = await race(agent!, fifty, { method: 'PATCH', path: `/api/quotes/${quote}/approve` })
    expect(counts).toEqual({ 200: 1, 409: 49 })
    expect(await count(sql!`select count(*)::int from jobs where parent_job_id = ${id}`)).toBe(1)
    expect(
      await count(sql!`select count(*)::int from email_notifications
        where email_type = 'quote_approved' and job_id in (select id from jobs where ${id} in (id, parent_job_id))`),
    ).toBe(1)
  })

  test('a quote approved and declined is one or the other', async () => {
    const { id, quote } = await aQuotedJob(cast)
    const send = (verb: string) => (url: string) =>
      at(agent!, url).send({ method: 'PATCH', path: `/api/quotes/${quote}/${verb}` })
    const answers = await Promise.all(fifty.slice(0, 24).map((url, n) => send(n % 2 ? 'approve' : 'decline')(url)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(23)
    const [row] =
      await sql!`select q.status, (select count(*)::int from jobs where parent_job_id = q.job_id) as children
      from quotes q where job_id = ${id}`
    expect([
      { status: 'approved', children: 1 },
      { status: 'declined', children: 0 },
    ]).toContainEqual(row)
  })

  test('a job given to one contractor fifty times is assigned once, and told once', async () => {
    const { id } = await must(agent!, 'POST', '/api/jobs', jobInput('Harbour View'))
    const body = { contractorId: contractor!.id }
    const { counts } = await race(admin!, fifty, { method: 'POST', path: `/api/jobs/${id}/assign`, body })
    expect(counts).toEqual({ 200: 1, 409: 49 })
    expect(await count(sql!`select count(*)::int from email_notifications where job_id = ${id}`)).toBe(1)
  })

  test('a visit sent to invoiced fifty times has one invoice', async () => {
    const { visit } = await aQuotedJob(cast)
    const { counts } = await race(admin!, fifty, { method: 'POST', path: `/api/visits/${visit}/mark-invoiced` })
    expect(counts).toEqual({ 201: 1, 409: 49 })
    expect(await count(sql!`select count(*)::int from invoices where visit_id = ${visit}`)).toBe(1)
  })

  test('many items invoiced at three processes at once are numbered without a gap', async () => {
    const stories = await Promise.all(Array.from({ length: 12 }, (_, n) => aQuotedJob(cast, `Mill Lane ${n}`)))
    const twice = [...stories, ...stories]
    const answers = await Promise.all(
      twice.map(({ visit }, n) =>
        at(admin!, fifty[n]!).send({ method: 'POST', path: `/api/visits/${visit}/mark-invoiced` }),
      ),
    )
    const numbers = answers.flatMap(({ status, body }) => (status === 201 ? [body.invoiceNumber!] : []))
    expect(new Set(numbers).size).toBe(12)
    const rows: { number: string }[] = await sql!`select invoice_number as number from invoices order by 1`
    expect(rows.map(({ number }) => number)).toEqual(rows.map((_, n) => `INV-${String(n + 1).padStart(6, '0')}`))
    for (const number of numbers) expect(rows).toContainEqual({ number })
  })

  test('fifty requests with one Idempotency-Key make one job, and are all told the same', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const call = { method: 'POST', path: '/api/jobs', body: jobInput('Told Once'), headers }
    const { counts, answers } = await race(agent!, fifty, call)
    expect(counts).toEqual({ 201: 50 })
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await count(sql!`select count(*)::int from jobs where property_name = 'Told Once'`)).toBe(1)
  })
})
