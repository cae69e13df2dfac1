import { describe, expect, setSystemTime, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { idempotencyKeys, jobs, users } from '#db/schema.ts'
import { seal } from '#src/access/seal.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import { makeMailedLinks } from '#src/links/links.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { CALLS, named, ready, senderOf, writesOf } from '#tests/routes/all.ts'
import { aToken, bearer, signedInAs, stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aCast, aContractor, aJob, anAgent, completion, jobInput, PASSWORD, withQuote } from '#tests/support/world.ts'

type Sent = { path: string; body?: unknown; key?: string; method?: string }

/** Somebody who sends each request under a key. */
async function keyed(user: Actor | null) {
  const client = user ? await signedInAs(user) : stranger
  return ({ path, body, key = 'first', method = 'POST' }: Sent) =>
    client.send(path, { method, body, headers: { 'idempotency-key': key } })
}

const read = async (answer: Response) => ({
  status: answer.status,
  text: await answer.text(),
  type: answer.headers.get('content-type'),
  replayed: answer.headers.get('idempotency-replayed'),
})

const account = { firstName: 'Nia', lastName: 'Cole', password: 'secret1' }

describe('a repeat', () => {
  const kept = writesOf(CALLS).filter(({ each }) => !each)
  test.each(named(kept))('of %s, by thirty at once too, gets the first answer and does nothing', async (_, one) => {
    const cast = await aCast()
    const { path, call } = await ready(cast, one)
    const { who, status } = senderOf(one)
    const send = await keyed(cast[who])
    const request = { path, ...call }
    const answers = await Promise.all(Array.from({ length: 30 }, async () => read(await send(request))))
    const first = answers.find(({ replayed }) => replayed === null)!
    expect(first.status).toBe(status)
    expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1)
    const before = await everything()
    const again = { ...first, replayed: 'true' }
    for (const answer of [...answers.filter((other) => other !== first), await read(await send(request))])
      expect(answer).toEqual(again)
    expect(await everything()).toEqual(before)
    expect(await db.$count(idempotencyKeys)).toBe(1)
  })

  test('gets the first answer also when the job has changed since, or the day', async () => {
    const cast = await aCast()
    const send = await keyed(cast.contractor)
    const body = withQuote({ validUntil: today() })
    const request = { path: `/api/jobs/${(await aJob(cast, 'in_progress')).id}/complete`, body }
    const first = await read(await send(request))
    expect(first.status).toBe(200)
    await (await signedInAs(cast.agent)).patch(`/api/quotes/${JSON.parse(first.text).quotes[0].id}/decline`)
    setSystemTime(new Date(Date.now() + 48 * 3_600_000))
    try {
      expect(await read(await send(request))).toEqual({ ...first, replayed: 'true' })
    } finally {
      setSystemTime()
    }
  })

  test('may come with a token where the first came with a cookie', async () => {
    const agent = await anAgent()
    const { token } = await aToken(agent)
    const first = await read(await (await keyed(agent))({ path: '/api/jobs', body: jobInput() }))
    const headers = { ...bearer(token), 'idempotency-key': 'first' }
    const again = await read(await stranger.send('/api/jobs', { method: 'POST', body: jobInput(), headers }))
    expect(again).toEqual({ ...first, replayed: 'true' })
    expect(await db.$count(jobs)).toBe(1)
  })

  test('gets nothing once its user may no longer do it', async () => {
    const { admin } = await aCast()
    const send = await keyed(admin)
    const request = { path: '/api/admin/create-contractor', body: { ...account, email: 'nia@cole.example' } }
    expect((await send(request)).status).toBe(201)
    await db.update(users).set({ role: 'contractor' }).where(eq(users.id, admin.id))
    expect((await send(request)).status).toBe(403)
  })
})

describe('a key', () => {
  test('belongs to one request: another body or path under it is refused', async () => {
    const cast = await aCast()
    const send = await keyed(cast.agent)
    await send({ path: '/api/jobs', body: jobInput() })
    const others: Sent[] = [
      { path: '/api/jobs', body: jobInput({ propertyName: 'Ivy House' }) },
      { path: '/api/tokens', body: { name: 'Reports' } },
    ]
    for (const other of others) {
      const answer = await read(await send(other))
      expect(answer).toMatchObject({ status: 422, replayed: null })
      expect(JSON.parse(answer.text)).toMatchObject({
        code: 'idempotency_key_reused',
        message: 'This Idempotency-Key was used for another request. Please use a new one.',
      })
    }
    expect(await db.$count(jobs)).toBe(1)
  })

  test('under which the version before kept a request is known by what that kept', async () => {
    const agent = await anAgent()
    const send = await keyed(agent)
    const request = { path: '/api/jobs', body: jobInput() }
    const first = await read(await send(request))
    const requestHash = hashOf(`POST /api/jobs\n${JSON.stringify(request.body)}`)
    const body = seal(first.text, 'first', `${agent.id} ${hashOf('first')} ${requestHash}`)
    await db.update(idempotencyKeys).set({ requestHash, body, etag: null })
    expect(await read(await send(request))).toEqual({ ...first, replayed: 'true' })
    expect((await send({ ...request, body: jobInput({ propertyName: 'Ivy House' }) })).status).toBe(422)
    expect(await db.$count(jobs)).toBe(1)
  })

  test('belongs to one user', async () => {
    const ids = []
    for (const user of [await anAgent(), await anAgent()]) {
      const answer = await (await keyed(user))({ path: '/api/jobs', body: jobInput() })
      ids.push(((await answer.json()) as { id: string }).id)
    }
    expect(new Set(ids).size).toBe(2)
  })

  test('is forgotten after 30 days, and not before', async () => {
    const send = await keyed(await anAgent())
    const request = { path: '/api/jobs', body: jobInput() }
    const first = await read(await send(request))
    const ago = (interval: string) => db.update(idempotencyKeys).set({ createdAt: sql`now() - ${interval}::interval` })
    await ago('29 days 23 hours 59 minutes')
    expect((await read(await send(request))).text).toBe(first.text)
    await ago('30 days 1 minute')
    const later = await read(await send({ ...request, body: jobInput({ propertyName: 'Ivy House' }) }))
    expect(later).toMatchObject({ status: 201, replayed: null })
    expect(await db.$count(jobs)).toBe(2)
    expect((await read(await send(request))).status).toBe(422)
  })

  test.each(['', ' ', 'a b', 'x'.repeat(256), 'caf\u00e9', 'a\tb'])('is not %p', async (key) => {
    const answer = await (await keyed(await anAgent()))({ path: '/api/jobs', body: jobInput(), key })
    expect(answer.status).toBe(400)
    expect(await refusalOf(answer)).toEqual({ message: 'Idempotency-Key must have 1 to 255 visible ASCII characters.' })
    expect(await db.$count(jobs)).toBe(0)
  })

  test.each(['!', '"8e03978e-40d5-43dd-bc93-6894a57f9324"', '~'.repeat(255)])('is %p', async (key) => {
    const send = await keyed(await anAgent())
    for (const replayed of [null, 'true'])
      expect(await read(await send({ path: '/api/jobs', body: jobInput(), key }))).toMatchObject({
        status: 201,
        replayed,
      })
  })
})

describe('what failed', () => {
  test('may be corrected under its key', async () => {
    const send = await keyed(await anAgent())
    const wrong = await send({ path: '/api/jobs', body: jobInput({ issueDescription: 'short' }) })
    expect(wrong.status).toBe(422)
    expect(await db.$count(idempotencyKeys)).toBe(0)
    expect((await send({ path: '/api/jobs', body: jobInput() })).status).toBe(201)
  })

  test('on the state of things is judged anew', async () => {
    const cast = await aCast()
    const send = await keyed(cast.contractor)
    const { id } = await aJob(cast, 'completed')
    expect((await send({ path: `/api/jobs/${id}/start` })).status).toBe(409)
    expect((await send({ path: `/api/jobs/${(await aJob(cast, 'assigned')).id}/start` })).status).toBe(200)
  })

  test('for no fault of the sender’s leaves nothing, and succeeds when it is sent again', async () => {
    const send = await keyed(await anAgent())
    const request = { path: '/api/jobs', body: jobInput() }
    // Made to fail at its last statement, when the job and its e-mails are already written.
    await db.execute(sql`alter table idempotency_keys add constraint broken check (status is null) not valid`)
    try {
      expect((await send(request)).status).toBe(500)
      expect([await db.$count(jobs), await db.$count(idempotencyKeys)]).toEqual([0, 0])
    } finally {
      await db.execute(sql`alter table idempotency_keys drop constraint broken`)
    }
    expect(await read(await send(request))).toMatchObject({ status: 201, replayed: null })
  })

  test('body too large or of another type is told as without a key', async () => {
    const send = await keyed(await anAgent())
    expect((await send({ path: '/api/jobs', body: 'x'.repeat(100_001) })).status).toBe(413)
    expect((await send({ path: '/api/jobs', body: '{' })).status).toBe(400)
  })
})

const hashOf = (key: string) => new Bun.CryptoHasher('sha256').update(key).digest('hex')

test('no password and no token lies in the table, and a stolen one opens nothing', async () => {
  const cast = await aCast()
  const send = await keyed(cast.admin)
  const contractor = await aContractor()
  const body = { ...account, email: 'nia@cole.example', password: 'correct battery' }
  const secrets = [
    'correct battery',
    JSON.parse(await (await send({ path: `/api/contractors/${contractor.id}/reset-password`, key: 'a' })).text())
      .newPassword,
    JSON.parse(await (await send({ path: '/api/tokens', body: { name: 'Reports' }, key: 'b' })).text()).token,
  ]
  expect((await send({ path: '/api/admin/create-contractor', body, key: 'c' })).status).toBe(201)
  const rows = await db.select().from(idempotencyKeys)
  expect(rows).toHaveLength(3)
  // Nor a hash by which a password could be guessed without the installation's secret.
  const sent = `POST /api/admin/create-contractor\n${JSON.stringify(body)}`
  expect(rows.map(({ requestHash }) => requestHash)).not.toContain(hashOf(sent))
  for (const { body: sealed } of rows) {
    const bytes = Buffer.from(sealed!, 'base64').toString('latin1')
    for (const secret of secrets) expect(sealed! + bytes).not.toContain(secret)
  }
  // An answer in another's place is none, and nothing is done for its lack.
  const stolen = rows.find(({ keyHash }) => keyHash === hashOf('a'))!.body
  await db
    .update(idempotencyKeys)
    .set({ body: stolen })
    .where(eq(idempotencyKeys.keyHash, hashOf('c')))
  const moved = await read(await send({ path: '/api/admin/create-contractor', body, key: 'c' }))
  expect(moved.status).toBe(409)
  expect(JSON.parse(moved.text).message).toContain('its answer can no longer be read')
})

test('without a key nothing is kept', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'in_progress')
  expect((await (await signedInAs(cast.contractor)).post(`/api/jobs/${id}/complete`, completion())).status).toBe(200)
  expect(await db.$count(idempotencyKeys)).toBe(0)
})

test('signing in under a key gives a new session each time, and stores none', async () => {
  const agent = await anAgent()
  const send = await keyed(null)
  const request = { path: '/api/local/login', body: { identifier: agent.username, password: PASSWORD } }
  const cookies = [await send(request), await send(request)].map((answer) => answer.headers.getSetCookie().join())
  expect(cookies.map((cookie) => cookie.startsWith('session='))).toEqual([true, true])
  expect(cookies[0]).not.toBe(cookies[1])
  expect(await db.$count(idempotencyKeys)).toBe(0)
})

describe('the password that is set by a link', () => {
  test('is answered again only to who has link, password and key, and nothing else may follow under it', async () => {
    const cast = await aCast()
    const about = { userId: cast.contractor.id, once: true, expiresAt: new Date(Date.now() + 3_600_000) }
    const [link] = await db.transaction((tx) => makeMailedLinks(tx, 'set_password', [about]))
    const sent = { path: '/api/password-reset/set', method: 'POST' }
    const body = { token: mailedSecret(link!), password: 'battery staple' }
    const send = await keyed(null)
    const answers = await Promise.all(Array.from({ length: 30 }, async () => read(await send({ ...sent, body }))))
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
    expect(answers.filter(({ replayed }) => replayed === null)).toHaveLength(1)
    expect(await read(await send({ ...sent, body }))).toMatchObject({ status: 200, replayed: 'true' })
    expect((await send({ ...sent, body: { ...body, password: 'another one' } })).status).toBe(422)
    expect((await send({ ...sent, body, key: 'second' })).status).toBe(410)
    expect((await stranger.send(sent.path, { ...sent, body })).status).toBe(410)
    expect((await send({ ...sent, body: { ...body, token: 'x'.repeat(43) } })).status).toBe(410)
  })
})
