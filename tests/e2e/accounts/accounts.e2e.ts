import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { examine, itemOf, questionOf, says, signIn, toastOf } from '#tests/e2e/support/screen.ts'

const kinds = [
  {
    kind: 'Estate Agent',
    path: '/admin/accounts',
    field: 'Username',
    created: 'Estate Agent Created',
    tag: '@desktop',
  },
  {
    kind: 'Contractor',
    path: '/admin/accounts?tab=contractor',
    field: 'Email',
    created: 'Contractor Created',
    tag: '@phone',
  },
]

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

for (const { kind, path, field, created, tag } of kinds) {
  test(`the account of a new ${kind} is created with a generated password, handed out, and works`, { tag }, async ({
    people,
    watch,
  }) => {
    watch.allow(/^422 POST /)
    const page = await people.admin.open(path)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const create = page.getByRole('button', { name: `Create ${kind} Account` })
    const unique = `new${Date.now().toString(36)}`
    const identifier = kind === 'Contractor' ? `${unique}@plumbing.example` : unique

    await create.click()
    await says(page, 'Missing Information')
    await says(
      page,
      kind === 'Contractor' ? 'Please fill in required fields (email, name, password)' : 'Please fill in all fields',
    )
    await examine(page)

    const form = page.locator('form').filter({ has: create })
    await form.getByLabel(field, { exact: true }).fill(identifier)
    await form.getByLabel('First Name').fill('Nadia')
    await form.getByLabel('Last Name').fill('Newcomer')
    await expect(form.getByLabel('Password', { exact: true })).toHaveAttribute('placeholder', 'Minimum 6 characters')
    await form.getByRole('button', { name: 'Generate Secure Password' }).click()
    await expect(form.getByLabel('Password', { exact: true })).toHaveValue(/^[A-Za-z0-9!@#$%^&*_+?-]{12}$/)
    const password = await form.getByLabel('Password', { exact: true }).inputValue()
    expect(password).not.toMatch(/[IOl01]/)
    await expect(form.getByLabel(field, { exact: true })).toHaveValue(identifier)
    await create.click()

    const card = page.locator('section.created')
    // First: the message goes by itself.
    await says(toastOf(page), created)
    await says(card, 'Account Created Successfully', kind, 'Nadia Newcomer', identifier, password, /share .*securely/i)
    await examine(page)
    await card.getByRole('button', { name: /^Copy/ }).first().click()
    await says(toastOf(page), 'Copied', 'Credentials copied to clipboard')
    expect(await clipboard(page)).toContain(identifier)
    await card.getByText('Clear').click()
    await expect(card).toHaveCount(0)

    const theirs = await people.stranger('/login')
    await signIn(theirs, { identifier, password })
    await says(theirs, 'Hello, Nadia')
  })
}

test('a contractor gets another password, shown once, and is deleted', { tag: '@phone' }, async ({ people, watch }) => {
  const contractor = await people.contractor({ company: '', phone: '' })
  const page = await people.admin.open(`/admin/contractors?search=${encodeURIComponent(contractor.identifier)}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const row = itemOf(page, contractor.identifier)
  await says(row, contractor.name, 'Independent', 'N/A', 'Local')
  await row.getByRole('button', { name: /Copy email/i }).click()
  await says(toastOf(page), 'Copied', 'Email copied to clipboard')
  expect(await clipboard(page)).toBe(contractor.identifier)

  await row.getByRole('button', { name: /Reset/ }).click()
  await examine(page)
  await questionOf(page).getByRole('button', { name: 'Reset Password' }).click()
  await says(toastOf(page), 'Password Reset', 'New password generated successfully')
  const password = (await row.locator('code').textContent()) ?? ''
  expect(password).toMatch(/^[^IOl01]{12}$/)
  await examine(page)
  const theirs = await people.stranger('/login')
  await signIn(theirs, { identifier: contractor.identifier, password })
  await says(theirs, 'Hello, Carl')

  await row.getByRole('button', { name: /Delete/ }).click()
  await questionOf(page).getByRole('button', { name: 'Delete' }).click()
  await says(toastOf(page), 'Contractor Deleted', 'Contractor has been successfully removed from the system')
  await expect(row).toHaveCount(0)
  watch.allow(/^401 POST \/login/)
  await theirs.goto('/jobs')
  await expect(theirs).toHaveURL(/\/login/)
  await theirs.getByLabel('Email or Username').fill(contractor.identifier)
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Login' }).click()
  await says(theirs, 'Invalid credentials')
})

test('an estate agent is found, gets another password and is deleted', { tag: '@desktop' }, async ({ people }) => {
  const agent = await people.agent()
  const page = await people.admin.open('/admin/accounts')
  await page.getByRole('searchbox').fill(agent.identifier)
  const row = itemOf(page, agent.identifier)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await row.getByRole('button', { name: /Reset/ }).click()
  await questionOf(page).getByRole('button', { name: 'Reset Password' }).click()
  await says(toastOf(page), 'Password Reset')
  await row.getByRole('button', { name: /Delete/ }).click()
  await questionOf(page).getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
})

test('what is typed before the island has come stays, and so does the focus', { tag: '@desktop' }, async ({
  people,
}) => {
  const page = await people.admin.open('/')
  let come = () => {}
  const called = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route(/\/assets\/account-generator-\w+\.js$/, async (route) => {
    await called
    await route.continue()
  })
  await page.goto('/admin/accounts', { waitUntil: 'commit' })
  await page.getByLabel('Username', { exact: true }).fill('early.bird')
  await page.getByLabel('Password', { exact: true }).fill('worm worm worm')
  await page.getByLabel('First Name').fill('Early')
  const mounted = page.waitForFunction(() => {
    const island = document.querySelector('react-island')
    return island && Object.keys(island).some((key) => key.startsWith('__reactContainer'))
  })
  come()
  await mounted
  await expect(page.getByLabel('Username', { exact: true })).toHaveValue('early.bird')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('worm worm worm')
  await expect(page.getByLabel('First Name')).toHaveValue('Early')
  await expect(page.getByLabel('First Name')).toBeFocused()
})

test('an account whose answer was lost is in the list when its form is changed and sent again, which says so', {
  tag: '@desktop',
}, async ({ people, watch }) => {
  watch.allow(/^422 POST |ERR_FAILED/)
  const page = await people.admin.open('/admin/accounts')
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Generate Secure Password' }) })
  const username = `lost${Date.now().toString(36)}`
  for (const [label, words] of Object.entries({ Username: username, 'First Name': 'Nadia', 'Last Name': 'Newcomer' }))
    await form.getByLabel(label, { exact: true }).fill(words)
  await form.getByRole('button', { name: 'Generate Secure Password' }).click()
  await page.route(
    '**/api/admin/create-estate-agent',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  const create = page.getByRole('button', { name: 'Create Estate Agent Account' })
  await create.click()
  await says(toastOf(page), 'No answer came. Please try again.')
  await form.getByLabel('Username').fill(`${username}2`)
  await create.click()
  await says(toastOf(page), /^This was sent already, before your last changes/)
  await says(page.getByRole('region', { name: 'Estate agents' }), username)
})
