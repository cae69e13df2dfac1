import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { answersOf, CALLS, ready, senderOf } from '#tests/routes/all.ts'
import { aToken, bearer, signedInAs, stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aCast, anAgent, type Cast, jobInput } from '#tests/support/world.ts'

// A repeat is judged as the first request was: by who sends it now, and with what.

type Sent = { path: string; body?: unknown; method?: string }
const keyed = ({ path, body, method = 'POST' }: Sent, headers: Record<string, string> = {}) =>
  [path, { method, body, headers: { ...headers, 'idempotency-key': 'one' } }] as const

describe('an answer with a secret in it', () => {
  const request = { path: '/api/tokens', body: { name: 'Nightly' } }

  test('is not told to a token: it may make none, so it gets none', async () => {
    const agent = await anAgent()
    const { token } = await aToken(agent)
    const first = await (await signedInAs(agent)).send(...keyed(request))
    expect(first.status).toBe(201)
    const again = await stranger.send(...keyed(request, bearer(token)))
    expect([again.status, await refusalOf(again)]).toEqual([
      403,
      { message: 'A token cannot make tokens. Please sign in to make one.' },
    ])
  })

  test('is told again to who signed in anew after it was lost', async () => {
    const agent = await anAgent()
    const before = await signedInAs(agent)
    const first = await before.send(...keyed(request))
    await before.get('/api/logout')
    const again = await (await signedInAs(agent)).send(...keyed(request))
    expect([again.status, await again.text()]).toEqual([201, await first.text()])
  })
})

test('a script whose token was changed for another gets its answer again', async () => {
  const agent = await anAgent()
  const [old, fresh] = [await aToken(agent), await aToken(agent)]
  const request = { path: '/api/jobs', body: jobInput() }
  const first = await stranger.send(...keyed(request, bearer(old.token)))
  await stranger.send(`/api/tokens/${old.id}`, { method: 'DELETE', headers: bearer(old.token) })
  expect((await stranger.send(...keyed(request, bearer(old.token)))).status).toBe(401)
  const again = await stranger.send(...keyed(request, bearer(fresh.token)))
  expect([again.status, await again.text()]).toEqual([201, await first.text()])
})

const ROLES = { agent: 'estate_agent', contractor: 'contractor', admin: 'admin' } as const
/** The calls of some roles, each with a role that may not make it. */
const cases = CALLS.filter(({ request }) => !request.startsWith('GET')).flatMap((one) => {
  const [other] = answersOf(one).filter(([who, status]) => who in ROLES && status === 403)
  return other ? [[one.request, other[0] as keyof Cast, one] as const] : []
})

test.each(cases)('what %s answered is not told again to the same person as %s', async (_, other, one) => {
  const cast = await aCast()
  const { path, call } = await ready(cast, one)
  const user = cast[senderOf(one).who]
  const client = await signedInAs(user)
  const keyedCall = { ...call, headers: { 'idempotency-key': 'one' } }
  expect((await client.send(path, keyedCall)).status).toBe(senderOf(one).status)
  await db.update(users).set({ role: ROLES[other] }).where(eq(users.id, user.id))
  const before = await everything()
  const again = await client.send(path, keyedCall)
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([403, null])
  expect(await everything()).toEqual(before)
})
