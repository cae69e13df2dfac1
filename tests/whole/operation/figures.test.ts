import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db, openAlone, rawClient } from '#db/connect/client.ts'
import { app } from '#src/app.ts'
import { mayRead } from '#src/operation/health-api.ts'
import { log, logFailure } from '#src/runtime/log.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { captureLog } from '#tests/support/log.ts'
import { moment, spent } from '#tests/support/spent/spent.ts'
import { overTheWire } from '#tests/support/wire.ts'
import { aCast, aJob, anAgent } from '#tests/support/world.ts'

let port = 0
beforeAll(() => {
  app.listen({ port: 0, hostname: '127.0.0.1' })
  port = app.server!.port!
})
afterAll(() => app.server?.stop(true))

const answer = (target: string, headers: [string, string][] = []) =>
  overTheWire(port, { method: 'GET', target, headers: [['Host', 'localhost'], ...headers] })

async function scrape(): Promise<(series: string) => number | undefined> {
  const { status, text } = (await answer('/metrics'))!
  expect(status).toBe(200)
  const lines = new Map(
    text
      .replace(/^[0-9a-f]+\r\n/gm, '')
      .split(/\r?\n/)
      .filter((line) => /^[a-z]/.test(line))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
  return (series) => lines.get(series)
}

/** Until what it returns is called and has ended no statement finds a connection. */
async function keepBusy(): Promise<() => Promise<void>> {
  const LOCK = 4711
  const holder = openAlone()
  const holding = await holder.reserve()
  await holding`select pg_advisory_lock(${LOCK})`
  const waiting = Promise.all(Array.from({ length: 10 }, () => rawClient`select pg_advisory_xact_lock(${LOCK})`))
  return async () => {
    await holding`select pg_advisory_unlock(${LOCK})`
    holding.release()
    await holder.close({ timeout: 0 })
    await waiting
  }
}

const requests = (route: string, status: number, method = 'GET') =>
  `fettle_http_requests_total{route="${route}",method="${method}",status="${status}"}`

test('requests are counted by the pattern of their route, method and status, whatever becomes of them', async () => {
  const agent = await signedInAs(await anAgent())
  const before = await scrape()
  const { id } = (await (await agent.post('/api/jobs', { x: 1 })).json()) as { id?: string }
  expect(id).toBeUndefined()
  await agent.get(`/api/jobs/${crypto.randomUUID()}`)
  await agent.get(`/jobs/${crypto.randomUUID()}`)
  for (let n = 0; n < 3; n++) await stranger.get(`/nowhere/${crypto.randomUUID()}`)
  await stranger.send('/', { method: 'PROPFIND' })
  await db.execute(sql`alter table jobs rename to jobs_gone`)
  await agent.get('/api/jobs').finally(() => db.execute(sql`alter table jobs_gone rename to jobs`))
  const after = await scrape()
  const more = (series: string) => (after(series) ?? 0) - (before(series) ?? 0)
  expect(more(requests('/api/jobs', 422, 'POST'))).toBe(1)
  expect(more(requests('/api/jobs/:id', 404))).toBe(1)
  expect(more(requests('/jobs/:id', 404))).toBe(1)
  expect(more(requests('none', 404))).toBe(3)
  expect(more(requests('none', 404, 'other'))).toBe(1)
  expect(more(requests('/api/jobs', 500))).toBe(1)
  expect(more('fettle_failures_total{kind="unexpected"}')).toBe(1)
  expect(more('fettle_http_request_duration_seconds_count{route="/api/jobs/:id",method="GET"}')).toBe(1)
  expect(after('fettle_http_requests_in_flight')).toBe(1)
})

test('metrics show the queue, failures, the pool and the process', async () => {
  const cast = await aCast()
  await aJob(cast, 'assigned')
  await db.execute(sql`update outbox set created_at = now() - interval '90 seconds'`)
  const of = await scrape()
  expect(of('fettle_outbox_depth')).toBe(1)
  expect(of('fettle_outbox_oldest_seconds')).toBeWithin(89, 120)
  expect(of('fettle_emails_failed')).toBe(0)
  expect(of('fettle_database_up')).toBe(1)
  expect(of('fettle_database_read_only')).toBe(0)
  expect(of('fettle_database_pool_size')).toBe(10)
  expect(of('fettle_database_waiting')).toBe(0)
  expect(of('fettle_database_connections{state="active"}')).toBeGreaterThanOrEqual(1)
  expect(of('fettle_database_probe_seconds')).toBeWithin(0, 1)
  expect(of('process_resident_memory_bytes')).toBeGreaterThan(10e6)
  expect(of('fettle_event_loop_lag_seconds')).toBeWithin(0, 30)
  expect(of(`fettle_build_info{version="0.1.0",bun="${Bun.version}"}`)).toBe(1)
})

test('failures are counted by what was away', async () => {
  const before = await scrape()
  using _ = captureLog()
  for (const kind of ['database', 'storage', 'mail', 'mail'] as const) logFailure(kind, 'Away.', new Error('gone'))
  log.error('something', 'that is no failure of a part')
  const after = await scrape()
  const more = (kind: string) =>
    after(`fettle_failures_total{kind="${kind}"}`)! - before(`fettle_failures_total{kind="${kind}"}`)!
  expect(['database', 'storage', 'mail', 'unexpected'].map(more)).toEqual([1, 1, 2, 0])
})

test('a database that gives no answer is told within two seconds, and what it would have said is left out', async () => {
  const free = await keepBusy()
  const began = moment()
  const of = await scrape()
  expect(spent(began)).toBeLessThan(2000)
  expect(of('fettle_database_up')).toBe(0)
  expect(of('fettle_database_pending')).toBeGreaterThanOrEqual(10)
  expect(of('fettle_outbox_depth')).toBeUndefined()
  expect(of('fettle_database_probe_seconds')).toBeUndefined()
  expect(of('process_resident_memory_bytes')).toBeGreaterThan(10e6)
  await free()
  expect((await scrape())('fettle_database_up')).toBe(1)
})

test('anybody’s inventions make no series', async () => {
  const agent = await signedInAs(await anAgent())
  const series = async () => (await answer('/metrics'))!.text.match(/^[a-z]+_/gm)?.length
  await agent.get('/jobs/first')
  await agent.get('/nowhere/first?search=first')
  await agent.send('/jobs', { method: 'FIRST' })
  const before = await series()
  for (let n = 0; n < 50; n++) {
    await agent.get(`/jobs/${n}`)
    await agent.get(`/nowhere/${n}?search=${n}`)
    await agent.send('/jobs', { method: `M${n}` })
  }
  expect(await series()).toBe(before)
})

test('it is for this machine, and not through a proxy', async () => {
  expect((await answer('/metrics'))!.status).toBe(200)
  for (const name of ['X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'Via'])
    expect((await answer('/metrics', [[name, '127.0.0.1']]))!.status).toBe(404)
  expect((await stranger.get('/metrics')).status).toBe(404)
})

test('with a token it is for whoever has the token', () => {
  const from = (address: string) => ({ requestIP: () => ({ address, family: 'IPv4' as const, port: 1 }) })
  const asked = (authorization?: string, headers = {}) =>
    new Request('http://localhost/metrics', { headers: { ...headers, ...(authorization && { authorization }) } })
  const open = { METRICS_TOKEN: undefined, TRUST_PROXY: false }
  for (const address of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
    expect(mayRead(asked(), from(address), open)).toBe(true)
  for (const address of ['10.0.0.1', '::ffff:10.0.0.1', '1270.0.0.1', '2001:db8::1', ''])
    expect(mayRead(asked(), from(address), open)).toBe(false)
  expect(mayRead(asked(), null, open)).toBe(false)
  expect(mayRead(asked(), from('127.0.0.1'), { ...open, TRUST_PROXY: true })).toBe(false)

  const closed = { METRICS_TOKEN: 'a token of sixteen', TRUST_PROXY: true }
  expect(mayRead(asked('Bearer a token of sixteen', { 'x-forwarded-for': '10.0.0.1' }), from('10.0.0.1'), closed)).toBe(
    true,
  )
  for (const wrong of [
    undefined,
    'Bearer ',
    'Bearer a token of sixtee',
    'a token of sixteen',
    'Basic a token of sixteen',
  ])
    expect(mayRead(asked(wrong), from('127.0.0.1'), closed)).toBe(false)
})

test('ready is who answers; alive is who lives', async () => {
  const state = async (path: string) => {
    const { status, text, headers } = (await answer(path))!
    expect(headers.get('cache-control')).toBe('no-store')
    return [status, text]
  }
  expect(await state('/readyz')).toEqual([200, 'ready'])
  expect(await state('/healthz')).toEqual([200, 'ok'])

  const free = await keepBusy()
  expect(await state('/healthz')).toEqual([200, 'ok'])
  expect(await state('/readyz')).toEqual([503, 'away'])
  await free()
  expect(await state('/readyz')).toEqual([200, 'ready'])
})
