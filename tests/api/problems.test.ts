import { afterEach, describe, expect, mock, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { quotes, uploadedObjects } from '#db/schema.ts'
import { Forbidden, NoRoom, PasskeyNeeded, Refused, TooSlow, Unavailable } from '#src/http/errors.ts'
import { MAX_BODY } from '#src/http/input.ts'
import { PROBLEM_CODES, PROBLEMS, type Problem, type ProblemCode } from '#src/http/problem-codes.ts'
import { answerJson } from '#src/http/respond/answer-error.tsx'
import { aToken, bearer, handle, stranger } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { problemOf } from '#tests/support/problem.ts'
import { ROOT } from '#tests/support/root.ts'
import { ABSENT } from '#tests/support/targets.ts'
import { aJob, jobInput } from '#tests/support/world.ts'

const cast = castOfEachTest()
const agent = signedInOfEachTest(cast, 'agent')
const contractor = signedInOfEachTest(cast, 'contractor')
const admin = signedInOfEachTest(cast, 'admin')
afterEach(() => {
  mock.restore()
})

const pendingQuote = async () => (await aJob(cast, 'quote_pending')).quotes[0]!.id
const keyed = (body: unknown) =>
  agent.send('/api/jobs', { method: 'POST', body, headers: { 'idempotency-key': 'same' } })
const asked = new Request('http://localhost/api/jobs')

/** For each code a request that gets it. */
const REQUESTS: Record<ProblemCode, () => Response | Promise<Response>> = {
  malformed: () => agent.post('/api/jobs', '{'),
  unknown_parameter: () => agent.get('/api/jobs?stauts=pending'),
  wrong_parameter: () => agent.get('/api/jobs?status=lost'),
  not_signed_in: () => stranger.get('/api/jobs'),
  wrong_token: () => stranger.get('/api/jobs', bearer('fettle_wrong')),
  wrong_credentials: () => stranger.post('/api/local/login', { identifier: 'nobody', password: 'nothing at all' }),
  forbidden: () => agent.get('/api/contractors'),
  not_yours: () => answerJson(new Forbidden('This quote is not yours.', 'not_yours'), asked),
  async read_only_token() {
    const { token } = await aToken(cast.agent, { scopes: ['read'] })
    return stranger.send('/api/jobs', { method: 'POST', body: jobInput(), headers: bearer(token) })
  },
  async sign_in_needed() {
    const { token } = await aToken(cast.agent)
    return stranger.send('/api/tokens', { method: 'POST', body: { name: 'Another' }, headers: bearer(token) })
  },
  // By a session without one, in tests/accounts/passkeys/required.test.ts.
  passkey_needed: () => answerJson(new PasskeyNeeded(), asked),
  link_over: () =>
    stranger.send(`/objects/upload/${ABSENT}`, { method: 'PUT', headers: { 'content-type': 'image/png' } }),
  another_site: () =>
    agent.send('/api/jobs', { method: 'POST', body: jobInput(), headers: { origin: 'https://evil.example' } }),
  not_found: () => agent.get(`/api/jobs/${ABSENT}`),
  // Over a socket in tests/http/arriving.test.ts.
  too_slow: () => answerJson(new TooSlow(), asked),
  conflict: () => admin.patch(`/api/users/${cast.admin.id}/role`, { role: 'contractor' }),
  job_moved_on: async () => admin.post(`/api/jobs/${(await aJob(cast)).id}/unassign`),
  already_assigned: async () =>
    admin.post(`/api/jobs/${(await aJob(cast, 'assigned')).id}/assign`, { contractorId: cast.contractor.id }),
  quote_changed: async () => agent.patch(`/api/quotes/${await pendingQuote()}/approve`, { version: 7 }),
  async quote_decided() {
    const id = await pendingQuote()
    await agent.patch(`/api/quotes/${id}/decline`)
    return agent.patch(`/api/quotes/${id}/approve`)
  },
  async quote_expired() {
    const id = await pendingQuote()
    await db.update(quotes).set({ validUntil: '2026-03-01' }).where(eq(quotes.id, id))
    return agent.patch(`/api/quotes/${id}/approve`)
  },
  async already_void() {
    const { visits } = await aJob(cast, 'completed')
    const { id } = await (await admin.post(`/api/visits/${visits[0]!.id}/mark-invoiced`)).json()
    await admin.post(`/api/invoices/${id}/void`, { reason: 'Wrong' })
    return admin.post(`/api/invoices/${id}/void`, { reason: 'Wrong' })
  },
  async already_paid() {
    const { visits } = await aJob(cast, 'completed')
    const { id } = await (await admin.post(`/api/visits/${visits[0]!.id}/mark-invoiced`)).json()
    await admin.post(`/api/invoices/${id}/paid`)
    return admin.post(`/api/invoices/${id}/paid`)
  },
  async already_invoiced() {
    const path = `/api/visits/${(await aJob(cast, 'completed')).visits[0]!.id}/mark-invoiced`
    await admin.post(path)
    return admin.post(path)
  },
  not_billable: async () => admin.post(`/api/quotes/${await pendingQuote()}/mark-invoiced`),
  async already_sent() {
    const formKey = crypto.randomUUID()
    await agent.submit('/create-job', { ...jobInput(), formKey } as Record<string, string>)
    return agent.send('/api/jobs', { method: 'POST', body: jobInput(), headers: { 'idempotency-key': formKey } })
  },
  async already_uploaded() {
    const { uploadURL } = (await (await contractor.post('/api/objects/upload')).json()) as { uploadURL: string }
    const photo = await Bun.file(join(ROOT, 'docs/agent-phone.png')).bytes()
    const put = () =>
      handle(new Request(uploadURL, { method: 'PUT', body: photo, headers: { 'content-type': 'image/png' } }))
    await put()
    return put()
  },
  async named_twice() {
    const { id } = await aJob(cast)
    const sent = { jobIds: [id, id], contractorId: cast.contractor.id }
    const { results } = (await (await admin.post('/api/jobs/assign', sent)).json()) as {
      results: { code?: ProblemCode; message: string }[]
    }
    expect(results.map(({ code }) => code)).toEqual([undefined, 'named_twice'])
    return answerJson(new Refused(results[1]!.message, 'named_twice'), asked)
  },
  async chased_lately() {
    const chase = async () =>
      admin.post('/api/jobs/chase', { jobIds: [(await assigned).id], text: 'How does it stand?' })
    const assigned = aJob(cast, 'assigned')
    await chase()
    const { results } = (await (await chase()).json()) as { results: { code: string; message: string }[] }
    expect(results.map(({ code }) => code)).toEqual(['chased_lately'])
    return answerJson(new Refused(results[0]!.message, 'chased_lately'), asked)
  },
  // Of two processes in tests/writes/idempotency-processes.test.ts.
  still_at_work: () => answerJson(new Refused('The first request is still at work.', 'still_at_work'), asked),
  link_ended: () => stranger.post('/api/password-reset/set', { token: 'x'.repeat(43), password: 'correct battery' }),
  async photo_gone() {
    const headers = { 'idempotency-key': 'photo' }
    const ask = () => contractor.send('/api/objects/upload', { method: 'POST', headers })
    await ask()
    await db.delete(uploadedObjects)
    return ask()
  },
  cursor_expired: () => agent.get('/api/events?after=zz.1.aaaaaaaaaaaa'),
  async precondition_failed() {
    const { id } = await aJob(cast)
    return agent.send(`/api/jobs/${id}`, {
      method: 'PATCH',
      body: { propertyName: 'Ivy House' },
      headers: { 'if-match': '"another"' },
    })
  },
  too_large: () => agent.post('/api/jobs', { ...jobInput(), accessNotes: 'x'.repeat(MAX_BODY) }),
  wrong_type: () => agent.send('/api/jobs', { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } }),
  invalid_input: () => agent.post('/api/jobs', { ...jobInput(), propertyName: '' }),
  unknown_field: () => agent.post('/api/jobs', { ...jobInput(), colour: 'red' }),
  async idempotency_key_reused() {
    await keyed(jobInput())
    return keyed(jobInput({ propertyName: 'Ivy House' }))
  },
  async too_many_requests() {
    const guess = () => stranger.post('/api/local/login', { identifier: 'olivia', password: 'nothing at all' })
    await Promise.all(Array.from({ length: 10 }, guess))
    return guess()
  },
  internal_error() {
    spyOn(Bun.password, 'hash').mockRejectedValue(new Error('the disk says something private'))
    return admin.post('/api/admin/create-contractor', {
      ...{ email: 'nia@cole.example', firstName: 'Nia', lastName: 'Cole', password: 'secret1' },
    })
  },
  // By requests in tests/db/given/read-only.test.ts and tests/photos/storage/room.test.ts.
  unavailable: () => answerJson(new Unavailable(), asked),
  no_room: () => answerJson(new NoRoom('There is no room for photos right now.'), asked),
}

test.each(PROBLEM_CODES)('%s is told by its code, with its status', async (code) => {
  const answer = await REQUESTS[code]()
  expect(answer.status).toBe(PROBLEMS[code][0])
  expect((await problemOf(answer)).code).toBe(code)
})

test('docs/api/errors-and-retries.md has the table of codes', async () => {
  const rows = (await Bun.file(join(ROOT, 'docs/api/errors-and-retries.md')).text()).matchAll(
    /^\| `([a-z_]+)` \| (\d{3}) \| (.+) \|$/gm,
  )
  const told = [...rows].map(([, code, status, title]) => [code, Number(status), title])
  expect(told).toEqual(Object.entries(PROBLEMS).map(([code, [status, title]]) => [code, status, title]))
})

describe('what is wrong is pointed at', () => {
  const wrong = async (coming: Promise<Response>) => {
    const { code, problems = [] } = await problemOf(coming)
    return [code, problems.map(({ detail: _, ...place }: Problem) => place)]
  }
  const send = (body: unknown) => agent.post('/api/jobs', body)

  test.each<[string, unknown, ProblemCode, string[]]>([
    ['JSON that is none', '{"a":', 'malformed', ['']],
    ['a list', [], 'malformed', ['']],
    ['null', null, 'malformed', ['']],
    ['a number', 7, 'malformed', ['']],
    ['a field of another type', { ...jobInput(), urgency: 3 }, 'invalid_input', ['/urgency']],
    ['a name with / and ~', { ...jobInput(), 'a/b~c.d': 1 }, 'unknown_field', ['/a~1b~0c.d']],
    ['no name', { ...jobInput(), '': 1 }, 'unknown_field', ['/']],
    ['a long name', { ...jobInput(), ['x'.repeat(300)]: 1 }, 'unknown_field', [`/${'x'.repeat(300)}`]],
    ['one in a list', { ...jobInput(), images: ['https://x.example/a', 7] }, 'invalid_input', ['/images/1']],
    ['several', { ...jobInput(), urgency: 3, colour: 1 }, 'unknown_field', ['/urgency', '/colour']],
  ])('%s', async (_, body, code, pointers) => {
    expect(await wrong(send(body))).toEqual([code, pointers.map((pointer) => ({ pointer }))])
  })

  test('within a list of things, by shape, by rule and by name', async () => {
    const { id } = await aJob(cast, 'in_progress')
    const line = { description: 'Vessel', quantity: 1, unitPrice: '480.00' }
    const complete = (...lines: unknown[]) =>
      wrong(
        contractor.post(`/api/jobs/${id}/complete`, {
          ...{ workDone: 'Looked', images: [], needsQuote: true, quoteDescription: 'A new vessel', lines },
        }),
      )
    expect(await complete(line, { ...line, unitPrice: {} })).toEqual([
      'invalid_input',
      [{ pointer: '/lines/1/unitPrice' }],
    ])
    expect(await complete(line, { ...line, 'a/b': 1 })).toEqual(['unknown_field', [{ pointer: '/lines/1/a~1b' }]])
    expect(await complete({ ...line, vatRate: 20 })).toEqual(['invalid_input', [{ pointer: '/lines/0/vatRate' }]])
    const items = [{ visitId: ABSENT }, { quoteId: ABSENT, amount: 5 }]
    expect(await wrong(admin.post('/api/invoices', { items }))).toEqual([
      'invalid_input',
      [{ pointer: '/items/1/amount' }],
    ])
  })

  test('in the address: unknown, twice, wrong', async () => {
    expect(await wrong(agent.get('/api/jobs?a%2Fb=1&limit=1&limit=2'))).toEqual([
      'unknown_parameter',
      [{ parameter: 'a/b' }, { parameter: 'limit' }],
    ])
    expect(await wrong(agent.get('/api/jobs?limit=1&limit=2'))).toEqual(['wrong_parameter', [{ parameter: 'limit' }]])
    expect(await wrong(agent.get('/api/jobs?limit=0'))).toEqual(['wrong_parameter', [{ parameter: 'limit' }]])
    expect(await wrong(agent.get('/api/quotes?updatedSince=yesterday'))).toEqual([
      'wrong_parameter',
      [{ parameter: 'updatedSince' }],
    ])
    await aJob(cast)
    const handOver = `/api/estate-agents/${cast.agent.id}`
    const parameter = [{ parameter: 'handOverTo' }]
    expect(await wrong(admin.delete(`${handOver}?handOverTo=${ABSENT}`))).toEqual(['invalid_input', parameter])
    const inBody = admin.send(handOver, { method: 'DELETE', body: { handOverTo: ABSENT } })
    expect(await wrong(inBody)).toEqual(['invalid_input', [{ pointer: '/handOverTo' }]])
  })

  test('in a header', async () => {
    const spaced = agent.send('/api/jobs', { method: 'POST', body: jobInput(), headers: { 'idempotency-key': 'a b' } })
    expect(await wrong(spaced)).toEqual(['malformed', [{ header: 'Idempotency-Key' }]])
  })
})
