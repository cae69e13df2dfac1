import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/support/app.ts'
import { dialogOf, examine, itemOf, says, signIn, toastOf } from '#tests/e2e/support/screen.ts'

const unique = () => Date.now().toString(36) + Math.floor(Math.random() * 1000)

/** The path of the link in the newest message to this address, once so many have come. */
async function linkMailedTo(page: Page, address: string, messages = 1): Promise<string> {
  const subjects = page.getByRole('row').filter({ hasText: address }).getByRole('link')
  await expect(async () => {
    await page.goto('/dev/mail')
    await expect(subjects).toHaveCount(messages, { timeout: 500 })
  }).toPass()
  await subjects.first().click()
  await expect(page.getByText('You sign in as')).toBeVisible()
  const [, path] =
    /https?:\/\/[^/\s]+(\/set-password\/[\w-]{43})/.exec((await page.locator('main').textContent()) ?? '') ?? []
  return path!
}

test('a second administrator is invited, sets a password, forgets it and sets another', { tag: '@desktop' }, async ({
  people,
  watch,
}) => {
  // The second password ends the session in which a page stands open that counts its views.
  watch.allow(/^422 POST /, /^410 GET /, /^401 GET \/admin\/views\/sidebar$/)
  const email = `eve${unique()}@fettle.example`
  const admin = await people.admin.open('/admin/accounts')
  await admin.getByRole('link', { name: 'Administrator', exact: true }).click()
  await admin.getByLabel('Email').fill(email)
  await admin.getByRole('button', { name: 'Send Invitation' }).click()
  await says(admin, 'There is a problem', 'First name is required')
  await expect(admin.getByLabel('Email')).toHaveValue(email)
  await examine(admin)
  await admin.getByLabel('First Name').fill('Eve')
  await admin.getByLabel('Last Name').fill('Stone')
  await admin.getByRole('button', { name: 'Send Invitation' }).click()
  await says(toastOf(admin), 'Invitation Sent', email)
  await says(itemOf(admin, email), 'Eve Stone', 'No password')
  await examine(admin)

  const eve = await people.stranger('/')
  const link = await linkMailedTo(admin, email)
  await eve.goto(link)
  await says(eve, 'Set Your Password', email)
  await examine(eve)
  await eve.getByLabel('New Password').fill('short')
  await eve.getByRole('button', { name: 'Set Password' }).click()
  await says(eve, 'Password must be at least 6 characters')
  await eve.getByLabel('New Password').fill('a much longer one')
  await eve.getByRole('button', { name: 'Set Password' }).click()
  await says(toastOf(eve), 'Password Set')
  await signIn(eve, { identifier: email, password: 'a much longer one' })
  await eve.goto('/admin/accounts')
  await says(eve, 'Account Management')

  const later = await people.stranger(link)
  await says(later, 'This Link No Longer Works')
  await examine(later)
  await later.getByRole('link', { name: 'Login' }).last().click()
  await later.getByRole('link', { name: 'Forgot password?' }).click()
  await examine(later)
  await later.getByLabel('Email or Username').fill(email)
  await later.getByRole('button', { name: 'Send Link' }).click()
  await says(later, 'Check Your E-mail')
  await examine(later)
  await later.goto(await linkMailedTo(admin, email, 2))
  await later.getByLabel('New Password').fill('yet another one')
  await later.getByRole('button', { name: 'Set Password' }).click()
  await signIn(later, { identifier: email, password: 'yet another one' })
  // Her page leaves by itself, at its next poll; a goto at that moment would be dropped by the browser.
  await expect(eve).toHaveURL(/\/login/)
})

test('ten contractors are imported, two rows of them wrong; one gets trades and another role', {
  tag: '@desktop',
}, async ({ people, watch }) => {
  watch.allow(/^422 POST /)
  const tag = unique()
  const rows = Array.from({ length: 10 }, (_, n) => [`Nia${n}`, `Cole${tag}`, `nia${n}${tag}@cole.example`, 'GU1, BS'])
  rows[3]![1] = ''
  rows[7]![2] = rows[6]![2]!
  const table = [['Forename', 'Surname', 'E-mail', 'Areas'], ...rows].map((row) => row.join('\t')).join('\n')
  const page = await people.admin.open('/admin/accounts?tab=contractor')
  await page.getByRole('link', { name: 'Import' }).click()
  await examine(page)
  await page.getByLabel('Table').fill(table)
  await page.getByRole('button', { name: 'Check' }).click()
  await says(page, '2 of 10 rows are wrong. Nothing has been made yet.', 'Last name is required', /is in row 8 too/)
  await examine(page)
  await page.getByRole('button', { name: 'Leave Out 2 and Create 8 contractors' }).click()
  await says(page, '8 contractors created', '8 get an e-mail with a link to set a password.')
  await examine(page)

  await page.goto(`/admin/contractors?search=nia0${tag}`)
  const row = itemOf(page, `nia0${tag}@cole.example`)
  await expect(row.getByRole('button', { name: /^Invite/ })).toBeVisible()
  await row.getByRole('link', { name: /^Edit/ }).click()
  const dialog = dialogOf(page)
  await expect(dialog.getByLabel('Areas')).toHaveValue('GU1, BS')
  await dialog.getByLabel('Heating and gas').check()
  await dialog.getByLabel('Areas').fill('GU1, Surrey')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await says(dialog, 'No postcode area or district: SURREY. Write BS or GU1')
  await expect(dialog.getByLabel('Heating and gas')).toBeChecked()
  await examine(page)
  await dialog.getByLabel('Areas').fill('GU1, GU2')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await says(toastOf(page), 'Account Updated')

  await row.getByRole('link', { name: /^Edit/ }).click()
  await dialog.getByRole('link', { name: 'History' }).click()
  await says(dialog, 'Areas: GU1, BS → GU1, GU2', 'Trades: none → Heating and gas', 'Invited by e-mail')
  await examine(page)
  await dialog.getByRole('link', { name: 'Close' }).click()
  await row.getByRole('link', { name: /^Edit/ }).click()
  await dialog.getByLabel(/^Role of/).selectOption('Estate Agent')
  await dialog.getByRole('button', { name: 'Change Role' }).click()
  await says(page, `Change the role of Nia0 Cole${tag} to Estate Agent?`)
  await examine(page)
  await page.getByRole('button', { name: 'Change Role' }).click()
  await says(toastOf(page), 'Role Given')
})

test('a contractor is invited from the form that makes accounts', async ({ people, watch }) => {
  watch.allow(/^422 POST /)
  const email = `ivy${unique()}@moss.example`
  const page = await people.admin.open('/admin/accounts?tab=contractor')
  const form = page.getByRole('form', { name: 'Create Contractor Account' })
  await form.getByLabel('Email').fill(email)
  await form.getByRole('button', { name: 'Send an Invitation' }).click()
  await says(page, 'First name is required')
  await form.getByLabel('First Name').fill('Ivy')
  await form.getByLabel('Last Name').fill('Moss')
  await form.getByRole('button', { name: 'Send an Invitation' }).click()
  await says(toastOf(page), 'Invitation Sent', email)
  await expect(form.getByLabel('First Name')).toHaveValue('')
  await examine(page)
})
