import { expect, test } from '#tests/e2e/support/app.ts'
import { chooseContractor, dialogOf, examine, itemOf, says } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

const noScripts = { javaScriptEnabled: false }

test('All Jobs is filtered in a bar that folds, sorted by its headings and shown in columns of one’s choice; its address says how', {
  tag: '@desktop',
}, async ({ people }) => {
  const crew = await people.crew()
  const mark = crew.agent.identifier
  await aJob(crew, 'pending', { job: { propertyName: `Urgent ${mark}`, urgency: 'high', contractorType: 'roofing' } })
  await aJob(crew, 'assigned', { job: { propertyName: `Quiet ${mark}`, urgency: 'low' } })
  const page = await crew.admin.open(`/admin/jobs?search=${mark}`)
  await says(page, /Showing 2 of \d+ jobs/)
  await expect(page.getByLabel('Urgency')).toBeHidden()
  await page.getByText('Filters', { exact: true }).click()
  // Whom to choose from is read when the bar is opened, in the place of its links.
  await expect(page.getByLabel('Contractor', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Estate agent' })).toBeHidden()
  await page.getByLabel('Urgency').selectOption('High')
  await says(page, /Showing 1 of \d+ jobs/, 'Urgency: High')
  await expect(page).toHaveURL(`/admin/jobs?search=${mark}&urgency=high`)
  await page.getByLabel('Trade').selectOption('Roofing')
  await page.getByLabel('Sort by').selectOption('Waiting longest first')
  await says(page, 'Urgency: High · Trade: Roofing · Waiting longest first')
  await examine(page)
  await page.reload()
  await says(page, /Showing 1 of \d+ jobs/, `Urgent ${mark}`)
  await page.getByRole('link', { name: 'All Quotes' }).click()
  await expect(page).toHaveURL('/admin/quotes')
  await page.goBack()
  await says(page, 'Urgency: High · Trade: Roofing · Waiting longest first')
  const heading = (name: string) => page.getByRole('columnheader', { name })
  for (const [direction, address] of [
    ['descending', /contractorType=roofing$/],
    ['ascending', /sort=oldest/],
  ] as const) {
    await heading('Created').getByRole('link').click()
    await expect(page).toHaveURL(address)
    await expect(heading('Created')).toHaveAttribute('aria-sort', direction)
  }
  await expect(heading('Urgency')).toHaveCount(0)
  await page.getByText('Filters', { exact: true }).click()
  await page.getByRole('link', { name: 'Columns…' }).click()
  await dialogOf(page).getByLabel('Issue').uncheck()
  await examine(page)
  await dialogOf(page).getByRole('button', { name: 'Show' }).click()
  await expect(heading('Issue')).toHaveCount(0)
  await expect(heading('Created')).toHaveAttribute('aria-sort', 'ascending')
  await says(page, 'Urgency: High · Trade: Roofing · Oldest first')
  await page.getByRole('link', { name: 'Clear' }).click()
  await expect(page).toHaveURL('/admin/jobs')
  await expect(page.getByText('Urgency: High')).toBeHidden()
})

test('a row that changes in its dialog keeps the columns of its list', { tag: '@desktop' }, async ({ people }) => {
  const crew = await people.crew()
  const { jobRef } = await aJob(crew, 'pending')
  const page = await crew.admin.open(`/admin/jobs?status=pending&search=${jobRef}`)
  const row = itemOf(page, jobRef)
  const link = row.getByRole('link', { name: /Assign Contractor/ })
  await link.click()
  await chooseContractor(dialogOf(page), crew.contractor.id, crew.contractor.identifier)
  await dialogOf(page).getByRole('button', { name: 'Assign Contractor' }).click()
  await expect(link).toHaveCount(0)
  await expect(row).toBeVisible()
  await expect(row.locator('td, th')).toHaveCount(await page.locator('thead th').count())
})

test('without JavaScript the filter bar is a form', { tag: '@desktop' }, async ({ people }) => {
  const crew = await people.crew()
  const mark = crew.agent.identifier
  await aJob(crew, 'pending', { job: { propertyName: `Urgent ${mark}`, urgency: 'high' } })
  await aJob(crew, 'assigned', { job: { propertyName: `Quiet ${mark}`, urgency: 'low' } })
  const page = await crew.admin.open(`/admin/jobs?search=${mark}`, noScripts)
  await page.getByText('Filters', { exact: true }).click()
  await page.getByLabel('Waiting on').selectOption('Contractor')
  await page.getByRole('button', { name: 'Search' }).click()
  await says(page, /Showing 1 of \d+ jobs/, 'Waiting on: Contractor', `Quiet ${mark}`)
})
