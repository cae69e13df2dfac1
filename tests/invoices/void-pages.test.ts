import { expect, test } from 'bun:test'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { invoiceVisibleTo } from '#src/invoices/queries.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob } from '#tests/support/world.ts'

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
