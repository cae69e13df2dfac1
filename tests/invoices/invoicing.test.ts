import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { quoteSql, visitSql } from '#db/query/predicates.ts'
import { invoices, jobs, jobVisits, quotes } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { invoiceNumber } from '#src/domain/invoice/invoice.ts'
import { linesOfQuote } from '#src/domain/invoice/lines.ts'
import { totalsOf } from '#src/domain/vat.ts'
import { deleteInvoice, markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { readInvoices } from '#src/invoices/queries.ts'
import { assignJob, unassignJob } from '#src/jobs/actions.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { declineQuote } from '#src/quotes/actions.ts'
import { readQuotes } from '#src/quotes/queries.ts'
import { deleteVisit, markJobComplete } from '#src/visits/actions.ts'
import { readVisits } from '#src/visits/queries.ts'
import { timeline } from '#tests/jobs/notified.ts'
import { aCast, aContractor, aJob, finishedQuoteWork, quoteWork, statusOf } from '#tests/support/world.ts'

describe('an invoice', () => {
  test('of a visit: VISIT_FEE or the amount given, and the work done', async () => {
    const cast = await aCast()
    const [one, two] = [await aJob(cast, 'completed'), await aJob(cast, 'completed')]
    expect(await markVisitInvoiced(cast.admin, one.visits[0]!.id)).toMatchObject({
      ...{ invoiceNumber: 'INV-000001', type: 'contractor_visit', amount: 6000 },
      ...{ jobId: one.id, visitId: one.visits[0]!.id, quoteId: null, contractorId: cast.contractor.id },
      ...{ contractorName: 'Carl Mason', contractorCompany: "Carl's Plumbing", propertyAddress: one.propertyAddress },
      description: 'Visit fee: Topped up the pressure and bled the radiators.',
    })
    expect(await markVisitInvoiced(cast.admin, two.visits[0]!.id, 7250)).toMatchObject({
      ...{ invoiceNumber: 'INV-000002', amount: 7250 },
    })
  })

  test('of quote work: the quote’s amount and description', async () => {
    const cast = await aCast()
    const { quote, parent } = await finishedQuoteWork(cast)
    expect(await markQuoteInvoiced(cast.admin, quote.id)).toMatchObject({
      ...{ type: 'quote', amount: 48_000, quoteId: quote.id, visitId: null, jobId: parent.id },
      description: 'Replace the expansion vessel.',
    })
  })

  test('of quote work that passed to another contractor: in the name of whoever did it', async () => {
    const [cast, other] = [await aCast(), await aContractor({ firstName: 'Tom', lastName: 'Abara', company: null })]
    const { work, quote } = await quoteWork(cast)
    await unassignJob(cast.admin, work.id)
    await assignJob(cast.admin, work.id, other.id)
    await markJobComplete(other, work.id)
    const line = { description: 'Valve', quantity: 4, unitPrice: 10_000, vatRate: 20 as const }
    await db
      .update(quotes)
      .set({ lines: [line] })
      .where(eq(quotes.id, quote.id))
    // Who quoted had a VAT number, and who did it has none.
    expect(await markQuoteInvoiced(cast.admin, quote.id)).toMatchObject({
      ...{ contractorId: other.id, contractorName: 'Tom Abara', contractorCompany: null, contractorVatNumber: null },
      ...{ net: 48_000, vat: 0, amount: 48_000 },
      lines: [{ description: 'Valve', quantity: 1, unitPrice: 48_000, vatRate: 0 }],
    })
    // A penny by which an earlier version rounded otherwise.
    expect(totalsOf(linesOfQuote('', { lines: [{ ...line, vatRate: 0 }], amount: 40_001 }, null))).toMatchObject({
      ...{ net: 40_001, vatTotal: 0 },
    })
  })

  test('that is permanently deleted leaves its item as a record, which cannot be deleted', async () => {
    const cast = await aCast()
    const [visit] = (await aJob(cast, 'completed')).visits
    const { id } = await markVisitInvoiced(cast.admin, visit!.id)
    await deleteInvoice(cast.admin, id, true)
    expect(deleteVisit(cast.admin, visit!.id)).rejects.toThrow('permanently deleted. It is kept as a record.')
  })

  test('of a quote without a description: the first hundred characters of the issue, whole ones', async () => {
    const cast = await aCast()
    const issueDescription = `${'🔧'.repeat(60)}${'x'.repeat(60)}`
    const { quote } = await finishedQuoteWork(cast, { job: { issueDescription } })
    await db.update(quotes).set({ description: '' }).where(eq(quotes.id, quote.id))
    const { description } = await markQuoteInvoiced(cast.admin, quote.id)
    expect(description).toBe(`${'🔧'.repeat(60)}${'x'.repeat(40)}`)
  })

  test('keeps the name of a contractor who has left', async () => {
    const cast = await aCast()
    const { visits } = await aJob(cast, 'completed')
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    expect(await markVisitInvoiced(cast.admin, visits[0]!.id)).toMatchObject({ contractorName: 'Carl Mason' })
  })

  test('number grows beyond six digits', () => {
    expect([1, 999_999, 1_000_000].map(invoiceNumber)).toEqual(['INV-000001', 'INV-999999', 'INV-1000000'])
  })
})

describe('a job is invoiced', () => {
  test('when its last billable item is', async () => {
    const cast = await aCast()
    const { parent, work, quote } = await finishedQuoteWork(cast)
    await markQuoteInvoiced(cast.admin, quote.id)
    // The quote was all of the quote work, and half of the job it came from.
    expect([await statusOf(work.id), await statusOf(parent.id)]).toEqual(['invoiced', 'completed'])
    await markVisitInvoiced(cast.admin, parent.visits[0]!.id)
    expect(await statusOf(parent.id)).toBe('invoiced')
    expect((await timeline(parent.id)).slice(-3)).toEqual([
      'itemInvoiced',
      'itemInvoiced',
      'invoiced: completed > invoiced',
    ])
  })

  test('when its fee was billed before the quote was declined', async () => {
    const cast = await aCast()
    const { id, visits, quotes } = await aJob(cast, 'quote_pending')
    await markVisitInvoiced(cast.admin, visits[0]!.id)
    expect(await statusOf(id)).toBe('quote_pending')
    await declineQuote(cast.agent, quotes[0]!.id)
    expect(await statusOf(id)).toBe('invoiced')
  })

  test('not while its quote is still to be worked on', async () => {
    const cast = await aCast()
    const { parent } = await quoteWork(cast)
    await markVisitInvoiced(cast.admin, parent.visits[0]!.id)
    expect(await statusOf(parent.id)).toBe('quote_approved')
  })
})

describe('deleting an invoice', () => {
  test('brings its item and its jobs back, to be invoiced again under a new number', async () => {
    const cast = await aCast()
    const { parent, work, quote } = await finishedQuoteWork(cast)
    const fee = await markVisitInvoiced(cast.admin, parent.visits[0]!.id)
    const price = await markQuoteInvoiced(cast.admin, quote.id)
    expect([await statusOf(work.id), await statusOf(parent.id)]).toEqual(['invoiced', 'invoiced'])
    await deleteInvoice(cast.admin, price.id, false)
    expect([await statusOf(work.id), await statusOf(parent.id)]).toEqual(['completed', 'completed'])
    expect((await readQuotes(cast.admin, { where: quoteSql.isWorkToInvoice() })).map(({ id }) => id)).toEqual([
      quote.id,
    ])
    expect((await timeline(parent.id)).slice(-2)).toEqual(['itemRestored', 'invoiceDeleted: invoiced > completed'])
    expect((await markQuoteInvoiced(cast.admin, quote.id)).invoiceNumber).toBe('INV-000003')
    expect([await statusOf(work.id), await statusOf(parent.id)]).toEqual(['invoiced', 'invoiced'])
    await deleteInvoice(cast.admin, fee.id, false)
    expect([await statusOf(work.id), await statusOf(parent.id)]).toEqual(['invoiced', 'completed'])
    expect(await readVisits(visitSql.isToInvoice())).toHaveLength(1)
  })

  test('for good leaves its item invoiced and its job as it is', async () => {
    const cast = await aCast()
    const { id, visits } = await aJob(cast, 'completed')
    const invoice = await markVisitInvoiced(cast.admin, visits[0]!.id)
    await deleteInvoice(cast.admin, invoice.id, true)
    expect(await readInvoices()).toEqual([])
    expect(await readVisits(visitSql.isToInvoice())).toEqual([])
    expect(await jobVisibleTo(cast.admin, id)).toMatchObject({
      status: 'invoiced',
      visits: [{ invoicingStatus: 'invoiced' }],
    })
    await expect(markVisitInvoiced(cast.admin, visits[0]!.id)).rejects.toMatchObject({ status: 409 })
  })

  test('whose job is gone simply deletes it', async () => {
    const cast = await aCast()
    const { id, visits } = await aJob(cast, 'completed')
    const invoice = await markVisitInvoiced(cast.admin, visits[0]!.id)
    await db.delete(jobs).where(eq(jobs.id, id))
    await deleteInvoice(cast.admin, invoice.id, false)
    expect(await db.$count(invoices)).toBe(0)
  })
})

describe('invoice numbers', () => {
  test('have no gap when invoicing fails', async () => {
    const cast = await aCast()
    const made = [await aJob(cast, 'completed'), await aJob(cast, 'completed'), await aJob(cast, 'completed')]
    const [first, broken, last] = made.map((job) => job.visits[0]!.id) as [string, string, string]
    await markVisitInvoiced(cast.admin, first)
    // More than the column holds: refused by the database, in the middle of the transaction, after the number was taken.
    await expect(markVisitInvoiced(cast.admin, broken, 10_000_000_000)).rejects.toThrow()
    expect(await db.query.jobVisits.findFirst({ where: eq(jobVisits.id, broken) })).toMatchObject({
      invoicingStatus: 'pending',
    })
    await expect(markVisitInvoiced(cast.admin, first)).rejects.toMatchObject({ status: 409 })
    expect((await markVisitInvoiced(cast.admin, last)).invoiceNumber).toBe('INV-000002')
  })

  test('are not given out again', async () => {
    const cast = await aCast()
    const { visits } = await aJob(cast, 'completed')
    const numbers: string[] = []
    for (let time = 0; time < 3; time++) {
      const invoice = await markVisitInvoiced(cast.admin, visits[0]!.id)
      numbers.push(invoice.invoiceNumber)
      await deleteInvoice(cast.admin, invoice.id, false)
    }
    expect(numbers).toEqual(['INV-000001', 'INV-000002', 'INV-000003'])
    await deleteVisit(cast.admin, visits[0]!.id)
  })
})

test('there is one invoice for an item, whatever the program does', async () => {
  const cast = await aCast()
  const { visits } = await aJob(cast, 'completed')
  const { id: _, invoiceNumber: __, ...invoice } = await markVisitInvoiced(cast.admin, visits[0]!.id)
  await expect(
    db
      .insert(invoices)
      .values({ ...invoice, invoiceNumber: 'INV-2' })
      .execute(),
  ).rejects.toThrow()
})
