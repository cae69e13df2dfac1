import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { NO_WAY_INSIDE } from '#src/webhooks/address.ts'
import { attempt } from '#src/webhooks/attempt.ts'
import type { Posted } from '#src/webhooks/post.ts'
import { newSecret, sealSecret } from '#src/webhooks/signature.ts'
import { ROOT } from '#tests/support/root.ts'
import { moment, spent } from '#tests/support/spent/spent.ts'
import { makeAuthority } from '#tests/whole/services/certificates.ts'
import { aRawReceiver, aReceiver, endThemAfterEachTest, LOOPBACK, until } from './receiver.ts'

// Receivers that mean harm, and ways inside.

setDefaultTimeout(30_000)
endThemAfterEachTest()

const webhookId = crypto.randomUUID()
const claim = (url: string) => ({
  ...{ id: crypto.randomUUID(), webhookId, eventId: crypto.randomUUID(), tries: 0, offAt: null },
  ...{ body: '{"type":"job.created"}', url, secret: sealSecret(webhookId, newSecret()), previousSecret: null },
})
const unasked = () => Promise.reject(new Error('No name is looked up here'))
const TIMEOUT = 1000
/** For what is not to end by its time, also on a machine that stands still for a moment. */
const PATIENCE = 20_000
const sent = (url: string, how: object = {}) =>
  attempt(claim(url), { allowed: LOOPBACK, resolve: unasked, timeout: PATIENCE, ...how })

const OK = 'HTTP/1.1 200 OK\r\n'
const every = (ms: number, socket: { on: (event: 'close', then: () => void) => unknown }, work: () => void) => {
  const timer = setInterval(work, ms)
  socket.on('close', () => clearInterval(timer))
}

test('nothing, headers drop by drop, answers before the answer: ended in time, and the connection closed', async () => {
  const receivers = [
    await aRawReceiver(() => {}),
    await aRawReceiver((socket) => {
      socket.write(OK)
      every(50, socket, () => socket.write('x: y\r\n'))
    }),
    await aRawReceiver((socket) =>
      every(50, socket, () => socket.write('HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n')),
    ),
  ]
  for (const { url, closed } of receivers) {
    const begun = performance.now()
    const tried = await sent(url, { timeout: TIMEOUT })
    expect(tried).toMatchObject({ arrived: false, status: null, reason: 'There was no whole answer within 1 seconds' })
    expect(performance.now() - begun).toBeLessThan(TIMEOUT * 3)
    await until(() => closed.length > 0, 'that the connection is closed')
    expect(closed).toHaveLength(1)
  }
})

test('a body without end, quick or slow, is cut off; what was answered counts', async () => {
  const quick = await aRawReceiver((socket) => {
    socket.write(`${OK}\r\n`)
    const go = () => {
      while (!socket.destroyed) if (!socket.write('y'.repeat(10_000))) return void socket.once('drain', go)
    }
    go()
  })
  const begun = moment()
  const cut = await sent(quick.url)
  expect(cut).toMatchObject({ arrived: true, status: 200, reason: null })
  expect(cut.answer).toHaveLength(1024)
  expect(spent(begun)).toBeLessThan(TIMEOUT)
  const slow = await aRawReceiver((socket) => {
    socket.write(`${OK}\r\n`)
    every(50, socket, () => socket.write('x'))
  })
  expect(await sent(slow.url, { timeout: 3 * TIMEOUT })).toMatchObject({ arrived: true, status: 200 })
  await until(() => quick.sockets.size + slow.sockets.size === 0, 'that the connections are closed')
})

test('endless headers, an early end, half a body, another protocol, no HTTP, no listener', async () => {
  const headers = await aRawReceiver((socket) => {
    socket.write(OK)
    const go = () => {
      while (!socket.destroyed) if (!socket.write(`x: ${'y'.repeat(10_000)}\r\n`)) return void socket.once('drain', go)
    }
    go()
  })
  const before = process.memoryUsage().rss
  expect(await sent(headers.url)).toMatchObject({ arrived: false, reason: 'The answer’s headers are too long' })
  expect(process.memoryUsage().rss - before).toBeLessThan(100e6)
  const early = await aRawReceiver((socket) => socket.destroy())
  expect(await sent(early.url)).toMatchObject({ reason: 'The connection was closed without an answer' })
  const half = await aRawReceiver((socket) => socket.end(`HTTP/1.1 500 No\r\ncontent-length: 100\r\n\r\nhalf`))
  expect(await sent(half.url)).toMatchObject({ status: 500, answer: 'half', reason: 'Status 500' })
  const upgrade = 'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\nhello'
  const other = await aRawReceiver((socket) => socket.write(upgrade))
  expect((await sent(other.url)).arrived).toBe(false)
  const ssh = await aRawReceiver((socket) => socket.end('SSH-2.0-OpenSSH\r\n'))
  expect(await sent(ssh.url)).toMatchObject({ reason: 'The answer is not HTTP' })
  expect(await sent('http://127.0.0.1:1024/')).toMatchObject({ reason: 'The connection was refused' })
})

test('a packed answer is not unpacked', async () => {
  for (const [encoding, packed] of [
    ['gzip', gzipSync(Buffer.alloc(50e6))],
    ['br', brotliCompressSync(Buffer.alloc(20e6))],
  ] as const) {
    const bomb = await aReceiver((reply) => reply.writeHead(200, { 'content-encoding': encoding }).end(packed))
    const tried = await sent(bomb.url)
    expect(tried.arrived).toBe(true)
    expect(tried.answer!.length).toBeLessThanOrEqual(1024)
    expect(bomb.received[0]!.headers['accept-encoding']).toBe('identity')
  }
})

test('a redirect is not followed, and NUL and controls do not reach the log', async () => {
  const inside = await aReceiver()
  for (const status of [301, 302, 303, 307, 308]) {
    const redirect = await aReceiver((reply) => reply.writeHead(status, { location: inside.url }).end('a\0b\u001b[2J'))
    const tried = await sent(redirect.url)
    expect(tried).toMatchObject({ arrived: false, reason: `Status ${status}: redirects are not followed` })
    expect(tried.answer).toBe('a\ufffdb\ufffd[2J')
  }
  expect(inside.received).toEqual([])
})

test('without the operator’s leave this machine is not reached, by number or by name', async () => {
  const inside = await aReceiver()
  const { port } = inside
  const names = { 'inside.example.com': ['127.0.0.1'], 'half.example.com': ['8.8.8.8', '127.0.0.1'] }
  const resolve = async (host: string) => names[host as keyof typeof names] ?? []
  for (const host of [
    '127.0.0.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    'inside.example.com',
    'half.example.com',
    'localhost',
  ])
    expect(await sent(`https://${host}:${port}/`, { allowed: [], resolve })).toMatchObject({ reason: NO_WAY_INSIDE })
  expect(inside.received).toEqual([])
})

test('a name whose answer changes leads nowhere else than to the address that was judged', async () => {
  const [allowed, forbidden] = [await aReceiver(), await aReceiver()]
  // Public when it is judged first, inside when it is asked again.
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['10.0.0.1']]
  let asked = 0
  const resolve = async () => answers[Math.min(asked++, answers.length - 1)]!
  const url = `http://rebinding.example.com:${allowed.port}/hook`
  const how = { allowed: [LOOPBACK[0]!], resolve }
  expect(await sent(url, how)).toMatchObject({ arrived: true })
  expect(asked).toBe(1)
  expect(allowed.received[0]!.headers.host).toBe(`rebinding.example.com:${allowed.port}`)
  // The second answer is where nobody listens; no connection of before is used again.
  expect(await sent(url, how)).toMatchObject({ arrived: false })
  expect(await sent(url, how)).toMatchObject({ arrived: false, reason: NO_WAY_INSIDE })
  expect([asked, allowed.received.length, forbidden.received.length]).toEqual([3, 1, 0])
})

test('the first address that takes a connection is sent to, once', async () => {
  const there = await aReceiver()
  const resolve = async () => ['127.0.0.9', '127.0.0.1']
  const tried = await sent(`http://two.example.com:${there.port}/`, { resolve })
  expect([tried.arrived, there.received.length]).toEqual([true, 1])
})

test('a name server that says nothing is given up in time', async () => {
  const tried = await sent('https://slow.example.com/', { resolve: () => new Promise(() => {}), timeout: TIMEOUT })
  expect(tried).toMatchObject({ arrived: false, reason: 'The name was not found in time' })
  expect(tried.ms).toBeLessThan(TIMEOUT * 3)
})

test('certificates: a trusted one for its name arrives, one for another name or of a stranger does not', async () => {
  const folder = await mkdtemp('/tmp/fettle-hooks-')
  const authority = await makeAuthority(folder)
  const { cert, key } = await authority.sign(['hooks.example.com'])
  const names: string[] = []
  const read = (path: string) => Bun.file(path).text()
  const server = createServer({ cert: await read(cert), key: await read(key) }, (request, reply) => {
    names.push(request.headers.host ?? '')
    reply.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const how = { resolve: async () => ['127.0.0.1'], ca: await read(authority.ca), timeout: 5000 }
  try {
    expect(await sent(`https://hooks.example.com:${port}/`, how)).toMatchObject({ arrived: true, status: 200 })
    expect((await sent(`https://other.example.com:${port}/`, how)).reason).toStartWith('No trusted connection')
    expect((await sent(`https://hooks.example.com:${port}/`, { ...how, ca: undefined })).reason).toStartWith(
      'No trusted',
    )
    const trusting = await postedWith({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, `https://hooks.example.com:${port}/`)
    expect(trusting.error).toStartWith('No trusted connection')
    expect(names).toEqual([`hooks.example.com:${port}`])
  } finally {
    server.close()
    await rm(folder, { recursive: true })
  }
})

/** Posts in a process with an environment of its own. */
async function postedWith(settings: Record<string, string>, url: string): Promise<Posted> {
  const child = Bun.spawn([process.execPath, join(ROOT, 'tests/webhooks/post-once.ts'), url], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdout: 'pipe',
    stderr: 'ignore',
  })
  return JSON.parse(await new Response(child.stdout).text())
}

test('proxies that the environment names are passed over', async () => {
  const [proxy, receiver] = [await aReceiver(), await aReceiver()]
  const at = `http://127.0.0.1:${proxy.port}`
  const proxies = { HTTP_PROXY: at, http_proxy: at, HTTPS_PROXY: at, https_proxy: at, ALL_PROXY: at, NO_PROXY: '' }
  expect(await postedWith({ ...proxies, NODE_USE_ENV_PROXY: '1' }, receiver.url)).toMatchObject({ status: 200 })
  expect([proxy.received.length, receiver.received.length]).toEqual([0, 1])
})
