import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, finishedQuoteWork } from '#tests/support/world.ts'
import {
  ADDRESS,
  aFullQuote,
  approveDialog,
  declineDialog,
  ISSUE,
  LATE,
  LATE_IN_LONDON,
  quoteDialog,
  WARNING,
} from './agent-words.ts'
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
  question,
  read,
  search,
  shows,
} from './reading.ts'

// The estate agent's lists. Each list of items is what the screen must have.

const cast = castOfEachTest()

const olivia = signedInOfEachTest(cast, 'agent')

describe('My Jobs', () => {
  test('the list', async () => {
    const job = await aJob(cast, 'quote_pending', { job: { urgency: 'medium' } })
    await db.update(jobs).set({ createdAt: LATE }).where(eq(jobs.id, job.id))
    const items: Item[] = [
      heading('My Jobs'),
      link('New Job', '/create-job'),
      search('Search jobs...', '#job-list'),
      heading('Rose Cottage'),
      badge('Quote Pending', 'amber'),
      badge('MEDIUM', 'yellow'),
      ADDRESS,
      ISSUE,
      `Job: ${job.jobRef}`,
      `Created: ${LATE_IN_LONDON}`,
      opens('View', `/jobs/${job.id}`),
    ]
    expect(lacks(await read(olivia.get('/jobs')), ...items)).toEqual([])
  })

  test.each([
    ['rose COTT', true],
    ['mill lane', true],
    ['job-0', true],
    ['boiler', true],
    ['lane rose', true],
    ['nowhere', false],
  ])('searched for %p', async (words, found) => {
    await aJob(cast)
    const screen = await read(olivia.get(`/jobs?search=${encodeURIComponent(words)}`))
    expect(shows(screen, heading('Rose Cottage'), 'No jobs match your search')).toEqual([
      found ? 'heading Rose Cottage' : 'No jobs match your search',
    ])
  })

  test('without jobs', async () => {
    const items = ['No jobs yet', link('Create Your First Job', '/create-job')]
    expect(lacks(await read(olivia.get('/jobs')), ...items)).toEqual([])
  })
})

describe('Quote Approvals', () => {
  test('the list and its dialog', async () => {
    const { job, quote, path } = await aFullQuote(cast)
    const items: Item[] = [
      heading('Quote Approvals'),
      '1 pending quote',
      search('Search quotes...', '#quote-list'),
      field('Status', { is: 'select' }),
      choices('All Statuses', 'Pending', 'Approved', 'Declined'),
      heading('Rose Cottage'),
      badge('Pending', 'yellow'),
      '£1,234.50',
      'Carl Mason',
      'Replace the expansion vessel.',
      opens('View', `/quotes/${quote.id}`),
      button('Approve'),
      button('Decline'),
    ]
    expect(lacks(await read(olivia.get('/quotes')), ...items)).toEqual([])
    const dialog = quoteDialog(job.jobRef, path)
    expect(lacks(await read(olivia.htmx(`/quotes/${quote.id}`)), ...dialog)).toEqual([])
    expect(lacks(await read(olivia.get(`/quotes/${quote.id}`)), ...dialog)).toEqual([])
    for (const ask of [olivia.htmx, olivia.get]) {
      expect(lacks(await read(ask(`/quotes/${quote.id}/approve`)), ...approveDialog(path))).toEqual([])
      expect(lacks(await read(ask(`/quotes/${quote.id}/decline`)), ...declineDialog)).toEqual([])
    }
  })

  test('only pending quotes can be decided', async () => {
    const { quote } = await finishedQuoteWork(cast)
    for (const path of ['/quotes', `/quotes/${quote.id}`]) {
      const screen = await read(olivia.get(path))
      expect(lacks(screen, badge('Approved', 'green'))).toEqual([])
      expect(shows(screen, button('Approve'), button('Decline'), button('Approve Quote'), WARNING)).toEqual([])
    }
  })

  test.each([
    ['?search=ROSE', true],
    ['?search=job-0', true],
    ['?search=carl', true],
    ['?search=maso', true],
    ['?search=boiler', true],
    ['?search=nowhere', false],
    ['?status=pending', true],
    ['?status=approved', false],
    ['?status=declined', false],
    ['?search=rose&status=pending', true],
  ])('narrowed by %s', async (query, found) => {
    await aJob(cast, 'quote_pending')
    const screen = await read(olivia.get(`/quotes${query}`))
    expect(shows(screen, heading('Rose Cottage'), 'No quotes match your filters')).toEqual([
      found ? 'heading Rose Cottage' : 'No quotes match your filters',
    ])
  })

  test('without quotes', async () => {
    expect(lacks(await read(olivia.get('/quotes')), '0 pending quotes', 'No quotes yet')).toEqual([])
  })
})

describe('Completed Jobs', () => {
  const all = (count: number) =>
    `This will permanently delete all ${count} completed jobs and their related data (visits, quotes, etc.). ` +
    'This action cannot be undone.'

  test('the list', async () => {
    const { job, quote } = await aFullQuote(cast)
    await aJob(cast, 'completed', { job: { propertyName: 'Ivy House' } })
    const items: Item[] = [
      heading('Completed Jobs'),
      'Jobs where contractor has submitted their response',
      link('Back to Dashboard', '/'),
      question(`${all(1)} 1 job stays: 1 waits for your decision on a quote.`, 'Delete All'),
      button('Delete All 1'),
      opens('Rose Cottage', `/jobs/${job.id}`),
      job.jobRef,
      badge('VISIT', 'grey'),
      ADDRESS,
      ISSUE,
      badge('Quote Pending', 'amber'),
      badge('Completed', 'green'),
      badge('URGENT', 'red'),
      '1 visit logged, 1 quote submitted',
      '1 visit logged, 0 quotes submitted',
      'Contractor responded',
      opens('View Quote', `/quotes/${quote.id}`),
    ]
    expect(lacks(await read(olivia.get('/completed-jobs')), ...items)).toEqual([])
  })

  test('the work of a quote has its badge', async () => {
    await finishedQuoteWork(cast)
    expect(lacks(await read(olivia.get('/completed-jobs')), badge('QUOTE WORK', 'purple'))).toEqual([])
  })

  test('without jobs there is nothing to delete', async () => {
    await aJob(cast)
    const screen = await read(olivia.get('/completed-jobs'))
    const items = ['No completed jobs yet', 'Jobs will appear here after contractors submit their first response']
    expect(lacks(screen, ...items)).toEqual([])
    expect(shows(screen, 'Delete All')).toEqual([])
  })

  test('a contractor reads it without deleting or deciding', async () => {
    const { quote } = await aFullQuote(cast)
    const carl = await signedInAs(cast.contractor)
    const screen = await read(carl.get('/completed-jobs'))
    expect(lacks(screen, heading('Rose Cottage'), 'Contractor responded')).toEqual([])
    expect(shows(screen, 'Delete All', button('Approve'), button('Approve Quote'))).toEqual([])
    const dialog = await read(carl.htmx(`/quotes/${quote.id}`))
    expect(shows(dialog, button('Approve Quote'), button('Decline Quote'), WARNING)).toEqual([])
  })
})
