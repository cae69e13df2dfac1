import { expect, test } from 'bun:test'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob } from '#tests/support/world.ts'
import { held } from './document.ts'

// What no answer of the program shows: that one which is otherwise than the document says is told of.

const asked = (path: string, method = 'GET') => new Request(`http://localhost${path}`, { method })
const ID = '018f7e8a-5a0b-7c3d-9e4f-0123456789ab'

/** The job that the app answers, and what is told when it answers `change` of it. */
async function toldOf(change: (job: Record<string, unknown>) => unknown): Promise<string> {
  const cast = await aCast()
  const { id } = await aJob(cast, 'quote_pending')
  const job = (await (await (await signedInAs(cast.admin)).get(`/api/jobs/${id}`)).json()) as Record<string, unknown>
  return held(asked(`/api/jobs/${id}`), Response.json(change(job))).then(
    () => '',
    (error: Error) => error.message.replace(id, 'ID'),
  )
}

const BEGIN = 'GET /api/jobs/ID (getJob) answered 200 with what the document does not say:'

test.each<[string, (job: Record<string, unknown>) => unknown, string]>([
  ['as it is', (job) => job, ''],
  [
    'a field more',
    (job) => ({ ...job, secret: 1 }),
    '/ must NOT have additional properties {"additionalProperty":"secret"}',
  ],
  [
    'a field less',
    ({ jobRef: _, ...job }) => job,
    '/ must have required property \'jobRef\' {"missingProperty":"jobRef"}',
  ],
  [
    'a status that is none',
    (job) => ({ ...job, status: 'lost' }),
    '/status must be equal to one of the allowed values',
  ],
  ['a day for a moment', (job) => ({ ...job, createdAt: '2026-11-22' }), '/createdAt must match pattern'],
  [
    'pence for pounds',
    (job) => ({ ...job, quotes: [{ ...(job.quotes as object[])[0], amount: 48000 }] }),
    '/quotes/0/amount must be string',
  ],
  ['null where there is always something', (job) => ({ ...job, urgency: null }), '/urgency must be'],
  ['no object', () => [], '/ must be object'],
])('a job with %s', async (_, change, told) => {
  const said = await toldOf(change)
  expect(said).toStartWith(told && BEGIN)
  expect(said).toContain(told)
})

test.each<[string, Request, Response, string]>([
  [
    'a status',
    asked(`/api/jobs/${ID}`),
    Response.json({}, { status: 418 }),
    'getJob) answered 418, which the document does not list',
  ],
  [
    'a type',
    asked(`/api/jobs/${ID}`),
    new Response('{}', { headers: { 'content-type': 'text/html' } }),
    'answered 200 as "text/html", which the document does not list',
  ],
  [
    'a call',
    asked('/api/nothing'),
    Response.json({}),
    '(no call of the document) answered 200, which the document does not list',
  ],
  ['a method', asked(`/api/jobs/${ID}`, 'PUT'), Response.json({}), '(no call of the document) answered 200'],
])('%s that the document does not have', async (_, request, answer, told) => {
  await expect(held(request, answer)).rejects.toThrow(told)
})

test('pages are no part of it', async () => {
  await held(asked('/jobs'), new Response('a page', { status: 418 }))
})

test('an answer can still be read, also when it is compressed', async () => {
  const { agent } = await aCast()
  const client = await signedInAs(agent)
  for (const encoding of ['gzip', 'br', 'zstd', 'identity']) {
    const answer = await client.get('/api/jobs', { 'accept-encoding': encoding })
    expect((await answer.bytes()).length).toBeGreaterThan(0)
  }
  const headers = { 'content-type': 'application/json;charset=utf-8', 'content-encoding': 'gzip' }
  const wrong = new Response(Bun.gzipSync('[1]'), { headers })
  await expect(held(asked('/api/jobs'), wrong)).rejects.toThrow('/0 must be object')
})

test('a streamed answer is judged when it has been read', async () => {
  const streamed = (text: string) => new Response(text, { headers: { 'content-type': 'application/json' } })
  const right = await held(asked('/api/jobs'), streamed('[]'))
  expect(await right.text()).toBe('[]')
  const wrong = await held(asked('/api/jobs'), streamed('[1]'))
  await expect(wrong.text()).rejects.toThrow('/0 must be object')
})
