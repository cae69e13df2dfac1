import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { hashPassword, isPassword } from '#src/accounts/password/hash.ts'
import { generatePassword, PASSWORD_ALPHABET } from '#src/domain/account/account.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { dearHashes } from '#tests/support/cheap-hashes.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aContractor, anAdmin, anAgent, PASSWORD } from '#tests/support/world.ts'

dearHashes()

describe('a generated password', () => {
  test('has twelve characters that nobody takes for one another', () => {
    for (let round = 0; round < 500; round++) expect(generatePassword()).toMatch(/^[A-HJ-NP-Za-km-z2-9]{12}$/)
    expect(PASSWORD_ALPHABET).toHaveLength(24 + 25 + 8)
    expect(new Set(PASSWORD_ALPHABET).size).toBe(PASSWORD_ALPHABET.length)
  })

  test('is made of all of them equally often, and never twice the same', () => {
    const made = Array.from({ length: 5000 }, generatePassword)
    expect(new Set(made).size).toBe(made.length)
    const counts = new Map([...PASSWORD_ALPHABET].map((character) => [character, 0]))
    for (const character of made.join('')) counts.set(character, counts.get(character)! + 1)
    const expected = (5000 * 12) / PASSWORD_ALPHABET.length
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // 56 degrees of freedom: by chance beyond 140 once in a thousand million; with a plain remainder it is over 1,000.
    expect(chiSquare).toBeLessThan(140)
  })
})

test('a hash is argon2id, salted, and matches its password alone', async () => {
  const [hash, again] = await Promise.all([hashPassword(' pä55 '), hashPassword(' pä55 ')])
  expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,')
  expect(hash).not.toBe(again)
  expect(await isPassword(' pä55 ', hash)).toBe(true)
  for (const [password, other] of [
    ['pä55', hash],
    [' pä55 ', null],
    ['', hash],
    ['x', 'not a hash'],
  ] as const)
    expect(await isPassword(password, other)).toBe(false)
})

const change = (client: Client, values: Record<string, unknown> = {}) =>
  client.post('/api/change-password', {
    ...{ currentPassword: PASSWORD, newPassword: 'new secret', confirmPassword: 'new secret' },
    ...values,
  })
const isIn = async (client: Client) => (await client.get('/api/auth/user')).status === 200
const signIn = (identifier: string, password: string) => stranger.post('/api/local/login', { identifier, password })

describe('changing one’s own password', () => {
  test.each([
    ['an agent', anAgent],
    ['a contractor', aContractor],
    ['an administrator', anAdmin],
  ] as const)('%s may, and stays signed in here and nowhere else', async (_, make) => {
    const user = await make()
    const [here, there, other] = [await signedInAs(user), await signedInAs(user), await signedInAs(await anAgent())]
    const answer = await change(here)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ message: 'Password changed successfully!' })
    expect([await isIn(here), await isIn(there), await isIn(other)]).toEqual([true, false, true])
    expect((await signIn(user.email!, PASSWORD)).status).toBe(401)
    expect((await signIn(user.email!, 'new secret')).status).toBe(200)
  })

  test.each([
    [{ currentPassword: '' }, { currentPassword: 'Current password is required' }],
    [{ currentPassword: 'wrong one' }, { currentPassword: 'Current password is incorrect' }],
    [{ currentPassword: ` ${PASSWORD}` }, { currentPassword: 'Current password is incorrect' }],
    [{ newPassword: '12345', confirmPassword: '12345' }, { newPassword: 'New password must be at least 6 characters' }],
    [
      { newPassword: 'x'.repeat(201), confirmPassword: 'x'.repeat(201) },
      { newPassword: 'Please use at most 200 characters', confirmPassword: 'Please use at most 200 characters' },
    ],
    [{ confirmPassword: '' }, { confirmPassword: 'Please confirm your new password' }],
    [{ confirmPassword: 'new secret ' }, { confirmPassword: "Passwords don't match" }],
  ])('with %j is 422', async (values, errors) => {
    const user = await anAgent()
    const client = await signedInAs(user)
    const answer = await change(client, values)
    expect(answer.status).toBe(422)
    expect(await refusalOf(answer)).toEqual({ message: Object.values(errors)[0]!, errors })
    expect((await signIn(user.email!, PASSWORD)).status).toBe(200)
  })

  test('is for local accounts that are signed in', async () => {
    expect((await change(stranger)).status).toBe(401)
    const answer = await change(await signedInAs(await anAgent({ authType: 'oidc', hashedPassword: null })))
    expect(answer.status).toBe(409)
    expect(await refusalOf(answer)).toEqual({ message: 'Your password is kept by your sign-in provider.' })
  })

  test('lets nobody who took a session guess on', async () => {
    const user = await anAgent()
    const client = await signedInAs(user)
    const guesses = await Promise.all(
      Array.from({ length: 15 }, () => change(client, { currentPassword: 'wrong one' })),
    )
    const statuses = guesses.map((answer) => answer.status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
    const form = { currentPassword: PASSWORD, newPassword: 'new secret', confirmPassword: 'new secret' }
    const page = await client.submit('/profile/password', form)
    expect(page.status).toBe(429)
    expect(await page.text()).toContain('Too many failed attempts')
    // Their owner signs in all the same, and others are not concerned.
    expect((await signIn(user.email!, PASSWORD)).status).toBe(200)
    expect((await change(await signedInAs(await anAgent()))).status).toBe(200)
  })

  test('ten times at once changes it once', async () => {
    const user = await anAgent()
    const clients = await Promise.all(Array.from({ length: 10 }, () => signedInAs(user)))
    const answers = await Promise.all(
      clients.map((client, index) =>
        change(client, { newPassword: `secret ${index}`, confirmPassword: `secret ${index}` }),
      ),
    )
    const winner = answers.findIndex((answer) => answer.status === 200)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    // Who came second found the password changed under them, or the old one no longer right, or their session ended.
    expect(answers.every(({ status }) => [200, 401, 409, 422].includes(status))).toBe(true)
    const [{ hashedPassword }] = (await db.select().from(users).where(eq(users.id, user.id))) as [
      typeof users.$inferSelect,
    ]
    expect(await isPassword(`secret ${winner}`, hashedPassword)).toBe(true)
    expect(await Promise.all(clients.map(isIn))).toEqual(clients.map((_, index) => index === winner))
  })
})

test('a reset ends every session, and the account signs in here from then on', async () => {
  const user = await aContractor({ authType: 'oidc', hashedPassword: null })
  const [one, two] = [await signedInAs(user), await signedInAs(user)]
  const admin = await signedInAs(await anAdmin())
  const { newPassword } = (await (await admin.post(`/api/contractors/${user.id}/reset-password`)).json()) as {
    newPassword: string
  }
  expect([await isIn(one), await isIn(two), await isIn(admin)]).toEqual([false, false, true])
  expect((await signIn(user.email!, newPassword)).status).toBe(200)
})
