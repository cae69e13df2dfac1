import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, users } from '#db/schema.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { voidInvoice } from '#src/invoices/void.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob } from '#tests/support/world.ts'

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')
const contractor = signedInOfEachTest(cast, 'contractor')
const admin = signedInOfEachTest(cast, 'admin')

async function invoiced() {
  await db.update(users).set({ vatNumber: 'GB123456789' }).where(eq(users.id, cast.contractor.id))
  const { visits } = await aJob(cast, 'completed')
  return markVisitInvoiced(cast.admin, visits[0]!.id, 1002)
}

/** Without markup, as words. */
const read = async (client: typeof admin, id: string): Promise<string> => {
  const answer = await client!.get(`/invoices/${id}`)
  expect(answer.status).toBe(200)
  return (await answer.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test('administrator, agent and contractor read the same invoice, each with links to what they may open', async () => {
  const invoice = await invoiced()
  for (const client of [agent, contractor, admin]) {
    const words = await read(client, invoice.id)
    for (const part of [invoice.invoiceNumber, 'VAT number GB123456789', 'VAT 20% of £10.02 £2.00', 'Total £12.02'])
      expect(words).toContain(part)
  }
  const page = await (await agent!.get(`/invoices/${invoice.id}`)).text()
  expect(page).toContain(`href="/jobs/${invoice.jobId}"`)
  expect(page).toMatch(/<link rel="stylesheet" href="\/assets\/printed[^"]*\.css"/)
  expect(await (await admin!.get(`/invoices/${invoice.id}`)).text()).toContain(`href="/admin/jobs/${invoice.jobId}"`)
})

test('a void invoice says so, with its reason, its credit note and what replaces it, which names it', async () => {
  const { id, invoiceNumber } = await invoiced()
  const { replacedBy, creditNote } = await voidInvoice(cast.admin, id, {
    reason: 'Wrong fee.',
    replaceWith: { amount: 2000 },
  })
  const words = await read(contractor, id)
  for (const part of ['VOID', 'Wrong fee.', `Credit note ${creditNote}`, 'Replaced by INV-000002'])
    expect(words).toContain(part)
  expect(await read(admin, replacedBy!)).toContain(`Replaces ${invoiceNumber}`)
})

test('of an invoice of an earlier version the page says that nothing is known of its VAT', async () => {
  const { id } = await invoiced()
  await db.update(invoices).set({ lines: null, net: null, vat: 0, amount: 6000 }).where(eq(invoices.id, id))
  expect(await read(admin, id)).toContain('Made by an earlier version, which knew nothing of its VAT.')
})
