import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { examine, says } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

const ADDRESS = 'Flat 3, 8 Cathedral Road, Cardiff CF11 9LJ'
/** A list opens by one click, and another chooses. */
const CHOOSING = 2

test('three filters of every morning take seven clicks, and as a view one; an address leads to its property', {
  tag: '@desktop',
}, async ({ people }) => {
  const crew = await people.crew()
  const job = { propertyName: 'Cathedral Court', propertyAddress: ADDRESS, urgency: 'high' } as const
  const made = await aJob(crew, 'assigned', { job: { ...job, contractorType: 'roofing' } })
  const page = await crew.admin.open('/admin/jobs')
  let clicks = 0
  const click = async (on: Locator) => {
    clicks++
    await on.click()
  }
  const choose = async (label: string, option: string) => {
    clicks += CHOOSING
    await page.getByLabel(label).selectOption(option)
  }
  await click(page.getByText('Filters', { exact: true }))
  await choose('Urgency', 'High')
  await choose('Trade', 'Roofing')
  await choose('Sort by', 'Oldest first')
  await says(page, 'Urgency: High · Trade: Roofing · Oldest first')
  expect(clicks).toBe(7)

  await page.getByRole('link', { name: 'Save as view…' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Urgent roofs')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await says(page, 'View Saved')
  await expect(page.getByRole('heading', { name: 'Urgent roofs' })).toBeVisible()

  const morning = await crew.admin.open('/')
  clicks = 0
  await click(morning.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^Urgent roofs \d+/ }))
  await says(morning, 'Urgency: High · Trade: Roofing · Oldest first')
  expect(clicks).toBe(1)
  await examine(morning)

  await morning.getByLabel('Status').selectOption('Assigned')
  await morning.getByRole('button', { name: 'Save changes' }).click()
  await says(morning, 'View Saved', 'Status: Assigned')
  await morning.getByRole('link', { name: 'Views', exact: true }).click()
  await examine(morning)
  await morning.getByRole('button', { name: 'Remove Urgent roofs' }).click()
  await morning.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await says(morning, 'View Removed')
  await expect(morning.getByRole('link', { name: /^Urgent roofs/ })).toHaveCount(0)

  await morning.goto(`/admin/jobs/${made.id}`)
  await morning.getByRole('link', { name: 'All about this property' }).click()
  await says(morning, 'Open jobs', made.jobRef)
  await examine(morning)
  const phone = await crew.agent.open(`/jobs/${made.id}`)
  await phone.setViewportSize({ width: 360, height: 740 })
  await phone.getByRole('link', { name: 'All about this property' }).click()
  await says(phone, 'Open jobs', made.jobRef)
  await examine(phone)
})
