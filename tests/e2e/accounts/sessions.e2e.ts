import { expect, test } from '#tests/e2e/support/app.ts'
import { examine, says, signIn, toastOf } from '#tests/e2e/support/screen.ts'

test('the profile signs another device out', async ({ people, watch }) => {
  // Its dashboard may look for news once it is signed out.
  watch.allow(/^401 GET \/$/)
  const agent = await people.agent()
  const elsewhere = await people.stranger('/login')
  await signIn(elsewhere, agent)
  const page = await agent.open('/profile')
  await says(page, 'Where You Are Signed In', 'This device')
  await examine(page)
  await page.getByRole('button', { name: 'Sign Out All Others' }).click()
  await expect(toastOf(page)).toContainText('Signed Out')
  await expect(page.getByRole('button', { name: 'Sign Out All Others' })).toHaveCount(0)
  await elsewhere.goto('/profile')
  await expect(elsewhere).toHaveURL(/\/login/)
})
