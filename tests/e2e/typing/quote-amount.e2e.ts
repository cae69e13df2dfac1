import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { examine, says } from '#tests/e2e/support/screen.ts'
import { aStory, openVisit, send } from '#tests/e2e/support/story.ts'

// The money of a quote, as it is typed.

const amount = (page: Page) => page.getByLabel('Quote Amount (£)')
const sums = (page: Page) =>
  page.locator('.quote-details, form').getByRole('status').filter({ hasText: 'Amount' }).first()

async function typeLine(page: Page, number: number, [description, quantity, price, vat]: string[]) {
  const line = page.getByRole('group', { name: `Line ${number}` })
  await line.getByLabel('Description').fill(description ?? '')
  await line.getByLabel('Qty').fill(quantity ?? '')
  await line.getByLabel('Unit price (£)').fill(price ?? '')
  if (vat) await line.getByLabel('VAT').selectOption(vat)
}

test('an amount that may mean two things gets a sentence at its field and stays as typed; £1,250 is taken', {
  tag: '@phone',
}, async ({ people }) => {
  const { contractor, id, admin } = await aStory(people)
  const page = await contractor.open('/jobs')
  await openVisit(page, id)
  await page.getByLabel('What work did you complete?').fill('Found a failed vessel.')
  await page.getByLabel('This job needs a quote').check()
  await page.getByLabel('Quote Description').fill('Replace the expansion vessel.')
  for (const [typed, sentence] of [
    ['45,50', 'Use a full stop for pence and commas only between thousands, as in 1,250.50'],
    ['1.250', 'Amounts have at most two decimals'],
  ] as const) {
    await amount(page).click()
    await amount(page).press('ControlOrMeta+a')
    await page.keyboard.type(typed)
    await expect(amount(page)).toHaveValue(typed)
    await send(page, 'Submit Work & Quote')
    await says(page.locator('.field', { has: amount(page) }), sentence)
    await expect(amount(page)).toHaveValue(typed)
  }
  await examine(page)
  await openVisit(page, id)
  await expect(amount(page)).toHaveValue('1.250')
  await amount(page).fill('£1,250')
  await says(sums(page), '£1,250.00')
  await send(page, 'Submit Work & Quote')
  await says(page, 'Quote Submitted')
  const { quotes } = await admin.api.get<{ quotes: { amount: string }[] }>(`/api/jobs/${id}`)
  expect(quotes.map((quote) => quote.amount)).toEqual(['1250.00'])
})

test('net, VAT and amount of the lines are said while they are typed, also where a quote is changed', {
  tag: '@phone',
}, async ({ people }) => {
  const { contractor, id, admin } = await aStory(people)
  await admin.api.patch(`/api/users/${contractor.id}`, { vatNumber: 'GB123456789' })
  const page = await contractor.open('/jobs')
  await openVisit(page, id)
  await page.getByLabel('What work did you complete?').fill('Found a failed vessel.')
  await page.getByLabel('This job needs a quote').check()
  await page.getByLabel('Quote Description').fill('Replace the expansion vessel.')
  await page.getByText('Itemise (optional)').click()
  await typeLine(page, 1, ['Vessel', '3', '10.02'])
  await says(sums(page), 'Net £30.06', 'VAT 20% £6.01', 'Amount £36.07')
  await page.getByRole('button', { name: 'Add line' }).click()
  await typeLine(page, 2, ['Labour', '1.5', '40,5'])
  await says(sums(page), 'Amount £36.07', 'Line 2 is not counted yet')
  await typeLine(page, 2, ['Labour', '1.5', '40', '5'])
  await says(sums(page), 'Net £90.06', 'VAT 5% £3.00', 'VAT 20% £6.01', 'Amount £99.07')
  for (let line = 3; line <= 6; line++) await page.getByRole('button', { name: 'Add line' }).click()
  await typeLine(page, 6, ['Flue', '1', '50'])
  await says(sums(page), 'Net £140.06', 'VAT 20% £16.01', 'Amount £159.07')
  await typeLine(page, 6, ['Flue', '1', '50', '0'])
  await says(sums(page), 'Net £140.06', 'VAT 5% £3.00', 'VAT 20% £6.01', 'Amount £149.07')
  await typeLine(page, 6, [])
  await expect(sums(page)).not.toContainText('not counted')
  await expect(amount(page)).toHaveValue('99.07')
  await examine(page)
  await send(page, 'Submit Work & Quote')
  await says(page, 'Quote Submitted')

  const { quotes } = await admin.api.get<{ quotes: { id: string; amount: string }[] }>(`/api/jobs/${id}`)
  await page.goto(`/quotes/${quotes[0]?.id}/edit`)
  await says(sums(page), 'Net £90.06', 'Amount £99.07')
  await page.getByRole('group', { name: 'Line 2' }).getByLabel('Qty').fill('2')
  await says(sums(page), 'Net £110.06', 'VAT 5% £4.00', 'Amount £120.07')
  await examine(page)
  await send(page, 'Change Quote')
  await says(page, '£120.07')
})
