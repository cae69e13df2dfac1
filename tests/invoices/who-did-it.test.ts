import { beforeEach, expect, test } from 'bun:test'
import { deleteAccount } from '#src/accounts/actions.ts'
import { markQuoteInvoiced } from '#src/invoices/actions.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { read } from '#tests/checklist/reading.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, finishedQuoteWork, quoteWork } from '#tests/support/world.ts'

// Carl quoted, Dora did the work: she is named wherever it is to be invoiced, and on the invoice.

let quote: string
let dora: Awaited<ReturnType<typeof aContractor>>

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')
beforeEach(async () => {
  dora = await aContractor({ firstName: 'Dora', lastName: 'Ames', company: 'Ames & Co' })
  const { work, quote: quoted } = await quoteWork(cast)
  await assignJob(cast.admin, work.id, dora.id)
  await markJobComplete(dora, work.id)
  quote = quoted.id
})

const toInvoice = async (search = ''): Promise<{ id: string; contractorId: string; contractor: { name: string } }[]> =>
  (await ada.get(`/api/quote-work-invoicing?search=${encodeURIComponent(search)}`)).json()

test('in the list and its question', async () => {
  const { words, html } = await read(ada.get('/?tab=quotes'))
  expect(html).toContain('<span class="cell">Dora Ames</span>')
  expect(words).not.toContain('Carl Mason')
  expect(html).toContain('An invoice of £480.00 for the work of Dora Ames is created.')
  expect((await read(ada.submit(`/admin/quotes/${quote}/invoice`))).words).toContain('the work of Dora Ames')
})

test('in the API, whole, page by page, and under its other name', async () => {
  const named = [{ id: quote, contractorId: dora.id, contractor: { name: 'Dora Ames', company: 'Ames & Co' } }]
  expect(await toInvoice()).toMatchObject(named)
  for (const path of ['/api/quote-work-invoicing?limit=1', '/api/dev/quote-work-invoicing']) {
    const answer = await ada.get(path)
    expect(await answer.json()).toMatchObject(named)
  }
})

test('in the search, which finds who is named and nobody else', async () => {
  const { quote: carls } = await finishedQuoteWork(cast)
  expect((await toInvoice('dora am')).map(({ id }) => id)).toEqual([quote])
  expect((await toInvoice('carl')).map(({ id }) => id)).toEqual([carls.id])
  expect((await toInvoice('mill lane')).map(({ id }) => id)).toEqual([carls.id, quote])
  const page = await ada.get('/api/quote-work-invoicing?search=dora&limit=1')
  expect(page.headers.get('x-total-count')).toBe('1')
})

test('in All Quote Work, in the CSV of jobs, and on the invoice, which the list agrees with', async () => {
  expect((await read(ada.get('/admin/quote-work?search=dora'))).words).toContain('Dora Ames')
  expect(await (await ada.get('/admin/jobs/export.csv')).text()).toContain('Dora Ames,Ames & Co')
  const [named] = await toInvoice()
  const invoice = await markQuoteInvoiced(cast.admin, quote)
  expect([invoice.contractorId, invoice.contractorName]).toEqual([named!.contractorId, named!.contractor.name])
  expect(invoice.contractorName).toBe('Dora Ames')
})

test('the page of the invoice leads its contractor to the work that they did', async () => {
  const { id } = await markQuoteInvoiced(cast.admin, quote)
  const hers = await signedInAs(dora)
  const hrefs = (await (await hers.get(`/invoices/${id}`)).text()).match(/(?<=href=")\/jobs\/[^"]+/g)!
  expect(hrefs).toHaveLength(1)
  expect((await hers.get(hrefs[0]!)).status).toBe(200)
})

test('also when the account of who did it is gone', async () => {
  await deleteAccount(cast.admin, dora.id, 'contractor')
  const [named] = await toInvoice()
  const { contractorName } = await markQuoteInvoiced(cast.admin, quote)
  expect([named!.contractor.name, contractorName]).toEqual(['Dora Ames', 'Dora Ames'])
})

test('a quote shows the contractor who quoted, also when another did the work', async () => {
  expect(await (await ada.get(`/api/quotes/${quote}`)).json()).toMatchObject({
    contractorId: cast.contractor.id,
    contractor: { name: 'Carl Mason' },
  })
})
