import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { intercept } from '#tests/e2e/support/intercept.ts'
import { chooseContractor, dialogOf, itemOf, questionOf, says, toastOf } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// Lists of the desk, on a slow line and after something was done.

const bar = (page: Page) => page.getByRole('form', { name: /^Selected/ })

test('the last tab that is pressed wins, and the last row after the browser’s Back', async ({ people }) => {
  const { admin } = await people.crew()
  const page = await admin.open('/')
  const tabs = page.getByRole('navigation', { name: 'Work' })
  const tab = (name: string) => tabs.getByRole('link', { name: new RegExp(`^${name}`) })
  const stop = await intercept(page, '**/?tab=*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
  await tab('Contractor Visits').click()
  await tab('Quote Work Completed').click()
  await expect(tab('Quote Work Completed')).toHaveAttribute('aria-current', 'page')
  await expect(page).toHaveURL(/tab=quotes$/)
  await stop()
  await tab('Invoiced Items').click()
  await expect(page).toHaveURL(/tab=invoiced/)
  await page.goBack()
  await expect(tab('Quote Work Completed')).toHaveAttribute('aria-current', 'page')
  await expect(page.locator('body')).toHaveAttribute('hx-sync', 'replace')
})

test('a typed fee stays with its row’s own button when other visits are invoiced', async ({ people }) => {
  const crew = await people.crew()
  const house = `Ash House ${crew.agent.id.slice(-12)}`
  for (const name of ['one', 'two']) await aJob(crew, 'completed', { job: { propertyName: `${house} ${name}` } })
  const page = await crew.admin.open('/?tab=visits')
  const row = (name: string) => page.locator('tbody tr').filter({ hasText: `${house} ${name}` })
  await row('one').getByRole('textbox').fill('75')
  await row('two').getByRole('checkbox').click()
  await bar(page).getByRole('button', { name: 'Send to Invoiced' }).click()
  await dialogOf(page)
    .getByRole('button', { name: /^Send .* to Invoiced$/ })
    .click()
  await expect(row('two')).toHaveCount(0)
  await expect(row('one').getByRole('textbox')).toHaveValue('75')
  await row('one')
    .getByRole('link', { name: /^Send to Invoiced/ })
    .click()
  await expect(dialogOf(page).getByLabel('Visit Fee')).toHaveValue('75')
})

test('ticked invoices are downloaded as often as one likes', async ({ people }) => {
  const crew = await people.crew()
  const { visits } = await aJob(crew, 'completed')
  await crew.admin.api.post(`/api/visits/${visits[0]!.id}/mark-invoiced`, {})
  const page = await crew.admin.open('/invoices')
  await page.locator('[data-tick]').first().click()
  for (let times = 0; times < 2; times++) {
    const download = page.waitForEvent('download')
    await bar(page).getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toMatch(/csv$/)
  }
})

test('what is assigned beside the list goes from Next into Active, which counts it until it is cancelled', async ({
  people,
}) => {
  const crew = await people.crew()
  const propertyName = `Yew House ${crew.agent.id.slice(-12)}`
  await aJob(crew, 'pending', { job: { propertyName, urgency: 'high' } })
  const page = await crew.admin.open('/')
  const next = page.getByRole('region', { name: 'Next' })
  const row = itemOf(next, propertyName)
  const active = itemOf(page.locator('#admin-work'), propertyName)
  const count = page.locator('#count-active')
  const before = Number(await count.textContent())
  await row.getByRole('link').first().click()
  const dialog = dialogOf(page)
  await dialog.getByRole('link', { name: 'Assign Contractor' }).click()
  await chooseContractor(dialog, crew.contractor.id, 'Carl')
  await dialog.getByRole('button', { name: 'Assign Contractor' }).click()
  await says(toastOf(page), 'Contractor Assigned')
  await expect(row).toHaveCount(0)
  await expect(active).toBeVisible()
  await expect(count).toHaveText(`${before + 1}`)
  await dialog.getByRole('link', { name: 'Cancel Job' }).click()
  await dialog.getByLabel('Reason').fill('The tenant moved out.')
  await dialog.getByRole('button', { name: 'Cancel Job' }).click()
  await says(toastOf(page), 'Job Cancelled')
  await expect(active).toHaveCount(0)
  await expect(count).toHaveText(`${before}`)
})

test('the visit of a job that is deleted in its dialog leaves its tab; fees that are typed stay', async ({
  people,
}) => {
  const crew = await people.crew()
  const house = `Oak House ${crew.agent.id.slice(-12)}`
  for (const name of ['one', 'two']) await aJob(crew, 'completed', { job: { propertyName: `${house} ${name}` } })
  const page = await crew.admin.open('/?tab=visits')
  const row = (name: string) => page.locator('tbody tr').filter({ hasText: `${house} ${name}` })
  const count = page.locator('#count-visits')
  const left = Number(await count.textContent()) - 1
  await row('one').getByRole('textbox').fill('75')
  await row('two').getByRole('link').first().click()
  await dialogOf(page).getByRole('button', { name: 'Delete Job' }).click()
  await questionOf(page).getByRole('button', { name: 'Delete Job' }).click()
  await expect(row('two')).toHaveCount(0)
  await expect(count).toHaveText(`${left}`)
  await expect(page.getByRole('button', { name: /^Send All/ })).toHaveText(`Send All ${left}`)
  await expect(row('one').getByRole('textbox')).toHaveValue('75')
})

test('what is open beside the list stays when another row’s job is deleted, and goes with its own', async ({
  people,
}) => {
  const crew = await people.crew()
  const name = `Fern House ${crew.agent.id.slice(-12)}`
  for (const house of ['one', 'two']) await aJob(crew, 'assigned', { job: { propertyName: `${name} ${house}` } })
  const page = await crew.admin.open('/', { viewport: { width: 2560, height: 1440 } })
  const dialog = dialogOf(page)
  const row = (house: string) => itemOf(page.locator('#admin-work'), `${name} ${house}`)
  const remove = async (house: string) => {
    await row(house).locator('summary').press('Enter')
    await row(house)
      .getByRole('button', { name: /^Delete/ })
      .press('Enter')
    await questionOf(page).getByRole('button', { name: 'Delete Job' }).click()
    await expect(row(house)).toHaveCount(0)
  }
  await row('one').getByRole('link').first().click()
  const message = dialog.getByLabel('Write a message')
  await message.fill('Has any')
  await remove('two')
  await expect(message).toHaveValue('Has any')
  await message.fill('')
  await remove('one')
  await expect(dialog).toBeHidden()
})

test('an answer that comes late leaves the dialog that was opened since, with what is typed in it', async ({
  people,
}) => {
  const crew = await people.crew()
  for (const propertyName of ['Rose Cottage', 'Mill House'])
    await aJob(crew, 'quote_pending', { job: { propertyName } })
  const page = await crew.agent.open('/quotes')
  const dialog = dialogOf(page)
  const decide = (house: string, verb: string) =>
    itemOf(page, house)
      .getByRole('button', { name: new RegExp(`^${verb}`) })
      .click()
  await decide('Rose Cottage', 'Approve')
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await intercept(page, '**/approve', async (route) => {
    if (route.request().method() === 'POST') await answered
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Approve Quote' }).click()
  await dialog.getByRole('link', { name: 'Close' }).click()
  await decide('Mill House', 'Decline')
  const reason = dialog.getByLabel('Reason (optional)')
  await reason.fill('The other is sooner.')
  answer()
  await says(toastOf(page), 'Quote Approved')
  await expect(reason).toHaveValue('The other is sooner.')
})
