import { expect, test } from '#tests/e2e/support/app.ts'
import {
  chooseContractor,
  dialogOf,
  examine,
  itemOf,
  leaveBeside,
  questionOf,
  type Screen,
  says,
  shows,
  toastOf,
  unfold,
} from '#tests/e2e/support/screen.ts'
import { aJob, HARD, upload, WORK_DONE } from '#tests/e2e/support/world.ts'

const empty: (Screen & { tab?: string })[] = [
  {
    path: '/',
    heading: 'Admin Dashboard',
    words: [
      'Active Jobs in Progress',
      /Contractor Visits/,
      /Quote Work Completed/,
      /Invoiced/,
      'No active jobs in progress',
    ],
  },
  { path: '/?tab=visits', heading: 'Admin Dashboard', words: ['No contractor visits ready for invoicing'] },
  { path: '/?tab=quotes', heading: 'Admin Dashboard', words: ['No quote work ready for invoicing'] },
  { path: '/?tab=invoiced', heading: 'Admin Dashboard', words: ['No invoiced items'] },
  {
    path: '/admin/jobs',
    heading: 'All Jobs',
    words: ['Total', 'Pending', 'Active', 'Completed', 'Showing 0 of 0 jobs', 'Export Jobs'],
  },
  {
    path: '/admin/quotes',
    heading: 'All Quotes',
    words: ['Total Quotes', 'Total Value', 'Average Quote', 'Pending Review', '£0.00', 'Export Quotes'],
  },
  {
    path: '/admin/quote-work',
    heading: 'All Quote Work',
    words: ['Completed Jobs', 'Total Value', 'With Photos'],
  },
  {
    path: '/admin/contractors',
    heading: 'Contractors',
    words: ['Total Contractors', 'Local Authentication', 'With Companies', 'No contractors yet'],
  },
  {
    path: '/admin/accounts',
    heading: 'Account Management',
    words: [
      'Create secure user accounts for estate agents and contractors',
      'Create Estate Agent Account',
      /Estate agents log in with username \+ password/,
      'Generate Secure Password',
    ],
  },
  {
    path: '/admin/accounts?tab=contractor',
    heading: 'Account Management',
    words: ['Create Contractor Account', /Contractors log in with email \+ password and receive job notifications/],
  },
]

test('every screen of an administrator with nothing to oversee', async ({ people }) => {
  const page = await people.admin.open('/')
  for (const screen of empty) await test.step(screen.path, () => shows(page, screen))
})

test('every screen and dialog with long names, large amounts and long texts', async ({ people, photo }) => {
  const crew = await people.crew(HARD.names)
  const images = [await upload(crew.contractor, photo)]
  const wish = { job: HARD.job, completion: HARD.completion }
  await aJob(crew, 'quote_pending', { ...wish, images })
  await aJob(crew, 'quote_work_done', wish)
  await aJob(crew, 'pending', wish)
  const invoiced = await aJob(crew, 'completed', { job: { ...HARD.job, propertyName: 'Mill House' }, images: [] })
  await crew.admin.api.post(`/api/visits/${invoiced.visits[0]?.id}/mark-invoiced`)
  const page = await crew.admin.open('/admin/contractors')
  const name = HARD.job.propertyName
  const amount = '£1,234,567.89'
  const contractor = `${HARD.names.firstName} ${HARD.names.lastName}`
  const filled: Screen[] = [
    {
      path: '/',
      heading: 'Admin Dashboard',
      words: ['Active Jobs in Progress', name, 'Quote Pending', HARD.job.estateAgency, contractor, amount],
    },
    {
      path: '/?tab=visits',
      heading: 'Admin Dashboard',
      words: ['Visit Fee', name, contractor, 'Send to Invoiced', WORK_DONE],
    },
    { path: '/?tab=quotes', heading: 'Admin Dashboard', words: ['Quote Work', amount, 'Send to Invoiced'] },
    {
      path: '/?tab=invoiced',
      heading: 'Admin Dashboard',
      words: [/INV-\d{6}/, 'Visit Fee', '£60.00', new RegExp(contractor), HARD.job.propertyAddress],
    },
    {
      path: '/admin/jobs',
      heading: 'All Jobs',
      words: ['Showing 5 of 5 jobs', 'Awaiting assignment', 'URGENT', amount, name],
    },
    {
      path: '/admin/quotes',
      heading: 'All Quotes',
      words: ['£2,469,135.78', '£1,234,568', 'Quote pending estate agent review', new RegExp(contractor)],
    },
    { path: '/admin/quote-work', heading: 'All Quote Work', words: [name, amount, 'No photos'] },
    { path: '/admin/contractors', heading: 'Contractors', words: [contractor, HARD.names.company, 'Local'] },
    { path: '/admin/accounts', heading: 'Account Management', words: [contractor] },
  ]
  for (const screen of filled) await test.step(screen.path, () => shows(page, screen))

  await test.step('dialogs', async () => {
    await page.goto('/admin/jobs')
    await page
      .getByRole('link', { name: /View Details/ })
      .last()
      .click()
    await says(
      dialogOf(page),
      'Property Information',
      'Issue Description',
      'Access Instructions',
      'Estate Agent',
      'Assigned Contractor',
      'Quotes',
      'Visit History',
      'Timeline',
      'Job Created',
      'Contractor Assigned',
      'Quote Submitted',
      'Last Visit',
      'Last Updated',
    )
    await examine(page)
    await page.goto('/admin/quotes')
    await page
      .getByRole('link', { name: /View Quote/ })
      .last()
      .click()
    await says(
      dialogOf(page),
      'Quote approval handled by estate agent',
      'Contact Contractor',
      'View Job History',
      amount,
    )
    await examine(page)
    await dialogOf(page).getByRole('link', { name: 'View Job History' }).click()
    await says(dialogOf(page), /History of JOB-/, 'Job Created')
    await examine(page)
    await page.goto('/admin/quote-work')
    await page
      .getByRole('link', { name: /View Details & Photos/ })
      .last()
      .click()
    await says(dialogOf(page), 'Documentation Photos', amount, 'Access Instructions')
    await examine(page)
  })
})

test('a pending job is edited, assigned, taken back, cancelled and deleted from its dialog', async ({
  people,
  watch,
}) => {
  watch.allow(/^422 POST \/admin\/jobs/)
  const crew = await people.crew()
  const job = await aJob(crew, 'pending', { job: { propertyName: `Rose Cottage ${crew.agent.identifier}` } })
  const page = await crew.admin.open(`/admin/jobs?search=${crew.agent.identifier}`)
  const dialog = dialogOf(page)
  const row = itemOf(page, job.jobRef)
  // A dialog that closes takes its entry of the history with it: a journey begun before would end there.
  const onTheList = () => expect(page).toHaveURL(/\/admin\/jobs\?search=/)

  await row.getByRole('link', { name: /Edit Job/ }).click()
  await dialog.getByLabel('Property Address').fill('')
  await dialog.getByLabel('What needs fixing?').fill('The boiler leaks on the kitchen floor.')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await says(dialog, 'Property address is required')
  await expect(dialog.getByLabel('What needs fixing?')).toHaveValue('The boiler leaks on the kitchen floor.')
  await examine(page)
  await dialog.getByRole('link', { name: 'Property address is required' }).click()
  await expect(dialog.getByLabel('Property Address')).toBeFocused()
  await dialog.getByLabel('Property Address').fill('13 Mill Lane')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await says(row, 'The boiler leaks on the kitchen floor.', /13 Mill Lane/)

  await onTheList()
  await page.goto(`/admin/jobs?search=${crew.agent.identifier}`)
  await row.getByRole('link', { name: /Assign Contractor/ }).click()
  await says(dialog, 'The boiler leaks on the kitchen floor.', /13 Mill Lane/, 'Best')
  // Enter takes the best.
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await expect(dialog.getByRole('radio').first()).toBeChecked()
  await chooseContractor(dialog, crew.contractor.id, crew.contractor.identifier)
  await dialog.getByRole('button', { name: 'Assign Contractor' }).click()
  await says(row, 'Assigned', crew.contractor.name)

  await onTheList()
  await page.goto(`/admin/jobs?search=${crew.agent.identifier}`)
  await row.getByRole('link', { name: /View Details/ }).click()
  await dialog.getByRole('button', { name: 'Unassign' }).click()
  await questionOf(page).getByRole('button', { name: 'Unassign' }).click()
  await leaveBeside(page, 'to assign a contractor.')
  await says(row, 'Awaiting assignment')

  await onTheList()
  await page.goto(`/admin/jobs?search=${crew.agent.identifier}`)
  await row.getByRole('link', { name: /View Details/ }).click()
  await dialog.getByRole('link', { name: 'Cancel Job' }).click()
  await dialog.getByRole('button', { name: 'Cancel Job' }).click()
  await says(dialog, 'Please give a reason')
  await examine(page)
  await dialog.getByLabel('Reason').fill('Sold to somebody else.')
  await dialog.getByRole('button', { name: 'Cancel Job' }).click()
  await leaveBeside(page, 'Cancelled: Sold to somebody else.')
  await says(row, 'Cancelled')

  await onTheList()
  await page.goto(`/admin/jobs/${job.id}`)
  await says(page, /Sold to somebody else/)
  await page.getByRole('button', { name: 'Delete Job' }).click()
  await says(questionOf(page), new RegExp(`Delete Job ${job.jobRef}`), /also delete all related visits and quotes/)
  await questionOf(page).getByRole('button', { name: 'Delete Job' }).click()
  await says(toastOf(page), 'Job Deleted')
  expect((await crew.admin.api.send('GET', `/api/jobs/${job.id}`)).status).toBe(404)
})

test('All Jobs is searched, filtered and exported as it stands', { tag: '@desktop' }, async ({ people }) => {
  const crew = await people.crew()
  const mark = crew.agent.identifier
  await aJob(crew, 'pending', { job: { propertyName: `=Rose ${mark}`, propertyAddress: 'A, "B"\nC' } })
  await aJob(crew, 'in_progress', { job: { propertyName: `Mill ${mark}` } })
  const page = await crew.admin.open('/admin/jobs')
  await page.getByRole('searchbox').fill(mark.toUpperCase())
  await says(page, /Showing 2 of \d+ jobs/)
  const status = page.getByLabel('Status')
  await expect(status.locator('option')).toHaveText([
    ...['All Statuses', 'Pending', 'In Progress', 'Completed', 'Assigned', 'Quote Pending', 'Quote Approved'],
    ...['Invoiced', 'Cancelled'],
  ])
  await status.selectOption('Pending')
  await says(page, /Showing 1 of \d+ jobs/)
  await expect(page).toHaveURL(`/admin/jobs?search=${mark.toUpperCase()}&status=pending`)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export Jobs' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await download).createReadStream()) chunks.push(chunk)
  const csv = Buffer.concat(chunks).toString()
  expect(csv).toContain(`'=Rose ${mark}`)
  expect(csv).toContain('"A, ""B""\nC"')
  expect(csv).not.toContain(`Mill ${mark}`)
  await status.selectOption('Completed')
  await says(page, /Showing 0 of \d+ jobs/)
})

test('deleting from the dashboard asks first and says what was done', { tag: '@desktop' }, async ({ people }) => {
  const crew = await people.crew()
  const mark = crew.agent.identifier
  await aJob(crew, 'assigned', { job: { propertyName: `Active ${mark}` } })
  await aJob(crew, 'completed', { job: { propertyName: `Visited ${mark}` } })
  await aJob(crew, 'quote_work_done', { job: { propertyName: `Quoted ${mark}` } })
  const page = await crew.admin.open('/')
  const deletions = [
    { path: '/', property: `Active ${mark}`, confirm: 'Delete Job', done: 'Job Deleted' },
    { path: '/?tab=quotes', property: `Quoted ${mark}`, confirm: 'Delete Quote', done: 'Quote Deleted' },
    { path: '/?tab=visits', property: `Visited ${mark}`, confirm: 'Delete Visit', done: 'Visit Deleted' },
  ]
  for (const { path, property, confirm, done } of deletions) {
    await page.goto(path)
    if (path === '/') await unfold(itemOf(page, property))
    await itemOf(page, property)
      .getByRole('button', { name: /Delete/ })
      .click()
    await examine(page)
    await questionOf(page).getByRole('button', { name: confirm }).click()
    await says(toastOf(page), done)
    await expect(itemOf(page, property)).toHaveCount(0)
  }
})
