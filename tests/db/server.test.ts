import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { databaseTemplate, serverPid, temporaryFolder } from '#tests/support/process/child-app.ts'
import { ROOT } from '#tests/support/root.ts'
import { freePort, untilAnswering } from '#tests/whole/services/ports.ts'

// The whole program, as `npm start` runs it, from the first second to the last.
let folder: ReturnType<typeof temporaryFolder>
let template: Awaited<ReturnType<typeof databaseTemplate>>
const running: Bun.Subprocess[] = []

beforeAll(async () => {
  template = await databaseTemplate()
})
afterAll(() => template.remove())
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL')
    await child.exited
  }
  await folder.remove()
})

async function startServer(extra: Record<string, string> = {}) {
  const port = freePort()
  const child = Bun.spawn([process.execPath, join(ROOT, 'src/server.ts')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'development',
      DATA_DIR: folder.path,
      PORT: `${port}`,
      DEMO: '0',
      ...extra,
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  running.push(child)
  const complaint = new Response(child.stderr).text()
  const output = new Response(child.stdout).text()
  const url = `http://127.0.0.1:${port}`
  if (!(await untilAnswering(child, `${url}/readyz`)))
    throw new Error(`ended with ${await child.exited}: ${await complaint}`)
  return { child, url, port, complaint, output }
}

test('asked to stop, it finishes the request in flight, takes no new one, and ends the database', async () => {
  await template.copyTo(folder.path)
  const { child, url, port, complaint } = await startServer()
  // A request whose body has not all arrived is in flight.
  const socket = createConnection({ port, host: '127.0.0.1' })
  let answer = ''
  socket.on('data', (bytes) => {
    answer += bytes
  })
  const body = JSON.stringify({ identifier: 'nobody', password: 'wrong password' })
  socket.write(
    `POST /api/local/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  socket.write(body.slice(0, 10))
  // Itself and the other.
  while (!(await (await fetch(`${url}/metrics`)).text()).includes('\nfettle_http_requests_in_flight 2\n'))
    await Bun.sleep(10)
  child.kill('SIGTERM')
  while ((await fetch(url).catch(() => 'refused')) !== 'refused') await Bun.sleep(20)
  socket.write(body.slice(10))
  expect(await child.exited).toBe(0)
  expect(answer).toStartWith('HTTP/1.1 401 ')
  expect(answer).toContain('Invalid credentials')
  expect(existsSync(join(folder.path, 'postgres/postmaster.pid'))).toBe(false)
  expect(await complaint).toBe('')
}, 60_000)

test('killed, it starts again on the same folder; the server it left goes on', async () => {
  await template.copyTo(folder.path)
  const { child } = await startServer()
  child.kill('SIGKILL')
  await child.exited
  const left = await serverPid(folder.path)
  const again = await startServer()
  expect(await serverPid(folder.path)).toBe(left)
  again.child.kill('SIGINT')
  expect(await again.child.exited).toBe(0)
}, 60_000)

test('a second one on the same folder ends with a sentence', async () => {
  await template.copyTo(folder.path)
  await startServer()
  await expect(startServer()).rejects.toThrow(
    `ended with 1: Another Fettle is already running on ${folder.path}. Stop it first, or give this one its own DATA_DIR.`,
  )
}, 60_000)

test('a given database is used, and is left running', async () => {
  const socket = encodeURIComponent(join(process.env.DATA_DIR!, 'postgres', '.s.PGSQL.5432'))
  const given = process.env.DATABASE_URL ?? `postgres://fettle@localhost/fettle?path=${socket}`
  const { child } = await startServer({ DATABASE_URL: given })
  expect(existsSync(join(folder.path, 'postgres'))).toBe(false)
  child.kill('SIGTERM')
  expect(await child.exited).toBe(0)
  const { rawClient } = await import('#db/connect/client.ts')
  expect((await rawClient`select 1 as one`)[0].one).toBe(1)
}, 60_000)
