import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { rateLimits } from '#db/schema.ts'
import { count } from '#src/access/limits/counts.ts'
import type { Limit } from '#src/access/limits/limits.ts'
import { openSession } from '#src/access/session.ts'
import { TooMany } from '#src/http/errors.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { type OtherProcess, otherProcess } from '#tests/support/process/other-process.ts'
import { aContractor, anAgent, jobInput } from '#tests/support/world.ts'

const TEN: Limit = { name: 'tens', quota: 10, seconds: 60 }
const somebody = () => crypto.randomUUID()

/** What came of one request under a limit: the quota that is left and the headers, or the refusal. */
async function once(limit: Limit, who: string) {
  const answer = { headers: {} as Record<string, string> }
  const refusal = await count(limit, who, answer).then(
    () => null,
    (error: TooMany) => error,
  )
  return { refusal, headers: answer.headers }
}
const refusals = (answers: { refusal: TooMany | null }[]) => answers.filter(({ refusal }) => refusal).length

describe('a limit of ten', () => {
  test('lets exactly ten of fifty at once through, and says how it stands', async () => {
    const who = somebody()
    const answers = await Promise.all(Array.from({ length: 50 }, () => once(TEN, who)))
    expect(refusals(answers)).toBe(40)
    const remaining = answers.filter(({ refusal }) => !refusal).map(({ headers }) => headers.ratelimit!)
    expect(remaining.map((header) => Number(/r=(\d+)/.exec(header)![1])).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, index) => index),
    )
    for (const { headers, refusal } of answers) {
      expect(headers['ratelimit-policy']).toBe('"tens";q=10;w=60')
      expect(headers.ratelimit).toMatch(refusal ? /^"tens";r=0;t=\d+$/ : /^"tens";r=\d;t=\d+$/)
      if (!refusal) continue
      expect(refusal).toBeInstanceOf(TooMany)
      expect(Number(refusal.headers['retry-after'])).toBeWithin(55, 61)
      expect(refusal.message).toMatch(/^Too many requests\. Please try again in (5[5-9]|60) seconds\.$/)
    }
    expect((await once(TEN, somebody())).refusal).toBeNull()
    expect((await once({ ...TEN, name: 'others' }, who)).refusal).toBeNull()
  })

  test('begins anew when its window ends, which the first request began', async () => {
    const who = somebody()
    const two = { ...TEN, quota: 2 }
    expect(refusals([await once(two, who), await once(two, who), await once(two, who)])).toBe(1)
    // A minute goes by, in the database and in memory.
    await db.update(rateLimits).set({ windowEnds: sql`window_ends - interval '60 seconds'` })
    const now = performance.now()
    const clock = spyOn(performance, 'now').mockImplementation(() => now + 60_000)
    const again = await Promise.all(Array.from({ length: 10 }, () => once(two, who)))
    clock.mockRestore()
    expect(refusals(again)).toBe(8)
  })

  test('once spent is refused without asking the database', async () => {
    const who = somebody()
    for (let time = 0; time < 12; time++) await once(TEN, who)
    const [row] = await db.select().from(rateLimits)
    expect(row).toMatchObject({ key: `tens ${who}`, count: 11 })
    await db.delete(rateLimits)
    expect((await once(TEN, who)).refusal).toBeInstanceOf(TooMany)
    expect(await db.$count(rateLimits)).toBe(0)
  })

  test('in minutes says minutes', async () => {
    const who = somebody()
    const long = { ...TEN, quota: 1, seconds: 600 }
    await once(long, who)
    expect((await once(long, who)).refusal?.message).toBe('Too many requests. Please try again in 10 minutes.')
  })

  test('of none at all is off', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => once({ ...TEN, quota: 0 }, 'anybody')))
    expect([refusals(answers), answers[0]!.headers, await db.$count(rateLimits)]).toEqual([0, {}, 0])
  })
})

describe('what is counted', () => {
  const counts = async () => Object.fromEntries((await db.select().from(rateLimits)).map((row) => [row.key, row.count]))

  test('are a user’s changes by both doors, refused ones too, and no simple reads', async () => {
    const agent = await anAgent()
    const client = await signedInAs(agent)
    const answer = await client.post('/api/jobs', jobInput())
    expect(answer.headers.get('ratelimit-policy')).toBe('"writes";q=1000000;w=60')
    expect(answer.headers.get('ratelimit')).toMatch(/^"writes";r=999999;t=\d+$/)
    const wrong = await client.post('/api/jobs', {})
    expect([wrong.status, wrong.headers.get('ratelimit')]).toEqual([422, expect.stringMatching(/r=999998/)])
    await client.submit('/create-job', {})
    await client.htmx('/completed-jobs/delete-all', { method: 'POST' })
    await client.patch(`/api/jobs/${crypto.randomUUID()}`, {})
    for (const path of [
      '/api/jobs?limit=200',
      '/jobs',
      '/jobs?search=',
      '/',
      '/profile',
      '/api/jobs/recent',
      '/api/logout',
    ]) {
      const read = await client.get(path)
      expect([path, read.headers.get('ratelimit')]).toEqual([path, null])
    }
    expect(await counts()).toEqual({ [`writes ${agent.id}`]: 5 })
  })

  test('are photos besides, asked for and sent', async () => {
    const contractor = await aContractor()
    const client = await signedInAs(contractor)
    const asked = await client.post('/api/objects/upload')
    expect(asked.headers.get('ratelimit-policy')).toBe('"writes";q=1000000;w=60, "uploads";q=1000000;w=600')
    expect(asked.headers.get('ratelimit')).toMatch(/^"writes";r=999999;t=\d+, "uploads";r=999999;t=\d+$/)
    const { pathname, search } = new URL(((await asked.json()) as { uploadURL: string }).uploadURL)
    const headers = { 'content-type': 'image/png' }
    const sent = await stranger.send(pathname + search, { method: 'PUT', body: 'no photo', headers })
    expect([sent.status, sent.headers.get('ratelimit')]).toEqual([422, expect.stringMatching(/"uploads";r=999998/)])
    expect(await counts()).toEqual({ [`writes ${contractor.id}`]: 1, [`uploads ${contractor.id}`]: 2 })
  })

  test('are a stranger’s changes by address', async () => {
    await stranger.post('/api/jobs', jobInput())
    await stranger.submit('/create-job')
    await stranger.submit('/login', { identifier: 'a', password: 'b' })
    await stranger.post('/api/local/login', {})
    await stranger.send(`/objects/upload/${crypto.randomUUID()}?expires=1&signature=x`, { method: 'PUT', body: 'x' })
    await stranger.get('/api/jobs')
    expect(await counts()).toEqual({ 'strangers local': 5 })
  })
})

describe('two processes with a limit of ten', () => {
  let processes: OtherProcess[] = []
  beforeAll(async () => {
    const settings = { RATE_WRITES: '10', RATE_UPLOADS: '4', RATE_STRANGERS: '6', TRUST_PROXY: '1' }
    processes = await Promise.all([otherProcess(settings), otherProcess(settings)])
  })
  afterAll(() => Promise.all(processes.map((one) => one.kill())))

  const at = (index: number) => processes[index % 2]!.url
  const tally = (answers: Response[]) => {
    const times: Record<number, number> = {}
    for (const { status } of answers) times[status] = (times[status] ?? 0) + 1
    return times
  }

  const post = (index: number, path: string, headers: Record<string, string>, body: string | undefined = undefined) =>
    fetch(at(index) + path, { method: 'POST', headers, body, redirect: 'manual' })

  test('let exactly ten of fifty of a user’s through, whichever door and whichever process', async () => {
    const session = await openSession((await anAgent()).id, 'test')
    const headers = { cookie: `session=${session}`, 'content-type': 'application/json' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => post(index, '/api/jobs', headers, JSON.stringify(jobInput()))),
    )
    expect(tally(answers)).toEqual({ 201: 10, 429: 40 })
    const refused = answers.find(({ status }) => status === 429)!
    expect(((await refused.json()) as { message: string }).message).toMatch(
      /^Too many requests\. Please try again in \d+ seconds\.$/,
    )
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(50, 61)
    expect(refused.headers.get('ratelimit')).toMatch(/^"writes";r=0;t=\d+$/)

    const page = await post(0, '/create-job', { cookie: `session=${session}` })
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8'])
    expect(await page.text()).toMatch(/<h1[^>]*>Too many requests\. Please try again in \d+ seconds\.<\/h1>/)
    const toast = await post(1, '/create-job', {
      cookie: `session=${session}`,
      'hx-request': 'true',
      'hx-request-type': 'partial',
    })
    expect([toast.status, toast.headers.get('hx-retarget')]).toEqual([429, '#toasts'])
    expect((await fetch(`${at(0)}/api/jobs`, { headers })).status).toBe(200)
    expect((await fetch(`${at(0)}/api/logout`, { headers, redirect: 'manual' })).status).toBe(303)
  })

  test('stop a user’s uploads at four', async () => {
    const session = await openSession((await aContractor()).id, 'test')
    const headers = { cookie: `session=${session}` }
    const asked = await Promise.all(
      Array.from({ length: 9 }, (_, index) => post(index, '/api/objects/upload', headers)),
    )
    expect(tally(asked)).toEqual({ 200: 4, 429: 5 })
    const { uploadURL } = (await asked.find(({ ok }) => ok)!.json()) as { uploadURL: string }
    const sent = await fetch(uploadURL, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: 'x' })
    expect(sent.status).toBe(429)
    expect(((await sent.json()) as { message: string }).message).toMatch(/in 10 minutes\.$/)
  })

  test('count a stranger by the address that the proxy saw, whatever the stranger says of it', async () => {
    const knock = async (forwarded: string, times = 20) =>
      tally(
        await Promise.all(
          Array.from({ length: times }, (_, index) =>
            post(index, '/api/jobs', { 'x-forwarded-for': forwarded.replace('#', String(index)) }),
          ),
        ),
      )
    expect(await knock('203.0.113.#, 198.51.100.7')).toEqual({ 401: 6, 429: 14 })
    expect(await knock('198.51.100.8, 198.51.100.7', 1)).toEqual({ 429: 1 })
    expect(await knock('198.51.100.7, 198.51.100.8', 1)).toEqual({ 401: 1 })
    // A network of IPv6 is one household's.
    expect(await knock('2001:db8:1:2:#::1')).toEqual({ 401: 6, 429: 14 })
    expect(await knock('2001:db8:1:3::1', 1)).toEqual({ 401: 1 })
    // What is no address is not taken for one: then it is the connection's own.
    expect(await knock('nonsense#')).toEqual({ 401: 6, 429: 14 })
    expect(await knock("127.0.0.1, ', (select 1)", 1)).toEqual({ 429: 1 })
    const keys = (await db.select().from(rateLimits)).map(({ key }) => key).sort()
    expect(keys).toEqual([
      'strangers 127.0.0.1',
      'strangers 198.51.100.7',
      'strangers 198.51.100.8',
      'strangers 2001:db8:1:2::/64',
      'strangers 2001:db8:1:3::/64',
    ])
  })

  test('do not let a stranger’s flood shut out who is signed in from the same address', async () => {
    const from = { 'x-forwarded-for': '198.51.100.20' }
    await Promise.all(Array.from({ length: 10 }, (_, index) => post(index, '/api/jobs', from)))
    const session = await openSession((await anAgent()).id, 'test')
    const headers = { ...from, cookie: `session=${session}`, 'content-type': 'application/json' }
    expect((await post(0, '/api/jobs', headers, JSON.stringify(jobInput()))).status).toBe(201)
  })
})

test('while the database cannot count the answer is 503, neither 429 nor 500', async () => {
  const impatient = await otherProcess({ DATABASE_STATEMENT_TIMEOUT: '1' })
  const session = await openSession((await anAgent()).id, 'test')
  const headers = { cookie: `session=${session}`, 'content-type': 'application/json' }
  await db.transaction(async (tx) => {
    await tx.execute(sql`lock table rate_limits in access exclusive mode`)
    const body = JSON.stringify(jobInput())
    const answer = await fetch(`${impatient.url}/api/jobs`, { method: 'POST', headers, body })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  })
  await impatient.kill()
})
