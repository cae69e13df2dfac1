import { expect, test } from '#tests/e2e/support/app.ts'
import {
  dialogOf,
  examine,
  isBackAt,
  itemOf,
  questionOf,
  type Screen,
  says,
  shows,
  toastOf,
  unfold,
} from '#tests/e2e/support/screen.ts'
import { aJob, HARD, upload } from '#tests/e2e/support/world.ts'

const FRAME = ['Estate Agent']

const empty: Screen[] = [
  {
    path: '/',
    heading: 'Hello, Olivia',
    words: [
      'Jobs waiting for contractor response',
      'Create New Job',
      'Active',
      'Quotes',
      'Recent Jobs',
      'View Completed',
      'No recent jobs',
      'Jobs appear here until contractors submit their first response',
    ],
    not: ['Quotes Pending Approval'],
  },
  { path: '/jobs', heading: 'My Jobs', words: ['New Job', 'No jobs yet', 'Create Your First Job'] },
  {
    path: '/completed-jobs',
    heading: 'Completed Jobs',
    words: [
      'Jobs where contractor has submitted their response',
      'No completed jobs yet',
      'Jobs will appear here after contractors submit their first response',
    ],
    not: ['Delete All'],
  },
  { path: '/quotes', heading: 'Quote Approvals', words: ['0 pending quotes', 'No quotes yet'] },
  {
    path: '/create-job',
    heading: 'Create Job',
    words: [
      'Your Name',
      'Estate Agency',
      'Property Name',
      'Property Address',
      'What needs fixing?',
      'Urgency',
      'Access Notes (Optional)',
    ],
  },
  { path: '/profile', heading: 'Profile', words: ['Full Name', 'Olivia Hart', 'Change Password', ...FRAME] },
]

test('every screen of a new agent', async ({ people }) => {
  const agent = await people.agent()
  const page = await agent.open('/')
  for (const screen of empty) await test.step(screen.path, () => shows(page, screen))
  await page.goto('/create-job')
  await expect(page.getByLabel('Urgency')).toHaveValue('medium')
  await expect(page.getByLabel('Urgency').locator('option')).toHaveText(['Low', 'Medium', 'High'])
  await page.getByRole('link', { name: 'Back to Dashboard' }).click()
  await expect(page).toHaveURL('/')
})

test('every screen and dialog with long names, large amounts and long texts', async ({ people, photo }) => {
  const crew = await people.crew(HARD.names)
  const images = [await upload(crew.contractor, photo)]
  await aJob(crew, 'quote_pending', { job: HARD.job, completion: HARD.completion, images })
  await aJob(crew, 'pending', { job: HARD.job })
  await aJob(crew, 'quote_work_done', { job: { propertyName: 'Mill House' } })
  const page = await crew.agent.open('/')
  const name = HARD.job.propertyName
  const amount = '£1,234,567.89'
  const filled: Screen[] = [
    {
      path: '/',
      heading: `Hello, ${HARD.names.firstName}`,
      words: ['VISIT', 'URGENT', 'Quotes Pending Approval', amount, /Submitted by/],
      not: ['No recent jobs'],
    },
    {
      path: '/jobs',
      heading: 'My Jobs',
      words: ['Quote Pending', 'Pending', /^Job: JOB-\d{6}/, /Created: \d{2}\/\d{2}\/\d{4}/],
    },
    {
      path: '/completed-jobs',
      heading: 'Completed Jobs',
      words: ['Contractor responded', /1 visit logged, 1 quote submitted/, 'QUOTE WORK', /Delete All/, amount],
    },
    { path: '/quotes', heading: 'Quote Approvals', words: ['1 pending quote', amount, 'Approved', 'Pending'] },
  ]
  for (const screen of filled) await test.step(screen.path, () => shows(page, screen))

  await test.step('the quote', async () => {
    await page.goto('/quotes?status=pending')
    await itemOf(page, name).getByRole('link', { name: /View/ }).click()
    const dialog = dialogOf(page)
    await says(
      dialog,
      name,
      amount,
      'Original Issue',
      'Work Completed',
      'Quote Description',
      'Pending',
      /Featherstonehaugh/,
      /permanently deleted/,
      '1 photo',
    )
    await expect(dialog.locator('figure.photos a').first()).toHaveAttribute('target', '_blank')
    await examine(page)
    await dialog.getByRole('button', { name: 'Decline Quote' }).click()
    await says(dialog, 'Reason (optional)')
    await examine(page)
    await dialog.getByRole('link', { name: 'Cancel' }).click()
    await isBackAt(page, '/quotes?status=pending')
  })

  await test.step('the job', async () => {
    await page.goto('/jobs')
    await itemOf(page, name).first().getByRole('link', { name: /View/ }).click()
    await says(
      dialogOf(page),
      'Property Address',
      'Issue Description',
      'Access Notes',
      'Status',
      'Urgency',
      'Job Type',
      'Created',
    )
    await examine(page)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await examine(page)
  })
})

test('jobs are deleted from the dashboard, one by one, and all that are completed', { tag: '@phone' }, async ({
  people,
}) => {
  const crew = await people.crew()
  await aJob(crew, 'pending', { job: { propertyName: 'Rose Cottage' } })
  for (const propertyName of ['Mill House', 'Quay Lodge']) await aJob(crew, 'completed', { job: { propertyName } })
  const page = await crew.agent.open('/')
  // A bare Delete stands on no card.
  await expect(itemOf(page, 'Rose Cottage').getByRole('button', { name: /Delete/ })).toBeHidden()
  await unfold(itemOf(page, 'Rose Cottage'))
  await itemOf(page, 'Rose Cottage')
    .getByRole('button', { name: /Delete/ })
    .click()
  await says(
    questionOf(page),
    'Are you sure you want to delete this job for Rose Cottage? This action cannot be undone.',
  )
  await questionOf(page).getByRole('button', { name: 'Delete' }).click()
  await says(toastOf(page), 'Job Deleted', 'The job has been successfully deleted.')
  await says(page, 'No recent jobs')

  await page.getByRole('link', { name: 'View Completed' }).click()
  await expect(page).toHaveURL('/completed-jobs')
  await page.getByRole('button', { name: /Delete All/ }).click()
  await says(
    questionOf(page),
    'This will permanently delete all 2 completed jobs and their related data (visits, quotes, etc.). This action cannot be undone.',
  )
  await examine(page)
  await questionOf(page).getByRole('button', { name: 'Delete All' }).click()
  await says(toastOf(page), 'All Completed Jobs Deleted', 'All completed jobs have been successfully deleted.')
  await says(page, 'No completed jobs yet')
})

test('Create Job tells every mistake at its field and in a summary', { tag: '@phone' }, async ({ people, watch }) => {
  watch.allow(/^422 POST \/create-job/)
  const agent = await people.agent()
  const page = await agent.open('/create-job')
  await page.getByLabel('Your Name').fill('')
  await page.getByRole('button', { name: 'Create Job' }).click()
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  const mistakes = {
    'Your Name': 'Your name is required',
    'Estate Agency': 'Estate agency is required',
    'Property Name': 'Property name is required',
    'Property Address': 'Property address is required',
    'What needs fixing?': 'Please provide a detailed description (min 10 characters)',
  }
  for (const [label, mistake] of Object.entries(mistakes)) {
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(new RegExp(mistake.replace(/[()]/g, '\\$&')))
    await summary.getByRole('link', { name: mistake }).click()
    await expect(page.getByLabel(label)).toBeFocused()
  }
  await examine(page)
})

test('the password is changed, and mistakes are told', { tag: '@desktop' }, async ({ people, watch }) => {
  watch.allow(/^422 POST \/profile\/password/)
  const agent = await people.agent()
  const page = await agent.open('/profile')
  const change = async (current: string, fresh: string, again: string) => {
    await page.getByLabel('Current Password', { exact: true }).fill(current)
    await page.getByLabel('New Password', { exact: true }).fill(fresh)
    await page.getByLabel('Confirm New Password', { exact: true }).fill(again)
    await page.getByRole('button', { name: 'Change Password' }).click()
  }
  await change('', 'short', '')
  await says(
    page,
    'Current password is required',
    'New password must be at least 6 characters',
    'Please confirm your new password',
  )
  await examine(page)
  await change(agent.password, 'a new password', 'another password')
  await says(page, "Passwords don't match")
  await change('not my password', 'a new password', 'a new password')
  await says(page, 'Current password is incorrect')
  await change(agent.password, 'a new password', 'a new password')
  await says(toastOf(page), 'Success', 'Password changed successfully!')
})
