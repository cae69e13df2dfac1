import type { Page } from '@playwright/test'
import { chooseContractor, itemOf, says, signIn, unfold } from '#tests/e2e/support/screen.ts'
import { expect, test } from './support/app.ts'
import { aJob, jobInput } from './support/world.ts'

const plain = { javaScriptEnabled: false }
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })

test('signing in, raising a job, looking for it, reading it, deleting it and leaving', { tag: '@phone' }, async ({
  people,
  watch,
}) => {
  watch.allow(/^422 POST \/create-job/)
  const agent = await people.agent()
  const page = await people.stranger('/login', plain)
  await signIn(page, agent)
  await says(page, 'Hello, Olivia', 'No recent jobs')

  await page
    .getByRole('link', { name: /Create New Job/ })
    .first()
    .click()
  await page.getByLabel('Estate Agency').fill('Rightway Lettings')
  await page.getByLabel('Property Name').fill('Rose Cottage')
  await page.getByLabel('What needs fixing?').fill('Too short')
  await page.getByRole('button', { name: 'Create Job' }).click()
  await expect(page).toHaveTitle(/^Error: Create Job/)
  await says(
    page.getByRole('alert').first(),
    'Property address is required',
    'Please provide a detailed description (min 10 characters)',
  )
  await expect(page.getByLabel('Property Name')).toHaveValue('Rose Cottage')
  await expect(page.getByLabel('What needs fixing?')).toHaveValue('Too short')
  await page.getByLabel('Property Address').fill('12 Mill Lane')
  await page.getByLabel('What needs fixing?').fill('The boiler loses pressure every night.')
  await page.getByRole('button', { name: 'Create Job' }).click()
  await expect(page).toHaveURL('/')
  await says(page, 'Job Created')

  await page.goto('/jobs')
  await page.getByRole('searchbox').fill('nothing like it')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/jobs\?search=nothing/)
  await says(page, 'No jobs match your search')
  await page.getByRole('searchbox').fill('ROSE')
  await page.getByRole('button', { name: 'Search' }).click()
  await itemOf(page, 'Rose Cottage').getByRole('link', { name: /View/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rose Cottage')
  await says(page, 'No access notes provided', 'The boiler loses pressure every night.')

  await page.goto('/')
  await unfold(itemOf(page, 'Rose Cottage'))
  await itemOf(page, 'Rose Cottage')
    .getByRole('button', { name: /Delete/ })
    .click()
  await says(page, 'Are you sure you want to delete this job for Rose Cottage? This action cannot be undone.')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(itemOf(page, 'Rose Cottage')).toBeVisible()
  await unfold(itemOf(page, 'Rose Cottage'))
  await itemOf(page, 'Rose Cottage')
    .getByRole('button', { name: /Delete/ })
    .click()
  await button(page, 'Delete').click()
  await says(page, 'Job Deleted', 'The job has been successfully deleted.', 'No recent jobs')

  await page.locator('.top-menu summary').click()
  await page.getByRole('link', { name: 'Log Out' }).filter({ visible: true }).click()
  await says(page, 'Get Started')
  await page.goto('/jobs')
  await expect(page).toHaveURL(/\/login/)
})

test('approving, declining and deleting all', { tag: '@phone' }, async ({ people }) => {
  const crew = await people.crew()
  await aJob(crew, 'quote_pending', { job: { propertyName: 'Rose Cottage' } })
  await aJob(crew, 'quote_pending', { job: { propertyName: 'Mill House' } })
  const page = await crew.agent.open('/quotes', plain)
  await says(page, '2 pending quotes')
  await itemOf(page, 'Rose Cottage').getByRole('link', { name: /View/ }).click()
  await says(page, /permanently deleted/, '£480.00')
  await page.goto('/quotes')

  await itemOf(page, 'Rose Cottage')
    .getByRole('button', { name: /Approve/ })
    .click()
  await says(page, /approve this quote for £480.00\? The contractor will be notified and can begin work/)
  await button(page, 'Approve Quote').click()
  await says(page, 'Quote Approved', 'The quote has been approved successfully.', '1 pending quote')
  await itemOf(page, 'Mill House')
    .getByRole('button', { name: /Decline/ })
    .click()
  await button(page, 'Decline Quote').click()
  await says(page, 'Quote Declined', 'The quote has been declined.', '0 pending quotes')

  await page.goto('/quotes?status=declined')
  await says(page, 'Mill House')
  await expect(page.getByText('Rose Cottage')).toHaveCount(0)

  await page.goto('/completed-jobs')
  await button(page, /Delete All/).click()
  await says(
    page,
    'This will permanently delete all 1 completed jobs and their related data (visits, quotes, etc.). This action cannot be undone.',
    '1 job stays: the quote work of 1 is not finished.',
  )
  await button(page, 'Delete All').click()
  await says(page, 'All Completed Jobs Deleted', '1 job stays: the quote work of 1 is not finished.')
})

test('a contractor starts and completes a job', { tag: '@phone' }, async ({ people, watch }) => {
  // What a browser says of a script that it was told not to run.
  watch.allow(/^csp GET \/assets\/[\w-]+\.js$/)
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const page = await crew.contractor.open('/jobs', plain)
  await itemOf(page, job.propertyName).getByRole('button', { name: 'Start' }).click()
  await says(page, 'In Progress')
  await itemOf(page, job.propertyName).getByRole('link', { name: 'Log Visit' }).click()
  await expect(page).toHaveURL(`/visit/${job.id}`)
  await page.getByLabel('What work did you complete?').fill('Bled the radiators.')
  await page.getByRole('button', { name: /Complete Job/ }).click()
  await says(page, 'No jobs assigned')
  expect(await crew.admin.api.get(`/api/jobs/${job.id}`)).toMatchObject({ status: 'completed' })
})

test('an administrator assigns a job and invoices a visit', { tag: '@desktop' }, async ({ people }) => {
  const crew = await people.crew()
  const { propertyName } = jobInput({ propertyName: `Rose Cottage ${crew.agent.identifier}` })
  const job = await aJob(crew, 'pending', { job: { propertyName } })
  const page = await crew.admin.open(`/admin/jobs/${job.id}`, plain)
  await page.getByRole('link', { name: 'Assign Contractor' }).click()
  await chooseContractor(page, crew.contractor.id, crew.contractor.identifier)
  await button(page, 'Assign Contractor').click()
  await crew.contractor.api.post(`/api/jobs/${job.id}/complete`, { workDone: 'Bled the radiators.', needsQuote: false })
  await page.goto('/?tab=visits')
  await itemOf(page, propertyName)
    .getByRole('link', { name: /Send to Invoiced/ })
    .click()
  await expect(page.getByLabel('Visit Fee')).toHaveValue('60.00')
  await button(page, 'Send to Invoiced').click()
  await says(page, 'Sent to Invoiced', /INV-\d{6}/)
})

test('an administrator assigns several jobs at once and cancels others', { tag: '@desktop' }, async ({ people }) => {
  const crew = await people.crew()
  const propertyName = `Plain House ${crew.agent.identifier}`
  const jobs = [
    await aJob(crew, 'pending', { job: { propertyName } }),
    await aJob(crew, 'pending', { job: { propertyName } }),
    await aJob(crew, 'pending', { job: { propertyName } }),
  ]
  const statuses = () =>
    Promise.all(jobs.map(async ({ id }) => (await crew.admin.api.get<{ status: string }>(`/api/jobs/${id}`)).status))
  const page = await crew.admin.open(`/admin/jobs?search=${encodeURIComponent(propertyName)}`, plain)
  const tick = (index: number) =>
    page.getByRole('checkbox', { name: new RegExp(`Select .*${jobs[index]!.jobRef}`) }).check()
  await tick(0)
  await tick(1)
  await button(page, 'Assign').click()
  await chooseContractor(page, crew.contractor.id, crew.contractor.identifier)
  await button(page, /^Assign/).click()
  await says(page, 'Jobs Assigned')
  expect(await statuses()).toEqual(['assigned', 'assigned', 'pending'])

  await page.goto(`/admin/jobs?search=${encodeURIComponent(propertyName)}`)
  await tick(2)
  await button(page, 'Cancel Jobs').click()
  await says(page, jobs[2]!.jobRef, /This cannot be undone/)
  await page.getByLabel('Reason').fill('The house is sold')
  await button(page, /^Cancel \d|^Cancel Job/).click()
  expect(await statuses()).toEqual(['assigned', 'assigned', 'cancelled'])
})
