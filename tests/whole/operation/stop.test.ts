import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { processesIn } from '#db/embedded/processes.ts'
import { randomSecret } from '#src/access/random.ts'
import { databaseTemplate } from '#tests/support/process/child-app.ts'
import { aMachine } from './machine.ts'

let template: Awaited<ReturnType<typeof databaseTemplate>>
beforeAll(async () => {
  template = await databaseTemplate()
})
afterAll(() => template.remove())

async function machine() {
  const made = aMachine()
  await template.copyTo(made.dataDir)
  return made
}

/** A connection that is kept; `ask` sends a request over it and returns the answer's head, or 'closed' without one. */
async function kept(url: string) {
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  const closed = new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed')))
  const ask = (path: string) => {
    const head = new Promise<string>((resolve) => {
      socket.once('data', (bytes) => resolve(bytes.toString().split('\r\n\r\n')[0]!))
      socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    })
    return Promise.race([head, closed])
  }
  return { ask, closed }
}

test('asked to end, it is not ready but serves until proxies have seen it, and then closes politely', async () => {
  const { url, child, stop } = await (await machine()).serve({ DRAIN_SECONDS: '5' })
  const [busy, idle] = [await kept(url), await kept(url)]
  expect(await busy.ask('/readyz')).toStartWith('HTTP/1.1 200')
  expect(await busy.ask('/healthz')).not.toMatch(/connection: close/i)
  expect(await idle.ask('/healthz')).toStartWith('HTTP/1.1 200')
  const began = performance.now()
  const ended = stop()
  let last: string
  do last = await busy.ask('/readyz')
  while (!/\r\nconnection: close/i.test(last) && last !== 'closed')
  await busy.closed
  // One that was asked as the signal came is answered 200, and its connection closes too.
  expect(last).toMatch(/^HTTP\/1.1 (200|503).*\r\nconnection: close/is)
  const next = await (await kept(url)).ask('/readyz')
  expect(next).toMatch(/^HTTP\/1.1 503.*\r\nconnection: close/is)
  const page = await fetch(`${url}/login`)
  await page.text()
  expect([page.status, page.headers.get('connection')]).toEqual([200, 'close'])
  expect(performance.now() - began).toBeLessThan(5000)
  await idle.closed
  const { code, said } = await ended
  expect(code).toBe(0)
  expect(performance.now() - began).toBeGreaterThan(5000)
  expect(await fetch(url).catch(() => 'refused')).toBe('refused')
  expect(said[0]).toMatch(/stop {2}SIGTERM: stopping\./)
  expect(child.killed).toBe(true)
}, 120_000)

test.each([0, 60, 120, 180, 250, 350, 500])(
  'asked to end %i ms after its database began to start, it ends with it, and leaves no process behind',
  async (wait) => {
    const { dataDir, spawn } = await machine()
    const child = spawn('src/server.ts', [], { PORT: '0', HOST: '127.0.0.1' })
    const cluster = join(dataDir, 'postgres')
    while ((await processesIn(cluster)).length === 0) await Bun.sleep(2)
    await Bun.sleep(wait)
    child.kill('SIGTERM')
    expect(await child.exited).toBe(0)
    expect(await processesIn(cluster)).toEqual([])
  },
  120_000,
)

test('two signals at once, as a terminal and npm send them, are one', async () => {
  const { dataDir, serve } = await machine()
  const { child, stop } = await serve({ DRAIN_SECONDS: '0' })
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect((await stop()).code).toBe(0)
  expect(await processesIn(join(dataDir, 'postgres'))).toEqual([])
}, 120_000)

test('asked again later, it ends at once', async () => {
  const { serve } = await machine()
  const { url, child, stop } = await serve({ DRAIN_SECONDS: '60' })
  child.kill('SIGTERM')
  while ((await fetch(`${url}/readyz`)).ok) await Bun.sleep(20)
  // It has heard of the first: what comes within a second is the same.
  await Bun.sleep(1200)
  expect((await stop()).code).toBe(1)
}, 120_000)

test('a port that is taken ends the start with a sentence, and its database', async () => {
  const first = await (await machine()).serve()
  const second = await machine()
  await expect(second.serve({ PORT: new URL(first.url).port })).rejects.toThrow(
    `Port ${new URL(first.url).port} is taken: another program listens on it. Stop it, or set PORT.`,
  )
  expect(await processesIn(join(second.dataDir, 'postgres'))).toEqual([])
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
}, 120_000)

test('in production the log is JSON, and the standard error is empty', async () => {
  const { serve } = await machine()
  const { url, stop } = await serve({
    ...{ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost', SECRET: randomSecret(), DRAIN_SECONDS: '0' },
    ...{ ADMIN_EMAIL: 'root@fettle.example', ADMIN_PASSWORD: 'hunter-of-larks' },
  })
  const { headers } = await fetch(`${url}/login?next=/jobs`)
  const { said, code } = await stop()
  expect([code, said[1]]).toEqual([0, ''])
  const lines = said[0]!
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(lines.map(({ event }) => event)).toEqual(['mail.files', 'ready', 'request', 'stop'])
  expect(lines[2]).toMatchObject({ request: headers.get('x-request-id')!, route: '/login', status: 200 })
  expect(said[0]).not.toContain('hunter-of-larks')
}, 120_000)
