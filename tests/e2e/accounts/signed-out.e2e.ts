import { expect, test } from '#tests/e2e/support/app.ts'
import { examine, says } from '#tests/e2e/support/screen.ts'

type Screen = { path: string; heading: string; words: (string | RegExp)[]; status?: number }

const UPDATED = 'Last updated: January 2025'

const screens: Screen[] = [
  {
    path: '/',
    heading: 'Property repairs without the chasing',
    words: ['Easy Job Requests', 'Seamless Contractor Tracking', 'Clear Reporting', /submit/i, /inspect/i, /approve/i],
  },
  { path: '/login', heading: 'Login', words: ['Email or Username', 'Password', 'Back to Home'] },
  {
    path: '/privacy-policy',
    heading: 'Privacy Policy',
    words: [UPDATED, /UK General Data Protection/, /7 years/, /3 years/, /2 years/, 'Back to Home'],
  },
  {
    path: '/terms-conditions',
    heading: 'Terms and Conditions',
    words: [UPDATED, /England and Wales/, /18/, /directly between/, 'Back to Home'],
  },
  {
    path: '/cookie-policy',
    heading: 'Cookie Policy',
    words: [UPDATED, /30 days/, /1 year/, /2 years/, /90 days/, 'Back to Home'],
  },
  { path: '/unsubscribe/ended', heading: 'This Link No Longer Works', words: ['Open Your Profile'], status: 410 },
  { path: '/no-such-page', heading: '404 Page Not Found', words: ['Back to Home'], status: 404 },
]

test('every screen says what it should, to everybody', async ({ page, watch }) => {
  for (const { path, heading, words, status = 200 } of screens) {
    if (status !== 200) watch.allow(new RegExp(`^${status} GET ${path}`))
    const response = await page.goto(path)
    expect(response?.status()).toBe(status)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await says(page, ...words)
    await examine(page)
  }
})

test('the front door leads to Login, and home again', { tag: '@phone' }, async ({ page }) => {
  for (const name of ['Get Started', 'Login']) {
    await page.goto('/')
    await page.getByRole('link', { name, exact: true }).first().click()
    await expect(page).toHaveURL('/login')
  }
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
  for (const name of ['Privacy Policy', 'Terms and Conditions', 'Cookie Policy']) {
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).first().click()
    await expect(page).toHaveURL('/')
  }
})

test('a sign-in that fails says why, keeps the name and never the password', { tag: '@phone' }, async ({
  page,
  people,
  watch,
}) => {
  watch.allow(/^(401|422) POST \/login/)
  const agent = await people.agent()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Login' }).click()
  await says(page.getByRole('alert').first(), 'Email or username is required', 'Password is required')
  await expect(page).toHaveTitle(/^Error: Login/)
  await examine(page)
  await page.getByLabel('Email or Username').fill(agent.identifier)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Login' }).click()
  await says(page.getByRole('alert').first(), 'Login Failed', 'Invalid credentials')
  await expect(page.getByLabel('Email or Username')).toHaveValue(agent.identifier)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  await examine(page)
})

test('the password can be shown and hidden', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  const toggle = page.getByRole('button', { name: 'Show password' })
  await expect(password).toHaveAttribute('type', 'password')
  await toggle.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await toggle.click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('who was on the way somewhere gets there after signing in', { tag: '@phone' }, async ({ page, people }) => {
  const agent = await people.agent()
  await page.goto('/jobs?search=mill')
  await expect(page).toHaveURL(/\/login\?next=/)
  await page.getByLabel('Email or Username').fill(agent.identifier.toUpperCase())
  await page.getByLabel('Password', { exact: true }).fill(agent.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/jobs?search=mill')
})

test('legal pages are open to those who are signed in', { tag: '@desktop' }, async ({ people }) => {
  const page = await (await people.agent()).open('/privacy-policy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await examine(page)
})
