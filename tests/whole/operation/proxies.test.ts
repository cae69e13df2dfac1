import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { LINK_PATHS } from '#src/domain/link/link.ts'
import { ROOT } from '#tests/support/root.ts'
import { haproxyConfiguration } from '#tests/whole/processes/several.ts'
import { missingServices } from '#tests/whole/services/debian.ts'
import { startHaproxy } from '#tests/whole/services/haproxy.ts'
import { startNginx } from '#tests/whole/services/nginx.ts'
import { freePort } from '#tests/whole/services/ports.ts'

setDefaultTimeout(60_000)
const missing = await missingServices(['haproxy', 'nginx'])

const fettle = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('here') })
const newer = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('new') })
const older = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: ({ url }) => new Response(null, { status: new URL(url).pathname === '/readyz' ? 200 : 404 }),
})
afterAll(() => Promise.all([fettle, newer, older].map((server) => server.stop(true))))

const SECRET = 'vSN1Yq0mH3w'
const AWAY = '127.0.0.1:9'

/** As people and mail readers ask for them. */
async function askFor(port: number): Promise<void> {
  const paths = LINK_PATHS.flatMap((path) => [`${path}/${SECRET}`, `${path}/${SECRET}/again?of=${SECRET}`])
  for (const path of [...paths, `/calendar/${SECRET}.ics`])
    for (const method of ['GET', 'POST'])
      await fetch(`http://127.0.0.1:${port}${path}`, { method, redirect: 'manual' }).then((one) => one.text())
}

async function expectNoSecret(log: () => Promise<string>, ports: number[]): Promise<string> {
  for (const port of ports) {
    await askFor(port)
    await fetch(`http://127.0.0.1:${port}/jobs?search=boiler`, { redirect: 'manual' })
  }
  while (!(await log()).includes('/jobs')) await Bun.sleep(20)
  const text = await log()
  expect(text.split('\n').filter((line) => line.includes(SECRET))).toEqual([])
  for (const path of LINK_PATHS) expect(text).toContain(`${path}/- HTTP/1.1`)
  return text
}

test.each(['ops/haproxy.cfg', 'ops/nginx.conf'])('%s names the paths of all links', async (file) => {
  const lists = (await Bun.file(join(ROOT, file)).text()).match(/\/[a-z-]+(\|\/[a-z-]+)+/g) ?? []
  expect(new Set(lists)).toEqual(new Set([LINK_PATHS.join('|')]))
})

describe.skipIf(missing.length > 0)('the log of a proxy has no secret of a link', () => {
  test('HAProxy', async () => {
    const port = freePort()
    await using proxy = await startHaproxy(await haproxyConfiguration(port, [fettle.url.href]))
    expect(await expectNoSecret(proxy.log, [port])).toContain('"GET /jobs HTTP/1.1"')
  })

  test('nginx, also where it redirects', async () => {
    const [port, plain] = [freePort(), freePort()]
    await using proxy = await startNginx(port, plain, [`127.0.0.1:${fettle.port}`])
    expect(await expectNoSecret(proxy.log, [plain, port])).toContain('"GET /jobs HTTP/1.1"')
  })

  test('nginx, where no process can be reached', async () => {
    const port = freePort()
    await using proxy = await startNginx(port, freePort(), [AWAY])
    expect(await expectNoSecret(proxy.log, [port])).toMatch(/\[error\].*GET \/jobs\?search=boiler/)
  })
})

/** The statuses of ten answers, each once. */
async function statusesOf(port: number, path: string): Promise<number[]> {
  const statuses = new Set<number>()
  for (let i = 0; i < 10; i++) statuses.add((await fetch(`http://127.0.0.1:${port}${path}`)).status)
  return [...statuses].sort()
}

describe.skipIf(missing.length > 0)('a script or style is found at the process of its version', () => {
  test('by HAProxy', async () => {
    const port = freePort()
    await using _proxy = await startHaproxy(await haproxyConfiguration(port, [older.url.href, newer.url.href]))
    expect(await statusesOf(port, '/assets/app-new.js')).toEqual([200])
    expect(await statusesOf(port, '/job/1')).toEqual([200, 404])
  })

  test('by nginx', async () => {
    const port = freePort()
    const upstreams = [older, newer].map((server) => `127.0.0.1:${server.port}`)
    await using _proxy = await startNginx(port, freePort(), upstreams)
    expect(await statusesOf(port, '/assets/app-new.js')).toEqual([200])
    expect(await statusesOf(port, '/job/1')).toEqual([200, 404])
  })
})
