import { test } from '#tests/e2e/support/app.ts'
import { dialogOf, examine, itemOf, type Screen, says, shows } from '#tests/e2e/support/screen.ts'
import { aJob, HARD, upload, WORK_DONE } from '#tests/e2e/support/world.ts'

const empty: Screen[] = [
  { path: '/', heading: 'Hello, Carl', words: ['Active Jobs', 'Pending Quotes', 'No jobs assigned', 'History'] },
  {
    path: '/jobs',
    heading: 'Your Jobs',
    words: ['No jobs assigned', 'New jobs will appear here when assigned to you'],
  },
  { path: '/visit', heading: 'Log Visit', words: ['No jobs assigned'] },
  { path: '/history', heading: 'History', words: ['Visits', 'Quotes', 'No visits yet'] },
  { path: '/history?show=quotes', heading: 'History', words: ['No quotes yet'] },
  {
    path: '/completed-jobs',
    heading: 'Completed Jobs',
    words: ['No completed jobs yet', 'Jobs where contractor has submitted their response'],
  },
  {
    path: '/profile',
    heading: 'Profile',
    words: ['Carl Mason', "Carl's Plumbing", '07700 900123', 'Contractor', 'Change Password'],
  },
]

test('every screen of a new contractor', async ({ people }) => {
  const page = await (await people.contractor()).open('/')
  for (const screen of empty) await test.step(screen.path, () => shows(page, screen))
})

test('every screen and dialog with long names, large amounts and long texts', async ({ people, photo }) => {
  const crew = await people.crew(HARD.names)
  const images = [await upload(crew.contractor, photo)]
  await aJob(crew, 'quote_pending', { job: HARD.job, completion: HARD.completion, images })
  await aJob(crew, 'quote_approved', { job: HARD.job, completion: HARD.completion })
  await aJob(crew, 'in_progress', { job: HARD.job })
  const job = await aJob(crew, 'assigned', { job: { ...HARD.job, propertyName: `New ${HARD.job.propertyName}` } })
  const page = await crew.contractor.open('/profile')
  const name = HARD.job.propertyName
  const amount = '£1,234,567.89'
  const filled: Screen[] = [
    { path: '/', heading: `Hello, ${HARD.names.firstName}`, words: ['Jobs in Hand', name, 'Urgent'] },
    {
      path: '/jobs',
      heading: 'Your Jobs',
      words: ['3 jobs for review', 'Ready to Start', 'Quote Approved', 'In Progress', 'Mark Complete', 'Urgent'],
    },
    { path: '/visit', heading: 'Log Visit', words: [name] },
    {
      path: `/visit/${job.id}`,
      heading: 'Log Visit',
      words: ['Access Instructions', 'What work did you complete?', 'This job needs a quote', 'Cancel'],
    },
    { path: '/history', heading: 'History', words: [name, WORK_DONE] },
    { path: '/history?show=quotes', heading: 'History', words: [amount, 'Pending', 'Approved'] },
    {
      path: '/completed-jobs',
      heading: 'Completed Jobs',
      words: [amount, 'Contractor responded'],
      not: ['Delete All'],
    },
  ]
  for (const screen of filled) await test.step(screen.path, () => shows(page, screen))
  await test.step('dialogs', async () => {
    await page.goto('/history?show=quotes')
    await itemOf(page, name).first().getByRole('link').first().click()
    await says(dialogOf(page), amount, 'Original Issue')
    await examine(page)
    await page.goto('/completed-jobs')
    await itemOf(page, name).first().getByRole('link').first().click()
    await says(dialogOf(page), 'Property Address', 'Access Notes')
    await examine(page)
  })
})
