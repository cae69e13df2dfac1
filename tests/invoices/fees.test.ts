import { afterAll, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { IndexBuilder } from '#db/connect/indexes.ts'
import { agencies, jobs, jobVisits, tradeFees } from '#db/schema.ts'
import { usualFeeOf } from '#src/domain/invoice/fee.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { agencyFees } from '#src/invoices/fees/queries.ts'
import { hiddenIn, html } from '#tests/support/answers.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { dropBuilt, plansOf } from '#tests/support/database/plans.ts'
import { aJob } from '#tests/support/world.ts'

const cast = castOfEachTest()
const admin = signedInOfEachTest(cast, 'admin')

async function aVisit(agency: string, trade: string | null) {
  const { id, visits } = await aJob(cast, 'completed')
  await db.update(jobs).set({ estateAgency: agency, contractorType: trade }).where(eq(jobs.id, id))
  return visits[0]!.id
}

test('an agency’s fee goes before a trade’s, and that before the setting; a closed door has its own', () => {
  const setting = { visitFee: 6000, noAccessFee: 3000 }
  const agency = { name: 'Rightway Lettings', visitFee: 8000, noAccessFee: null }
  const trade = { name: 'Electrician', visitFee: 7000, noAccessFee: 2500 }
  for (const [sources, fee] of [
    [
      { agency, trade, nobodyIn: false },
      { pence: 8000, from: 'Fee of Rightway Lettings' },
    ],
    [
      { agency: null, trade, nobodyIn: false },
      { pence: 7000, from: 'Fee of Electrician' },
    ],
    [
      { agency: null, trade: null, nobodyIn: false },
      { pence: 6000, from: 'Usual fee' },
    ],
    [
      { agency, trade, nobodyIn: true },
      { pence: 2500, from: 'Closed door fee of Electrician' },
    ],
    [
      { agency, trade: null, nobodyIn: true },
      { pence: 3000, from: 'Usual closed door fee' },
    ],
  ] as const)
    expect(usualFeeOf({ ...sources, setting })).toEqual(fee)
})

test('an administrator sets fees on Account Management; forms have them filled in and say whose they are', async () => {
  expect(await (await admin.get('/admin/accounts')).text()).toContain('href="/admin/fees"')
  const form = { agency: 'Rightway Lettings', 'agency.visitFee': '80', address: '2 High Street\nGuildford' }
  expect((await admin.submit('/admin/fees', form)).status).toBe(303)
  expect((await admin.submit('/admin/fees', { 'electrical.visitFee': '70' })).status).toBe(303)
  const [ofAgency, ofTrade, usual] = [
    await aVisit('rightway lettings', 'electrical'),
    await aVisit('Northgate', 'electrical'),
    await aVisit('Northgate', null),
  ]
  for (const [id, text, value] of [
    [ofAgency, 'Fee of Rightway Lettings: £80.00', '80.00'],
    [ofTrade, 'Fee of Electrical: £70.00', '70.00'],
    [usual, 'Usual fee: £60.00', '60.00'],
  ] as const) {
    const page = await (await admin.get(`/admin/visits/${id}/invoice`)).text()
    expect([text, page.includes(text), page.includes(`value="${value}"`)]).toEqual([text, true, true])
    expect(await (await admin.get('/?tab=visits')).text()).toMatch(new RegExp(`name="fee-${id}"[^>]*value="${value}"`))
  }
  const many = await (await admin.submit('/admin/invoices', { tab: 'visits', id: [ofAgency, ofTrade] })).text()
  expect(many).toContain('£150.00')
  const invoice = await markVisitInvoiced(cast.admin, ofAgency)
  expect(invoice).toMatchObject({ net: 8000, agencyAddress: '2 High Street\nGuildford' })
})

test('a visit at a closed door costs what is set for it', async () => {
  await db.insert(tradeFees).values({ trade: 'electrical', visitFee: 7000, noAccessFee: 2500 })
  const id = await aVisit('Northgate', 'electrical')
  await db.update(jobVisits).set({ outcome: 'no_access' }).where(eq(jobVisits.id, id))
  expect((await markVisitInvoiced(cast.admin, id)).net).toBe(2500)
})

test('a fee that is none is shown at its field with what was typed, and an empty one takes it back', async () => {
  await db.insert(agencies).values({ key: 'northgate', name: 'Northgate', visitFee: 9000 })
  const wrong = await admin.submit('/admin/fees', { agency: 'Northgate', 'agency.visitFee': 'ninety' })
  const page = await wrong.text()
  expect([wrong.status, page.includes('value="ninety"')]).toEqual([422, true])
  expect(page).toContain('Please give an amount such as 60.00, or nothing')
  await admin.submit('/admin/fees', { agency: 'Northgate', 'agency.visitFee': '' })
  expect(await db.select().from(agencies)).toMatchObject([{ key: 'northgate', visitFee: null }])
})

test('each form keeps its unsent text by a name of its own, and a save drops that of its own form alone', async () => {
  for (const name of ['Abbey', 'Northgate']) await db.insert(agencies).values({ key: name.toLowerCase(), name })
  const page = await html(admin.get('/admin/fees'))
  const forms = [...page.matchAll(/<form[^>]* action="\/admin\/fees".*?<\/form>/gs)].map(([text]) => text)
  const names = forms.map((text) => (/ data-draft="([^"]*)"/.exec(text) ?? / action="([^"]*)"/.exec(text))![1])
  expect(new Set(names).size).toBe(names.length)
  const [abbey, northgate] = forms.map(hiddenIn)
  const saved = await admin.submit('/admin/fees', { ...abbey, 'agency.visitFee': '90' })
  const taken = saved.headers.getSetCookie().find((line) => line.startsWith('taken='))
  expect(taken).toContain(abbey!.formKey!)
  expect(taken).not.toContain(northgate!.formKey!)
})

test('an agency without agents, that stands on jobs and invoices alone, is there to be set', async () => {
  const billed = await markVisitInvoiced(cast.admin, await aVisit('Harbour & Stone', null))
  await db.update(jobs).set({ estateAgency: 'northgate' }).where(eq(jobs.id, billed.jobId!))
  await aVisit('Northgate', null)
  await aVisit('RIGHTWAY lettings', null)
  expect((await agencyFees()).map(({ name }) => name.toLowerCase())).toEqual([
    'harbour & stone',
    'northgate',
    'rightway lettings',
  ])
  const form = { agency: 'Harbour & Stone', address: '1 Quay' }
  expect((await admin.submit('/admin/fees', form)).status).toBe(303)
  expect(await (await admin.get('/admin/fees')).text()).toContain('1 Quay</textarea>')
})

describe('among many jobs', () => {
  afterAll(dropBuilt)

  test('agencies are found by steps through an index', async () => {
    await new IndexBuilder().build()
    const { id } = await aJob(cast, 'completed')
    await db.execute(sql`insert into jobs (id, job_ref, estate_agent_name, estate_agency, property_name, property_address,
      issue_description, waiting_on) select gen_random_uuid(), 'MANY-' || n, 'O', 'Agency ' || n % 20, 'Rose', 'Lane', 'Boiler',
      'nobody' from generate_series(1, 5000) n, jobs where jobs.id = ${id}`)
    await countTables()
    expect(await agencyFees()).toHaveLength(21)
    const [plan] = await plansOf('"jobs"', agencyFees)
    expect(plan).toContain('jobs_of_agency_index')
    expect(plan).not.toContain('Seq Scan')
  })
})
