import { expect, test } from '#tests/e2e/support/app.ts'
import { addPhotos, openForm, WORK, whatWork, withJob } from '#tests/e2e/support/completion.ts'
import { intercept } from '#tests/e2e/support/intercept.ts'
import { lineIsBack } from '#tests/e2e/support/phone.ts'
import { photographs } from '#tests/e2e/support/pictures.ts'
import { noteToasts } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

test('a visit is logged from the list with a quote', async ({ people, watch }) => {
  const { contractor, read } = await withJob(people)
  watch.allow(/^422 POST \/api\/jobs/)
  const page = await contractor.open('/jobs')
  await expect(page.getByText('1 job for review')).toBeVisible()
  await expect(page.getByText('Ready to Start')).toBeVisible()
  await openForm(page)
  await expect(page.getByText('Key at the office')).toBeVisible()

  const complete = page.getByRole('button', { name: 'Complete Job' })
  await expect(complete).toBeDisabled()
  await whatWork(page).fill('   ')
  await expect(complete).toBeDisabled()
  await whatWork(page).fill(WORK)
  await expect(complete).toBeEnabled()

  await page.getByLabel('This job needs a quote').check()
  const submit = page.getByRole('button', { name: 'Submit Work & Quote' })
  await expect(submit).toBeDisabled()
  await page.getByLabel('Quote Amount (£)').fill('-5')
  await page.getByLabel('Quote Description').fill('Replace the expansion vessel.')
  await submit.click()
  const refusal = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(refusal).toBeFocused()
  await expect(refusal).toContainText('Amount must be a positive number')
  await expect(whatWork(page)).toHaveValue(WORK)

  await page.getByLabel('Quote Amount (£)').fill('480.50')
  await page.getByText('More detail').click()
  await page.getByLabel('Materials cost (£)').fill('120')
  await submit.click()
  await expect(page.getByText('Quote Submitted')).toBeVisible()
  await expect(page.getByText('No jobs assigned')).toBeVisible()

  const { status, quotes, visits } = await read()
  expect(status).toBe('quote_pending')
  expect(quotes).toMatchObject([
    { amount: '480.50', description: 'Replace the expansion vessel.', materialsCost: '120.00' },
  ])
  expect(visits).toMatchObject([{ workDescription: WORK, images: [] }])
})

test('a lost connection and a lost answer lose nothing and send nothing twice', async ({ people, watch }) => {
  const { contractor, read } = await withJob(people)
  watch.allow(/ERR_|^409 /)
  const page = await contractor.open('/jobs')
  await openForm(page)
  await whatWork(page).fill(WORK)
  const reconnect = await intercept(page, '**/api/jobs/*/complete', (route) => route.abort())
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await expect(page.getByText('Kept on this phone.')).toBeVisible()
  reconnect()
  const repair = await intercept(page, '**/api/jobs/*/complete', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await lineIsBack(page)
  await expect.poll(async () => (await read()).status).toBe('completed')
  repair()
  await lineIsBack(page)
  await expect(page.getByText('Your visit has been recorded.')).toBeVisible()
  expect((await read()).visits).toHaveLength(1)
})

test('an expired session keeps everything until the next sign-in', async ({ people, watch }) => {
  const { contractor, form } = await withJob(people)
  watch.allow(/^401 POST/)
  const page = await contractor.open('/jobs')
  await openForm(page)
  await whatWork(page).fill(WORK)
  await page.context().clearCookies()
  const toldLast = await noteToasts(page)
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await page.waitForURL(/\/login\?next=/)
  expect((await toldLast()).words).toContain('You are logged out. Logging in again...')
  await page.getByLabel('Email or Username').fill(contractor.identifier)
  await page.getByLabel('Password', { exact: true }).fill(contractor.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(form)
  await expect(whatWork(page)).toHaveValue(WORK)
})

test('a job that went to somebody else is told at the form', async ({ people, watch }) => {
  const { admin, contractor, job } = await withJob(people)
  watch.allow(/^409 POST/)
  const page = await contractor.open('/jobs')
  await openForm(page)
  await whatWork(page).fill(WORK)
  const other = await people.contractor({ firstName: 'Dora', lastName: 'Vale' })
  await admin.api.post(`/api/jobs/${job.id}/assign`, { contractorId: other.id })
  await page.getByRole('button', { name: 'Complete Job' }).click()
  await expect(page.getByText('This is no longer possible: the job is no longer with you.')).toBeVisible()
  await expect(whatWork(page)).toHaveValue(WORK)
})

test('quote work is started, then marked complete with words and photos', async ({ people }) => {
  const crew = await people.crew()
  await aJob(crew, 'quote_approved')
  const page = await crew.contractor.open('/jobs')
  await expect(page.getByText('Quote Approved')).toBeVisible()
  await page.getByRole('button', { name: 'Start' }).click()
  await expect(page.getByText('In Progress', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Log Visit' }).click()
  await addPhotos(page).setInputFiles(await photographs(page, 1, 200, 150))
  await expect(page.getByText('1 of 1 photos sent')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark Complete' })).toBeDisabled()
  await whatWork(page).fill('Replaced the vessel.')
  await page.getByRole('button', { name: 'Mark Complete' }).click()
  await expect(page.getByText('The quote work has been marked complete.')).toBeVisible()
  await expect(page.getByText('No jobs assigned')).toBeVisible()
})

test('without JavaScript the form refuses, keeps what was typed, and takes it', async ({ people, watch }) => {
  const { contractor, read } = await withJob(people)
  // Chromium's word for scripts that it was told not to run.
  watch.allow(/^422 POST \/jobs/, /^csp GET \/assets\//)
  const page = await contractor.open('/jobs', { javaScriptEnabled: false })
  await page.getByRole('link', { name: 'Rose Cottage', exact: true }).click()
  // Playwright finds no text below a noscript.
  await expect(page.locator('noscript .hint', { hasText: 'Photos can be added where JavaScript is on.' })).toBeVisible()
  await expect(page.getByLabel('Quote Description')).toBeHidden()
  await page.getByLabel('This job needs a quote').check()
  await page.getByLabel('Quote Description').fill('Replace the expansion vessel.')
  await page.getByRole('button', { name: 'Submit Work & Quote' }).click()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByRole('alert')).toContainText('Please describe the work you completed')
  await whatWork(page).fill(WORK)
  await page.getByLabel('Quote Amount (£)').fill('480')
  await expect(page.getByLabel('Quote Description')).toHaveValue('Replace the expansion vessel.')
  await page.getByRole('button', { name: 'Submit Work & Quote' }).click()
  await expect(page.getByText('Quote Submitted')).toBeVisible()
  expect((await read()).status).toBe('quote_pending')
})
