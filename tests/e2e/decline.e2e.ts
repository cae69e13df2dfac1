import { expect, test } from './support/app.ts'
import { dialogOf, examine, itemOf, questionOf, says, toastOf } from './support/screen.ts'
import { aJob } from './support/world.ts'

test('a declined quote ends the job; the contractor hears of it', async ({ people }) => {
  const crew = await people.crew()
  const job = await aJob(crew, 'quote_pending')
  const page = await crew.agent.open('/quotes')
  await says(page, '1 pending quote')
  await itemOf(page, job.propertyName)
    .getByRole('button', { name: /Decline/ })
    .click()
  const question = questionOf(page)
  await says(question, 'Are you sure you want to decline this quote? The contractor will be notified.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await examine(page)
  await question.getByRole('button', { name: 'Decline Quote' }).click()
  await says(toastOf(page), 'Quote Declined', 'The quote has been declined.')
  await says(page, '0 pending quotes')
  await says(itemOf(page, job.propertyName), 'Declined')
  await expect(itemOf(page, job.propertyName).getByRole('button')).toHaveCount(0)
  expect(await crew.admin.api.get(`/api/jobs/${job.id}`)).toMatchObject({ status: 'completed' })

  const history = await crew.contractor.open('/history?show=quotes')
  await says(itemOf(history, job.propertyName), 'Declined', '£480.00')
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
  for (const name of [/Approve/, /Decline/]) {
    const button = itemOf(page, job.propertyName).getByRole('button', { name })
    await button.click()
    await questionOf(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(questionOf(page)).toBeHidden()
    await expect(button).toBeFocused()
    await button.click()
    await page.keyboard.press('Escape')
    await expect(questionOf(page)).toBeHidden()
    await expect(button).toBeFocused()
  }
  await expect(dialogOf(page)).toBeHidden()
  expect(await crew.admin.api.get(`/api/jobs/${job.id}`)).toMatchObject({ status: 'quote_pending' })
})
