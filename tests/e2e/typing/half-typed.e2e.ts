import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { keepsTyped } from '#tests/e2e/support/phone.ts'
import { dialogOf, examine, itemOf, leaveBeside, questionOf, says, signIn, toastOf } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

// A form that is left half-typed asks before it goes.

const ASKS = 'Discard your changes?'

test('a dialog with a changed form asks however it is closed, and an unchanged one closes at once', async ({
  people,
}) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'pending', { job: { propertyName: `Ivy House ${Date.now()}` } })
  const page = await crew.admin.open(`/admin/jobs?search=${encodeURIComponent(job.propertyName)}`)
  const dialog = dialogOf(page)
  const list = page.url()
  const notes = dialog.getByLabel('Access Notes (Optional)')
  const open = async () => {
    await itemOf(page, job.propertyName).getByRole('link', { name: job.propertyName }).click()
    await dialog.getByRole('link', { name: 'Edit Job' }).click()
    await expect(notes).toBeVisible()
  }
  const stays = async () => {
    await says(questionOf(page), ASKS)
    await expect(questionOf(page).getByRole('button', { name: 'Cancel' })).toBeFocused()
    await questionOf(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(notes).toHaveValue('Ring twice')
    await expect(page).toHaveURL(/\/edit$/)
  }
  const goes = async () => {
    await questionOf(page).getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(list)
  }
  const ways: [name: string, leave: () => Promise<unknown>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['the close button', () => dialog.getByRole('link', { name: 'Close' }).click()],
    ['Back', () => page.goBack()],
  ]
  for (const [name, leave] of ways)
    await test.step(name, async () => {
      await open()
      await leave()
      await expect(dialog).toBeHidden()
      await expect(page).toHaveURL(list)
      await open()
      await notes.fill('Ring twice')
      await leave()
      if (name === 'Escape') await examine(page)
      await stays()
      await leave()
      await goes()
    })
  await test.step('Escape again and again', async () => {
    await open()
    await notes.fill('Ring twice')
    for (let time = 0; time < 4; time++) await page.keyboard.press('Escape')
    await expect(notes).toHaveValue('Ring twice')
    // The last one opened the question or closed it, which browsers tell of in a turn of its own.
    await expect(async () => {
      if (!(await questionOf(page).isVisible())) await page.keyboard.press('Escape')
      await expect(questionOf(page)).toBeVisible({ timeout: 1000 })
    }).toPass()
    await goes()
  })
  await test.step('the dialog’s own way back, and a select alone', async () => {
    await open()
    await dialog.getByLabel('Urgency').selectOption('low')
    await dialog.getByRole('link', { name: 'Back' }).click()
    await says(questionOf(page), ASKS)
    await questionOf(page).getByRole('button', { name: 'Discard' }).click()
    await expect(dialog.getByRole('link', { name: 'Edit Job' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('what is saved is not asked about', async () => {
    await open()
    await notes.fill('Ring thrice')
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await says(toastOf(page), 'Job Updated')
    await leaveBeside(page, 'Edit Job')
    await expect(dialog).toBeHidden()
    await expect(questionOf(page)).toBeHidden()
    await expect(page).toHaveURL(list)
  })
})

test('fees that were typed come back in the forms of their agency and of the trades, until each is saved', async ({
  people,
}) => {
  const { admin } = await people.crew()
  const [first, second] = ['Abbey', 'Northgate'] as const
  for (const company of [first, second]) await people.agent({ company })
  const page = await admin.open('/admin/fees')
  const form = (agency: string) => page.locator('form', { has: page.locator(`[name=agency][value="${agency}"]`) })
  const fee = (agency: string) => form(agency).locator('[name="agency.visitFee"]')
  const trade = page.getByLabel('Electrical, visit (£)')
  await page.getByText(second, { exact: true }).click()
  await fee(second).fill('90')
  await keepsTyped(page, '90')
  await trade.fill('71')
  await keepsTyped(page, '71')
  await page.reload()
  await expect(fee(second)).toHaveValue('90')
  await expect(trade).toHaveValue('71')
  await expect(fee(first)).toHaveValue('')
  await form(second).getByRole('button', { name: 'Save' }).click()
  await says(toastOf(page), `${second} has been saved.`)
  await expect(trade).toHaveValue('71')
  await expect(fee(first)).toHaveValue('')
  await says(page, 'Your unsent text is back.')
})

test('what was refused in a dialog is not saved, so leaving it asks', async ({ people, watch }) => {
  watch.allow(/^422 POST/)
  const crew = await people.crew()
  const job = await aJob(crew, 'pending', { job: { propertyName: `Oak House ${Date.now()}` } })
  const page = await crew.admin.open(`/admin/jobs?search=${encodeURIComponent(job.propertyName)}`)
  await itemOf(page, job.propertyName).getByRole('link', { name: job.propertyName }).click()
  await dialogOf(page).getByRole('link', { name: 'Edit Job' }).click()
  await dialogOf(page).getByLabel('Property Address').fill('')
  await dialogOf(page).getByRole('button', { name: 'Save Changes' }).click()
  await says(dialogOf(page), 'Property address is required')
  await page.keyboard.press('Escape')
  await says(questionOf(page), ASKS)
})

/** Whether leaving by a link makes the browser ask. */
async function asksOnLeaving(page: Page): Promise<boolean> {
  let asked = false
  const answer = (question: import('@playwright/test').Dialog) => {
    asked = question.type() === 'beforeunload'
    void question.accept()
  }
  page.on('dialog', answer)
  await page.evaluate(() => location.assign('/'))
  await page.waitForURL('/')
  page.off('dialog', answer)
  return asked
}

test('a page is left with a question only when something typed would be lost', async ({ people }) => {
  const agent = await people.agent()
  const page = await agent.open('/profile')
  await page.getByLabel('Current Password', { exact: true }).fill('battery staple')
  expect(await asksOnLeaving(page)).toBe(false)
  await page.goto('/profile')
  await page.getByLabel('Token Name').fill('Night report')
  await keepsTyped(page, 'Night report')
  expect(await asksOnLeaving(page)).toBe(false)
  await page.goto('/profile')
  await expect(page.getByLabel('Token Name')).toHaveValue('Night report')
  // A full device, or a private window.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
  })
  await page.getByLabel('Token Name').fill('Nightly report')
  expect(await asksOnLeaving(page)).toBe(true)
  await page.goto('/create-job')
  await page.getByLabel('Property Name').fill('Rose Cottage')
  await keepsTyped(page, 'Rose Cottage')
  expect(await asksOnLeaving(page)).toBe(false)
  await page.goto('/profile')
  await page.getByLabel('Token Name').fill('Night report')
  page.on('dialog', () => {
    throw new Error('Sending a form is no way to lose it')
  })
  await page.getByRole('button', { name: 'Create Token' }).click()
  await says(page, /Token Created: Night report/)
})

test('an ended session keeps the text of a chase and the name of a view for whoever signs in again', async ({
  people,
}) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'assigned')
  const page = await crew.admin.open('/')
  for (const { path, label, text } of [
    { path: `/admin/jobs/${job.id}/chase`, label: 'Text', text: 'Has anybody been?' },
    { path: '/admin/views/new?list=jobs&query=status%3Dpending', label: 'Name', text: 'Pending since Monday' },
  ]) {
    await page.goto(path)
    await page.getByLabel(label, { exact: true }).fill(text)
    await keepsTyped(page, text)
    await page.context().clearCookies()
    await page.goto(path)
    await signIn(page, crew.admin)
    await expect(page).toHaveURL(new RegExp(path.split('?')[0]!))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)
  }
})
