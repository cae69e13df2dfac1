import { expect, test } from '#tests/e2e/support/app.ts'
import { dialogOf, examine, itemOf, says, toastOf } from '#tests/e2e/support/screen.ts'
import { aJob } from '#tests/e2e/support/world.ts'

test('a new price is asked for with a reason, and another quote comes', { tag: '@phone' }, async ({
  people,
  watch,
}) => {
  watch.allow(/^422 POST \/quotes\//)
  const crew = await people.crew()
  const job = await aJob(crew, 'quote_pending')
  const page = await crew.agent.open('/quotes')
  await itemOf(page, job.propertyName).getByRole('link', { name: /View/ }).click()
  await dialogOf(page).getByRole('button', { name: 'Decline Quote' }).click()
  await dialogOf(page).getByLabel('Ask for a new price').check()
  await dialogOf(page).getByRole('button', { name: 'Decline Quote' }).click()
  await says(dialogOf(page), 'There is a problem')
  await examine(page)
  await dialogOf(page).getByLabel('Reason (optional)').fill('£20 less, please.')
  await dialogOf(page).getByRole('button', { name: 'Decline Quote' }).click()
  await says(toastOf(page), 'New Price Asked For')
  await expect(dialogOf(page)).toBeHidden()
  await says(itemOf(page, job.propertyName), 'Declined')
  expect(await crew.admin.api.get(`/api/jobs/${job.id}`)).toMatchObject({ status: 'assigned' })

  const form = await crew.contractor.open(`/visit/${job.id}`)
  await form.getByLabel('What work did you complete?').fill('Looked again.')
  await form.getByLabel('This job needs a quote').check()
  await form.getByLabel('Quote Description').fill('The vessel alone.')
  await form.getByText('Itemise (optional)').click()
  await form.getByLabel('Description', { exact: true }).fill('Vessel')
  await form.getByLabel('Qty').fill('2')
  await form.getByLabel('Unit price (£)').fill('115')
  await expect(form.getByLabel('Quote Amount (£)')).toHaveValue('230.00')
  await form.getByRole('button', { name: 'Add line' }).click()
  await form.getByRole('group', { name: 'Line 2' }).getByLabel('Description').fill('Hours')
  await form.getByRole('group', { name: 'Line 2' }).getByLabel('Qty').fill('1.5')
  await form.getByRole('group', { name: 'Line 2' }).getByLabel('Unit price (£)').fill('153.34')
  await expect(form.getByLabel('Quote Amount (£)')).toHaveValue('460.01')
  await examine(form)
  await form.getByRole('button', { name: 'Submit Work & Quote' }).click()
  await expect(form).toHaveURL('/jobs')
  await page.reload()
  await says(page, '1 pending quote', '£460.01')
})

test('a declined quote ends the job; the contractor hears of it', { tag: '@desktop' }, async ({ people }) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'quote_pending')
  const page = await crew.agent.open('/quotes')
  await says(page, '1 pending quote')
  await itemOf(page, job.propertyName)
    .getByRole('button', { name: /Decline/ })
    .click()
  const question = dialogOf(page)
  await says(question, 'Are you sure you want to decline this quote? The contractor will be notified.')
  await question.getByLabel('Reason (optional)').fill('Too dear.')
  await examine(page)
  await question.getByRole('button', { name: 'Decline Quote' }).click()
  await says(toastOf(page), 'Quote Declined', 'The quote has been declined.')
  await says(page, '0 pending quotes')
  await says(itemOf(page, job.propertyName), 'Declined')
  await expect(itemOf(page, job.propertyName).getByRole('button')).toHaveCount(0)
  expect(await crew.admin.api.get(`/api/jobs/${job.id}`)).toMatchObject({ status: 'completed' })

  const history = await crew.contractor.open('/history?show=quotes')
  await says(itemOf(history, job.propertyName), 'Declined', '£480.00', 'Too dear.')
  await expect(async () => {
    await history.goto('/dev/mail')
    const told = history
      .getByRole('row')
      .filter({ hasText: crew.contractor.identifier })
      .filter({ hasText: /declined/i })
    await expect(told).toBeVisible({ timeout: 500 })
  }).toPass()
})

test('a question answered with Cancel or Escape changes nothing, and the focus returns', { tag: '@phone' }, async ({
  people,
}) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'quote_pending')
  const page = await crew.agent.open('/quotes')
  for (const [name, question] of [
    [/Approve/, dialogOf(page)],
    [/Decline/, dialogOf(page)],
  ] as const) {
    const button = itemOf(page, job.propertyName).getByRole('button', { name })
    await button.click()
    await question.getByText('Cancel', { exact: true }).click()
    await expect(question).toBeHidden()
    await expect(button).toBeFocused()
    await button.click()
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(button).toBeFocused()
    await expect(page).toHaveURL('/quotes')
  }
  expect(await crew.admin.api.get(`/api/jobs/${job.id}`)).toMatchObject({ status: 'quote_pending' })
})
