import { afterEach, describe, expect, mock, spyOn, test } from 'bun:test'
import { SQL } from 'bun'
import { SECURITY_HEADERS } from '#src/access/same-origin.ts'
import { MAX_BODY } from '#src/http/input.ts'
import { asHttpError } from '#src/http/respond/answer-error.tsx'
import { type Client, handle, signedInAs, stranger } from '#tests/support/app.ts'
import { captureLog } from '#tests/support/log.ts'
import { aCast, aJob, anAdmin, anAgent, jobInput } from '#tests/support/world.ts'
import { answerOf } from './shape.ts'

// What holds for every route under /api, whatever it does.

const json = { 'content-type': 'application/json' }
const longText = JSON.stringify({ ...jobInput(), accessNotes: 'x'.repeat(MAX_BODY) })

/** A body that comes in pieces, without a length. */
const chunked = (text: string) =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < text.length; at += 5000)
        controller.enqueue(new TextEncoder().encode(text.slice(at, at + 5000)))
      controller.close()
    },
  })

const post = (client: Client, body: BodyInit, headers: Record<string, string> = json) =>
  handle(
    new Request('http://localhost/api/jobs', {
      method: 'POST',
      body,
      headers: { ...headers, cookie: `session=${client.cookie}` },
    }),
  )

afterEach(() => {
  mock.restore()
})

describe('a body that cannot be taken', () => {
  test.each([
    ['broken JSON', '{"a":', json, 400, 'The body is not valid JSON.'],
    ['nothing', '', json, 400, 'The body is not valid JSON.'],
    ['a list', '[]', json, 400, 'The body must be a JSON object.'],
    ['null', 'null', json, 400, 'The body must be a JSON object.'],
    ['a form', 'propertyName=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415, null],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415, null],
    ['too much', longText, json, 413, 'The request is too large.'],
    ['too much, in pieces', longText, json, 413, 'The request is too large.'],
    ['a length that says too much', '{}', { ...json, 'content-length': '9999999' }, 413, 'The request is too large.'],
  ] as const)('%s', async (name, body, headers, status, message) => {
    const agent = await signedInAs(await anAgent())
    const answer = await answerOf(post(agent, name.endsWith('pieces') ? chunked(body) : body, headers))
    expect(answer).toEqual({ status, body: { message: message ?? 'The content type must be application/json.' } })
    expect(await (await agent.get('/api/jobs')).json()).toEqual([])
  })

  test('a sender who may not come in is refused before the body is read', async () => {
    expect((await post(stranger, longText)).status).toBe(401)
    expect((await post(await signedInAs(await anAdmin()), '{')).status).toBe(403)
  })

  test('over a socket too, where a sender may lie about the length', async () => {
    const server = Bun.serve({ port: 0, fetch: (request) => handle(request) })
    try {
      const { cookie } = await signedInAs(await anAgent())
      const url = new URL('/api/jobs', server.url)
      const headers = { ...json, cookie: `session=${cookie}` }
      const sent = await fetch(url, { method: 'POST', headers, body: chunked(longText) })
      expect(await answerOf(Promise.resolve(sent))).toEqual({
        status: 413,
        body: { message: 'The request is too large.' },
      })
      const whole = await fetch(url, { method: 'POST', headers, body: chunked(JSON.stringify(jobInput())) })
      expect(whole.status).toBe(201)
    } finally {
      await server.stop(true)
    }
  })
})

describe('a path that is none', () => {
  test.each(['/api', '/api/', '/api/nothing', '/api/jobs/1/2/3', '/api/../api/nothing', '/api/%zz'])(
    '%s answers JSON, to strangers too',
    async (path) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'])
        expect(await answerOf(stranger.send(path, { method }))).toEqual({ status: 404, body: { message: 'Not found' } })
    },
  )
})

test('every answer carries the security headers, and nobody else may keep it', async () => {
  const { agent, contractor, admin } = await aCast()
  const job = await aJob({ agent, contractor, admin })
  const [asAgent, asAdmin] = await Promise.all([signedInAs(agent), signedInAs(admin)])
  const recent = await asAgent.get('/api/jobs/recent')
  const etag = recent.headers.get('etag')!
  const calls: [number, () => Promise<Response>][] = [
    [200, () => asAgent.get('/api/jobs')],
    [200, async () => recent],
    [201, () => asAgent.post('/api/jobs', jobInput())],
    [304, () => asAgent.get('/api/jobs/recent', { 'if-none-match': etag })],
    [400, () => asAgent.post('/api/jobs', '{')],
    [401, () => stranger.get('/api/jobs')],
    [403, () => asAgent.get('/api/contractors')],
    [403, () => asAgent.send('/api/jobs', { method: 'POST', headers: { origin: 'https://evil.example' } })],
    [404, () => asAgent.get('/api/nothing')],
    [409, () => asAdmin.post(`/api/jobs/${job.id}/unassign`)],
    [413, () => post(asAgent, longText)],
    [415, () => post(asAgent, 'x', { 'content-type': 'text/plain' })],
    [422, () => asAgent.post('/api/jobs', {})],
    [
      500,
      () => {
        spyOn(Bun.password, 'hash').mockRejectedValue(new Error('the disk says something private'))
        return asAdmin.post('/api/admin/create-contractor', {
          ...{ email: 'nia@cole.example', firstName: 'Nia', lastName: 'Cole', password: 'secret1' },
        })
      },
    ],
  ]
  // Making a job outdates the tag, so 304 is asked for before it.
  calls.sort(([a], [b]) => Number(b === 304) - Number(a === 304))
  for (const [status, call] of calls) {
    const { headers, status: answered } = await call()
    expect(answered).toBe(status)
    // Who gets 304 has the answer with its headers.
    const required = status === 304 ? {} : SECURITY_HEADERS
    expect(`${status} ${JSON.stringify({ ...Object.fromEntries(headers), ...required })}`).toBe(
      `${status} ${JSON.stringify(Object.fromEntries(headers))}`,
    )
    expect(headers.get('cache-control')).toMatch(/^no-store$|^private, no-cache$/)
  }
})

describe('what nobody foresaw', () => {
  test('is told as an id, under which the log has the reason', async () => {
    using log = captureLog()
    const inner = new Error('duplicate key')
    const error = asHttpError(new Error('insert into users values (carl@example.org)', { cause: inner }), 'UNKNOWN')
    expect(error.status).toBe(500)
    const id = /^Something went wrong\. Please try again\. \(Request ([0-9a-f-]{36})\)$/.exec(error.message)?.[1]
    expect(log.lines()).toMatchObject([{ event: 'failure.unexpected', request: id, reason: 'duplicate key' }])
    expect(log.text()).not.toContain('carl@example.org')
  })

  test('a database that is away is 503: come again', () => {
    using log = captureLog()
    const gone = new SQL.PostgresError('Connection closed', { code: 'ERR_POSTGRES_CONNECTION_CLOSED' } as never)
    const error = asHttpError(new Error('Failed query', { cause: gone }), 'UNKNOWN')
    expect(error).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect(log.lines()).toMatchObject([{ event: 'failure.database', reason: 'Connection closed' }])
  })
})

describe('from another site', () => {
  test('a change with the cookie is refused, and a script without either header is not', async () => {
    const agent = await signedInAs(await anAgent())
    const create = (headers: Record<string, string>) =>
      agent.send('/api/jobs', { method: 'POST', body: jobInput(), headers })
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }])
      expect(await answerOf(create(headers as never))).toEqual({
        status: 403,
        body: { message: 'This request came from another site.' },
      })
    expect(await (await agent.get('/api/jobs')).json()).toEqual([])
    for (const headers of [{}, { origin: 'http://localhost' }, { 'sec-fetch-site': 'same-origin' }])
      expect((await create(headers as never)).status).toBe(201)
  })

  test('so is a sign-in: nobody is signed in as somebody else behind their back', async () => {
    const headers = { origin: 'https://evil.example' }
    const call = { method: 'POST', body: { identifier: 'x', password: 'y' }, headers }
    expect((await stranger.send('/api/local/login', call)).status).toBe(403)
  })

  test('reading is left to the browser, which does not hand the answer over', async () => {
    const agent = await signedInAs(await anAgent())
    const answer = await agent.get('/api/jobs', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' })
    expect(answer.status).toBe(200)
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })
})
