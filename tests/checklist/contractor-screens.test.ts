import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, anAdmin, anAgent, quoteWork } from '#tests/support/world.ts'
import { ADDRESS, ISSUE, LATE, LATE_IN_LONDON } from './agent-words.ts'
import {
  badge,
  button,
  field,
  heading,
  type Item,
  lacks,
  link,
  opens,
  question,
  read,
  shows,
  stat,
  tab,
} from './reading.ts'

// The contractor's screens, and everybody's profile. Each list of items is what the screen must have.

const cast = castOfEachTest()

const carl = signedInOfEachTest(cast, 'contractor')

const NO_JOBS = ['No jobs assigned', 'New jobs will appear here when assigned to you']

test('Dashboard', async () => {
  await aJob(cast, 'assigned')
  await aJob(cast, 'quote_pending', { job: { propertyName: 'Ivy House' } })
  const items: Item[] = [
    heading('Hello, Carl'),
    stat('Active Jobs', 1, 'assigned or in progress'),
    stat('Pending Quotes', 1, 'waiting for the estate agent'),
    heading('Rose Cottage'),
    badge('Ready to Start', 'blue'),
    // The sidebar lists Dashboard only, so it links to the others.
    link('Log Visit', '/visit'),
    link('Your Jobs', '/jobs'),
    link('History', '/history'),
    link('Completed Jobs', '/completed-jobs'),
    link('Profile', '/profile'),
  ]
  expect(lacks(await read(carl.get('/')), ...items)).toEqual([])
})

test.each(['/', '/jobs', '/visit'])('%s without jobs', async (path) => {
  expect(lacks(await read(carl.get(path)), ...NO_JOBS)).toEqual([])
})

describe('Your Jobs', () => {
  test('a visit that is assigned', async () => {
    const job = await aJob(cast, 'assigned', { job: { urgency: 'high' } })
    await db.update(jobs).set({ createdAt: LATE }).where(eq(jobs.id, job.id))
    const items: Item[] = [
      heading('Your Jobs'),
      '1 job for review',
      heading('Rose Cottage'),
      `Job: ${job.jobRef}`,
      `Created: ${LATE_IN_LONDON}`,
      ADDRESS,
      ISSUE,
      badge('Urgent', 'red'),
      badge('Ready to Start', 'blue'),
      link('Rose Cottage', `/visit/${job.id}`),
      button(`Start, Rose Cottage, ${job.jobRef}`, 'Starting...'),
      link(`Log Visit, Rose Cottage, ${job.jobRef}`, `/visit/${job.id}`),
    ]
    const screen = await read(carl.get('/jobs'))
    expect(lacks(screen, ...items)).toEqual([])
    expect(shows(screen, button('Mark Complete'))).toEqual([])
  })

  test('what is not urgent has no such badge, what is started reads so', async () => {
    await aJob(cast, 'in_progress', { job: { urgency: 'medium' } })
    const screen = await read(carl.get('/jobs'))
    expect(lacks(screen, badge('In Progress', 'orange'))).toEqual([])
    expect(shows(screen, badge('Urgent', 'red'), badge('Ready to Start', 'blue'), button('Start'))).toEqual([])
  })

  test('the work of an approved quote', async () => {
    const { work } = await quoteWork(cast)
    await aJob(cast, 'assigned')
    const items: Item[] = [
      '2 jobs for review',
      badge('Quote Approved', 'blue'),
      button(`Mark Complete, Rose Cottage, ${work.jobRef}`, 'Submitting...'),
      link(`Log Visit, Rose Cottage, ${work.jobRef}`, `/visit/${work.id}`),
      question(
        'The estate agent will be told by e-mail that the work is done. The quote of £480.00 can then be invoiced. ' +
          'Work and photos cannot be added afterwards.',
        'Mark Complete',
      ),
    ]
    expect(lacks(await read(carl.get('/jobs')), ...items)).toEqual([])
  })

  test('jobs of others, and jobs that are answered, are not in it', async () => {
    await aJob(cast)
    await aJob(cast, 'completed')
    await aJob({ ...cast, contractor: await aContractor() }, 'assigned')
    expect(lacks(await read(carl.get('/jobs')), ...NO_JOBS)).toEqual([])
  })
})

describe('the completion form', () => {
  const OTHER_QUESTIONS = 'How did you try to get in? What is done, and what is left? Why can you not take it?'
  const OTHER_BUTTONS = 'Save Visit Save Visit Hand Back'
  const FORM: Item[] = [
    'What happened?',
    field('Work done', { type: 'radio', value: 'done', checked: '' }),
    field('Nobody let me in', { type: 'radio' }),
    field('I have to come back', { type: 'radio' }),
    field('I cannot take this job', { type: 'radio' }),
    // One of them is shown, as it is chosen.
    field(`What work did you complete? ${OTHER_QUESTIONS}`, { is: 'textarea' }),
    field('This job needs a quote', { type: 'checkbox' }),
    button('Add Photos (Optional)'),
    'Quote Details',
    field('Quote Amount (£)', { type: 'text', placeholder: '0.00' }),
    field('Quote Description', { is: 'textarea' }),
    // Folded away.
    'More detail',
    field('Materials cost (£)'),
    field('Labour cost (£)'),
    field('Estimated duration'),
    field('Valid until', { type: 'date' }),
    field('Notes', { is: 'textarea' }),
    // Either stands on the button, as the box is ticked or not.
    'Complete Job',
    'Submit Work & Quote',
    button(`Complete Job Submit Work & Quote ${OTHER_BUTTONS}`, 'Submitting...'),
    'Visit was on another day',
    field('Day of the visit', { type: 'date' }),
    link('Cancel', '/jobs'),
  ]

  test('of a visit', async () => {
    const job = await aJob(cast, 'assigned')
    const items: Item[] = [
      heading('Rose Cottage'),
      `Job: ${job.jobRef}`,
      `Address ${ADDRESS}`,
      `Issue ${ISSUE}`,
      'Access Instructions Key at the office',
      ...FORM,
    ]
    // In its card's place in the list, and as a page.
    expect(lacks(await read(carl.htmx(`/visit/${job.id}`)), ...items)).toEqual([])
    expect(lacks(await read(carl.get(`/visit/${job.id}`)), ...items, heading('Log Visit'))).toEqual([])
  })

  test('without access notes', async () => {
    const job = await aJob(cast, 'assigned', { job: { accessNotes: undefined } })
    expect(lacks(await read(carl.get(`/visit/${job.id}`)), 'Access Instructions No access notes provided')).toEqual([])
  })

  test('of quote work asks for no quote', async () => {
    const { work } = await quoteWork(cast)
    const screen = await read(carl.get(`/visit/${work.id}`))
    expect(lacks(screen, button(`Mark Complete ${OTHER_BUTTONS}`), button('Add Photos (Optional)'))).toEqual([])
    expect(shows(screen, field('This job needs a quote'), 'Quote Details')).toEqual([])
  })

  test('does nothing without what it needs, and says so', async () => {
    const job = await aJob(cast, 'assigned')
    const refused = await carl.submit(`/jobs/${job.id}/complete`, { workDone: '  ', needsQuote: 'yes' })
    expect(refused.status).toBe(422)
    const empty = await read(carl.submit(`/jobs/${job.id}/complete`, { workDone: ' \n ' }))
    expect(lacks(empty, 'Please describe the work you completed')).toEqual([])
    const typed = { workDone: 'Done', needsQuote: 'yes', quoteAmount: '0', quoteDescription: ' ' }
    const unquoted = await read(carl.submit(`/jobs/${job.id}/complete`, typed))
    expect(lacks(unquoted, 'Amount must be a positive number', 'Quote description is required')).toEqual([])
    expect((await db.query.jobVisits.findMany()).length).toBe(0)
  })
})

test('Log Visit', async () => {
  const job = await aJob(cast, 'assigned')
  const items: Item[] = [
    heading('Log Visit'),
    'Choose the job you visited',
    link('Rose Cottage', `/visit/${job.id}`),
    job.jobRef,
  ]
  expect(lacks(await read(carl.get('/visit')), ...items)).toEqual([])
})

test('History', async () => {
  const nothing = await read(carl.get('/history'))
  expect(lacks(nothing, heading('History'), tab('Visits*', 0), tab('Quotes', 0), 'No visits yet')).toEqual([])
  expect(lacks(await read(carl.get('/history?show=quotes')), 'No quotes yet')).toEqual([])
  const job = await aJob(cast, 'quote_pending')
  const visits: Item[] = [
    tab('Visits*', 1),
    opens('Rose Cottage', `/jobs/${job.id}`),
    badge('VISIT', 'grey'),
    badge('Quote Pending', 'amber'),
    'Topped up the pressure and bled the radiators.',
  ]
  expect(lacks(await read(carl.get('/history')), ...visits)).toEqual([])
  const quotes: Item[] = [
    tab('Quotes*', 1),
    opens('Rose Cottage', `/quotes/${job.quotes[0]!.id}`),
    badge('Pending', 'yellow'),
    '£480.00',
    'Replace the expansion vessel.',
  ]
  expect(lacks(await read(carl.get('/history?show=quotes')), ...quotes)).toEqual([])
})

describe('Profile', () => {
  const PASSWORDS: Item[] = [
    heading('Change Password'),
    field('Current Password', { type: 'password' }),
    field('New Password', { type: 'password' }),
    field('Confirm New Password', { type: 'password' }),
    button('Show current password'),
    button('Show new password'),
    button('Show confirm new password'),
    button('Change Password', 'Changing...'),
  ]

  test('of a contractor', async () => {
    const contractor = await aContractor({ contractorType: 'Plumber', email: 'carl@plumbing.example' })
    const items: Item[] = [
      'Full Name Carl Mason',
      'Email carl@plumbing.example',
      'Phone 07700 900123',
      "Company Carl's Plumbing",
      'Contractor Type Plumber',
      badge('Contractor', 'blue'),
      ...PASSWORDS,
    ]
    expect(lacks(await read((await signedInAs(contractor)).get('/profile')), ...items)).toEqual([])
  })

  test('of an estate agent and of an administrator', async () => {
    const agent = await read((await signedInAs(await anAgent({ username: 'olivia' }))).get('/profile'))
    expect(lacks(agent, 'Username olivia', badge('Estate Agent', 'green'), ...PASSWORDS)).toEqual([])
    const admin = await read((await signedInAs(await anAdmin())).get('/profile'))
    expect(lacks(admin, badge('Administrator', 'purple'), ...PASSWORDS)).toEqual([])
  })

  test('of somebody of whom little is known, and who signs in elsewhere', async () => {
    const bare = { phone: null, company: null, contractorType: null, authType: 'oidc', hashedPassword: null } as const
    const screen = await read((await signedInAs(await aContractor(bare))).get('/profile'))
    const terms = screen.parts.filter(({ tag }) => tag === 'dt').map(({ text }) => text)
    expect(['Phone', 'Company', 'Contractor Type'].filter((term) => terms.includes(term))).toEqual([])
    expect(shows(screen, 'Change Password')).toEqual([])
  })
})
