import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { signInAs } from '#src/accounts/external/account.ts'
import { applyRetention } from '#src/retention/apply.ts'
import { dearHashes } from '#tests/support/cheap-hashes.ts'
import { otherProcess } from '#tests/support/process/other-process.ts'
import { aCast, anAdmin, PASSWORD } from '#tests/support/world.ts'
import { type SignIn, tryToSignIn } from '#tests/whole/processes/people.ts'

dearHashes()

const processes = await Promise.all([otherProcess(), otherProcess()])
afterAll(() => Promise.all(processes.map((one) => one.kill())))

const HOME = '127.0.8.1'
const AWAY = '127.0.8.2'
const STRANGER = '127.0.8.3'

let turn = 0
const from = (address: string, identifier: string, password = PASSWORD): Promise<SignIn> =>
  tryToSignIn(processes[turn++ % 2]!.url, identifier, password, { from: address })

const guess = (count: number, address: string, identifier: string) =>
  Promise.all(Array.from({ length: count }, () => from(address, identifier, 'guessed')))

const tally = (answers: SignIn[]) =>
  [401, 429].map((wanted) => answers.filter(({ status }) => status === wanted).length)

/** Ada, the only administrator, who has signed in from home. */
async function ada(): Promise<string> {
  const { email } = await anAdmin()
  expect((await from(HOME, email!)).status).toBe(200)
  return email!
}

describe('a stranger’s guesses', () => {
  test('lock nobody out of where they were before; only new places wait', async () => {
    const email = await ada()
    expect(tally(await guess(30, STRANGER, email))).toEqual([10, 20])
    expect((await from(HOME, email)).status).toBe(200)
    expect((await from(AWAY, email)).status).toBe(429)
    expect((await from(STRANGER, email)).status).toBe(429)
  })

  test('under way do not hold anybody up there', async () => {
    const email = await ada()
    const [home] = await Promise.all([from(HOME, email), guess(40, STRANGER, email)])
    expect(home.status).toBe(200)
  })
})

test('guesses from a known address have a count of ten of their own, whichever name of the account they use', async () => {
  const email = await ada()
  expect(tally(await guess(30, HOME, email))).toEqual([10, 20])
  expect((await from(HOME, email)).status).toBe(429)
  // The others are not concerned, nor are other accounts from there.
  expect((await from(AWAY, email)).status).toBe(200)
  expect((await from(HOME, (await anAdmin()).email!)).status).toBe(200)
})

test('an address is known for thirty days after the last sign-in from it, and then forgotten', async () => {
  const email = await ada()
  const ago = (interval: string) =>
    db.execute(sql`update sign_in_addresses set last_used_at = now() - ${interval}::interval`)
  await ago('29 days 23 hours')
  await guess(10, STRANGER, email)
  expect((await from(HOME, email)).status).toBe(200)
  expect(
    await db.execute(sql`select 1 from sign_in_addresses where last_used_at > now() - interval '1 minute'`),
  ).toHaveLength(1)
  await ago('30 days 1 minute')
  expect((await from(HOME, email)).status).toBe(429)
  await applyRetention()
  expect(await db.execute(sql`select 1 from sign_in_addresses`)).toHaveLength(0)
})

test('a failure makes no address known, and the table tells nobody’s', async () => {
  const email = await ada()
  await guess(3, AWAY, email)
  const rows = await db.execute(sql`select a::text as row from sign_in_addresses a`)
  expect(rows).toHaveLength(1)
  const plain = new Bun.CryptoHasher('sha256').update(HOME).digest('hex')
  for (const secret of [HOME, plain]) expect(JSON.stringify(rows)).not.toContain(secret)
})

test('an external sign-in makes its address known; a deleted account has none', async () => {
  const { admin, contractor } = await aCast()
  const person = { email: contractor.email, emailVerified: true, firstName: 'Carl', lastName: 'Mason' }
  await signInAs({ issuer: 'https://id.example', subject: '1', ...person }, { userAgent: null, address: HOME })
  await guess(12, STRANGER, contractor.email!)
  expect((await from(HOME, contractor.email!)).status).toBe(200)
  await deleteAccount(admin, contractor.id, 'contractor')
  expect(await db.execute(sql`select 1 from sign_in_addresses`)).toHaveLength(0)
})

test('neither answer nor time tells a stranger whether there is such an account', async () => {
  const email = await ada()
  const [known, unknown] = [await guess(12, STRANGER, email), await guess(12, STRANGER, 'nobody@fettle.example')]
  expect(tally(known)).toEqual(tally(unknown))
  const times: Record<string, number[]> = { [email]: [], 'nobody@fettle.example': [] }
  // In turn, so that what else the machine does is in both.
  for (let round = 0; round < 9; round++) {
    for (const [identifier, taken] of Object.entries(times)) {
      const before = performance.now()
      await from(AWAY, identifier, 'guessed')
      taken.push(performance.now() - before)
    }
  }
  // Refused without a look at the password, both.
  const [there, nowhere] = Object.values(times).map((taken) => taken.sort((a, b) => a - b)[4]!)
  expect(there! / nowhere!).toBeWithin(0.3, 3.5)
})
