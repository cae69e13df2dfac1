import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { idempotencyKeys, messages } from '#db/schema.ts'
import { openSession } from '#src/access/session.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { Client, stranger } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { everything } from '#tests/support/database/everything.ts'
import { tomorrow } from '#tests/support/times.ts'
import { aContractor, aJob, completion, jobInput, quoteWork, withQuote } from '#tests/support/world.ts'

// The calls of a client without a line, as docs/api/offline.md has them.

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')
const carl = signedInOfEachTest(cast, 'contractor')

type Call = { method: string; path: string; body?: unknown; status: number; anew: number; by?: Client }
const at = (id: string, what: string) => `/api/jobs/${id}/${what}`
const assigned = async (what: string) => at((await aJob(cast, 'assigned')).id, what)
const recordedAt = new Date().toISOString()
/** `anew` is what is answered when the key is no longer known. */
const CALLS: Record<string, () => Promise<Call>> = {
  start: async () => ({ method: 'POST', path: await assigned('start'), body: { recordedAt }, status: 200, anew: 409 }),
  complete: async () => ({
    method: 'POST',
    path: await assigned('complete'),
    body: completion(),
    status: 200,
    anew: 409,
  }),
  'complete with a quote': async () => ({
    ...{ method: 'POST', path: await assigned('complete'), body: withQuote(), status: 200, anew: 409 },
  }),
  'mark complete': async () => ({
    ...{ method: 'POST', path: at((await quoteWork(cast)).work.id, 'mark-complete'), body: completion() },
    ...{ status: 200, anew: 409 },
  }),
  'no access': async () => ({
    ...{ method: 'POST', path: await assigned('visits'), body: { outcome: 'no_access', workDone: 'Rang.' } },
    ...{ status: 200, anew: 200 },
  }),
  'hand back': async () => ({
    ...{ method: 'POST', path: await assigned('hand-back'), body: { reason: 'Ill' }, status: 200, anew: 409 },
  }),
  booking: async () => ({
    ...{ method: 'PUT', path: await assigned('appointment'), body: tomorrow(), status: 200, anew: 200 },
  }),
  message: async () => ({
    ...{ method: 'POST', path: await assigned('messages'), body: { text: 'On my way' }, status: 201, anew: 201 },
  }),
  'late record': async () => ({
    ...{ method: 'POST', path: await assigned('late-records'), body: { text: 'Rang.' }, status: 201, anew: 201 },
  }),
  'new job': async () => ({
    ...{ method: 'POST', path: '/api/jobs', body: jobInput(), status: 201, anew: 201, by: agent },
  }),
}

const sending = ({ method, path, body, by = carl }: Call, key = 'kept') =>
  by.send(path, { method, body, headers: { 'idempotency-key': key } })
const age = (days: number) =>
  db.execute(sql`update idempotency_keys set created_at = created_at - make_interval(days => ${days})`)
const replayed = (answer: Response) => answer.headers.get('idempotency-replayed')

describe('sent again under its key', () => {
  test.each(Object.keys(CALLS))('%s is done once for 29 days, and anew after 31', async (name) => {
    const call = await CALLS[name]!()
    const first = await sending(call)
    const text = await first.text()
    expect(first.status).toBe(call.status)
    const before = await everything()
    await age(29)
    const again = await sending(call)
    expect([again.status, replayed(again), await again.text()]).toEqual([call.status, 'true', text])
    await age(-29)
    expect(await everything()).toEqual(before)
    await age(31)
    const anew = await sending(call)
    expect([anew.status, replayed(anew)]).toEqual([call.anew, null])
  })

  test('is found among other keys by their index', async () => {
    await db.execute(sql`insert into idempotency_keys (user_id, key_hash, request_hash, status, body)
      select ${cast.agent.id}, md5(n::text), 'x', 200, 'x' from generate_series(1, 20000) n`)
    await db.execute(sql`analyze idempotency_keys`)
    const plan = await db.execute<{ 'QUERY PLAN': string }>(sql`explain select body from idempotency_keys
      where user_id = ${cast.agent.id} and key_hash = ${'a'}`)
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('idempotency_keys_user_id_key_hash_pk')
  })

  test('gets its first answer also when the job is with somebody else by now', async () => {
    const call = await CALLS.message!()
    const text = await (await sending(call)).text()
    await assignJob(cast.admin, call.path.split('/')[3]!, (await aContractor()).id)
    expect(await (await sending(call)).text()).toBe(text)
    expect((await sending(call, 'another')).status).toBe(409)
  })

  test('with another body is refused, and nothing is done', async () => {
    const call = await CALLS.message!()
    await sending(call)
    const answer = await sending({ ...call, body: { text: 'Changed' } })
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([422, 'idempotency_key_reused'])
    expect(await db.$count(messages)).toBe(1)
  })

  test('after a refusal is a new request, as nothing was kept', async () => {
    const { id } = await aJob(cast, 'assigned')
    const call = { method: 'POST', path: at(id, 'complete'), status: 200, anew: 200 }
    expect((await sending({ ...call, body: { workDone: '' } })).status).toBe(422)
    expect(await db.$count(idempotencyKeys)).toBe(0)
    expect((await sending({ ...call, body: completion() })).status).toBe(200)
  })
})

test.each(Object.keys(CALLS))(
  '%s by a session that ended is 401 in JSON, and waits for the same person',
  async (name) => {
    const call = await CALLS[name]!()
    const user = call.by === agent ? cast.agent : cast.contractor
    const ended = new Client(await openSession(user.id, 'phone'))
    await ended.get('/api/logout')
    const answer = await sending({ ...call, by: ended })
    expect([answer.status, answer.headers.get('content-type'), (await answer.json()) as unknown]).toMatchObject([
      ...[401, 'application/problem+json', { message: 'Unauthorized', code: 'not_signed_in' }],
    ])
    expect((await sending(call)).status).toBe(call.status)
  },
)

test('a line is Fettle’s own answer, of its clock and never kept', async () => {
  const answer = await stranger.get('/api/ping')
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
    ...[200, 'no-store', null],
  ])
  const { name, now } = (await answer.json()) as { name: string; now: string }
  expect(name).toBe('Fettle')
  expect(Math.abs(Date.now() - Date.parse(now))).toBeLessThan(5000)
})
