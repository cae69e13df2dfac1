import { expect, test } from '#tests/e2e/support/app.ts'
import { dialogOf, examine, itemOf, says, toastOf } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

test('a job is searched for by any part, whatever the case, and the search survives a reload', {
  tag: '@desktop',
}, async ({ people }) => {
  const crew = await people.crew()
  const rose = await aJob(crew, 'pending', { job: { propertyName: 'Rose Cottage', propertyAddress: '1 High Street' } })
  await aJob(crew, 'pending', { job: { propertyName: 'Mill House', propertyAddress: '2 Quay Road' } })
  const page = await crew.agent.open('/jobs')
  const box = page.getByPlaceholder('Search jobs...')
  for (const [typed, found, not] of [
    ['rOSE', 'Rose Cottage', 'Mill House'],
    ['QUAY', 'Mill House', 'Rose Cottage'],
    [rose.jobRef.toLowerCase(), 'Rose Cottage', 'Mill House'],
  ] as const) {
    await box.fill(typed)
    await expect(itemOf(page, found)).toBeVisible()
    await expect(itemOf(page, not)).toBeHidden()
    await expect(page).toHaveURL(`/jobs?search=${typed}`)
  }
  await page.reload()
  await expect(box).toHaveValue(rose.jobRef.toLowerCase())
  await expect(itemOf(page, 'Mill House')).toHaveCount(0)
  await box.fill('no such place')
  await says(page, 'No jobs match your search')
  await examine(page)
  await box.fill('')
  await expect(itemOf(page, 'Mill House')).toBeVisible()
  await expect(page).toHaveURL('/jobs')
})

test('what the server found by words that the page does not show stays while its reader types on', {
  tag: '@phone',
}, async ({ people }) => {
  const crew = await people.crew()
  const tenant = { tenantName: 'Ngozi Adeyemi' }
  await aJob(crew, 'pending', { job: { propertyName: 'Rose Cottage', propertyAddress: '1 Church Road', ...tenant } })
  await aJob(crew, 'pending', { job: { propertyName: 'Third House', propertyAddress: '2 Quay Hill' } })
  const page = await crew.agent.open('/jobs')
  const box = page.getByPlaceholder('Search jobs...')
  let held = Promise.resolve()
  await page.route('**/jobs?*', async (route) => {
    await held
    await route.continue()
  })
  for (const [typed, more] of [
    ['adey', 'emi'],
    ['church rd', '.'],
    ['cottaeg', ' rose'],
  ] as const) {
    await box.fill('')
    await expect(itemOf(page, 'Third House')).toBeVisible()
    await box.pressSequentially(typed)
    await expect(itemOf(page, 'Third House')).toHaveCount(0)
    await expect(itemOf(page, 'Rose Cottage')).toBeVisible()
    let answer = () => {}
    held = new Promise((resolve) => {
      answer = resolve
    })
    const asked = page.waitForRequest('**/jobs?*')
    await box.pressSequentially(more)
    await asked
    expect(await itemOf(page, 'Rose Cottage').isVisible()).toBe(true)
    const answered = page.waitForResponse('**/jobs?*')
    answer()
    await answered
    await expect(itemOf(page, 'Rose Cottage')).toBeVisible()
  }
})

test('quotes are filtered by status and by contractor', { tag: '@phone' }, async ({ people }) => {
  const crew = await people.crew()
  await aJob(crew, 'quote_pending', { job: { propertyName: 'Rose Cottage' } })
  await aJob(crew, 'quote_approved', { job: { propertyName: 'Mill House' } })
  const page = await crew.agent.open('/quotes')
  const filter = page.getByLabel('Status')
  await expect(filter.locator('option')).toHaveText(['All Statuses', 'Pending', 'Approved', 'Declined'])
  await filter.selectOption('Approved')
  await expect(page).toHaveURL('/quotes?status=approved')
  await expect(itemOf(page, 'Rose Cottage')).toHaveCount(0)
  await expect(itemOf(page, 'Mill House').getByRole('button')).toHaveCount(0)
  await filter.selectOption('Declined')
  await says(page, 'No quotes match your filters')
  await filter.selectOption('All Statuses')
  await page.getByRole('searchbox').fill('mason')
  await expect(itemOf(page, 'Rose Cottage')).toBeVisible()
  await page.getByRole('searchbox').fill('somebody else')
  await says(page, 'No quotes match your filters')
})

test('a list of more than fifty goes on with Load more', { tag: '@phone' }, async ({ people }) => {
  const crew = await people.crew()
  await aJob(crew, 'pending', { job: { propertyName: 'Lavender Court' } })
  for (let i = 2; i <= 52; i++) await aJob(crew, 'pending', { job: { propertyName: `House number ${i}.` } })
  const page = await crew.agent.open('/jobs')
  const cards = page.locator('#job-list > li.card')
  await expect(cards).toHaveCount(50)
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(cards).toHaveCount(52)
  await expect(page.getByRole('link', { name: 'Load more' })).toHaveCount(0)
  await says(page, 'House number 52.', 'Lavender Court')
  // What is not on the page yet is found by the server.
  await page.reload()
  await page.getByRole('searchbox').fill('court lavender')
  await expect(itemOf(page, 'Lavender Court')).toBeVisible()
})

test('a quote is decided from Completed Jobs, in its dialog', { tag: '@phone' }, async ({ people }) => {
  const crew = await people.crew()
  const details = { materialsCost: 120, laborCost: 360, estimatedDuration: '2 days', notes: 'Needs a parking permit.' }
  await aJob(crew, 'quote_pending', { completion: { ...details, validUntil: '2099-12-31' } })
  const page = await crew.agent.open('/completed-jobs')
  await page.getByRole('link', { name: /View Quote/ }).click()
  await says(
    dialogOf(page),
    'Materials Cost',
    '£120.00',
    'Labour Cost',
    '£360.00',
    'Estimated Duration',
    '2 days',
    'Valid Until',
    '31/12/2099',
    'Notes',
    'Needs a parking permit.',
  )
  await dialogOf(page).getByRole('button', { name: 'Decline Quote' }).click()
  await says(dialogOf(page), 'Reason (optional)')
  await dialogOf(page).getByRole('button', { name: 'Decline Quote' }).click()
  await says(toastOf(page), 'Quote Declined')
  await expect(dialogOf(page)).toBeHidden()
  await says(page.locator('#completed'), 'Declined')
})

test('what is done in a dialog that was led back leaves the list filtered', {
  tag: '@phone',
}, async ({ people }) => {
  const crew = await people.crew()
  await aJob(crew, 'pending', { job: { propertyName: 'Rose Cottage' } })
  await aJob(crew, 'assigned', { job: { propertyName: 'Mill House' } })
  const page = await crew.agent.open('/jobs?status=pending')
  await itemOf(page, 'Rose Cottage').getByRole('link', { name: /^View/ }).click()
  await dialogOf(page).getByRole('link', { name: 'Edit Job' }).click()
  await dialogOf(page).getByRole('link', { name: 'Back' }).click()
  await dialogOf(page).getByRole('link', { name: 'Cancel Job' }).click()
  await dialogOf(page).getByLabel('Reason').fill('Sold')
  await dialogOf(page).getByRole('button', { name: 'Cancel Job' }).click()
  await says(page, 'No jobs match your search')
  await expect(itemOf(page, 'Mill House')).toHaveCount(0)
})

test('the dashboard follows what happens while a dialog is open, and leaves the dialog alone', {
  tag: '@desktop',
}, async ({ people }) => {
  const crew = await people.crew()
  await aJob(crew, 'pending', { job: { propertyName: 'Rose Cottage' } })
  const page = await crew.agent.open('/')
  const open = itemOf(page, 'Rose Cottage').getByRole('link', { name: 'Rose Cottage', exact: true })
  await open.click()
  await says(dialogOf(page), 'Issue Description')
  await aJob(crew, 'pending', { job: { propertyName: 'Mill House' } })
  await expect(page.locator('#dashboard')).toContainText('Mill House')
  await says(dialogOf(page), 'Issue Description')
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
})
