import { expect, test } from '#tests/e2e/support/app.ts'
import { examine, questionOf, says, toastOf } from '#tests/e2e/support/screen.ts'
import { HARD } from '#tests/e2e/support/world.ts'

// One's tokens on the profile.

test('a token is made, copied, used by a script and revoked', { tag: '@desktop' }, async ({ people, server }) => {
  const agent = await people.agent()
  const page = await agent.open('/profile', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByLabel('Token Name').fill('Month’s end')
  await page.getByLabel('Last Day (Optional)').fill('2099-12-31')
  await page.getByRole('button', { name: 'Create Token' }).click()

  // Whoever just made it lands on it.
  await expect(page.getByRole('heading', { name: 'Token Created: Month’s end' })).toBeFocused()
  await says(page, 'Please copy it now', '31/12/2099', 'Never')
  const token = (await page.locator('.token-made code').textContent()) ?? ''
  await examine(page)
  await page.getByRole('button', { name: 'Copy token' }).click()
  await expect(toastOf(page)).toContainText('Token copied to clipboard')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)

  const asScript = () => fetch(`${server.url}/api/auth/user`, { headers: { authorization: `Bearer ${token}` } })
  expect(await (await asScript()).json()).toMatchObject({ id: agent.id })

  await page.goto('/profile')
  await expect(page.getByText(token)).toHaveCount(0)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await says(questionOf(page), 'Revoke the token ‘Month’s end’?', 'This action cannot be undone.')
  await examine(page)
  await questionOf(page).getByRole('button', { name: 'Cancel' }).click()
  expect((await asScript()).status).toBe(200)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await questionOf(page).getByRole('button', { name: 'Revoke Token' }).click()
  await expect(toastOf(page)).toContainText('Token Revoked')
  await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(0)
  expect((await asScript()).status).toBe(401)
})

test('what is wrong with a new token is said at its field', { tag: '@phone' }, async ({ people, watch }) => {
  watch.allow(/^422 POST \/profile\/tokens/)
  const page = await (await people.contractor(HARD.names)).open('/profile')
  await page.getByLabel('Last Day (Optional)').fill('2020-01-01')
  await page.getByRole('button', { name: 'Create Token' }).click()
  await expect(page.locator('.error-summary')).toBeFocused()
  await says(page.locator('.error-summary'), 'Name is required')
  await examine(page)
  await page.locator('.error-summary').getByRole('link', { name: 'Name is required' }).click()
  await expect(page.getByLabel('Token Name')).toBeFocused()
  await page.keyboard.type('A name')
  await page.keyboard.press('Enter')
  await says(page.locator('.error-summary'), 'Expiry must be in the future')
  await expect(page.getByLabel('Token Name')).toHaveValue('A name')
  await expect(page.getByLabel('Last Day (Optional)')).toHaveValue('2020-01-01')
})

test('a long name without a space fits', { tag: '@phone' }, async ({ people }) => {
  const page = await people.admin.open('/profile')
  await page.getByLabel('Token Name').fill('SupercalifragilisticexpialidociousSupercalifragilisticexpialidocious_0000')
  await page.getByRole('button', { name: 'Create Token' }).click()
  await expect(page.locator('.token-made')).toBeVisible()
  await examine(page)
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Revoke' }).first().click()
  await questionOf(page).getByRole('button', { name: 'Revoke Token' }).click()
})

test('without JavaScript a token is made and revoked as well', { tag: '@phone' }, async ({ people }) => {
  const agent = await people.agent()
  const page = await agent.open('/profile', { javaScriptEnabled: false })
  await page.getByLabel('Token Name').fill('Reports')
  await page.getByRole('button', { name: 'Create Token' }).click()
  await expect(page.locator('.token-made code')).toHaveText(/^fettle_/)
  await page.getByRole('button', { name: 'Revoke' }).click()
  await says(page, 'Scripts that use ‘Reports’ can no longer sign in.')
  await page.getByRole('button', { name: 'Revoke Token' }).click()
  await says(page, 'Token Revoked')
  await expect(page.getByRole('button', { name: 'Revoke' })).toHaveCount(0)
})
