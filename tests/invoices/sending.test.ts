import { expect, test } from 'bun:test'
import { readInvoices } from '#src/invoices/queries.ts'
import { read, toastOf } from '#tests/checklist/reading.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, finishedQuoteWork } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

const aVisit = async () => {
  const [visit] = (await aJob(cast, 'completed')).visits
  return { visit: visit!, path: `/admin/visits/${visit!.id}/invoice` }
}
const amounts = async () => (await readInvoices()).map(({ amount }) => amount)

test('the fee of a visit is shown and may be changed before an invoice of it is made', async () => {
  const { visit, path } = await aVisit()
  const list = await read(ada.get('/?tab=visits'))
  expect(list.html).toContain(`href="${path}"`)
  for (const form of [await read(ada.get(path)), await read(ada.htmx(path)), await read(ada.submit(path))]) {
    expect(form.html).toContain('name="amount"')
    expect(form.html).toContain('value="60.00"')
    for (const words of ['Invoice the visit to Rose Cottage', 'Carl Mason', visit.workDescription, 'Send to Invoiced'])
      expect(form.words).toContain(words)
  }
  expect(await amounts()).toEqual([])
  expect(await toastOf(ada.submit(path, { amount: ' £45.50 ' }))).toBe(
    'Sent to Invoiced / Invoice INV-000001 was created.',
  )
  expect(await amounts()).toEqual([4550])
})

const POSITIVE = 'Amount must be a positive number'

test.each([
  ...['', '0', '-1', 'sixty'].map((amount) => [amount, POSITIVE] as const),
  ['12,34', 'Use a full stop for pence and commas only between thousands'],
  ['1.999', 'Amounts have at most two decimals'],
] as const)('the fee %p is refused at its field, and stays there', async (amount, sentence) => {
  const { path } = await aVisit()
  for (const answer of [
    await ada.submit(path, { amount }),
    await ada.htmx(path, { method: 'POST', form: { amount } }),
  ]) {
    expect(answer.status).toBe(422)
    const { html, words } = await read(answer)
    expect(html).toContain(`value="${amount}"`)
    expect(html).toMatch(/<input[^>]*aria-invalid="true"/)
    expect(words).toContain(sentence)
  }
  expect(await amounts()).toEqual([])
})

test('by htmx the item goes, the count follows and the dialog closes', async () => {
  const { visit, path } = await aVisit()
  await aVisit()
  const answer = await ada.htmx(path, { method: 'POST', form: { amount: '60.00' } })
  expect(JSON.parse(answer.headers.get('hx-trigger')!)).toMatchObject({ closeDialog: {} })
  const html = await answer.text()
  expect(html).toContain(`<hx-partial hx-target="#visit-${visit.id}" hx-swap="delete">`)
  expect(html).toContain('hx-target="#count-visits"')
})

test('a visit that is invoiced is not asked for again', async () => {
  const { path } = await aVisit()
  await ada.submit(path, { amount: '60' })
  expect([(await ada.get(path)).status, (await ada.htmx(path)).status]).toEqual([409, 409])
  expect((await ada.get(`/admin/visits/${crypto.randomUUID()}/invoice`)).status).toBe(404)
})

test('quote work is sent after a question that shows its amount', async () => {
  const { quote } = await finishedQuoteWork(cast)
  const path = `/admin/quotes/${quote.id}/invoice`
  const asked = 'An invoice of £480.00 for the work of Carl Mason is created.'
  expect((await read(ada.get('/?tab=quotes'))).html).toContain(`data-confirm-text="${asked}"`)
  expect((await read(ada.submit(path))).words).toContain(asked)
  expect(await amounts()).toEqual([])
  expect(await toastOf(ada.submit(path, { confirmed: 'yes' }))).toContain('INV-000001')
  expect(await amounts()).toEqual([48000])
})
