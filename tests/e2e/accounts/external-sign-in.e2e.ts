import type { Page } from '@playwright/test'
import { test as base, expect } from '#tests/e2e/support/app.ts'
import { examine, itemOf, noteToasts, says, signIn } from '#tests/e2e/support/screen.ts'
import { startServer } from '#tests/e2e/support/server.ts'
import { type IdentityProvider, startIdentityProvider } from '#tests/whole/services/identity-provider.ts'

const test = base.extend<object, { provider: IdentityProvider }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const provider = await startIdentityProvider({ redirectUri: 'http://localhost/api/callback' })
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      const server = await startServer((url) => {
        provider.sendBackTo(`${url}/api/callback`)
        const { issuer, clientId, clientSecret } = provider
        return { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }
      })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const CONTINUE = 'Continue with your organisation account'
let count = 0

/** Somebody at the provider. */
function known(provider: IdentityProvider, values: { email?: string; email_verified?: boolean } = {}) {
  const login = `nia${Date.now().toString(36)}${++count}`
  const person = { login, sub: `subject-${login}`, email: `${login}@new.example`, email_verified: true, ...values }
  provider.people.push({ ...person, given_name: 'Nia', family_name: 'Cole' })
  return person
}

/** From Login to the provider, and its form filled in. */
async function throughProvider(page: Page, login: string, button = 'Sign in') {
  await page.getByRole('link', { name: CONTINUE }).click()
  await atProvider(page, login, button)
}

async function atProvider(page: Page, login: string, button = 'Sign in') {
  await says(page, 'Sign in to the organisation')
  await page.getByLabel('Organisation login').fill(login)
  await page.getByRole('button', { name: button }).click()
}

test('a new person comes from the provider, waits for a role, gets one and works', async ({
  people,
  provider,
  watch,
}) => {
  watch.allow(/^403 GET \/(profile)?$/)
  const nia = known(provider)
  const page = await people.stranger('/login')
  await says(page, CONTINUE, 'Email or Username')
  await examine(page)
  await throughProvider(page, nia.login)
  await expect(page).toHaveURL('/')
  await says(page, 'User role not found. Please refresh the page.')
  await examine(page)

  const desk = await people.admin.open('/admin/accounts')
  const waiting = desk.locator('.waiting li').filter({ hasText: nia.email })
  await says(waiting, 'Nia Cole')
  await waiting.getByRole('combobox').selectOption('estate_agent')
  await waiting.getByRole('button', { name: 'Give Role' }).click()
  await expect(waiting).toHaveCount(0)

  // The role ended the session without one.
  await page.getByRole('link', { name: 'Refresh Page' }).click()
  await says(page, 'Get Started')
  await page.goto('/create-job')
  await expect(page).toHaveURL('/login?next=%2Fcreate-job')
  await page.getByRole('link', { name: CONTINUE }).click()
  // The provider remembers them: no form this time.
  await expect(page).toHaveURL('/create-job')
  await page.goto('/profile')
  await says(page, nia.email, 'Estate Agent')
  await expect(page.getByRole('heading', { name: 'Change Password' })).toHaveCount(0)
})

test('an account is found by its verified e-mail, and its password goes on', async ({ people, provider }) => {
  const contractor = await people.contractor()
  const { login } = known(provider, { email: contractor.identifier.toUpperCase() })
  const page = await people.stranger('/login?next=%2Fjobs')
  await throughProvider(page, login)
  await expect(page).toHaveURL('/jobs')
  await page.goto('/profile')
  await says(page, contractor.name, contractor.identifier, 'Change Password')
  await page.goto('/api/logout')
  await page.goto('/login')
  await signIn(page, contractor)
  await says(page, 'Hello, Carl')
})

test('an unverified e-mail is refused, in words', async ({ people, provider, watch }) => {
  watch.allow(/^403 GET \/login\?/)
  const agent = await people.agent()
  const { login, email } = known(provider, { email_verified: false })
  const page = await people.stranger('/login')
  await throughProvider(page, login)
  await says(page, 'Login Failed', 'Your e-mail address has not been verified yet.')
  await expect(page).toHaveURL(/\/login\?problem=unverified-email$/)
  await examine(page)
  await signIn(page, agent)
  await says(page, 'Hello, Olivia')
  const accounts = await people.admin.open('/admin/accounts')
  await expect(itemOf(accounts, email)).toHaveCount(0)
})

test('Cancel at the provider, and Back from there, lead to Login', async ({ people, watch }) => {
  watch.allow(/^403 GET \/login\?/)
  const page = await people.stranger('/login?next=%2Fquotes')
  await throughProvider(page, '', 'Cancel')
  await says(page, 'You did not sign in with your organisation account.')
  await expect(page.locator('input[name=next]').first()).toHaveValue('/quotes')
  await page.getByRole('link', { name: CONTINUE }).click()
  await says(page, 'Sign in to the organisation')
  await page.goBack()
  await says(page, 'Email or Username')
})

test('while the provider is away Login says so and takes passwords; then it is there again', async ({
  people,
  provider,
  watch,
}) => {
  watch.allow(/^503 GET \/login\?/)
  const agent = await people.agent()
  const nia = known(provider)
  const page = await people.stranger('/login')
  await page.getByRole('link', { name: CONTINUE }).click()
  await says(page, 'Sign in to the organisation')
  await page.getByLabel('Organisation login').fill(nia.login)
  provider.break('token', 'error')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await says(page, 'Login Failed', 'Sign-in with your organisation account is not available now.')
  await examine(page)
  await signIn(page, agent)
  await says(page, 'Hello, Olivia')
  await page.goto('/api/logout')
  provider.heal()
  await page.goto('/login')
  watch.allow(/^403 GET \/$/)
  await page.getByRole('link', { name: CONTINUE }).click()
  await says(page, 'User role not found. Please refresh the page.')
})

test('a dashboard whose session has ended goes to the provider, and comes back to where it was', async ({
  people,
  provider,
  watch,
}) => {
  watch.allow(/^401 GET \/$/, /^403 GET \/$/)
  const { login } = known(provider)
  const page = await people.stranger('/login')
  await throughProvider(page, login)
  await says(page, 'User role not found. Please refresh the page.')
  const { id } = await (await page.request.get('/api/auth/user')).json()
  await people.admin.api.patch(`/api/users/${id}/role`, { role: 'estate_agent' })
  await page.goto('/login')
  await page.getByRole('link', { name: CONTINUE }).click()
  await says(page, 'Hello, Nia')
  const toldLast = await noteToasts(page)
  const back = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/callback')
  await people.admin.api.post(`/api/estate-agents/${id}/reset-password`)
  await back
  await expect(page).toHaveURL('/')
  await says(page, 'Hello, Nia')
  expect((await toldLast()).words).toContain('You are logged out. Logging in again...')
})
