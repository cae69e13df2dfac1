import { describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { apiTokens, sessions, users } from '#db/schema.ts'
import { newToken } from '#src/access/bearer.ts'
import { deleteAccount, setRole } from '#src/accounts/actions.ts'
import { resetPassword } from '#src/accounts/password/password.ts'
import { MAX_TOKENS } from '#src/domain/account/token.ts'
import { aToken, bearer, signedInAs, stranger } from '#tests/support/app.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aCast, aContractor, aJob, anAdmin, anAgent, jobInput, PASSWORD } from '#tests/support/world.ts'

const whoIs = (token: string) => stranger.get('/api/auth/user', bearer(token))
const inDatabase = async (id: string) => (await db.select().from(apiTokens).where(eq(apiTokens.id, id)))[0]

describe('a token', () => {
  test('is answered once, and kept as a hash only', async () => {
    const user = await anAgent()
    const made = await aToken(user)
    expect(made.token).toMatch(/^fettle_[\w-]{43}[0-9a-f]{8}$/)
    expect(await (await signedInAs(user)).get('/api/tokens').then((answer) => answer.json())).toEqual([
      {
        id: made.id,
        name: 'Reports',
        scopes: ['read', 'write'],
        createdAt: made.createdAt,
        lastUsedAt: null,
        expiresAt: null,
      },
    ])
    const rows = await db.execute(sql`select t::text as row from api_tokens t`)
    expect(JSON.stringify(rows)).not.toContain(made.token)
    expect(JSON.stringify(rows)).not.toContain(made.token.slice(7, 50))
    // What the table has lets nobody in.
    expect((await whoIs((await inDatabase(made.id))!.tokenHash)).status).toBe(401)
  })

  test('carries its user’s role: it raises a job as its agent does, and may nothing that the agent may not', async () => {
    const { agent, admin } = await aCast()
    const { token } = await aToken(agent)
    const send = (path: string, method: string, body?: unknown) =>
      stranger.send(path, { method, body, headers: bearer(token) })
    const raised = await send('/api/jobs', 'POST', jobInput())
    expect(raised.status).toBe(201)
    expect(((await raised.json()) as { estateAgentId: string }).estateAgentId).toBe(agent.id)
    expect((await send('/api/contractors', 'GET')).status).toBe(403)
    expect((await (await send('/api/auth/user', 'GET')).json()) as object).toMatchObject({ id: agent.id })
    await db.update(users).set({ role: 'contractor' }).where(eq(users.id, agent.id))
    expect((await send('/api/jobs', 'POST', jobInput())).status).toBe(403)
    expect((await (await whoIs((await aToken(admin)).token)).json()) as object).toMatchObject({ role: 'admin' })
  })

  test.each(['bearer', 'BEARER', 'Bearer  '])('is read after %p', async (scheme) => {
    const { token } = await aToken(await anAgent())
    expect((await stranger.get('/api/auth/user', { authorization: `${scheme} ${token}` })).status).toBe(200)
  })

  test('opens photos, and 304 costs no more than with a cookie', async () => {
    const { token } = await aToken((await aCast()).agent)
    expect((await stranger.get(`/objects/${crypto.randomUUID()}`, bearer(token))).status).toBe(404)
    const first = await stranger.get('/api/jobs/recent', bearer(token))
    const again = await stranger.get('/api/jobs/recent', {
      ...bearer(token),
      'if-none-match': first.headers.get('etag')!,
    })
    expect([first.status, again.status]).toEqual([200, 304])
  })

  test('opens no page', async () => {
    const { token } = await aToken(await anAgent())
    for (const path of ['/jobs', '/profile', '/'])
      expect([path, (await stranger.get(path, bearer(token))).status]).toEqual([path, path === '/' ? 200 : 302])
    expect(await (await stranger.get('/', bearer(token))).text()).toContain('Get Started')
  })
})

describe('who comes with a token that is none', () => {
  const refused = async (answer: Response) => {
    expect(answer.status).toBe(401)
    expect(await refusalOf(answer)).toEqual({ message: 'Unauthorized' })
    return answer.headers.get('www-authenticate')
  }

  test('is told so, and that a token is what is wanted', async () => {
    expect(await refused(await stranger.get('/api/jobs'))).toBe('Bearer')
    for (const wrong of [newToken(), 'nonsense', `${newToken()}0`, '', 'a, Bearer b', '\u00e9', 'x'.repeat(10_000)])
      expect(await refused(await whoIs(wrong))).toBe('Bearer error="invalid_token"')
    expect(await refused(await stranger.get('/api/jobs', { authorization: 'Bearer' }))).toContain('invalid_token')
  })

  test('gains nothing by a cookie beside it, and from another site does nothing with it', async () => {
    const { agent, admin } = await aCast()
    const job = await aJob({ agent, admin, contractor: await aContractor() })
    const client = await signedInAs(agent)
    const forged = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const token of [newToken(), '', (await aToken(await anAgent())).token]) {
      const call = { method: 'DELETE', headers: { ...forged, ...bearer(token) } }
      const answer = await client.send(`/api/jobs/${job.id}`, call)
      expect([401, 404]).toContain(answer.status)
    }
    // Pages know no tokens: there the other site is refused.
    const page = await client.send(`/jobs/${job.id}/delete`, {
      method: 'POST',
      form: { confirmed: 'yes' },
      headers: { ...forged, ...bearer((await aToken(agent)).token) },
    })
    expect(page.status).toBe(403)
    expect((await client.get(`/api/jobs/${job.id}`)).status).toBe(200)
  })

  test('signing in or out with a token leaves the cookie’s session alone', async () => {
    const agent = await anAgent()
    const client = await signedInAs(agent)
    const body = { identifier: agent.username, password: PASSWORD }
    expect((await client.send('/api/local/login', { method: 'POST', body, headers: bearer('x') })).status).toBe(200)
    expect((await client.get('/api/logout', bearer('x'))).status).toBe(303)
    expect((await client.get('/api/auth/user')).status).toBe(200)
  })

  test('keeps the cookie with any other word', async () => {
    const client = await signedInAs(await anAgent())
    for (const authorization of ['Basic YTpi', 'Bearers x', 'Basic a, Bearer b'])
      expect((await client.get('/api/auth/user', { authorization })).status).toBe(200)
  })
})

describe('the end of a token', () => {
  test('is when its time is over', async () => {
    const made = await aToken(await anAgent(), { expiresAt: '2999-12-31T12:00:00Z' })
    expect(made.expiresAt).toBe('2999-12-31T12:00:00.000Z')
    expect((await whoIs(made.token)).status).toBe(200)
    await db.update(apiTokens).set({ expiresAt: sql`now() - interval '1 second'` })
    expect((await whoIs(made.token)).status).toBe(401)
  })

  test('is the end of the day in London, where a day is named', async () => {
    const winter = await aToken(await anAgent(), { expiresAt: '2999-01-31' })
    const summer = await aToken(await anAgent(), { expiresAt: '2999-06-30' })
    expect([winter.expiresAt, summer.expiresAt]).toEqual(['2999-01-31T23:59:59.999Z', '2999-06-30T22:59:59.999Z'])
  })

  test('is when its owner revokes it, by cookie or by itself', async () => {
    const user = await anAgent()
    const client = await signedInAs(user)
    const [one, other] = [await aToken(user), await aToken(user)]
    const answer = await client.delete(`/api/tokens/${one.id}`)
    expect([answer.status, await answer.json()]).toEqual([200, { message: 'The token has been revoked.' }])
    expect([(await whoIs(one.token)).status, (await whoIs(other.token)).status]).toEqual([401, 200])
    const itself = { method: 'DELETE', headers: bearer(other.token) }
    expect((await stranger.send(`/api/tokens/${other.id}`, itself)).status).toBe(200)
    expect((await whoIs(other.token)).status).toBe(401)
    expect((await client.delete(`/api/tokens/${one.id}`)).status).toBe(404)
  })

  test('is not for anybody else to bring about', async () => {
    const made = await aToken(await anAgent())
    for (const client of [await signedInAs(await anAdmin()), await signedInAs(await anAgent())])
      expect((await client.delete(`/api/tokens/${made.id}`)).status).toBe(404)
    expect((await whoIs(made.token)).status).toBe(200)
  })

  test('comes with a new password, by whichever way; the session that the change came with stays', async () => {
    const { admin, agent } = await aCast()
    const mine = await aToken(agent)
    const passwords = { currentPassword: PASSWORD, newPassword: 'battery staple', confirmPassword: 'battery staple' }
    const session = await signedInAs(agent)
    expect((await session.post('/api/change-password', passwords)).status).toBe(200)
    expect([(await whoIs(mine.token)).status, (await session.get('/api/auth/user')).status]).toEqual([401, 200])
    const [other, kept] = [await aToken(agent), await aToken(await anAgent())]
    await resetPassword(admin, agent.id, 'estate_agent')
    expect([(await whoIs(other.token)).status, (await whoIs(kept.token)).status]).toEqual([401, 200])
  })

  test('comes with another role, as that of the sessions does', async () => {
    const { admin, agent } = await aCast()
    const [made, session, kept] = [await aToken(agent), await signedInAs(agent), await aToken(admin)]
    await setRole(admin, agent.id, 'estate_agent')
    expect([(await whoIs(made.token)).status, (await session.get('/api/auth/user')).status]).toEqual([200, 200])
    await setRole(admin, agent.id, 'contractor')
    expect([(await whoIs(made.token)).status, (await session.get('/api/auth/user')).status]).toEqual([401, 401])
    expect([(await whoIs(kept.token)).status, await db.$count(apiTokens)]).toEqual([200, 1])
  })

  test('comes with the account’s', async () => {
    const { admin, contractor } = await aCast()
    const made = await aToken(contractor)
    await deleteAccount(admin, contractor.id, 'contractor')
    expect((await whoIs(made.token)).status).toBe(401)
    expect(await db.$count(apiTokens)).toBe(0)
  })

  test('cannot be outlived by a token that is made while a password is reset', async () => {
    for (let round = 0; round < 10; round++) {
      const { admin, agent } = await aCast()
      const client = await signedInAs(agent)
      const making = Array.from({ length: 5 }, () => client.post('/api/tokens', { name: 'Late' }))
      const [, ...answers] = await Promise.all([resetPassword(admin, agent.id, 'estate_agent'), ...making])
      for (const answer of answers) expect([201, 401]).toContain(answer.status)
      expect(await db.$count(apiTokens, eq(apiTokens.userId, agent.id))).toBe(0)
    }
    expect(await db.$count(sessions)).toBe(0)
  })
})

describe('making a token', () => {
  test.each([
    [{}, { name: 'Name is required' }],
    [{ name: '  ' }, { name: 'Name is required' }],
    [{ name: 'x'.repeat(101) }, { name: 'Please use at most 100 characters' }],
    [{ name: 'a', expiresAt: 'tomorrow' }, { expiresAt: 'Expiry must be a date, such as 2030-12-31' }],
    [{ name: 'a', expiresAt: '2999-02-30' }, { expiresAt: 'Expiry must be a date, such as 2030-12-31' }],
    [{ name: 'a', expiresAt: '2999-12-31T25:00:00Z' }, { expiresAt: 'Expiry must be a date, such as 2030-12-31' }],
    [{ name: 'a', expiresAt: '2020-01-01' }, { expiresAt: 'Expiry must be in the future' }],
    [{ name: 'a', expiresAt: 5 }, { expiresAt: 'Expiry must be a date, such as 2030-12-31' }],
  ])('of %j is refused', async (body, errors) => {
    const answer = await (await signedInAs(await anAgent())).post('/api/tokens', body)
    expect([answer.status, await answer.json()]).toMatchObject([422, { errors }])
    expect(await db.$count(apiTokens)).toBe(0)
  })

  test('takes a sign-in: a token makes none', async () => {
    const { token } = await aToken(await anAdmin())
    const answer = await stranger.send('/api/tokens', {
      method: 'POST',
      body: { name: 'More' },
      headers: bearer(token),
    })
    expect(answer.status).toBe(403)
    expect(await refusalOf(answer)).toEqual({ message: 'A token cannot make tokens. Please sign in to make one.' })
    expect((await stranger.get('/api/tokens', bearer(token))).status).toBe(200)
  })

  test(`stops at ${MAX_TOKENS}, of however many at once`, async () => {
    const user = await anAgent()
    const client = await signedInAs(user)
    const answers = await Promise.all(Array.from({ length: 30 }, () => client.post('/api/tokens', { name: 'Many' })))
    const count = (status: number) => answers.filter((answer) => answer.status === status).length
    expect([count(201), count(409)]).toEqual([MAX_TOKENS, 10])
    expect(await db.$count(apiTokens)).toBe(MAX_TOKENS)
    expect((await (await signedInAs(await anAgent())).post('/api/tokens', { name: 'Other' })).status).toBe(201)
  })
})

describe('the time of last use', () => {
  const used = async (id: string) => (await inDatabase(id))?.lastUsedAt ?? null
  const until = async (holds: () => Promise<boolean>) => {
    for (const end = Date.now() + 20_000; Date.now() < end; await Bun.sleep(10)) if (await holds()) return true
    return holds()
  }

  test('is noted with the first use, and once an hour', async () => {
    const { id, token } = await aToken(await anAgent())
    await Promise.all(Array.from({ length: 20 }, () => whoIs(token)))
    expect(await until(async () => (await used(id)) !== null)).toBe(true)
    const ago = (minutes: number) =>
      db.update(apiTokens).set({ lastUsedAt: sql`now() - make_interval(mins => ${minutes})` })
    await ago(59)
    const before = await used(id)
    await whoIs(token)
    // When a later use of another is noted, this one could have been.
    const later = await aToken(await anAgent())
    await whoIs(later.token)
    expect(await until(async () => (await used(later.id)) !== null)).toBe(true)
    expect(await used(id)).toEqual(before)
    await ago(61)
    await whoIs(token)
    expect(await until(async () => Date.now() - (await used(id))!.getTime() < 10_000)).toBe(true)
  })

  test('is no condition of an answer: neither a lock holds it up nor a write that fails', async () => {
    const { id, token } = await aToken(await anAgent())
    await db.transaction(async (tx) => {
      await tx.select().from(apiTokens).where(eq(apiTokens.id, id)).for('update')
      expect((await whoIs(token)).status).toBe(200)
      // The answer has come while the note of its use still waits.
      const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect(await until(async () => (await db.execute(waits)).length > 0)).toBe(true)
    })
    await db.execute(sql`alter table api_tokens add constraint unwritable check (last_used_at is null) not valid`)
    try {
      const second = await aToken(await anAgent())
      for (let time = 0; time < 3; time++) expect((await whoIs(second.token)).status).toBe(200)
      expect(await used(second.id)).toBeNull()
    } finally {
      await db.execute(sql`alter table api_tokens drop constraint unwritable`)
    }
  })
})

test('a token is found through its index', async () => {
  const plan = await db.transaction(async (tx) => {
    await tx.execute(sql`set local enable_seqscan = off`)
    return tx.execute(sql`explain select user_id from api_tokens where token_hash = 'x'`)
  })
  expect(JSON.stringify(plan)).toContain('api_tokens_hash_unique')
})
