import { describe, expect, test } from 'bun:test'
import { isNotNull } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { apiTokens } from '#db/schema.ts'
import { app } from '#src/app.ts'
import { aToken, bearer, signedInAs, stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { aCast, aJob, anAgent, jobInput } from '#tests/support/world.ts'

// What a token that may only read is refused: every route of the API, by its method.

const routes = app.routes.filter(({ method, path }) => /^\/(api|objects)\//.test(path) && method !== 'ALL')
const isRead = (method: string) => method === 'GET' || method === 'HEAD'
/** Its address is the secret, and a token that only reads is given none. */
const BY_ADDRESS = '/objects/upload/:id'

/** tests/privacy/people.test.ts */
const BY_SIGN_IN = /^\/api\/people/

/** A body that nobody may read. */
const untouched = (read: () => void) =>
  new ReadableStream(
    {
      pull() {
        read()
        throw new Error('The body was read.')
      },
    },
    { highWaterMark: 0 },
  )

const said = async (answer: Response) => ((await answer.json().catch(() => null)) ?? {}) as Record<string, unknown>

describe('a token that may only read', () => {
  const unsafe = routes.filter(({ method, path }) => !isRead(method) && path !== BY_ADDRESS)

  test('is refused each call that may change something, its body unread', async () => {
    const tokens = await Promise.all(Object.values(await aCast()).map((user) => aToken(user, { scopes: ['read'] })))
    for (const { method, path } of unsafe)
      for (const { token } of tokens) {
        let reads = 0
        const body = untouched(() => reads++)
        const headers = { ...bearer(token), 'content-type': 'application/json', 'idempotency-key': 'a' }
        const url = `http://localhost${path.replace(':id', crypto.randomUUID())}`
        const answer = await app.handle(new Request(url, { method, headers, body }))
        const { code } = await said(answer)
        expect([method, path, answer.status, code, reads]).toEqual([method, path, 403, 'read_only_token', 0])
      }
  })

  test('is answered each read as its user, and changes nothing', async () => {
    const reads = routes.filter(
      ({ method, path }) => isRead(method) && path !== '/api/events' && !BY_SIGN_IN.test(path),
    )
    const cast = await aCast()
    const { id } = await aJob(cast, 'assigned')
    const [session, { token }] = [await signedInAs(cast.admin), await aToken(cast.admin, { scopes: ['read'] })]
    await stranger.get('/api/stats', bearer(token))
    // The use of a token is noted beside the request.
    while ((await db.$count(apiTokens, isNotNull(apiTokens.lastUsedAt))) === 0) await Bun.sleep(5)
    const before = await everything()
    for (const { method, path } of reads) {
      const at = path.replace(':id', id)
      const answer = await stranger.send(at, { method, headers: bearer(token) })
      expect([path, (await said(answer)).code]).not.toEqual([path, 'read_only_token'])
      expect([path, await everything()]).toEqual([path, before])
      // Both ways in and out are a browser's: by a token nobody comes or goes.
      if (/login|logout|callback/.test(path)) continue
      expect([path, answer.status]).toEqual([path, (await session.send(at, { method })).status])
    }
  })

  test('is told so, and by what it is', async () => {
    const agent = await anAgent()
    for (const [scopes, all] of [
      [['read'], ['read']],
      [
        ['write', 'read'],
        ['read', 'write'],
      ],
      [undefined, ['read', 'write']],
    ] as const) {
      const made = await aToken(agent, scopes && { scopes: [...scopes] })
      expect(made).toMatchObject({ scopes: all })
      expect(await said(await stranger.get('/api/auth/user', bearer(made.token)))).toMatchObject({ scopes: all })
    }
    const session = await signedInAs(agent)
    expect(await said(await session.get('/api/auth/user'))).toMatchObject({ scopes: ['read', 'write'] })
    const listed = (await (await session.get('/api/tokens')).json()) as object[]
    expect(listed).toMatchObject([{ scopes: ['read', 'write'] }, { scopes: ['read', 'write'] }, { scopes: ['read'] }])
  })

  test('is not what a token with both is', async () => {
    const { token } = await aToken(await anAgent(), { scopes: ['read', 'write'] })
    const answer = await stranger.send('/api/jobs', { method: 'POST', body: jobInput(), headers: bearer(token) })
    expect(answer.status).toBe(201)
  })

  test.each([[[]], [['write']], [['read', 'read']], [['read', 'all']], ['read'], [{ read: true }]])(
    'is not made with %j',
    async (scopes) => {
      const answer = await (await signedInAs(await anAgent())).post('/api/tokens', { name: 'Reports', scopes })
      expect([answer.status, await said(answer)]).toMatchObject([422, { errors: { scopes: expect.any(String) } }])
    },
  )
})
