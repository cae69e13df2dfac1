import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { quotes, users } from '#db/schema.ts'
import { markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { invoiceVisibleTo } from '#src/invoices/queries.ts'
import { html, sentBy } from '#tests/support/answers.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, finishedQuoteWork } from '#tests/support/world.ts'

const cast = castOfEachTest()
const admin = signedInOfEachTest(cast, 'admin')

async function invoiced() {
  const { visits } = await aJob(cast, 'completed')
  return markVisitInvoiced(cast.admin, visits[0]!.id)
}

test('an administrator is offered Void before Delete, and reads which of them leaves a gap', async () => {
  const { id, invoiceNumber } = await invoiced()
  for (const answer of [
    await admin!.get(`/admin/invoices/${id}/void`),
    await admin!.htmx(`/admin/invoices/${id}/void`),
  ]) {
    const page = await answer.text()
    expect(page).toContain(`Void ${invoiceNumber}`)
    expect(page).toContain('Delete leaves a gap in the numbers, Void does not.')
    expect(page).toContain('Its visit can then be invoiced again. This cannot be undone.')
    expect(page).toMatch(/data-close="">(<[^>]+>)*Back/)
    expect(page.indexOf('Void and Replace')).toBeGreaterThan(page.indexOf('>Void</span>'))
    expect(page.indexOf('>Delete</span>')).toBeGreaterThan(page.indexOf('Void and Replace'))
  }
})

test('an administrator voids by a form, which leads to the invoice with its mark', async () => {
  const { id } = await invoiced()
  const sent = await admin!.submit(`/admin/invoices/${id}/void`, { reason: 'Twice', amount: '60.00' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, `/invoices/${id}`])
  expect(await invoiceVisibleTo(cast.admin, id)).toMatchObject({ voidReason: 'Twice', replacedBy: null })
})

test('an administrator voids and replaces by the same form', async () => {
  const { id } = await invoiced()
  const form = { reason: 'Wrong fee', amount: '45.50', as: 'replace' }
  expect((await admin!.submit(`/admin/invoices/${id}/void`, form)).status).toBe(303)
  const { replacedBy } = await invoiceVisibleTo(cast.admin, id)
  expect(await invoiceVisibleTo(cast.admin, replacedBy!)).toMatchObject({ net: 4550, replaces: id })
})

describe('the form as it opens replaces an itemised invoice', () => {
  const LINES = [
    ...[1, 2, 3].map((at) => ({ description: `Valve ${at}`, quantity: 1.5, unitPrice: 668, vatRate: 20 as const })),
    { description: 'Flue', quantity: 1, unitPrice: 5000, vatRate: 5 as const },
  ]
  // Each valve is rounded by itself: 20 % of all three together would be £6.01.
  const RATES = [...[1, 2, 3].map(() => [20, 1.5, 1002, 200]), [5, 1, 5000, 250]]

  const setVatNumber = (vatNumber: string | null) =>
    db.update(users).set({ vatNumber }).where(eq(users.id, cast.contractor.id))

  async function itemised() {
    const { quote } = await finishedQuoteWork(cast)
    await db.update(quotes).set({ lines: LINES, amount: 8856 }).where(eq(quotes.id, quote.id))
    return markQuoteInvoiced(cast.admin, quote.id)
  }

  async function replaced(id: string, changes: Record<string, string> = {}) {
    const { amount } = sentBy(await html(admin!.get(`/admin/invoices/${id}/void`)), 'Void and Replace')
    const form = { reason: 'Wrong name', amount: amount![0]!, as: 'replace', ...changes }
    expect((await admin!.submit(`/admin/invoices/${id}/void`, form)).status).toBe(303)
    const { lines, ...invoice } = await invoiceVisibleTo(
      cast.admin,
      (await invoiceVisibleTo(cast.admin, id)).replacedBy!,
    )
    return {
      ...{ sums: [invoice.net, invoice.vat, invoice.amount], names: lines!.map(({ description }) => description) },
      rates: lines!.map(({ vatRate, quantity, net, vat }) => [vatRate, quantity, net, vat]),
    }
  }

  test.each([
    ['whose quote is there', false],
    ['whose quote is gone', true],
  ])('%s: line by line, with the VAT of each as it was rounded', async (_, isGone) => {
    await setVatNumber('GB123456789')
    const { id } = await itemised()
    if (isGone) await db.update(quotes).set({ invoicingStatus: 'pending' })
    if (isGone) await db.delete(quotes)
    expect(await replaced(id)).toEqual({
      ...{ sums: [8006, 850, 8856], rates: RATES, names: ['Valve 1', 'Valve 2', 'Valve 3', 'Flue'] },
    })
  })

  test('of a contractor whose VAT number was missing then: with the VAT of the quote, also for another amount', async () => {
    const { id, vat } = await itemised()
    const other = await itemised()
    expect(vat).toBe(0)
    await setVatNumber('GB123456789')
    expect(await replaced(id)).toMatchObject({ sums: [8006, 850, 8856], rates: RATES })
    expect((await replaced(other.id, { amount: '44.28' })).rates).toEqual([
      [5, 1, 2500, 125],
      [20, 1, 1503, 300],
    ])
  })

  test('of one who has no VAT number any more: the same amount line by line, without VAT', async () => {
    await setVatNumber('GB123456789')
    const { id } = await itemised()
    await setVatNumber(null)
    expect(await replaced(id)).toMatchObject({
      ...{ sums: [8856, 0, 8856], rates: [...[1, 2, 3].map(() => [0, 1, 1202, 0]), [0, 1, 5250, 0]] },
    })
  })
})

test('an amount that Void would drop is asked about, and nothing is void', async () => {
  const { id } = await invoiced()
  const sent = await admin!.submit(`/admin/invoices/${id}/void`, { reason: 'Wrong fee', amount: '45.50' })
  const page = await sent.text()
  expect([sent.status, page.includes('value="45.50"')]).toEqual([422, true])
  expect(page).toContain('To replace it with this amount, press Void and Replace.')
  expect((await invoiceVisibleTo(cast.admin, id)).voidedAt).toBeNull()
  for (const amount of ['', '£60']) {
    const { id } = await invoiced()
    expect((await admin!.submit(`/admin/invoices/${id}/void`, { reason: 'Twice', amount })).status).toBe(303)
  }
})

test('without a reason, or with a replacement’s amount that is none, the form is shown again with what was typed', async () => {
  const { id } = await invoiced()
  const none = await admin!.submit(`/admin/invoices/${id}/void`, { reason: '', amount: '61' })
  expect([none.status, await none.text()]).toEqual([422, expect.stringContaining('Please give a reason')])
  const wrong = await admin!.submit(`/admin/invoices/${id}/void`, { reason: 'Wrong', amount: 'ten', as: 'replace' })
  const page = await wrong.text()
  expect([wrong.status, page.includes('value="ten"'), page.includes('>Wrong</textarea>')]).toEqual([422, true, true])
  expect((await invoiceVisibleTo(cast.admin, id)).voidedAt).toBeNull()
})
