import { describe, expect, test } from 'bun:test'
import { typedDay } from '#src/domain/dates.ts'
import type { Invoice } from '#src/domain/invoice/invoice.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { markPaid } from '#src/invoices/paid/actions.ts'
import { invoiceVisibleTo } from '#src/invoices/queries.ts'
import { voidInvoice } from '#src/invoices/void.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob } from '#tests/support/world.ts'

const cast = castOfEachTest()
const admin = signedInOfEachTest(cast, 'admin')

async function invoiced(fee = 6000): Promise<Invoice> {
  const { visits } = await aJob(cast, 'completed')
  return markVisitInvoiced(cast.admin, visits[0]!.id, fee)
}

const paidOn = async ({ id }: Invoice) => (await invoiceVisibleTo(cast.admin, id)).paidOn

async function sent(table: string, more: Record<string, string> = {}) {
  const answer = await admin.submit('/admin/invoices/payments', { table, ...more })
  return { status: answer.status, page: (await answer.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ') }
}

describe('an administrator gives what the bank says was paid', () => {
  test('and first sees what matches; only then it is taken', async () => {
    const [first, second] = [await invoiced(), await invoiced(123_456)]
    const table = [
      'Date,Description,"Money In",Balance',
      `31/03/2026,"RIGHTWAY ${first.invoiceNumber.toLowerCase()} BGC",60.00,9`,
      `01/04/2026,${second.invoiceNumber},"£1,234.56",9`,
    ].join('\n')
    const looked = await sent(table)
    expect([looked.status, looked.page]).toEqual([
      200,
      expect.stringContaining('All 2 rows match, £1,294.56 together.'),
    ])
    expect(await paidOn(first)).toBeNull()
    expect((await sent(table, { take: 'yes' })).status).toBe(303)
    expect([await paidOn(first), await paidOn(second)]).toEqual(['2026-03-31', '2026-04-01'])
  })

  test('the number may be in a memo where another column of ours is empty', async () => {
    const { invoiceNumber } = await invoiced()
    const table = `Number,Date,Account,Amount,Subcategory,Memo\n,31/03/2026,20-00-00 123,60.00,FT,RIGHTWAY ${invoiceNumber}`
    expect((await sent(table)).page).toContain('All 1 row match, £60.00')
  })

  test('nothing is taken until each row that does not match is put right', async () => {
    const [right, gone, paid] = [await invoiced(), await invoiced(), await invoiced()]
    await voidInvoice(cast.admin, gone.id, { reason: 'Wrong' })
    await markPaid(cast.admin, paid.id, { paidOn: '2026-03-31', paidBy: 'cash' })
    const good = `${right.invoiceNumber},2026-03-31,60`
    for (const [row, problem] of [
      ['INV-999999,2026-03-31,60', 'There is no such invoice'],
      ['Rent,2026-03-31,60', 'No invoice number such as INV-000123'],
      [`${gone.invoiceNumber},2026-03-31,60`, 'It is void'],
      [`${paid.invoiceNumber},2026-03-31,60`, 'It is marked as paid already'],
      [good, 'It is in the table twice'],
      [`${right.invoiceNumber},2026-03-31,59.99`, 'Another amount than the invoice’s'],
      [`${right.invoiceNumber},31/02/2026,60`, 'No day such as 31/03/2026'],
      [`${right.invoiceNumber},31/12/2099,60`, 'The day is still to come'],
      [`${right.invoiceNumber},2026-03-31,sixty`, 'No amount such as 60.00'],
    ] as const) {
      const rows = row.startsWith(right.invoiceNumber) && row !== good ? [row] : [good, row]
      const { status, page } = await sent(['Invoice Number,Payment Date,Amount', ...rows].join('\n'), { take: 'yes' })
      expect([row, status, page.includes(problem)]).toEqual([row, 422, true])
    }
    expect(await paidOn(right)).toBeNull()
    const none = await sent('Number,Amount\nx,1')
    expect([none.status, none.page.includes('The first row names no day')]).toEqual([422, true])
  })
})

test('an administrator marks all that are ticked; one that is paid by then is named, the others are taken', async () => {
  const [first, second] = [await invoiced(), await invoiced()]
  const ids = [first.id, second.id]
  const asked = await admin.submit('/admin/invoices/paid', { id: ids })
  expect([asked.status, (await asked.text()).includes('Mark 2 Invoices as Paid')]).toEqual([200, true])
  await markPaid(cast.admin, second.id, { paidOn: '2026-03-30', paidBy: 'cash' })
  const form = { id: ids, confirmed: 'yes', paidOn: '2026-03-31', paidBy: 'cheque' }
  const answer = await admin.submit('/admin/invoices/paid', form)
  const page = await answer.text()
  expect([answer.status, page.includes(`${second.invoiceNumber} is marked as paid already.`)]).toEqual([200, true])
  expect([await paidOn(first), await paidOn(second)]).toEqual(['2026-03-31', '2026-03-30'])
})

test.each([
  ['31/03/2026', '2026-03-31'],
  ['1-4-26', '2026-04-01'],
  ['2026-03-31T10:00:00', '2026-03-31'],
  ['03/31/2026', ''],
  ['', ''],
])('a bank’s day %j is read as %j', (text, day) => {
  expect(typedDay(text)).toBe(day)
})
