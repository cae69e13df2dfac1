import { afterAll, beforeEach, expect, test } from 'bun:test'
import { aToken, bearer, type Client, handle, signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { ABSENT, targets } from '#tests/support/targets.ts'
import { aContractor, aNobody, anAgent } from '#tests/support/world.ts'
import { bodySchema, rightBody, rightValue, WRONG_IDS, wrongBodies, wrongValuesOf } from './generate.ts'
import { type Operation, operations } from './operations.ts'
import { Random } from './random.ts'

// Requests made of the document alone, right ones and wrong ones. `handle` holds each answer against the document: its
// status, its content type and what is in it. OPENAPI_SEED makes the requests of another run again.

const SEED = Number(process.env.OPENAPI_SEED ?? 20261122)
const PATIENCE = 20_000

type Sent = { why: string; path: string; headers?: Record<string, string>; body?: string; isWrong?: boolean }
type Sender = { name: string; client: Client; headers: Record<string, string> }

/** Things of which a call's id may be. */
const THINGS: Record<string, (keyof typeof targets)[]> = {
  '/api/jobs/': ['pending', 'assigned', 'in_progress', 'booked', 'completed', 'quoteWork', 'quotedByAnother'],
  '/api/quotes/': ['pendingQuote', 'finishedQuote'],
  '/api/visits/': ['visit'],
  '/api/invoices/': ['invoice'],
  '/api/tokens/': ['agentsToken'],
  '/api/views/': ['aView'],
  '/api/contractors/': ['aContractor', 'aBusyContractor'],
  '/api/estate-agents/': ['anAgent', 'aBusyAgent'],
  '/api/users/': ['aContractor', 'aNobody', 'anInvited'],
  '/api/accounts/': ['aContractor'],
}

let senders: Sender[]
const cast = castOfEachTest()
beforeEach(async () => {
  const people = { ...cast, other: await anAgent(), another: await aContractor(), nobody: await aNobody() }
  const signedIn = Object.entries(people).map(async ([name, user]) => ({
    ...{ name, client: await signedInAs(user), headers: {} },
  }))
  const byToken = Object.entries(cast).map(async ([name, user]) => ({
    ...{ name: `${name}’s token`, client: stranger, headers: bearer((await aToken(user)).token) },
  }))
  senders = [
    ...(await Promise.all([...signedIn, ...byToken])),
    { name: 'a stranger', client: stranger, headers: {} },
    { name: 'a wrong token', client: stranger, headers: bearer('fettle_x') },
  ]
})

const thingsOf = ({ path }: Operation): Promise<string[]> => {
  const names = Object.entries(THINGS).find(([prefix]) => path.startsWith(prefix) && path.includes('{'))?.[1] ?? []
  return Promise.all(names.map((name) => targets[name](cast)))
}

/** The example's ids become those of things that are there. */
function withKnownIds(body: Record<string, unknown>, known: string[]): Record<string, unknown> {
  const ids: Record<string, unknown> = {
    ...{ contractorId: cast.contractor.id, to: cast.agent.id, handOverTo: cast.agent.id, jobIds: [known[0] ?? ABSENT] },
    // Photos have to be sent first.
    images: [],
  }
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, name in ids ? ids[name] : value]))
}

const pathWith = ({ path }: Operation, id: string, query = '') => path.replace(/\{\w+\}/, id) + query
const asQuery = (values: [string, string][]) => (values.length ? `?${new URLSearchParams(values)}` : '')

function rightRequests(operation: Operation, known: string[], random: Random): Sent[] {
  const query = operation.parameters.filter((one) => one.in === 'query')
  return [0, 1, 2].flatMap((round) => {
    const values = query.filter(() => round > 0 && random.often(0.3))
    const given = asQuery(values.map((one) => [one.name, rightValue(one, random)]))
    const path = pathWith(operation, known.length ? random.one(known) : ABSENT, given)
    const body = operation.body && JSON.stringify(withKnownIds(rightBody(operation, random), known))
    const sent = { why: 'right', path, body, headers: { 'idempotency-key': `key-${random.below(1e9)}` } }
    return round === 0 ? [sent, { ...sent, why: 'again' }] : [sent]
  })
}

const JSON_TYPE = { 'content-type': 'application/json' }
const DEEP = '['.repeat(50_000)

function wrongRequests(operation: Operation, known: string[]): Sent[] {
  const id = known[0] ?? ABSENT
  const path = pathWith(operation, id)
  const query = operation.parameters.filter((one) => one.in === 'query')
  const right = operation.body && JSON.stringify(operation.body.content['application/json']?.example ?? {})
  const isWrong = true
  const bodies: Sent[] = bodySchema(operation)
    ? [
        ...wrongBodies(operation).map(({ why, given }) => ({ why, path, body: JSON.stringify(given), isWrong })),
        ...['{', '[]', '"x"', 'null', '{"a":1}}', '\0', DEEP, `{"a":${DEEP}`, `"${'x'.repeat(2_000_000)}"`].map(
          (body) => ({
            ...{ why: `the body ${body.slice(0, 10)}`, path, body, isWrong },
          }),
        ),
        ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/json; x'].map(
          (type) => ({ why: type, path, body: right, headers: { 'content-type': type } }),
        ),
        { why: 'packed', path, body: right, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, isWrong },
      ]
    : []
  return [
    ...bodies,
    { why: 'an unknown parameter', path: `${path}?lookup=1`, body: right, isWrong: !isBrowsers(operation) },
    ...query.flatMap((one) =>
      wrongValuesOf(one).map((value) => ({
        ...{ why: `${one.name}=${value.slice(0, 20)}`, path: path + asQuery([[one.name, value]]), body: right },
        // With several things wrong, and where nothing is known of the sender's own, the first decides.
        isWrong: value.trim() !== '\0',
      })),
    ),
    ...query.slice(0, 1).map(({ name }) => ({ why: 'twice', path: `${path}?${name}=1&${name}=1`, body: right })),
    ...(path.includes(id) && operation.path.includes('{')
      ? WRONG_IDS.map((wrong) => ({
          why: `the id ${wrong.slice(0, 10)}`,
          path: pathWith(operation, wrong),
          body: right,
          isWrong,
        }))
      : []),
    ...[' ', 'x'.repeat(256), 'é'].map((key) => ({
      ...{
        why: `the key ${key.slice(0, 5)}`,
        path,
        body: right,
        headers: { 'idempotency-key': encodeURI(key).slice(0, 256) },
      },
    })),
    ...['*', 'W/"x"', '"', 'x', '"a", "b"'].flatMap((tag) => [
      { why: `If-Match ${tag}`, path, body: right, headers: { 'if-match': tag } },
      { why: `If-None-Match ${tag}`, path, body: right, headers: { 'if-none-match': tag } },
    ]),
  ]
}

/** Addresses that browsers open, which links and identity providers add to. */
const isBrowsers = ({ path }: Operation) => /^\/api\/(login|callback|logout)$/.test(path)

async function answerTo({ method }: Operation, { client, headers }: Sender, sent: Sent): Promise<Response> {
  const all = new Headers({ ...(sent.body !== undefined && JSON_TYPE), ...headers, ...sent.headers })
  if (client.cookie) all.set('cookie', `session=${client.cookie}`)
  const body = method === 'GET' ? undefined : sent.body
  const asked = handle(new Request(`http://localhost${sent.path}`, { method, headers: all, body }))
  const late = Bun.sleep(PATIENCE).then(() => {
    throw new Error(`No answer after ${PATIENCE} ms`)
  })
  return Promise.race([asked, late])
}

const counts = { requests: 0, statuses: {} as Record<number, number>, succeeded: new Set<string>() }

/** Of those who may not, a few requests tell the same as many. */
const OF_OTHERS = 3
const OF_EACH = 12

/** Answers after a while, so that nobody learns from it who has an account: here its senders wait side by side. */
const WAITS_ON_PURPOSE = 'askForPassword'

test.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s answers nothing that the document does not list',
  async (name, operation) => {
    const known = await thingsOf(operation)
    const sendAll = async (sender: Sender) => {
      const random = new Random(SEED + Bun.hash.crc32(`${name} by ${sender.name}`))
      let mayCall = false
      const send = async (sent: Sent) => {
        const answer = await answerTo(operation, sender, sent).catch((error: Error) => {
          throw new Error(`${sender.name}, ${sent.why} (seed ${SEED}): ${error.message}`)
        })
        const { status } = answer
        counts.requests++
        counts.statuses[status] = (counts.statuses[status] ?? 0) + 1
        if (status < 300) counts.succeeded.add(operation.operationId)
        if (status !== 401 && status !== 403) mayCall = true
        const told = `${sender.name}, ${sent.why} (seed ${SEED}): ${status} to ${operation.method} ${sent.path.slice(0, 200)}`
        if (status === 500) throw new Error(told)
        if (sent.isWrong && status < 400) throw new Error(`${told}, which is wrong by the document`)
      }
      for (const sent of rightRequests(operation, known, random)) await send(sent)
      const wrong = wrongRequests(operation, known)
      for (const sent of random.some(wrong, mayCall ? OF_EACH : OF_OTHERS)) await send(sent)
    }
    if (operation.operationId === WAITS_ON_PURPOSE) await Promise.all(senders.map(sendAll))
    else for (const sender of senders) await sendAll(sender)
  },
  300_000,
)

afterAll(() => {
  const { requests, statuses, succeeded } = counts
  const never = operations
    .filter(({ operationId }) => !succeeded.has(operationId))
    .map(({ operationId }) => operationId)
  if (process.env.OPENAPI_COUNTS) console.log({ requests, statuses, never })
  expect(requests).toBeGreaterThan(operations.length * 20)
})
