import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { deleteQuote } from '#src/quotes/actions.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { aPhotoOn } from '#tests/jobs/photo-on.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, finishedQuoteWork, quoteWork } from '#tests/support/world.ts'
import { ADDRESS, aFullQuote, ISSUE, LATE, LATE_IN_LONDON } from './agent-words.ts'
import {
  badge,
  button,
  choices,
  field,
  heading,
  type Item,
  lacks,
  link,
  opens,
  photo,
  read,
  search,
  shows,
  stat,
} from './reading.ts'

// All Jobs, All Quotes and All Quote Work. Each list of items is what the screen must have.

const cast = castOfEachTest()

const ada = signedInOfEachTest(cast, 'admin')

describe('All Jobs', () => {
  test('the list', async () => {
    const job = await aJob(cast, 'pending', { job: { urgency: 'high' } })
    await db.update(jobs).set({ createdAt: LATE }).where(eq(jobs.id, job.id))
    await aJob(cast, 'in_progress', { job: { propertyName: 'Ivy House' } })
    await aJob(cast, 'quote_pending', { job: { propertyName: 'Oak Lodge' } })
    await aJob(cast, 'completed', { job: { propertyName: 'Mill House' } })
    const items: Item[] = [
      heading('All Jobs'),
      stat('Total', 4),
      stat('Pending', 1, 'awaiting assignment'),
      stat('Active', 2, 'with contractors, 1 started'),
      stat('Completed', 1),
      search('Search by property name, address or job reference...'),
      field('Status', { is: 'select' }),
      choices('All Statuses*', 'Pending', 'In Progress', 'Completed'),
      'Showing 4 of 4 jobs',
      link('Export Jobs', '/admin/jobs/export.csv'),
      // A job.
      badge('URGENT', 'red'),
      '£480.00',
      'Rightway Lettings',
      LATE_IN_LONDON,
      'Olivia Hart',
      ISSUE,
      ADDRESS,
      job.jobRef,
      'Awaiting assignment',
      opens('View Details', `/admin/jobs/${job.id}`),
      opens('Edit Job', `/admin/jobs/${job.id}/edit`),
      opens('Assign Contractor', `/admin/jobs/${job.id}/assign`),
    ]
    expect(lacks(await read(ada.get('/admin/jobs')), ...items)).toEqual([])
  })

  test('edit and assign are offered for pending jobs alone, on a job’s page edit until it is finished', async () => {
    const offered = async (path: string) => {
      const links = (await read(ada.get(path))).parts.filter(({ tag }) => tag === 'a')
      return links.map(({ text }) => text).filter((text) => /^(Edit Job|Assign Contractor)$/.test(text))
    }
    const job = await aJob(cast, 'assigned')
    expect(await offered('/admin/jobs')).toEqual([])
    expect(await offered(`/admin/jobs/${job.id}`)).toEqual(['Edit Job'])
    expect(await offered(`/admin/jobs/${(await aJob(cast, 'completed')).id}`)).toEqual([])
  })

  test.each([
    ['?search=rose', 1],
    ['?search=HIGH%20ST', 1],
    ['?search=job-0', 2],
    ['?search=boiler', 2],
    ['?search=nowhere', 0],
    ['?status=pending', 1],
    ['?status=in_progress', 1],
    ['?status=completed', 0],
    ['?search=rose&status=in_progress', 0],
  ])('narrowed by %s', async (query, count) => {
    await aJob(cast)
    await aJob(cast, 'in_progress', { job: { propertyName: 'Ivy House', propertyAddress: '1 High Street' } })
    const screen = await read(ada.get(`/admin/jobs${query}`))
    // The counters are over everything.
    expect(lacks(screen, `Showing ${count} of 2 jobs`, stat('Total', 2))).toEqual([])
  })

  test('View Details', async () => {
    const job = await aJob(cast, 'quote_pending', { job: { accessNotes: '' } })
    const path = `/objects/${await aPhotoOn(cast, job.visits[0]!.id)}`
    const items: Item[] = [
      heading('Property Information'),
      'Property Rose Cottage',
      `Address ${ADDRESS}`,
      heading('Issue Description'),
      ISSUE,
      heading('Access Instructions'),
      'No access notes provided',
      heading('Estate Agent'),
      'Olivia Hart, Rightway Lettings',
      link(cast.agent.email!, `mailto:${cast.agent.email}`),
      link('020 7946 0001', 'tel:02079460001'),
      heading('Assigned Contractor'),
      "Carl Mason, Carl's Plumbing",
      heading('Quotes'),
      'Amount £480.00',
      heading('Visit History'),
      'Topped up the pressure and bled the radiators.',
      photo(path),
      heading('Timeline'),
      'Job Created',
      'Contractor Assigned',
      'Quote Submitted',
      'Last Visit',
      'Last Updated',
      button('Delete Job', 'Deleting...'),
    ]
    expect(lacks(await read(ada.htmx(`/admin/jobs/${job.id}`)), ...items)).toEqual([])
    expect(lacks(await read(ada.get(`/admin/jobs/${job.id}`)), ...items)).toEqual([])
  })

  test('Edit Job and Assign Contractor', async () => {
    const job = await aJob(cast)
    await aJob(cast, 'assigned')
    const edit: Item[] = [
      field('Property Name', { value: 'Rose Cottage' }),
      field('Property Address', { is: 'textarea' }),
      field('What needs fixing?', { is: 'textarea' }),
      field('Urgency', { is: 'select' }),
      field('Access Notes (Optional)', { is: 'textarea' }),
    ]
    expect(lacks(await read(ada.get(`/admin/jobs/${job.id}/edit`)), ...edit)).toEqual([])
    const screen = await read(ada.get(`/admin/jobs/${job.id}/assign`))
    const offers = screen.parts.filter(({ attributes }) => attributes.class === 'offer')
    expect(offers.map(({ text }) => text)).toEqual(["Carl Mason Best Carl's Plumbing not GU1 1 open"])
  })
})

describe('All Quotes', () => {
  test('the list and View Quote', async () => {
    const { job, quote } = await aFullQuote(cast)
    const items: Item[] = [
      heading('All Quotes'),
      stat('Total Quotes', 1),
      stat('Total Value', '£1,234.50'),
      stat('Average Quote', '£1,235'),
      stat('Pending Review', 1, 'all quotes; 1 waits for a decision'),
      search('Search by property, address, job reference or contractor...'),
      link('Export Quotes', '/admin/quotes/export.csv'),
      opens('Rose Cottage', `/admin/quotes/${quote.id}`),
      '£1,234.50',
      'Quote pending estate agent review',
      opens('View Quote', `/admin/quotes/${quote.id}`),
    ]
    expect(lacks(await read(ada.get('/admin/quotes')), ...items)).toEqual([])
    const dialog: Item[] = [
      'Quote Description Replace the expansion vessel.',
      'Materials Cost £400.00',
      'Labour Cost £834.50',
      'Estimated Duration 2 days',
      'Valid Until 31/12/2099',
      'Notes Parking needed.',
      'Quote approval handled by estate agent',
      heading('Contact Contractor'),
      link('07700 900123', 'tel:07700900123'),
      link(cast.contractor.email!, `mailto:${cast.contractor.email}`),
      opens('View Job History', `/admin/jobs/${job.id}/history`),
    ]
    const shown = await read(ada.htmx(`/admin/quotes/${quote.id}`))
    expect(lacks(shown, ...dialog)).toEqual([])
    expect(shows(shown, button('Approve Quote'), button('Decline Quote'))).toEqual([])
    expect(lacks(await read(ada.get(`/admin/jobs/${job.id}/history`)), 'Job Created', 'Quote Submitted')).toEqual([])
  })

  test('the average is rounded to a whole number, down and up', async () => {
    await aJob(cast, 'quote_pending', { completion: { quoteAmount: 100 } })
    await aJob(cast, 'quote_pending', { completion: { quoteAmount: 100.98 } })
    expect(lacks(await read(ada.get('/admin/quotes')), stat('Average Quote', '£100'))).toEqual([])
    await aJob(cast, 'quote_pending', { completion: { quoteAmount: 100.53 } })
    expect(lacks(await read(ada.get('/admin/quotes')), stat('Average Quote', '£101'))).toEqual([])
  })

  test('Pending Review counts all quotes, and so does every figure', async () => {
    await quoteWork(cast)
    await aJob(cast, 'quote_pending')
    const items = [
      stat('Total Quotes', 2),
      stat('Pending Review', 2, 'all quotes; 1 waits for a decision'),
      stat('Total Value', '£960.00'),
    ]
    expect(lacks(await read(ada.get('/admin/quotes')), ...items)).toEqual([])
  })

  test.each(['rose', 'mill lane', 'job-0', 'zelda', 'quill'])('searched for %s', async (words) => {
    const contractor = await aContractor({ firstName: 'Zelda', lastName: 'Quill' })
    const { quotes } = await aJob({ ...cast, contractor }, 'quote_pending')
    const screen = await read(ada.get(`/admin/quotes?search=${words}`))
    expect(lacks(screen, opens('Rose Cottage', `/admin/quotes/${quotes[0]!.id}`), 'Showing 1 of 1 quotes')).toEqual([])
  })
})

describe('All Quote Work', () => {
  test('the list and View Details & Photos', async () => {
    const { work } = await quoteWork(cast)
    await markJobComplete(cast.contractor, work.id, { workDone: 'Vessel replaced.' })
    const [visit] = await db.query.jobVisits.findMany({ where: (one, { eq }) => eq(one.jobId, work.id) })
    const path = `/objects/${await aPhotoOn(cast, visit!.id)}`
    const items: Item[] = [
      heading('All Quote Work'),
      stat('Completed Jobs', 1),
      stat('Total Value', '£480.00'),
      stat('With Photos', 1),
      search('Search by property, address, job reference or contractor...'),
      'Showing 1 of 1 jobs',
      opens('Rose Cottage', `/admin/quote-work/${work.id}`),
      '£480.00',
      '1 photo',
      opens('View Details & Photos', `/admin/quote-work/${work.id}`),
    ]
    expect(lacks(await read(ada.get('/admin/quote-work')), ...items)).toEqual([])
    const dialog: Item[] = [
      heading('Rose Cottage'),
      `Property Address ${ADDRESS}`,
      `Issue Description ${ISSUE}`,
      'Access Instructions Key at the office',
      'Quote £480.00',
      "Contractor Carl Mason, Carl's Plumbing",
      heading('Documentation Photos'),
      'Vessel replaced.',
      photo(path),
    ]
    expect(lacks(await read(ada.htmx(`/admin/quote-work/${work.id}`)), ...dialog)).toEqual([])
  })

  test('what is not known', async () => {
    const { quote, work } = await finishedQuoteWork(cast)
    await deleteQuote(cast.admin, quote.id)
    const items = ['Quote amount not recorded', 'No photos', stat('With Photos', 0), stat('Total Value', '£0.00')]
    expect(lacks(await read(ada.get('/admin/quote-work')), ...items)).toEqual([])
    const dialog = await read(ada.htmx(`/admin/quote-work/${work.id}`))
    expect(lacks(dialog, 'Quote amount not recorded', 'No photos')).toEqual([])
  })

  test('work that goes on is not in it', async () => {
    await quoteWork(cast)
    const screen = await read(ada.get('/admin/quote-work'))
    expect(lacks(screen, stat('Completed Jobs', 0), 'No completed quote work yet')).toEqual([])
  })
})
