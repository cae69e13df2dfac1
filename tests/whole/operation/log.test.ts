import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { app } from '#src/app.ts'
import { observed } from '#src/operation/request-log.ts'
import { env } from '#src/runtime/env.ts'
import { bareReason, log, logFailure } from '#src/runtime/log.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { captureLog } from '#tests/support/log.ts'
import { aCast, aJob, anAgent } from '#tests/support/world.ts'

test('a request is one line: the pattern of its route, never what it asked for', async () => {
  const agent = await anAgent()
  const client = await signedInAs(agent)
  using logged = captureLog()
  const answer = await client.get('/jobs?search=rose+cottage')
  expect(logged.lines()).toEqual([
    {
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      event: 'request',
      request: answer.headers.get('x-request-id')!,
      method: 'GET',
      route: '/jobs',
      status: 200,
      ms: expect.any(Number),
      role: 'estate_agent',
      msg: 'GET /jobs 200',
    },
  ])
})

test('unknown paths, refusals and failures are logged too', async () => {
  const agent = await anAgent()
  const client = await signedInAs(agent)
  using logged = captureLog()
  await stranger.get('/people/jane@home.example')
  await stranger.get('/api/jobs')
  await client.post('/api/jobs', '{')
  await client.send('/api/jobs', { method: 'POST', headers: { origin: 'https://evil.example' } })
  expect(logged.lines().map(({ route, status, role }) => ({ route, status, role }))).toEqual([
    { route: null, status: 404, role: null },
    { route: '/api/jobs', status: 401, role: null },
    { route: '/api/jobs', status: 400, role: 'estate_agent' },
    { route: null, status: 403, role: null },
  ])
})

test('unchanged polls and probes are counted, not written', async () => {
  const client = await signedInAs(await anAgent())
  const etag = (await client.get('/api/jobs/recent')).headers.get('etag')!
  using logged = captureLog()
  expect((await client.get('/api/jobs/recent', { 'if-none-match': etag })).status).toBe(304)
  await stranger.get('/healthz')
  await stranger.get('/readyz')
  expect(logged.lines().map(({ level, route }) => `${level} ${route}`)).toEqual([
    'debug /api/jobs/recent',
    'debug /healthz',
    'debug /readyz',
  ])
})

test('the id of a 500 is the id of its lines and of its header', async () => {
  const client = await signedInAs(await anAgent())
  await db.execute(sql`alter table jobs rename to jobs_gone`)
  using logged = captureLog()
  const answer = await client.get('/api/jobs').finally(() => db.execute(sql`alter table jobs_gone rename to jobs`))
  const id = answer.headers.get('x-request-id')!
  const { message } = (await answer.json()) as { message: string }
  expect(message).toBe(`Something went wrong. Please try again. (Request ${id})`)
  expect(logged.lines()).toMatchObject([
    { event: 'failure.unexpected', request: id, route: '/api/jobs', reason: 'relation "jobs" does not exist' },
    { event: 'request', request: id, status: 500, level: 'error' },
  ])
})

test('requests at the same time keep their own ids', async () => {
  const client = await signedInAs(await anAgent())
  using logged = captureLog()
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => client.get(n % 2 ? '/jobs' : '/api/jobs')))
  const ids = answers.map(({ headers }) => headers.get('x-request-id')!)
  expect(new Set(ids).size).toBe(50)
  const routes = new Map(logged.lines().map(({ request, route }) => [request, route]))
  expect(ids.map((id) => routes.get(id))).toEqual(ids.map((_, n) => (n % 2 ? '/jobs' : '/api/jobs')))
})

test('an id is taken from a proxy that is trusted, when it is one', async () => {
  const ask = async (id: string, trusted: boolean) => {
    const handle = observed(() => new Response('ok'), trusted)
    const request = new Request('http://localhost/', { headers: { 'x-request-id': id } })
    return (await handle(request)).headers.get('x-request-id')!
  }
  expect(await ask('edge-0001_a', true)).toBe('edge-0001_a')
  for (const [id, trusted] of [
    ['edge-0001_a', false],
    ['short', true],
    ['x'.repeat(65), true],
    ['jane@home.example', true],
    ['two words here', true],
  ] as const)
    expect(await ask(id, trusted)).toMatch(/^[0-9a-f-]{36}$/)
  expect(env.TRUST_PROXY).toBe(false)
})

test.each([
  ['550 5.1.1 <jane@home.example>: no such user', '550 5.1.1 [address] no such user'],
  ['invalid input syntax for type uuid: "Rose Cottage"', 'invalid input syntax for type uuid: [value]'],
  ['JSON Parse error: Unexpected identifier "Rose"', 'JSON Parse error: Unexpected identifier [value]'],
  ['duplicate key value violates unique constraint "users_email_unique"', null],
])('a reason tells no values: %s', (message, told) => {
  expect(bareReason(new Error(message))).toBe(told ?? message)
})

test('a failure is written with its kind, its reason and the innermost cause', () => {
  using logged = captureLog()
  logFailure('storage', 'A photo could not be kept.', new Error('outer Jane', { cause: new Error('no space left') }))
  log.info('orphans', 'Removing 3.', { count: 3 })
  expect(logged.lines()).toMatchObject([
    { level: 'error', event: 'failure.storage', msg: 'A photo could not be kept.', reason: 'no space left' },
    { level: 'info', event: 'orphans', msg: 'Removing 3.', count: 3 },
  ])
  expect(logged.text()).not.toContain('Jane')
})

test('every route has a pattern that the log may tell', async () => {
  const { admin, agent, contractor } = await aCast()
  const job = await aJob({ admin, agent, contractor }, 'quote_pending')
  const client = await signedInAs(admin)
  using logged = captureLog()
  for (const { method, path } of app.routes) {
    if (method !== 'GET' || path === '/api/logout') continue
    await client.get(path.replace(/:\w+|\*/g, job.id))
  }
  expect(logged.lines().filter(({ event, route }) => event === 'request' && route === null)).toEqual([])
  expect(logged.text()).not.toContain(job.id)
})
