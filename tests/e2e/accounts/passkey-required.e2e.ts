import type { BrowserContext, Page } from '@playwright/test'
import { test as base, expect } from '#tests/e2e/support/app.ts'
import { deviceOf } from '#tests/e2e/support/authenticator.ts'
import { examine, itemOf, questionOf, says, signIn, toastOf } from '#tests/e2e/support/screen.ts'
import { ADMIN, startServer } from '#tests/e2e/support/server.ts'

const test = base.extend({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const server = await startServer(() => ({ REQUIRE_PASSKEY: 'admin' }))
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const EVE = { identifier: 'eve@fettle.example', password: 'a much longer one' }
const addTo = (page: Page) => page.getByRole('button', { name: 'Add a Passkey' }).click()
const isIn = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')

async function linkMailed(page: Page): Promise<string> {
  await expect(async () => {
    await page.goto('/dev/mail')
    await itemOf(page, EVE.identifier).getByRole('link').first().click({ timeout: 500 })
  }).toPass()
  await says(page, 'You sign in as')
  return /\/set-password\/[\w-]{43}/.exec((await page.locator('main').textContent()) ?? '')![0]
}

test('administrators set up a passkey, by a password that no mailed link has set or when another allows it', {
  tag: '@desktop',
}, async ({ browser, server, watch }) => {
  const contexts: BrowserContext[] = []
  const opened = async () => {
    const context = await browser.newContext({ baseURL: server.url })
    contexts.push(context)
    watch.over(context)
    return context.newPage()
  }
  await test.step('not by a device that does not ask who they are', async () => {
    const page = await opened()
    await deviceOf(page, { verifies: false })
    await page.goto('/login?next=/admin/jobs')
    await signIn(page, ADMIN)
    await says(page, 'Set Up a Passkey')
    await addTo(page)
    await says(page, 'No passkey was added.')
    await page.goto('/profile')
    await says(page, 'Set Up a Passkey')
  })

  const ada = await opened()
  await deviceOf(ada)
  await test.step('by the first administrator at the first sign-in', async () => {
    await ada.goto('/admin/accounts?tab=admin')
    await signIn(ada, ADMIN)
    await says(ada, 'Set Up a Passkey', 'fingerprint, face or PIN')
    await examine(ada)
    await addTo(ada)
    await says(ada, 'Account Management')
    await says(toastOf(ada), 'Only One Passkey')
    await ada.getByLabel('Email').fill(EVE.identifier)
    await ada.getByLabel('First Name').fill('Eve')
    await ada.getByLabel('Last Name').fill('Stone')
    await ada.getByRole('button', { name: 'Send Invitation' }).click()
    await says(itemOf(ada, EVE.identifier), 'No passkey')
    await examine(ada)
  })

  const eve = await opened()
  await deviceOf(eve)
  await test.step('by who was invited, once another allows it', async () => {
    await eve.goto(await linkMailed(eve))
    await eve.getByLabel('New Password').fill(EVE.password)
    await eve.getByRole('button', { name: 'Set Password' }).click()
    await signIn(eve, EVE)
    await says(eve, 'Ask for a Passkey')
    await examine(eve)
    await ada.getByRole('button', { name: 'Allow Eve Stone a passkey' }).click()
    await says(questionOf(ada), 'in person or by phone')
    await questionOf(ada).getByRole('button', { name: 'Allow Passkey' }).click()
    await says(toastOf(ada), 'Passkey Allowed')
    await says(itemOf(ada, EVE.identifier), 'May add a passkey')
    await eve.goto('/passkey')
    await addTo(eve)
    await isIn(eve)
  })

  await test.step('and use it after the password', async () => {
    await eve.goto('/api/logout')
    await eve.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
    await eve.goto('/login')
    await signIn(eve, EVE)
    await says(eve, 'Use Your Passkey')
    await examine(eve)
    await eve.getByRole('button', { name: 'Sign In with a Passkey' }).click()
    await isIn(eve)
  })
  for (const context of contexts) await context.close()
})
