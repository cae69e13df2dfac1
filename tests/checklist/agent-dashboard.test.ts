import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { createJob } from '#src/jobs/actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aJob, anAgent, jobInput, quoteWork } from '#tests/support/world.ts'
import {
  ADDRESS,
  aFullQuote,
  approveDialog,
  declineDialog,
  ISSUE,
  LATE,
  LATE_IN_LONDON,
  quoteDialog,
} from './agent-words.ts'
import {
  badge,
  button,
  choices,
  field,
  heading,
  headingOf,
  type Item,
  lacks,
  link,
  opens,
  question,
  read,
  shows,
  stat,
} from './reading.ts'

// The estate agent's first page and the form of a new job. Each list is what the screen must have.

const cast = castOfEachTest()

const olivia = signedInOfEachTest(cast, 'agent')

const DELETES = 'Are you sure you want to delete this job for Rose Cottage? This action cannot be undone.'

describe('Dashboard', () => {
  test('greeting, figures and recent jobs', async () => {
    const job = await aJob(cast, 'pending', { job: { urgency: 'high' } })
    const items: Item[] = [
      heading('Hello, Olivia'),
      'Jobs waiting for contractor response',
      link('Create New Job', '/create-job'),
      stat('Active', 1, 'not completed'),
      stat('Quotes', 0, 'to be decided'),
      heading('Recent Jobs'),
      link('View Completed', '/completed-jobs'),
      // A card.
      opens('Rose Cottage', `/jobs/${job.id}`),
      badge('VISIT', 'grey'),
      badge('URGENT', 'red'),
      ADDRESS,
      ISSUE,
      job.jobRef,
      question(DELETES, 'Delete'),
      button('Delete the job for Rose Cottage'),
    ]
    const screen = await read(olivia.get('/'))
    expect(lacks(screen, ...items)).toEqual([])
    // Shown only when there are pending quotes.
    expect(shows(screen, 'Quotes Pending Approval')).toEqual([])
  })

  test('a badge for the type of each job', async () => {
    await quoteWork(cast)
    expect(lacks(await read(olivia.get('/')), badge('QUOTE WORK', 'purple'))).toEqual([])
  })

  test('without a first name', async () => {
    const nameless = await signedInAs(await anAgent({ firstName: null, lastName: null }))
    expect(headingOf(await read(nameless.get('/')))).toBe('Hello, Agent')
  })

  test('without jobs', async () => {
    const items: Item[] = [
      'No recent jobs',
      'Jobs appear here until contractors submit their first response',
      link('Create New Job', '/create-job'),
    ]
    expect(lacks(await read(olivia.get('/')), ...items)).toEqual([])
  })

  test('at most five recent jobs, the newest', async () => {
    for (const number of [1, 2, 3, 4, 5, 6]) await createJob(cast.agent, jobInput({ propertyName: `Number ${number}` }))
    const screen = await read(olivia.get('/'))
    const named = [1, 2, 3, 4, 5, 6].filter((number) => screen.words.includes(`Number ${number}`))
    expect(named).toEqual([2, 3, 4, 5, 6])
  })

  test('quotes that are pending', async () => {
    const { job, quote, path } = await aFullQuote(cast)
    const items: Item[] = [
      heading('Quotes Pending Approval'),
      stat('Quotes', 1, 'to be decided'),
      heading('Rose Cottage'),
      job.jobRef,
      '£1,234.50',
      'Topped up the pressure and bled the radiators.',
      'Replace the expansion vessel.',
      'Submitted by Carl Mason',
      opens('View', `/quotes/${quote.id}`),
      button('Approve'),
      button('Decline'),
    ]
    expect(lacks(await read(olivia.get('/')), ...items)).toEqual([])
    expect(lacks(await read(olivia.htmx(`/quotes/${quote.id}`)), ...quoteDialog(job.jobRef, path))).toEqual([])
    expect(lacks(await read(olivia.htmx(`/quotes/${quote.id}/approve`)), ...approveDialog(path))).toEqual([])
    expect(lacks(await read(olivia.htmx(`/quotes/${quote.id}/decline`)), ...declineDialog)).toEqual([])
  })

  test('details of a job', async () => {
    const job = await aJob(cast, 'pending', { job: { accessNotes: '', urgency: 'low' } })
    await db.update(jobs).set({ createdAt: LATE, contractorType: 'Plumber' }).where(eq(jobs.id, job.id))
    const items: Item[] = [
      heading('Rose Cottage'),
      `Property Address ${ADDRESS}`,
      `Issue Description ${ISSUE}`,
      'Access Notes No access notes provided',
      badge('Pending', 'yellow'),
      badge('LOW', 'green'),
      'Job Type VISIT',
      'Contractor Type Plumber',
      `Created ${LATE_IN_LONDON}`,
    ]
    // In the dialog, and at an address of its own.
    expect(lacks(await read(olivia.htmx(`/jobs/${job.id}`)), ...items)).toEqual([])
    expect(lacks(await read(olivia.get(`/jobs/${job.id}`)), ...items)).toEqual([])
    const noted = await aJob(cast)
    expect(lacks(await read(olivia.htmx(`/jobs/${noted.id}`)), 'Access Notes Key at the office')).toEqual([])
  })
})

test('Create Job', async () => {
  const items: Item[] = [
    heading('Create Job'),
    link('Back to Dashboard', '/'),
    field('Your Name', { type: 'text', value: 'Olivia Hart' }),
    field('Estate Agency', { type: 'text', value: 'Rightway Lettings' }),
    field('Property Name', { type: 'text' }),
    field('Property Address', { is: 'textarea' }),
    field('What needs fixing?', { is: 'textarea' }),
    field('Urgency', { is: 'select' }),
    choices('Low', 'Medium*', 'High'),
    field('Access Notes (Optional)', { is: 'textarea' }),
    button('Create Job', 'Creating Job...'),
  ]
  expect(lacks(await read(olivia.get('/create-job')), ...items)).toEqual([])
  const created = await olivia.submit('/create-job', { ...jobInput() })
  expect(created.headers.get('location')).toBe('/')
})
