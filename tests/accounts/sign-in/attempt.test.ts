import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { sessions, signInFailures } from '#db/schema.ts'
import { signIn as signInFrom } from '#src/accounts/sign-in/attempt.ts'
import { Client, stranger } from '#tests/support/app.ts'
import { dearHashes } from '#tests/support/cheap-hashes.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aContractor, anAgent, PASSWORD } from '#tests/support/world.ts'

dearHashes()

const signIn = (identifier: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  stranger.send('/api/local/login', { method: 'POST', body: { identifier, password }, headers })

const cookieOf = (response: Response) => /^session=([^;]*)/.exec(response.headers.get('set-cookie') ?? '')?.[1] ?? ''

describe('signing in', () => {
  test.each(['carl@plumbing.example', 'CARL@Plumbing.Example', '  carl@plumbing.example '])(
    'by e-mail, as %p',
    async (typed) => {
      await aContractor({ email: 'Carl@plumbing.example' })
      expect((await signIn(typed)).status).toBe(200)
    },
  )

  test.each(['olivia', 'OLIVIA', 'Olivia'])('by username, as %p', async (typed) => {
    await anAgent({ username: 'Olivia', email: null })
    expect((await signIn(typed)).status).toBe(200)
  })

  test('gives a cookie that scripts cannot read and other sites cannot send, for thirty days', async () => {
    await anAgent({ username: 'olivia' })
    const answer = await signIn('olivia')
    const [pair, ...flags] = answer.headers.getSetCookie()[0]!.split('; ')
    expect(pair).toMatch(/^session=[\w-]{43}$/)
    // Without Secure, because PUBLIC_URL is http here.
    expect(flags.map((flag) => flag.toLowerCase()).sort()).toEqual([
      'httponly',
      'max-age=2592000',
      'path=/',
      'samesite=lax',
    ])
    expect((await new Client(cookieOf(answer)).get('/api/auth/user')).status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('takes the place of the session that the browser had', async () => {
    const [, before] = [await anAgent({ username: 'olivia' }), cookieOf(await signIn('olivia'))]
    const wrong = await signIn('olivia', 'wrong one', { cookie: `session=${before}` })
    expect([wrong.status, (await new Client(before).get('/api/auth/user')).status]).toEqual([401, 200])
    const after = cookieOf(await signIn('olivia', PASSWORD, { cookie: `session=${before}` }))
    expect((await new Client(before).get('/api/auth/user')).status).toBe(401)
    expect((await new Client(after).get('/api/auth/user')).status).toBe(200)
  })

  test('is another session each time, of which the table keeps a hash only', async () => {
    await anAgent({ username: 'olivia' })
    const tokens = [cookieOf(await signIn('olivia')), cookieOf(await signIn('olivia'))]
    expect(tokens[0]).not.toBe(tokens[1])
    const rows = await db.select().from(sessions)
    expect(rows.map((row) => row.sid).sort()).toEqual(
      tokens.map((token) => new Bun.CryptoHasher('sha256').update(token).digest('hex')).sort(),
    )
    for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token)
    for (const { sid } of rows) expect((await new Client(sid).get('/api/auth/user')).status).toBe(401)
  })

  test.each([
    [{}, { identifier: 'Email or username is required', password: 'Password is required' }],
    [{ identifier: ' ', password: 'x' }, { identifier: 'Email or username is required' }],
    [{ identifier: 'olivia', password: '' }, { password: 'Password is required' }],
    [
      { identifier: { $gt: '' }, password: ['x'] },
      { identifier: 'Email or username is required', password: 'Password is required' },
    ],
    [{ identifier: 'olivia', password: 'x'.repeat(201) }, { password: 'Please use at most 200 characters' }],
  ])('with %j is 422', async (body, errors) => {
    const answer = await stranger.post('/api/local/login', body)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ errors })
    expect(await db.$count(signInFailures)).toBe(0)
  })
})

describe('who is not let in', () => {
  test('cannot tell whether the account exists', async () => {
    await anAgent({ username: 'olivia' })
    await anAgent({ username: 'external', hashedPassword: null, authType: 'oidc' })
    await anAgent({ username: 'damaged', hashedPassword: 'not a hash' })
    const answers = await Promise.all(
      ['olivia', 'nobody', 'external', 'damaged'].map((name) => signIn(name, 'wrong one')),
    )
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(await refusalOf(answer)).toEqual({ message: 'Invalid credentials' })
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect([...answer.headers.keys()]).toEqual([...answers[0]!.headers.keys()])
    }
  })

  test('nor by how long it takes', async () => {
    await anAgent({ username: 'olivia' })
    await anAgent({ username: 'external', hashedPassword: null, authType: 'oidc' })
    const times: Record<'olivia' | 'external' | 'unknown', number[]> = { olivia: [], external: [], unknown: [] }
    await signIn('warm-up', 'wrong one')
    for (let round = 0; round < 9; round++) {
      for (const [name, taken] of Object.entries(times)) {
        const before = performance.now()
        await signIn(name === 'unknown' ? `unknown${round}` : name, 'wrong one')
        taken.push(performance.now() - before)
      }
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[4]!
    // A hash that is left out makes it a tenth; the bounds leave room for a busy machine.
    expect(median(times.unknown) / median(times.olivia)).toBeWithin(0.4, 2.5)
    expect(median(times.external) / median(times.olivia)).toBeWithin(0.4, 2.5)
  })
})

describe('guessing', () => {
  const statuses = async (calls: Promise<Response>[]) => {
    const answers = await Promise.all(calls)
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    return { answers, 401: count(401), 429: count(429) }
  }

  test('thirty attempts at once: ten are checked, the rest are told when to try again', async () => {
    await anAgent({ username: 'olivia' })
    const names = ['olivia', 'OLIVIA', ' Olivia']
    const tried = await statuses(Array.from({ length: 30 }, (_, index) => signIn(names[index % 3]!, 'wrong one')))
    expect(tried).toMatchObject({ 401: 10, 429: 20 })
    for (const answer of tried.answers.filter(({ status }) => status === 429)) {
      expect(await refusalOf(answer)).toEqual({ message: 'Too many failed sign-ins. Please try again later.' })
      expect(Number(answer.headers.get('retry-after'))).toBeWithin(800, 901)
    }
    expect((await signIn('olivia')).status).toBe(429)
    await anAgent({ username: 'oscar' })
    expect((await signIn('oscar')).status).toBe(200)
  })

  test('one account from many addresses at once stops at ten too', async () => {
    const guess = (address: string) =>
      signInFrom({ identifier: 'olivia', password: 'wrong one' }, { address, userAgent: null })
    const tried = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => guess(`203.0.113.${index}`)))
    const statuses = tried.map((one) => (one.status === 'rejected' ? one.reason.status : 200))
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  test('over many accounts from one address stops at fifty', async () => {
    const failed = (_: unknown, index: number) => ({ identifierHash: `of account ${index}`, address: 'local' })
    await db.insert(signInFailures).values(Array.from({ length: 40 }, failed))
    const tried = await statuses(Array.from({ length: 30 }, (_, index) => signIn(`guess${index}`, 'wrong one')))
    expect(tried).toMatchObject({ 401: 10, 429: 20 })
    expect((await signIn('another', 'wrong one', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(429)
  })

  test('an address is told how many failures it has left, and nothing of whom it tried', async () => {
    const failed = (_: unknown, index: number) => ({ identifierHash: `of account ${index}`, address: 'local' })
    await db.insert(signInFailures).values(Array.from({ length: 47 }, failed))
    const told = async (name: string) => {
      const { status, headers } = await signIn(name, 'wrong one')
      const [, remaining] = /"sign-ins";r=(\d+);t=\d+/.exec(headers.get('ratelimit')!)!
      expect(headers.get('ratelimit-policy')).toContain('"sign-ins";q=50;w=900')
      return [status, Number(remaining)]
    }
    const answers = [await told('olivia'), await told('nobody'), await told('olivia'), await told('olivia')]
    expect(answers).toEqual([
      [401, 2],
      [401, 1],
      [401, 0],
      [429, 0],
    ])
  })

  test('is forgiven a quarter of an hour later, and not before', async () => {
    await anAgent({ username: 'olivia' })
    await Promise.all(Array.from({ length: 10 }, () => signIn('olivia', 'wrong one')))
    const later = (minutes: number) =>
      db.update(signInFailures).set({ createdAt: sql`now() - make_interval(mins => ${minutes})` })
    await later(14)
    const early = await signIn('olivia')
    expect(early.status).toBe(429)
    expect(Number(early.headers.get('retry-after'))).toBeWithin(30, 61)
    await later(15)
    expect((await signIn('olivia')).status).toBe(200)
  })

  test('is not what somebody does who gets it right, however often', async () => {
    await anAgent({ username: 'olivia' })
    await Promise.all(Array.from({ length: 9 }, () => signIn('olivia', 'wrong one')))
    for (let time = 0; time < 5; time++) expect((await signIn('olivia')).status).toBe(200)
    expect(await db.$count(signInFailures)).toBe(9)
  })

  test('leaves no trace of what was typed', async () => {
    await signIn('my password, in the wrong field', 'wrong one')
    expect(JSON.stringify(await db.select().from(signInFailures))).not.toContain('my password')
  })
})
