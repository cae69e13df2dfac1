import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { agencies, invoices, jobs, jobVisits, quotes, users } from '#db/schema.ts'
import { today } from '#src/domain/dates.ts'
import type { Invoice } from '#src/domain/invoice/invoice.ts'
import { deleteInvoice, markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { invoiceVisibleTo } from '#src/invoices/queries.ts'
import { voidInvoice } from '#src/invoices/void.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { visitsOfJobs } from '#src/visits/of-job.ts'
import { timeline } from '#tests/jobs/notified.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, finishedQuoteWork, quoteWork, statusOf } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

const WRONG = { reason: 'The fee was wrong.' }
const withVat = (address: string | null = null) =>
  db.update(users).set({ vatNumber: 'GB123456789', address }).where(eq(users.id, cast.contractor.id))
const again = (id: string | null): Promise<Invoice> => invoiceVisibleTo(cast.admin, id!)
const sums = ({ net, vat, amount }: Invoice) => [net, vat, amount]

async function feeInvoiced(fee?: number) {
  const { id, visits } = await aJob(cast, 'completed')
  return { job: id, visit: visits[0]!.id, invoice: await markVisitInvoiced(cast.admin, visits[0]!.id, fee) }
}

async function workWithVat() {
  await withVat()
  const { work, quote } = await quoteWork(cast)
  await db.update(quotes).set({ lines: [line(1000, 20)], amount: 1200 })
  return { work, quote }
}

async function quoteInvoiced(values: Partial<typeof quotes.$inferInsert>) {
  const { quote, parent, work } = await finishedQuoteWork(cast)
  await db.update(quotes).set(values).where(eq(quotes.id, quote.id))
  return { parent, work, quote, invoice: await markQuoteInvoiced(cast.admin, quote.id) }
}

const line = (unitPrice: number, vatRate: 0 | 5 | 20) => ({ description: 'Valve', quantity: 1, unitPrice, vatRate })

describe('an invoice has its sums and days', () => {
  test('of a contractor with a VAT number: 20 % on the fee, and who bills whom', async () => {
    await withVat('1 Mill Lane\nGuildford')
    await db.insert(agencies).values({ key: 'rightway lettings', name: 'Rightway Lettings', address: '2 High Street' })
    const { id, visits } = await aJob(cast, 'completed')
    await db.update(jobs).set({ estateAgency: 'Rightway Lettings' }).where(eq(jobs.id, id))
    const invoice = await markVisitInvoiced(cast.admin, visits[0]!.id, 1002)
    expect(sums(invoice)).toEqual([1002, 200, 1202])
    expect(invoice.lines).toMatchObject([{ quantity: 1, unitPrice: 1002, vatRate: 20, net: 1002, vat: 200 }])
    expect(invoice).toMatchObject({
      ...{ contractorVatNumber: 'GB123456789', contractorAddress: '1 Mill Lane\nGuildford' },
      ...{ agency: 'Rightway Lettings', agencyAddress: '2 High Street', agentId: cast.agent.id },
      taxPoint: today(),
    })
    expect(Date.parse(invoice.dueOn!) - Date.parse(today())).toBe(14 * 86_400_000)
  })

  test('of one without: the fee alone', async () => {
    expect(sums((await feeInvoiced()).invoice)).toEqual([6000, 0, 6000])
  })

  test('of a visit of more than 14 days ago: with VAT its tax point is the visit’s day', async () => {
    await withVat()
    const { visits } = await aJob(cast, 'completed')
    await db.update(jobVisits).set({ visitDate: new Date('2026-03-29T23:30:00Z') })
    expect((await markVisitInvoiced(cast.admin, visits[0]!.id)).taxPoint).toBe('2026-03-30')
  })

  test('of quote work of more than 14 days ago: with VAT its tax point is the day of the work, not of its report', async () => {
    const { work, quote } = await workWithVat()
    await db.update(jobs).set({ createdAt: new Date('2026-03-01T12:00:00Z') })
    const visitDate = new Date('2026-03-29T23:30:00Z')
    await markJobComplete(cast.contractor, work.id, { workDone: 'Replaced the vessel.', visitDate })
    expect((await markQuoteInvoiced(cast.admin, quote.id)).taxPoint).toBe('2026-03-30')
  })

  test('of quote work that was recorded without a line and sent much later: the day on which it was recorded', async () => {
    const { work, quote } = await workWithVat()
    const recordedAt = new Date('2026-03-29T23:30:00Z')
    await markJobComplete({ ...cast.contractor, recordedAt }, work.id)
    expect((await markQuoteInvoiced(cast.admin, quote.id)).taxPoint).toBe('2026-03-30')
  })

  test('of a quote: its lines, and the amount that was approved', async () => {
    await withVat()
    const lines = [line(1002, 20), line(1002, 20), line(1002, 20)]
    const { invoice } = await quoteInvoiced({ lines, amount: 3606 })
    expect([...sums(invoice), invoice.lines?.map(({ vat }) => vat)]).toEqual([3006, 600, 3606, [200, 200, 200]])
    const before = await quoteInvoiced({ lines, amount: 3607 })
    expect(sums(before.invoice)).toEqual([3006, 601, 3607])
    const plain = await quoteInvoiced({ lines: null, amount: 4800 })
    expect([...sums(plain.invoice), plain.invoice.lines?.length]).toEqual([4800, 0, 4800, 1])
  })

  test('is refused where VAT takes it above what an invoice may come to', async () => {
    await withVat()
    const { visits } = await aJob(cast, 'completed')
    const answer = await ada.post(`/api/visits/${visits[0]!.id}/mark-invoiced`, { amount: '99999999.99' })
    expect([answer.status, (await answer.json()).errors]).toEqual([
      422,
      { amount: 'At most £99,999,999.99, VAT included' },
    ])
  })

  test('of an earlier version: all of its amount is net', async () => {
    const { invoice } = await feeInvoiced()
    const earlier = { net: null, lines: null, taxPoint: null, dueOn: null }
    await db.update(invoices).set(earlier).where(eq(invoices.id, invoice.id))
    expect(await (await ada.get(`/api/invoices/${invoice.id}`)).json()).toMatchObject({
      ...{ net: '60.00', vat: '0.00', amount: '60.00', lines: null, taxPoint: null, dueOn: null },
    })
  })
})

describe('voiding', () => {
  test('keeps the invoice, and brings its item and its job back', async () => {
    const { job, visit, invoice } = await feeInvoiced()
    expect(await statusOf(job)).toBe('invoiced')
    const answer = await ada.post(`/api/invoices/${invoice.id}/void`, WRONG)
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { id: invoice.id, voidReason: WRONG.reason, amount: '60.00', creditNote: null, replacedBy: null },
    ])
    expect(await statusOf(job)).toBe('completed')
    expect((await timeline(job)).slice(-2)).toEqual(['invoiceVoided', 'invoiceDeleted: invoiced > completed'])
    const next = await markVisitInvoiced(cast.admin, visit)
    expect([next.invoiceNumber, (await again(invoice.id)).voidedByName]).toEqual(['INV-000002', 'Ada King'])
    const shown = (await visitsOfJobs(cast.admin, [job])).get(job)!
    expect(shown.map(({ invoiceNumber }) => invoiceNumber)).toEqual(['INV-000002'])
  })

  test('of quote work brings both jobs back', async () => {
    const { invoice, quote, parent, work } = await quoteInvoiced({ lines: null })
    await voidInvoice(cast.admin, invoice.id, WRONG)
    expect([await statusOf(work.id), await statusOf(parent.id)]).toEqual(['completed', 'completed'])
    expect((await markQuoteInvoiced(cast.admin, quote.id)).invoiceNumber).toBe('INV-000002')
  })

  test('with VAT makes a credit note of a series of its own, without VAT none', async () => {
    await voidInvoice(cast.admin, (await feeInvoiced()).invoice.id, WRONG)
    await withVat()
    const made: (string | null)[] = []
    for (let count = 0; count < 2; count++)
      made.push((await voidInvoice(cast.admin, (await feeInvoiced()).invoice.id, WRONG)).creditNote)
    expect(made).toEqual(['CN-000001', 'CN-000002'])
  })

  test('an invoice whose job is gone returns nothing, and it stays readable', async () => {
    const { job, invoice } = await feeInvoiced()
    await deleteJob(cast.admin, job)
    await voidInvoice(cast.admin, invoice.id, WRONG)
    const next = await voidInvoice(cast.admin, (await feeInvoiced()).invoice.id, { ...WRONG, replaceWith: {} })
    expect((await again(next.replacedBy)).replacesNumber).toBe(next.invoiceNumber)
    expect((await again(invoice.id)).voidReason).toBe(WRONG.reason)
  })

  test('needs a reason, and is refused twice, of a paid one, and to delete it afterwards', async () => {
    const { invoice } = await feeInvoiced()
    const path = `/api/invoices/${invoice.id}`
    const unreasoned = await ada.post(`${path}/void`, { reason: ' ' })
    expect([unreasoned.status, (await unreasoned.json()).errors]).toEqual([422, { reason: 'Please give a reason' }])
    await db.update(invoices).set({ paidOn: '2026-11-01' })
    expect((await ada.post(`${path}/void`, WRONG)).status).toBe(409)
    await db.update(invoices).set({ paidOn: null })
    await ada.post(`${path}/void`, WRONG)
    for (const refused of [await ada.post(`${path}/void`, WRONG), await ada.delete(path)])
      expect([refused.status, (await refused.json()).code]).toEqual([409, 'already_void'])
  })
})

describe('voiding and replacing', () => {
  test('makes the corrected invoice at once, each naming the other, and its item stays invoiced', async () => {
    await withVat()
    const { job, visit, invoice } = await feeInvoiced()
    const body = { ...WRONG, replaceWith: { amount: '45.00' } }
    const voided = await (await ada.post(`/api/invoices/${invoice.id}/void`, body)).json()
    expect(voided).toMatchObject({ creditNote: 'CN-000001', replacedByNumber: 'INV-000002' })
    const corrected = await again(voided.replacedBy)
    expect(sums(corrected)).toEqual([4500, 900, 5400])
    expect(corrected).toMatchObject({
      ...{ replaces: invoice.id, replacesNumber: 'INV-000001', visitId: visit, taxPoint: invoice.taxPoint },
    })
    expect(await statusOf(job)).toBe('invoiced')
    expect((await timeline(job)).at(-1)).toBe('invoiceVoided')
  })

  test('takes what is known of the contractor now, and of one who has left what the invoice had', async () => {
    const { invoice } = await feeInvoiced()
    await withVat()
    const first = await voidInvoice(cast.admin, invoice.id, { ...WRONG, replaceWith: {} })
    expect(sums(await again(first.replacedBy))).toEqual([6000, 1200, 7200])
    await db.update(users).set({ deletedAt: new Date(), vatNumber: null }).where(eq(users.id, cast.contractor.id))
    const second = await voidInvoice(cast.admin, first.replacedBy!, { ...WRONG, replaceWith: { amount: 5000 } })
    expect(await again(second.replacedBy)).toMatchObject({ contractorVatNumber: 'GB123456789', amount: 6000 })
  })

  test('of a quote whose contractor has no VAT number any more: the same amount, without VAT', async () => {
    await withVat()
    const lines = [line(10_000, 20), line(5000, 0)]
    const made = [await quoteInvoiced({ lines, amount: 17_000 }), await quoteInvoiced({ lines, amount: 17_000 })]
    await db.update(users).set({ vatNumber: null }).where(eq(users.id, cast.contractor.id))
    for (const [replaceWith, lineNets] of [
      [{}, [12_000, 5000]],
      [{ amount: 8500 }, [2500, 6000]],
    ] as const) {
      const voided = await voidInvoice(cast.admin, made.pop()!.invoice.id, { ...WRONG, replaceWith })
      const corrected = await again(voided.replacedBy)
      const amount = lineNets[0] + lineNets[1]
      expect([corrected.contractorVatNumber, ...sums(corrected)]).toEqual([null, amount, 0, amount])
      expect(corrected.lines?.map(({ vatRate, net }) => [vatRate, net])).toEqual(lineNets.map((net) => [0, net]))
    }
  })

  test('of a quote shares the corrected amount between its rates of VAT', async () => {
    await withVat()
    const { invoice } = await quoteInvoiced({
      lines: [line(10_000, 20), line(5000, 0), line(10_000, 20)],
      amount: 29_000,
    })
    const voided = await voidInvoice(cast.admin, invoice.id, { ...WRONG, replaceWith: { amount: 14_500 } })
    const corrected = await again(voided.replacedBy)
    expect(sums(corrected)).toEqual([12_500, 2000, 14_500])
    expect(corrected.lines?.map(({ vatRate, net, vat }) => [vatRate, net, vat])).toEqual([
      [0, 2500, 0],
      [20, 10_000, 2000],
    ])
  })

  test('a wrong amount is told at its field, and changes nothing', async () => {
    const { invoice } = await feeInvoiced()
    const answer = await ada.post(`/api/invoices/${invoice.id}/void`, { ...WRONG, replaceWith: { amount: 'much' } })
    expect([answer.status, (await answer.json()).errors]).toEqual([
      422,
      { 'replaceWith.amount': 'Amount must be a positive number' },
    ])
    expect((await again(invoice.id)).voidedAt).toBeNull()
  })

  test('the voided one keeps the number of a replacement that is deleted', async () => {
    const { invoice } = await feeInvoiced()
    const { replacedBy } = await voidInvoice(cast.admin, invoice.id, { ...WRONG, replaceWith: {} })
    await deleteInvoice(cast.admin, replacedBy!, false)
    expect(await again(invoice.id)).toMatchObject({ replacedBy: null, replacedByNumber: 'INV-000002' })
  })
})

test('invoices are filtered by their state', async () => {
  const [kept, voided] = [(await feeInvoiced()).invoice.id, (await feeInvoiced()).invoice.id]
  await voidInvoice(cast.admin, voided, WRONG)
  const ids = async (state: string) =>
    ((await (await ada.get(`/api/invoices?state=${state}`)).json()) as { id: string }[]).map(({ id }) => id)
  expect([await ids('open'), await ids('void'), await ids('open,void')]).toEqual([[kept], [voided], [voided, kept]])
})
