import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { resetPassword } from '#src/accounts/password/password.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, aContractor, anAgent, PASSWORD } from '#tests/support/world.ts'

const change = (values: Record<string, string> = {}) => ({
  currentPassword: PASSWORD,
  newPassword: 'battery staple',
  confirmPassword: 'battery staple',
  ...values,
})

test('every role sees who they are, and may change their password', async () => {
  const { agent, contractor, admin } = await aCast()
  const roles = ['Estate Agent', 'Contractor', 'Administrator']
  for (const [index, user] of [agent, contractor, admin].entries()) {
    const text = await (await (await signedInAs(user)).get('/profile')).text()
    expect(text).toContain(`${user.firstName} ${user.lastName}`)
    expect(text).toContain(user.email!)
    expect(text).toContain(roles[index]!)
    expect(text).toContain('Change Password')
    expect(text).toContain('Changing...')
    expect(text.match(/data-reveal/g)).toHaveLength(3)
  }
})

test('phone, company and trade only where they are known', async () => {
  const contractor = await aContractor({ contractorType: 'Plumber' })
  const text = await (await (await signedInAs(contractor)).get('/profile')).text()
  for (const words of ['07700 900123', 'Plumber', 'Contractor Type', 'Phone']) expect(text).toContain(words)
  const bare = await anAgent({ phone: null, company: null, email: null })
  const bareText = await (await (await signedInAs(bare)).get('/profile')).text()
  for (const words of ['Phone', 'Company', 'Contractor Type']) expect(bareText).not.toContain(`<dt>${words}</dt>`)
})

test('an account from outside has no password here', async () => {
  const agent = await anAgent()
  await db.update(users).set({ authType: 'oidc' }).where(eq(users.id, agent.id))
  const client = await signedInAs(agent)
  expect(await (await client.get('/profile')).text()).not.toContain('Change Password')
  const response = await client.submit('/profile/password', change())
  expect(response.status).toBe(409)
  expect(await response.text()).toContain('Your password is kept by your sign-in provider.')
})

test('a changed password signs in, the old one no longer', async () => {
  const contractor = await aContractor()
  const client = await signedInAs(contractor)
  const elsewhere = await signedInAs(contractor)
  const response = await client.submit('/profile/password', change())
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/profile')
  const toast = decodeURIComponent(decodeURIComponent(response.headers.getSetCookie().join()))
  expect(toast).toContain('"title":"Success"')
  expect(toast).toContain('Password changed successfully!')
  const signIn = (password: string) => stranger.submit('/login', { identifier: contractor.email!, password })
  expect((await signIn('battery staple')).status).toBe(303)
  expect((await signIn(PASSWORD)).status).toBe(401)
  expect((await client.get('/profile')).status).toBe(200)
  expect((await elsewhere.get('/profile')).status).toBe(302)
})

test.each([
  [{ currentPassword: '' }, 'Current password is required'],
  [{ newPassword: 'short', confirmPassword: 'short' }, 'New password must be at least 6 characters'],
  [{ confirmPassword: '' }, 'Please confirm your new password'],
  [{ confirmPassword: 'battery stable' }, 'Passwords don&#x27;t match'],
  [{ currentPassword: 'wrong horse' }, 'Current password is incorrect'],
])('%o is refused: %s', async (values, message) => {
  const client = await signedInAs(await aContractor())
  const response = await client.submit('/profile/password', change(values))
  const text = await response.text()
  expect(response.status).toBe(422)
  expect(text).toContain(message)
  expect(text).toContain('toast-title">Error<')
  expect(text).not.toContain('value="battery')
})

test('a password reset meanwhile ends the session', async () => {
  const { contractor, admin } = await aCast()
  const client = await signedInAs(contractor)
  await resetPassword(admin, contractor.id, 'contractor')
  expect((await client.submit('/profile/password', change())).status).toBe(302)
})
