import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { apiTokens, sessions } from '#db/schema.ts'
import { sha256 } from '#src/access/sha256.ts'
import { named, ROUTES, ready, senderOf, writesOf } from '#tests/routes/all.ts'
import { aToken, bearer, Client, signedInAs, stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { aCast, jobInput, PASSWORD } from '#tests/support/world.ts'

// Whoever writes is looked at again in the transaction that writes. Each request that may write is let in, held up before
// it does anything, loses its session or token, and goes on.

/** Sends a request of this user's, and does `meanwhile` when it has been let in and counted, but has done nothing yet. */
async function heldUp(userId: string, send: () => Promise<Response>, meanwhile: () => Promise<unknown>) {
  let answer: Promise<Response> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into rate_limits values (${`writes ${userId}`}, 0, now() + interval '1 hour')
      on conflict (key) do update set count = rate_limits.count`)
    answer = send()
    const waits = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%rate_limits%'`
    while ((await db.execute(waits)).length === 0) await Bun.sleep(5)
    await meanwhile()
  })
  return answer!
}

const WRITES = writesOf(ROUTES)

test.each(named(WRITES))('%s does nothing for a session or token that has ended meanwhile', async (_, request) => {
  const cast = await aCast()
  const { path, call } = await ready(cast, request)
  const user = cast[senderOf(request).who]
  const isApi = path.startsWith('/api/')
  const client = await signedInAs(user)
  const { token } = await aToken(user)
  let before: unknown
  const bySession = await heldUp(
    user.id,
    () => client.send(path, call),
    async () => {
      await db.delete(sessions).where(eq(sessions.sid, sha256(client.cookie!)))
      before = await everything()
    },
  )
  expect(bySession.status).toBe(isApi ? 401 : 302)
  if (!isApi) expect(bySession.headers.get('location')).toStartWith('/login?next=')
  expect(await everything()).toEqual(before)
  if (!isApi || request.bySignIn) return

  const byToken = await heldUp(
    user.id,
    () => stranger.send(path, { ...call, headers: bearer(token) }),
    async () => {
      await db.delete(apiTokens).where(eq(apiTokens.tokenHash, sha256(token)))
      before = await everything()
    },
  )
  expect([byToken.status, byToken.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"'])
  expect(await everything()).toEqual(before)
})

test('a change that was only held up is done', async () => {
  const { agent } = await aCast()
  const client = await signedInAs(agent)
  const answer = await heldUp(
    agent.id,
    () => client.post('/api/jobs', jobInput()),
    () => Bun.sleep(1),
  )
  expect(answer.status).toBe(201)
})

test('signing in takes no session: the one that the browser had may end meanwhile', async () => {
  const { agent } = await aCast()
  for (const path of ['/login', '/api/local/login']) {
    const before = await signedInAs(agent)
    const sign = { identifier: agent.username!, password: PASSWORD }
    const call = path === '/login' ? { form: sign } : { body: sign }
    const answer = await heldUp(
      agent.id,
      () => before.send(path, { method: 'POST', ...call }),
      () => db.delete(sessions),
    )
    const [, cookie] = /session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')!
    expect((await new Client(cookie!).get('/api/auth/user')).status).toBe(200)
  }
})
