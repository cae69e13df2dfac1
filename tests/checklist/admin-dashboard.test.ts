import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, jobs, jobVisits } from '#db/schema.ts'
import { markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, finishedQuoteWork, quoteWork } from '#tests/support/world.ts'
import { ADDRESS, ISSUE, LATE, LATE_IN_LONDON } from './agent-words.ts'
import {
  badge,
  button,
  cell,
  heading,
  type Item,
  lacks,
  link,
  opens,
  question,
  read,
  row,
  shows,
  tab,
} from './reading.ts'

// The administrator's first page: four tabs. Each list of items is what the tab must have.

const cast = castOfEachTest()

const ada = signedInOfEachTest(cast, 'admin')

describe('Active', () => {
  test('is open first', async () => {
    const job = await aJob(cast, 'quote_pending')
    await db.update(jobs).set({ createdAt: LATE }).where(eq(jobs.id, job.id))
    const items: Item[] = [
      tab('Active*', 1),
      tab('Contractor Visits', 1),
      tab('Quote Work Completed', 0),
      tab('Invoiced Items', 0),
      heading('Active Jobs in Progress'),
      opens('Rose Cottage', `/admin/jobs/${job.id}`),
      job.jobRef,
      badge('Quote Pending', 'amber'),
      ADDRESS,
      row('Rightway Lettings'),
      cell('Contractor', 'Carl Mason'),
      cell('Issue', ISSUE),
      cell('Issue', 'Access instructions: Key at the office'),
      cell('Created', LATE_IN_LONDON),
      cell('Contractor', '£480.00'),
      button(`Delete ${job.jobRef}`, 'Deleting...'),
      question(
        'This will also delete all related visits and quotes. This action cannot be undone. ' +
          'Its photos and quote work go too. Its agent, and the contractor who has it, are told by e-mail.',
        'Delete Job',
      ),
    ]
    expect(lacks(await read(ada.get('/')), ...items)).toEqual([])
  })

  test('is what a contractor has in hand, or whose quote is open', async () => {
    await aJob(cast, 'assigned', { job: { propertyName: 'Assigned House' } })
    await aJob(cast, 'in_progress', { job: { propertyName: 'Started House' } })
    await quoteWork(cast, { job: { propertyName: 'Approved House' } })
    await aJob(cast, 'pending', { job: { propertyName: 'Pending House' } })
    await aJob(cast, 'completed', { job: { propertyName: 'Completed House' } })
    const screen = await read(ada.get('/?tab=active'))
    // The approved quote's job, and the work that came of it.
    expect(lacks(screen, tab('Active*', 4), 'Assigned House', 'Started House', 'Approved House')).toEqual([])
    expect(shows(screen, 'Pending House', 'Completed House')).toEqual([])
  })

  test('has its question', async () => {
    const job = await aJob(cast, 'assigned')
    const asked = await read(ada.submit(`/admin/jobs/${job.id}/delete`))
    expect(lacks(asked, heading(`Delete Job ${job.jobRef} for Rose Cottage?`), button('Delete Job'))).toEqual([])
  })
})

test('Contractor Visits', async () => {
  const job = await aJob(cast, 'completed')
  await db.update(jobVisits).set({ visitDate: LATE }).where(eq(jobVisits.jobId, job.id))
  const path = `/admin/visits/${job.visits[0]!.id}`
  const items: Item[] = [
    tab('Contractor Visits*', 1),
    heading('Contractor Visits'),
    'Visit fees ready for invoicing',
    opens('Rose Cottage', `/admin/jobs/${job.id}`),
    job.jobRef,
    badge('Visit Fee', 'blue'),
    ADDRESS,
    row('Rightway Lettings'),
    cell('Contractor', "Carl Mason Carl's Plumbing"),
    cell('Visit date', LATE_IN_LONDON),
    cell('Original issue', ISSUE),
    cell('Original issue', 'Access instructions: Key at the office'),
    cell('Work completed', 'Topped up the pressure and bled the radiators.'),
    opens('Send to Invoiced', `${path}/invoice`),
    button(`Delete visit of ${job.jobRef}`),
    question(
      `The visit of job ${job.jobRef} and its photos will be deleted. This action cannot be undone.`,
      'Delete Visit',
    ),
  ]
  const screen = await read(ada.get('/?tab=visits'))
  expect(lacks(screen, ...items)).toEqual([])
})

test('Quote Work Completed', async () => {
  const { parent } = await finishedQuoteWork(cast)
  const items: Item[] = [
    tab('Quote Work Completed*', 1),
    heading('Quote Work Completed'),
    badge('Quote Work', 'purple'),
    cell('Amount', '£480.00'),
    cell('Description', 'Replace the expansion vessel.'),
    cell('Contractor', 'Carl Mason'),
    cell('Original issue', ISSUE),
    button(`Send to Invoiced, the quote of ${parent.jobRef}`, 'Sending...'),
    question('An invoice of £480.00 for the work of Carl Mason is created.', 'Send to Invoiced'),
    button(`Delete quote of ${parent.jobRef}`),
    question(`The quote of job ${parent.jobRef} will be deleted. This action cannot be undone.`, 'Delete Quote'),
  ]
  expect(lacks(await read(ada.get('/?tab=quotes')), ...items)).toEqual([])
})

describe('Invoiced Items', () => {
  test('both kinds', async () => {
    const { parent, quote } = await finishedQuoteWork(cast)
    await markVisitInvoiced(cast.admin, parent.visits[0]!.id)
    await markQuoteInvoiced(cast.admin, quote.id)
    await db.update(invoices).set({ invoiceDate: LATE })
    const items: Item[] = [
      tab('Invoiced Items*', 2),
      heading('Invoiced Items'),
      row('INV-000001'),
      row('INV-000002'),
      badge('Visit Fee', 'blue'),
      badge('Quote Work', 'purple'),
      cell('Amount', '£60.00'),
      cell('Amount', '£480.00'),
      cell('Contractor', "Carl Mason Carl's Plumbing"),
      cell('Property address', ADDRESS),
      cell('Invoice date', LATE_IN_LONDON),
      cell('Description', 'Visit fee: Topped up the pressure and bled the radiators.'),
      cell('Description', 'Replace the expansion vessel.'),
      button('Delete invoice INV-000001'),
      ...[1, 2].map((number) => opens(`Void invoice INV-00000${number}`, /\/void$/)),
    ]
    expect(lacks(await read(ada.get('/?tab=invoiced')), ...items)).toEqual([])
  })

  test('deleting offers a Hard Delete', async () => {
    const job = await aJob(cast, 'completed')
    const { id } = await markVisitInvoiced(cast.admin, job.visits[0]!.id)
    const text =
      'Its visit returns to pending and can be invoiced again. ' +
      'With Hard Delete the invoice is permanently removed and the item stays invoiced. ' +
      'Delete leaves a gap in the numbers, Void does not.'
    const screen = await read(ada.get('/?tab=invoiced'))
    expect(lacks(screen, question(text, 'Delete & Restore'))).toEqual([])
    const asks = screen.parts.find(({ attributes }) => 'data-confirm-check' in attributes)!.attributes
    expect(asks).toMatchObject({
      'data-confirm-title': 'Delete invoice INV-000001?',
      'data-confirm-check': 'hardDelete',
      'data-confirm-check-label': 'Hard Delete',
      'data-confirm-check-action': 'Permanently Delete',
    })
    const page = await read(ada.submit(`/admin/invoices/${id}/delete`))
    const onPage = [button('Delete & Restore'), 'Hard Delete (Permanently Delete)', link('Cancel', '/?tab=invoiced')]
    expect(lacks(page, text, ...onPage)).toEqual([])
  })

  test('delete and restore, or delete for good', async () => {
    const job = await aJob(cast, 'completed')
    const visit = job.visits[0]!.id
    const now = async () => (await db.query.jobVisits.findFirst())!.invoicingStatus
    const restored = await markVisitInvoiced(cast.admin, visit)
    await ada.submit(`/admin/invoices/${restored.id}/delete`, { confirmed: 'yes' })
    expect(await now()).toBe('pending')
    const gone = await markVisitInvoiced(cast.admin, visit)
    await ada.submit(`/admin/invoices/${gone.id}/delete`, { confirmed: 'yes', hardDelete: 'true' })
    expect(await now()).toBe('invoiced')
    expect(lacks(await read(ada.get('/?tab=invoiced')), tab('Invoiced Items*', 0), 'No invoiced items')).toEqual([])
  })
})

test.each([
  ['/', 'No active jobs in progress'],
  ['/?tab=visits', 'No contractor visits ready for invoicing'],
  ['/?tab=quotes', 'No quote work ready for invoicing'],
  ['/?tab=invoiced', 'No invoiced items'],
])('%s with nothing in it', async (path, words) => {
  expect(lacks(await read(ada.get(path)), words)).toEqual([])
})
