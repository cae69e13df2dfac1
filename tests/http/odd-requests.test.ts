import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { clientIpOf } from '#src/access/client-ip.ts'
import { SECURITY_HEADERS } from '#src/access/same-origin.ts'
import { app } from '#src/app.ts'
import { readCursor } from '#src/http/cursor.ts'
import { SERVING } from '#src/http/server-options.ts'
import { reasonOf } from '#src/runtime/reason.ts'
import { signedInAs } from '#tests/support/app.ts'
import { captureLog } from '#tests/support/log.ts'
import { overTheWire, type WireRequest } from '#tests/support/wire.ts'
import { anAdmin } from '#tests/support/world.ts'

// Requests that once did harm, or nearly.

let port = 0
beforeAll(() => {
  app.listen({ port: 0, hostname: '127.0.0.1' })
  port = app.server!.port!
})
afterAll(() => app.server?.stop(true))

const ask = (request: Partial<WireRequest>) =>
  overTheWire(port, { method: 'GET', target: '/', headers: [['Host', 'localhost']], ...request })

describe('the address of a request', () => {
  const PLACES = ['/', '/jobs', '/nowhere', '/api/jobs', '/assets/x', '/healthz']
  const refuses = async (headers: [string, string][]) => {
    for (const target of PLACES) {
      const answer = await ask({ target, headers })
      expect([answer?.status, answer?.text]).toEqual([
        400,
        expect.stringContaining('The address of this request cannot be read.'),
      ])
      expect(Object.fromEntries(answer!.headers)).toMatchObject(SECURITY_HEADERS)
    }
  }

  test.each([
    ...['', 'a b', '[::1', '%', 'x:99999', 'a@b', 'a/b', 'localhost#', 'a,b', 'localhost, localhost', 'loc%61lhost'],
    ...['a;b', "a'b", 'a"b', 'a<b', 'localhost:80:80', 'localhost:x', 'a'.repeat(256), '[localhost]', 'é'],
  ])('host %j is refused', (host) => refuses([['Host', host]]))

  test.each([
    ['localhost', 'evil.example'],
    ['evil.example', 'localhost'],
    ['localhost', 'localhost'],
    ['localhost', ''],
    ['', 'localhost'],
  ])('hosts %j and %j at once are refused', (one, other) =>
    refuses([
      ['Host', one],
      ['Host', other],
    ]),
  )

  test.each([
    'localhost',
    'LOCALHOST:3000',
    'localhost:',
    '127.0.0.1:1',
    '[::1]:3000',
    'fettle_1.internal',
    'xn--bcher-kva.example.',
  ])('host %j is taken', async (host) => {
    expect((await ask({ target: '/healthz', headers: [['Host', host]] }))?.status).toBe(200)
  })

  test('another host, or a whole address, is answered as ours', async () => {
    const elsewhere = await ask({ target: 'http://evil.example/jobs', headers: [['Host', 'evil.example']] })
    expect(elsewhere).toMatchObject({ status: 302 })
    expect(elsewhere!.headers.get('location')).toBe('/login?next=%2Fjobs')
  })

  test.each(['%0d%0aset-cookie:%20a=b', '%E2%82%AC', '%', '..%2f..%2f%2fevil.example', '%00'])(
    'an administrator is led on within the site from /jobs/%s',
    async (id) => {
      const { cookie } = await signedInAs(await anAdmin())
      for (const noun of ['jobs', 'quotes']) {
        const headers: [string, string][] = [
          ['Host', 'localhost'],
          ['Cookie', `session=${cookie}`],
        ]
        const { status, headers: led } = (await ask({ target: `/${noun}/${id}`, headers }))!
        expect(status).toBe(303)
        expect(led.get('location')).toMatch(new RegExp(`^/admin/${noun}/[^/]+$`))
        expect(led.get('set-cookie')).toBeNull()
      }
    },
  )

  test('a cursor no later than PostgreSQL can tell', () => {
    const id = crypto.randomUUID()
    expect(readCursor(`99999999999999.${id}`)?.at.getUTCFullYear()).toBe(5138)
    for (const time of ['999999999999999', '-1', '1e9', '', 'x']) expect(readCursor(`${time}.${id}`)).toBeNull()
  })
})

describe('how long a body is', () => {
  const chunks = new TextEncoder().encode('3\r\n{} \r\n0\r\n\r\n')
  // What two readers could end at different places, so that what follows would be another request to one of them.
  test.each<[string, [string, string][]]>([
    [
      'two lengths',
      [
        ['Content-Length', '3'],
        ['Content-Length', '5'],
      ],
    ],
    ['two lengths in one', [['Content-Length', '3, 3']]],
    ['a signed length', [['Content-Length', '+3']]],
    [
      'a length and pieces',
      [
        ['Content-Length', '3'],
        ['Transfer-Encoding', 'chunked'],
      ],
    ],
    [
      'pieces and a length',
      [
        ['Transfer-Encoding', 'chunked'],
        ['Content-Length', '3'],
      ],
    ],
    [
      'pieces of pieces',
      [
        ['Transfer-Encoding', 'chunked'],
        ['Transfer-Encoding', 'chunked'],
      ],
    ],
    ['pieces by another name', [['Transfer-Encoding', 'xchunked']]],
    ['compressed pieces', [['Transfer-Encoding', 'gzip, chunked']]],
  ])('%s: the runtime refuses it', async (_, lengths) => {
    const headers: [string, string][] = [['Host', 'localhost'], ['Content-Type', 'application/json'], ...lengths]
    expect((await ask({ method: 'POST', target: '/api/local/login', headers, body: chunks }))?.status).toBe(400)
  })

  test('the same length twice is that length', async () => {
    const twice: [string, string][] = [
      ['Content-Length', '2'],
      ['Content-Length', '2'],
    ]
    const headers: [string, string][] = [['Host', 'localhost'], ['Content-Type', 'application/json'], ...twice]
    const answer = await ask({
      method: 'POST',
      target: '/api/local/login',
      headers,
      body: new TextEncoder().encode('{}'),
    })
    expect(answer).toMatchObject({ status: 422 })
  })
})

describe('when our own answer to an error fails', () => {
  test('nothing of the error is told, and no page of the runtime shows our source', async () => {
    using log = captureLog()
    const answer = SERVING.error(new Error('the reason'))
    expect(answer.status).toBe(500)
    expect(Object.fromEntries(answer.headers)).toMatchObject(SECURITY_HEADERS)
    expect(await answer.text()).toBe('Something went wrong. Please try again.')
    expect(log.text()).toContain('the reason')
    expect(SERVING.development).toBe(false)
  })

  test('a body beyond all bounds is not taken', async () => {
    const headers: [string, string][] = [
      ['Host', 'localhost'],
      ['Content-Length', '16000001'],
    ]
    expect((await ask({ method: 'POST', target: '/healthz', headers }))?.status).toBe(413)
  })
})

test('a reason for the log is one line, the innermost', () => {
  const cause = new Error('duplicate\nkey')
  expect(reasonOf(new Error('Failed query: insert … params: nia@cole.example', { cause }))).toBe('duplicate key')
  expect(reasonOf('x'.repeat(1000))).toHaveLength(500)
  expect(reasonOf(new Error(''))).toBe('unknown')
})

describe('what attempts are counted by', () => {
  const from = (forwarded: string) => new Request('http://localhost/', { headers: { 'x-forwarded-for': forwarded } })
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['6.6.6.6, 203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nonsense', 'local'],
    [`${'1'.repeat(5000)}`, 'local'],
    ['', 'local'],
  ])('%s, behind a proxy', (forwarded, counted) => {
    expect(clientIpOf(from(forwarded), null, true)).toBe(counted)
  })

  test('a client’s own forwarding headers do not count', () => {
    expect(clientIpOf(from('203.0.113.9'), null, false)).toBe('local')
  })
})
