import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, jobs } from '#db/schema.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, anAgent, type Cast, finishedQuoteWork } from '#tests/support/world.ts'

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')
const contractor = signedInOfEachTest(cast, 'contractor')
const admin = signedInOfEachTest(cast, 'admin')

/** A completed job whose visit is invoiced, and the invoice. */
async function invoiced(of: Partial<Cast> = {}, fields: Partial<typeof jobs.$inferInsert> = {}) {
  const job = await aJob({ ...cast, ...of }, 'completed')
  if (Object.keys(fields).length) await db.update(jobs).set(fields).where(eq(jobs.id, job.id))
  const visit = await db.query.jobVisits.findFirst({ where: (row) => eq(row.jobId, job.id) })
  return { job, invoice: await markVisitInvoiced(cast.admin, visit!.id) }
}

const idsOf = async (client: Client | undefined, query = '') => {
  const answer = await client!.get(`/api/invoices${query}`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id)
}

test('each reads their own invoices, newest first: administrators all, contractors theirs, agents those of their jobs', async () => {
  const other = { agent: await anAgent(), contractor: await aContractor() }
  const mine = (await invoiced()).invoice.id
  const theirs = (await invoiced(other)).invoice.id
  const ofOtherContractor = (await invoiced({ contractor: other.contractor })).invoice.id
  expect(await idsOf(admin)).toEqual([ofOtherContractor, theirs, mine])
  expect(await idsOf(agent)).toEqual([ofOtherContractor, mine])
  expect(await idsOf(contractor)).toEqual([mine])
  expect(await idsOf(await signedInAs(other.contractor))).toEqual([ofOtherContractor, theirs])
  for (const [client, id, status] of [
    [admin, theirs, 200],
    [contractor, mine, 200],
    [agent, mine, 200],
    [agent, theirs, 404],
    [contractor, ofOtherContractor, 404],
    [agent, 'INV-000001', 404],
  ] as const)
    expect([id, (await client!.get(`/api/invoices/${id}`)).status]).toEqual([id, status])
  expect(await (await contractor!.get(`/api/invoices/${mine}`)).json()).toMatchObject({ id: mine, amount: '60.00' })
})

test('an invoice outlives its job, for its agent also what they hid: it is still to be paid', async () => {
  const { job, invoice } = await invoiced()
  const placesOf = async (client: Client) => {
    const paper = await (await client.get(`/invoices/${invoice.id}`)).text()
    const [place] = /(?:\/admin)?\/properties\/[^"]+/.exec(paper) ?? []
    const page = await client.get(place!)
    const statement = /\/statements\/[^"]+/.exec(await page.text())?.[0].replaceAll('&amp;', '&')
    return [page.status, (await client.get(statement!)).status]
  }
  await deleteJob(cast.agent, job.id)
  expect(await idsOf(agent)).toEqual([invoice.id])
  expect(await placesOf(agent)).toEqual([200, 200])
  await deleteJob(cast.admin, job.id)
  for (const client of [agent, admin]) expect(await placesOf(client)).toEqual([200, 200])
  expect(await idsOf(agent)).toEqual([invoice.id])
  expect(await idsOf(contractor)).toEqual([invoice.id])
  expect(await idsOf(admin)).toEqual([invoice.id])
})

test('filters narrow the list, in pages and with a search, and unknown values are 400', async () => {
  const other = await aContractor({ firstName: 'Zebedee', lastName: 'Quill' })
  const old = (await invoiced({}, { estateAgency: 'Larkfield Homes' })).invoice.id
  await db.update(invoices).set({ invoiceDate: sql`'2026-03-29T00:30:00Z'`, updatedAt: sql`'2026-03-29T00:30:00Z'` })
  const address = '7 Quarry Lane, Guildford GU1 9ZZ'
  const { invoice, job } = await invoiced({ contractor: other })
  const recent = invoice.id
  expect(await idsOf(admin, '?to=2026-03-29')).toEqual([old])
  expect(await idsOf(admin, '?from=2026-03-29&to=2026-03-29')).toEqual([old])
  expect(await idsOf(admin, '?from=2026-03-30')).toEqual([recent])
  expect(await idsOf(admin, `?contractor=${other.id}`)).toEqual([recent])
  expect(await idsOf(admin, '?agency=larkfield%20homes')).toEqual([old])
  expect(await idsOf(admin, `?property=${encodeURIComponent(job.propertyAddress)}`)).toContain(recent)
  expect(await idsOf(admin, `?property=${encodeURIComponent(address)}`)).toEqual([])
  expect(await idsOf(admin, '?updatedSince=2026-03-30T00:00:00Z')).toEqual([recent])
  expect(await idsOf(admin, '?search=zebedee')).toEqual([recent])
  expect(await idsOf(admin, '?search=zebedee&to=2026-03-29')).toEqual([])
  expect(await idsOf(contractor, '?search=zebedee')).toEqual([])
  const page = await admin!.get('/api/invoices?limit=1&from=2026-01-01')
  expect([page.headers.get('x-total-count'), ((await page.json()) as unknown[]).length]).toEqual(['2', 1])
  const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link')!)![1]!
  expect(((await (await admin!.get(next)).json()) as { id: string }[]).map(({ id }) => id)).toEqual([old])
  for (const wrong of ['from=yesterday', 'contractor=7', 'updatedSince=2026-03-30', 'state=lost'])
    expect([wrong, (await admin!.get(`/api/invoices?${wrong}`)).status]).toEqual([wrong, 400])
})

test('what an invoice says of its job finds it, for each who reads it, and no reference finds a number', async () => {
  const others = await invoiced({
    agent: await anAgent({ company: 'Harbour & Stone' }),
    contractor: await aContractor(),
  })
  const { job, invoice } = await invoiced({}, { propertyName: 'Foxglove House', estateAgency: 'Larkfield Homes' })
  await db.update(jobs).set({ contractorId: null }).where(eq(jobs.id, job.id))
  for (const client of [admin, agent, contractor])
    for (const search of [job.jobRef, 'foxglove hse', 'larkfield', 'gu13xy foxglove', 'larkfeild'])
      expect([search, await idsOf(client, `?search=${encodeURIComponent(search)}`)]).toEqual([search, [invoice.id]])
  for (const client of [agent, contractor])
    for (const search of [others.job.jobRef, 'harbour', 'habour', 'harbuor stone'])
      expect([search, await idsOf(client, `?search=${search}`)]).toEqual([search, []])
  const sameNumber = `INV-${others.job.jobRef.slice(4)}`
  for (const [one, invoiceNumber] of [
    [others.invoice, 'INV-900000'],
    [invoice, sameNumber],
  ] as const)
    await db.update(invoices).set({ invoiceNumber }).where(eq(invoices.id, one.id))
  expect(await idsOf(admin, `?search=${sameNumber}`)).toEqual([invoice.id])
  expect(await idsOf(admin, `?search=${others.job.jobRef.toLowerCase()}`)).toEqual([others.invoice.id])
  expect(await idsOf(admin, `?search=${sameNumber.slice(4)}`)).toHaveLength(2)
})

test('an invoice of quote work is read by who did it and whose home it is', async () => {
  const { quote } = await finishedQuoteWork(cast)
  const issued = await (await admin!.post(`/api/quotes/${quote.id}/mark-invoiced`)).json()
  expect(await idsOf(contractor)).toEqual([issued.id])
  expect(await idsOf(agent)).toEqual([issued.id])
})
