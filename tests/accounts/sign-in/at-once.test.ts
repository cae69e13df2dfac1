import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { signInFailures } from '#db/schema.ts'
import { sha256 } from '#src/access/sha256.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { dearHashes } from '#tests/support/cheap-hashes.ts'
import { otherProcess } from '#tests/support/process/other-process.ts'
import { anAgent, PASSWORD } from '#tests/support/world.ts'

dearHashes()

const other = await otherProcess()
afterAll(() => other.kill())

const here = (identifier: string, password = PASSWORD) => stranger.post('/api/local/login', { identifier, password })
const byPage = (identifier: string, password = PASSWORD) => stranger.submit('/login', { identifier, password })
const there = (identifier: string, password = PASSWORD) =>
  fetch(`${other.url}/api/local/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  })
const doors = [here, there, byPage]

const statuses = (answers: Response[]) => {
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  return { in: count(200) + count(303), wrong: count(401), tooMany: count(429) }
}

describe('right passwords, many at once', () => {
  test('thirty for one account, at two processes, by API and page: all get in, none is called failed', async () => {
    await anAgent({ username: 'olivia' })
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => doors[index % 3]!('olivia')))
    expect(statuses(answers)).toEqual({ in: 30, wrong: 0, tooMany: 0 })
    expect(await db.$count(signInFailures)).toBe(0)
  })

  test('seventy for seventy accounts from one address: all get in', async () => {
    const people = await Promise.all(Array.from({ length: 70 }, () => anAgent()))
    const answers = await Promise.all(people.map(({ username }) => here(username!)))
    expect(statuses(answers)).toEqual({ in: 70, wrong: 0, tooMany: 0 })
  })

  test('a password changed thirty times at once is refused in no words of failed attempts', async () => {
    const client = await signedInAs(await anAgent())
    const body = { currentPassword: PASSWORD, newPassword: PASSWORD, confirmPassword: PASSWORD }
    const answers = await Promise.all(Array.from({ length: 30 }, () => client.post('/api/change-password', body)))
    expect(answers.map(({ status }) => status)).not.toContain(429)
  })
})

test('wrong passwords at once at two processes: ten are looked at, the rest are too many', async () => {
  await anAgent({ username: 'olivia' })
  const answers = await Promise.all(Array.from({ length: 45 }, (_, index) => doors[index % 3]!('olivia', 'wrong one')))
  expect(statuses(answers)).toEqual({ in: 0, wrong: 10, tooMany: 35 })
  expect(await db.$count(signInFailures)).toBe(10)
})

test('right and wrong at once: no more than ten wrong ones are looked at, and no right one is called failed before', async () => {
  await anAgent({ username: 'olivia' })
  const wrong = Array.from({ length: 9 }, (_, index) => doors[index % 3]!('olivia', 'wrong one'))
  const right = Array.from({ length: 21 }, (_, index) => doors[index % 3]!('olivia'))
  expect(statuses(await Promise.all([...wrong, ...right]))).toEqual({ in: 21, wrong: 9, tooMany: 0 })
})

describe('an attempt whose process died', () => {
  /** As a process leaves them that is killed while it looks at passwords. */
  const left = (count: number, until: string) =>
    db.insert(signInFailures).values(
      Array.from({ length: count }, () => ({
        identifierHash: sha256('olivia'),
        address: '192.0.2.1',
        checkedUntil: sql`now() + ${until}::interval`,
      })),
    )

  test('is waited for as long as it may last, and is then no failure', async () => {
    await anAgent({ username: 'olivia' })
    const before = performance.now()
    await left(10, '1 second')
    expect((await here('olivia')).status).toBe(200)
    // By another clock, which counts whole milliseconds.
    expect(performance.now() - before).toBeGreaterThan(990)
  })

  test('is not waited for longer than a person waits: then they are told to try again, and not that they failed', async () => {
    await anAgent({ username: 'olivia' })
    await left(10, '1 minute')
    for (const answer of await Promise.all([here('olivia'), there('olivia'), byPage('olivia')])) {
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('retry-after'))).toBeWithin(1, 10)
      const text = await answer.text()
      expect(text).toContain('Too many sign-ins at once. Please try again in a moment.')
      expect(text).not.toContain('failed')
    }
  })

  test('that lives after all may not tell what it found', async () => {
    await anAgent({ username: 'olivia' })
    await db.execute(sql`create function overdue() returns trigger language plpgsql as $$
      begin new.checked_until = now() - interval '1 second'; return new; end $$`)
    await db.execute(
      sql`create trigger overdue before insert on sign_in_failures for each row execute function overdue()`,
    )
    try {
      for (const password of [PASSWORD, 'wrong one']) {
        const answer = await here('olivia', password)
        expect([answer.status, answer.headers.get('set-cookie')]).toEqual([503, null])
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
    } finally {
      await db.execute(sql`drop function overdue cascade`)
    }
  })
})
