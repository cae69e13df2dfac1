import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { app } from '#src/app.ts'
import { descriptionOf } from '#src/http/api-description.ts'
import { JOB_FILTER_NAMES } from '#src/jobs/search/filters.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aJob, type Cast, completion, finishedQuoteWork, jobInput } from '#tests/support/world.ts'
import { answerOf } from './shape.ts'

// A script that mistypes a parameter or a field is told so, instead of an answer to another question.

/** Whoever may call each route, the first who gets past 403. */
const people = (cast: Cast) => Promise.all([cast.admin, cast.agent, cast.contractor].map(signedInAs))

/** Addresses that browsers open, which links and identity providers add to. */
const OPEN = ['/api/login', '/api/callback', '/api/logout', '/api/*']
const routes = app.routes.filter(({ path }) => /^\/(api|objects)\//.test(path) && !OPEN.includes(path))

let clients: Client[]
const cast = castOfEachTest()
beforeEach(async () => {
  clients = await people(cast)
})

async function firstWhoMay(path: string, method: string, body?: unknown): Promise<Response> {
  for (const client of clients) {
    const response = await client.send(path, { method, body })
    if (response.status !== 403 || path.startsWith('/objects/upload/')) return response
  }
  throw new Error(`Nobody may ${method} ${path}`)
}

test.each(routes.map(({ method, path }) => [method, path] as const))(
  '%s %s takes no unknown parameter',
  async (method, path) => {
    const at = path.replace(/:\w+/, crypto.randomUUID())
    const response = await firstWhoMay(`${at}?lookup=x`, method)
    expect(response.status).toBe(400)
    if (method === 'HEAD') return
    const { message, errors } = (await response.json()) as { message: string; errors: Record<string, string> }
    expect(Object.keys(errors)).toEqual(['lookup'])
    expect(message).toBe(errors.lookup!)
    expect(message).toMatch(/^"lookup" is no parameter of this call\. (It has none|Known are: [\w, ]+)\.$/)
  },
)

const writes = routes.filter(({ method }) => method === 'POST' || method === 'PATCH')
const bodyOf = (route: (typeof routes)[number]) => {
  const body = descriptionOf(route)?.body
  return body?.type === 'object' ? (body as TSchema & { properties: Record<string, TSchema> }) : null
}

let mend: (() => void) | undefined
afterEach(() => mend?.())

/** Tells whether the schema that the document shows was asked for its fields. */
function watched(schema: NonNullable<ReturnType<typeof bodyOf>>): () => boolean {
  const { properties } = schema
  let isRead = false
  const get = () => {
    isRead = true
    return properties
  }
  Object.defineProperty(schema, 'properties', { configurable: true, enumerable: true, get })
  mend = () => Object.defineProperty(schema, 'properties', { value: properties, writable: true })
  return () => isRead
}

test.each(writes.map((route) => [route.method, route.path, bodyOf(route)] as const))(
  '%s %s takes no unknown field, by the schema that describes its body',
  async (method, path, schema) => {
    const isRead = schema && watched(schema)
    const call = { method, body: { lookup: 1, __proto__: { role: 'admin' } } }
    for (const client of [stranger, ...clients]) {
      const { status, body } = await answerOf(client.send(path.replace(/:\w+/, crypto.randomUUID()), call))
      if (status === 401 || (status === 403 && !path.startsWith('/objects/upload/'))) {
        // Nothing of a body is looked at before its sender may send it.
        if (isRead) expect(isRead()).toBe(false)
        continue
      }
      expect(status).toBe(422)
      expect(body.errors.lookup).toMatch(/^This field is not known\. (There are none|Known are: [\w, ]+)\.$/)
      const [, known] = /Known are: (.+)\.$/.exec(body.errors.lookup) ?? []
      for (const name of Object.keys(body.errors)) if (name !== 'lookup') expect(known?.split(', ')).toContain(name)
      if (isRead) expect(isRead()).toBe(true)
      return
    }
    throw new Error('Nobody may')
  },
)

test('bodies are described', () => {
  expect(writes.filter(bodyOf).length).toBeGreaterThan(35)
})

test('strangers are told no more than that they are strangers', async () => {
  for (const path of ['/api/jobs?lookup=x', '/api/contractors?lookup=x', `/objects/${crypto.randomUUID()}?lookup=x`])
    expect((await answerOf(stranger.get(path))).status).toBe(401)
  expect((await answerOf(stranger.get('/api/nothing?lookup=x'))).status).toBe(404)
})

describe('parameters', () => {
  test('are named with those that are known, all that are wrong at once', async () => {
    const answer = await answerOf(clients[0]!.get('/api/jobs?stauts=pending&limit=1&page=2&limit=3'))
    const known = `Known are: search, limit, cursor, ${JOB_FILTER_NAMES.join(', ')}, sort.`
    const errors = {
      stauts: `"stauts" is no parameter of this call. ${known}`,
      page: `"page" is no parameter of this call. ${known}`,
      limit: '"limit" may be given once.',
    }
    expect(answer).toEqual({ status: 400, body: { message: errors.stauts, errors } })
  })

  test('of which there are many are not all told of', async () => {
    const query = Array.from({ length: 500 }, (_, index) => `${'x'.repeat(20)}${index}=`).join('&')
    const { body } = await answerOf(clients[0]!.get(`/api/jobs?${query}`))
    expect(Object.keys(body.errors)).toHaveLength(10)
  })

  test.each([
    '/api/jobs?status=lost',
    '/api/jobs?status=pending,lost',
    '/api/jobs/completed?status=lost',
    '/api/jobs/export.csv?status=lost',
  ])('%s: a status that is none is named with those there are', async (path) => {
    const message =
      '"lost" is no status of this list. Known are: pending, assigned, in_progress, quote_pending, quote_approved, completed, invoiced, cancelled.'
    expect(await answerOf(clients[0]!.get(path))).toEqual({
      status: 400,
      body: { message, errors: { status: message } },
    })
  })

  test('an invoice is not deleted in a way that was not said', async () => {
    const { quote } = await finishedQuoteWork(cast)
    const [ada] = clients
    const invoice = (await answerOf(ada!.post(`/api/quotes/${quote.id}/mark-invoiced`))).body
    const refused = await answerOf(ada!.delete(`/api/invoices/${invoice.id}?hardDelete=yes`))
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['hardDelete']])
    expect((await ada!.delete(`/api/invoices/${invoice.id}?hardDelete=false`)).status).toBe(200)
    expect((await answerOf(ada!.get('/api/quote-work-invoicing'))).body).toHaveLength(1)
  })
})

describe('fields', () => {
  test('that are not known are told besides what is wrong with others, and nothing is done', async () => {
    const [, olivia] = clients
    const { status, body } = await answerOf(
      olivia!.post('/api/jobs', { ...jobInput(), propertyName: '', colour: 'red' }),
    )
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['propertyName', 'colour'])
    expect(body.message).toBe('Property name is required')
    const other = await answerOf(olivia!.post('/api/jobs', { ...jobInput(), status: 'completed' }))
    expect([other.status, Object.keys(other.body.errors)]).toEqual([422, ['status']])
    expect((await answerOf(olivia!.get('/api/jobs'))).body).toEqual([])
  })

  test('of the specification’s calls are known, and a call without a body may come with an empty one', async () => {
    const [ada, olivia, carl] = clients
    const { id } = await aJob(cast, 'assigned')
    expect((await carl!.post(`/api/jobs/${id}/start`, {})).status).toBe(200)
    const sent = { ...completion(), images: [], needsQuote: true, quoteAmount: 480, quoteDescription: 'A new vessel' }
    const { body } = await answerOf(carl!.post(`/api/jobs/${id}/complete`, sent))
    expect((await olivia!.patch(`/api/quotes/${body.quotes[0].id}/approve`)).status).toBe(200)
    const contractor = {
      email: 'n@x.example',
      firstName: 'N',
      lastName: 'C',
      company: 'C',
      phone: '1',
      password: 'secret1',
    }
    expect((await ada!.post('/api/admin/create-contractor', contractor)).status).toBe(201)
  })
})
