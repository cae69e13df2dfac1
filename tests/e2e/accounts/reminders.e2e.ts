import { expect, test } from '#tests/e2e/support/app.ts'
import { examine, says, toastOf } from '#tests/e2e/support/screen.ts'

// Reminders by e-mail are turned off and on.

test('reminders are turned off and on again on the profile', { tag: '@phone' }, async ({ people }) => {
  const page = await (await people.contractor()).open('/profile')
  const card = page.locator('#reminders')
  await says(card, 'Reminders by e-mail', 'On', 'At 8:00 on working days')
  await card.getByRole('button', { name: 'Turn Reminders Off' }).click()
  await expect(toastOf(page)).toContainText('Reminders Off')
  await says(card, 'Off')
  await examine(page)
  await card.getByRole('button', { name: 'Turn Reminders On' }).click()
  await expect(toastOf(page)).toContainText('Reminders On')
  await expect(card.getByRole('button', { name: 'Turn Reminders Off' })).toBeVisible()
})
