import type { Page } from '@playwright/test'
import { expect, type Person, test } from '#tests/e2e/support/app.ts'
import { type AuthenticatorKind, credentialsIn, deviceOf } from '#tests/e2e/support/authenticator.ts'
import { examine, questionOf, says, toastOf } from '#tests/e2e/support/screen.ts'

async function add(page: Page, name: string) {
  await page.getByLabel('Passkey Name (Optional)').fill(name)
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  await expect(toastOf(page)).toContainText('Passkey Added')
}

/** A browser at Login whose device has the person's passkey. */
async function atLogin(
  people: { stranger(path?: string): Promise<Page> },
  person: Person,
  kind: AuthenticatorKind = {},
) {
  const profile = await person.open('/profile')
  const first = await deviceOf(profile)
  await add(profile, 'Work laptop')
  const [credential] = await credentialsIn(first)
  const page = await people.stranger('/privacy-policy')
  const device = await deviceOf(page, kind)
  await device.session.send('WebAuthn.addCredential', { authenticatorId: device.id, credential: credential! })
  return { page, device, profile, credential: credential! }
}

const button = (page: Page) => page.getByRole('button', { name: 'Sign In with a Passkey' })
/** Only the button asks. */
const withoutAutofill = (page: Page) =>
  page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')

const isIn = (page: Page) => expect(page).not.toHaveURL(/\/login/)

test('a passkey is added, named anew and removed on the profile', async ({ people }) => {
  const page = await (await people.contractor()).open('/profile')
  const device = await deviceOf(page)
  await add(page, 'Work laptop')
  await says(page, 'Work laptop', 'never used')
  expect(await credentialsIn(device)).toHaveLength(1)
  await page.locator('#passkeys summary').click()
  await examine(page)
  await page.getByLabel('Passkey Name', { exact: true }).fill('Old laptop')
  await page.getByRole('button', { name: 'Save Name' }).click()
  await expect(toastOf(page)).toContainText('Passkey Renamed')
  await page.getByRole('button', { name: 'Add a Passkey' }).click()
  await says(page, 'This device has a passkey for your account already.')
  await page.locator('#passkeys').getByRole('button', { name: 'Remove' }).click()
  await says(questionOf(page), 'Remove the passkey ‘Old laptop’?')
  await questionOf(page).getByRole('button', { name: 'Remove Passkey' }).click()
  await expect(toastOf(page)).toContainText('Passkey Removed')
  // The device is told, and forgets it.
  await expect.poll(async () => (await credentialsIn(device)).length).toBe(0)
})

for (const verifies of [true, false])
  test(`the button signs in, by a device that ${verifies ? 'asks' : 'does not ask'} who it is`, async ({ people }) => {
    const { page } = await atLogin(people, await people.agent(), { verifies })
    await withoutAutofill(page)
    await page.goto('/login?next=/quotes')
    await examine(page)
    await button(page).click()
    await expect(page).toHaveURL(/\/quotes$/)
  })

test('Login offers it in the field, and signs in without a touch of the button', async ({ people }) => {
  const { page } = await atLogin(people, await people.agent())
  await page.goto('/login?next=/quotes')
  await expect(page).toHaveURL(/\/quotes$/)
})

for (const party of [null, 'evil.example'])
  test(`with ${party ? 'a key of another site' : 'no key'} the question fails, and leaves the password as it was`, async ({
    people,
  }) => {
    const agent = await people.agent()
    const { page, device, credential } = await atLogin(people, agent)
    await device.session.send('WebAuthn.clearCredentials', { authenticatorId: device.id })
    const foreign = { authenticatorId: device.id, credential: { ...credential, rpId: party ?? '' } }
    if (party) await device.session.send('WebAuthn.addCredential', foreign)
    await page.goto('/login')
    await page.getByLabel('Email or Username').fill(agent.identifier)
    await page.getByLabel('Password', { exact: true }).fill(agent.password)
    await button(page).click()
    await says(page, 'No passkey was used. Your password works as before.')
    await examine(page)
    await expect(page.getByLabel('Email or Username')).toHaveValue(agent.identifier)
    await page.getByRole('button', { name: 'Login' }).click()
    await isIn(page)
  })

test('a passkey that was removed signs nobody in; its device is told, and the password stays', async ({
  people,
  watch,
}) => {
  watch.allow(/^401 POST \/login\/passkey/)
  const agent = await people.agent()
  const { page, device, profile } = await atLogin(people, agent)
  await profile.locator('#passkeys').getByRole('button', { name: 'Remove' }).click()
  await questionOf(profile).getByRole('button', { name: 'Remove Passkey' }).click()
  await expect(toastOf(profile)).toContainText('Passkey Removed')
  await withoutAutofill(page)
  await page.goto('/login')
  await page.getByLabel('Email or Username').fill(agent.identifier)
  await button(page).click()
  await says(page, 'This passkey no longer belongs to an account. Please use your password.')
  await expect.poll(async () => (await credentialsIn(device)).length).toBe(0)
  await expect(page.getByLabel('Email or Username')).toHaveValue(agent.identifier)
  await page.getByLabel('Password', { exact: true }).fill(agent.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await isIn(page)
})
