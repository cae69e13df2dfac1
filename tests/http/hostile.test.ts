import { afterAll, beforeAll, expect, test } from 'bun:test'
import { openSession } from '#src/access/session.ts'
import { app } from '#src/app.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { captureLog } from '#tests/support/log.ts'
import { overTheWire, type WireAnswer } from '#tests/support/wire.ts'
import { aCast, aContractor, aJob, aNobody, anAgent, finishedQuoteWork, quoteWork } from '#tests/support/world.ts'
import { dice, type Hostile, hostileRequest, type Knowledge, MARK } from './hostile-requests.ts'

// Every route, asked over a real socket by everybody for what nobody would ask. HOSTILE=10000 asks more often,
// HOSTILE_SEED=2 asks other things.

const COUNT = Number(process.env.HOSTILE ?? 1500)
const SEED = Number(process.env.HOSTILE_SEED ?? 1)
/** Requests a world: most of them take something away from it. */
const A_WORLD = 250
const AT_ONCE = 8

let port = 0
beforeAll(() => {
  app.listen({ port: 0, hostname: '127.0.0.1' })
  port = app.server!.port!
})
afterAll(() => app.server?.stop(true))

async function knowledge(): Promise<Knowledge> {
  const cast = await aCast()
  const [spareAgent, spareContractor, nobody] = await Promise.all([anAgent(), aContractor(), aNobody()])
  const states = ['pending', 'assigned', 'in_progress', 'completed', 'quote_pending'] as const
  const jobs = [await quoteWork(cast).then(({ work }) => work), await finishedQuoteWork(cast).then(({ work }) => work)]
  for (const state of states) jobs.push(await aJob(cast, state))
  const visits = jobs.flatMap((job) => job.visits.map((visit) => visit.id))
  const invoice = await markVisitInvoiced(cast.admin, (await aJob(cast, 'completed')).visits[0]!.id)
  const people = [cast.agent, cast.contractor, cast.admin, nobody]
  const [agent, contractor, admin, none] = await Promise.all(people.map((user) => openSession(user.id, 'test')))
  return {
    sessions: { agent: agent!, contractor: contractor!, admin: admin!, nobody: none!, stranger: null },
    ids: {
      jobs: jobs.map((job) => job.id),
      visit: jobs.map((job) => job.id),
      quotes: jobs.flatMap((job) => job.quotes.map((quote) => quote.id)),
      visits,
      invoices: [invoice.id],
      contractors: [spareContractor.id],
      'estate-agents': [spareAgent.id],
      users: [nobody.id],
      assets: ['agent.css', 'app.js'],
      upload: [crypto.randomUUID()],
    },
  }
}

const HEADERS = ['content-security-policy', 'x-content-type-options', 'x-frame-options', 'referrer-policy']
/** What supervisors, proxies and Prometheus ask. */
const PLAIN = new Set(['/healthz', '/readyz', '/metrics'])
/** What the service worker asks: JSON, or a refusal as pages have it. */
const OF_WORKER = '/offline/pages'
const JSON_DOOR = /^\/(api|objects)(\/|$)/
/** Pages, but for their refusals. */
const API_PAGES = new Set(['/api/docs', '/api/docs/problems'])
/** JSON, but for their refusals. */
const DATA_PAGES = new Set([
  '/offline/pages',
  '/passkey/question',
  '/login/passkey/question',
  '/profile/passkeys/question',
])
/** An attribute that a browser would follow or load. */
const FOLLOWED = /\s(?:href|src|action|formaction|hx-(?:get|post))="\s*(?:javascript|data|vbscript):/i

/** What is wrong with an answer, or null. */
function problemOf({ method, path, broken, headers: sent }: Hostile, answer: WireAnswer | null): string | null {
  // What is no HTTP is refused before it is ours.
  if (!answer) return broken ? null : 'no answer'
  const { status, headers, text } = answer
  if (broken && [400, 413, 426, 431, 501].includes(status) && !headers.has('content-type')) return null
  if (status >= 500) return 'failed'
  // Who gets 304 has the answer with its headers.
  if (status === 304) return text || headers.has('content-type') ? 'something new in a 304' : null
  const missing = HEADERS.find((name) => !headers.has(name))
  if (missing) return `without ${missing}`
  if (headers.has('x-injected') || headers.get('set-cookie')?.includes('injected')) return 'a header of the sender'
  if (/evil\.example/.test(new URL(headers.get('location') ?? '/', 'http://own.invalid').host)) return 'leads away'
  const type = headers.get('content-type') ?? ''
  const host = sent.find(([name]) => name === 'Host')?.[1]
  if (!text || method === 'HEAD') return null
  if (host !== 'localhost' && type.startsWith('text/plain') && status === 400) return null
  if (PLAIN.has(path) || path.startsWith('/assets/') || /\.\w+$/.test(path)) return null
  if (DATA_PAGES.has(path) && status === 200) return type.startsWith('application/json') ? null : `as ${type}`
  if (JSON_DOOR.test(path) && !(status === 200 && API_PAGES.has(path)))
    return /^application\/(problem\+)?json|^image\/jpeg/.test(type) || text.startsWith('302') ? null : `as ${type}`
  if (path === OF_WORKER && status === 200) return type.startsWith('application/json') ? null : `as ${type}`
  if (!type.startsWith('text/html; charset=utf-8')) return `as ${type}`
  if (new RegExp(`${MARK}["'<>]|[<"']${MARK}\\(`).test(text) || FOLLOWED.test(text)) return 'markup of the sender'
  return headers.get('cache-control') === 'no-store' ? null : 'kept by caches'
}

const shown = ({ method, target, headers, body }: Hostile) =>
  `${method} ${target.slice(0, 200)} ${JSON.stringify(headers).slice(0, 600)} ${body?.toString().slice(0, 1500) ?? ''}`

test(
  `${COUNT} hostile requests: no failure, no hang, no markup of the sender, no line in the log`,
  async () => {
    const routes = app.routes.map(({ method, path }) => ({ method, path }))
    using log = captureLog()
    const random = dice(SEED)
    const problems: string[] = []
    const statuses = new Map<number, number>()
    let known = await knowledge()

    const ask = async (index: number) => {
      const request = hostileRequest(random, routes[index % routes.length]!, known, `${SEED}x${index}`)
      const answer = await overTheWire(port, request).catch((error: Error) => error)
      const problem = answer instanceof Error ? answer.message : problemOf(request, answer)
      if (answer && !(answer instanceof Error)) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (problem)
        problems.push(`${index} ${problem} ${answer instanceof Error ? '' : answer?.status} ${shown(request)}`)
    }
    for (let index = 0; index < COUNT; index += AT_ONCE) {
      if (index > 0 && index % A_WORLD < AT_ONCE) known = await knowledge()
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, COUNT - index) }, (_, more) => ask(index + more)))
      if (process.env.HOSTILE && index % 2000 < AT_ONCE)
        console.log(index, Math.round(process.memoryUsage.rss() / 1e6), 'MB')
    }
    if (process.env.HOSTILE) console.log(Object.fromEntries([...statuses].sort()))

    expect(problems).toEqual([])
    // How much a process has prepared is not of one sender's doing.
    expect(log.events().filter(({ event }) => event !== 'database.renewed')).toEqual([])
    // They got in: what is asked is mostly refused, but not at the door.
    for (const status of [200, 201, 302, 303, 400, 401, 403, 404, 409, 413, 415, 422])
      expect(statuses.has(status)).toBe(true)
    expect(
      (await overTheWire(port, { method: 'GET', target: '/healthz', headers: [['Host', 'localhost']] }))?.status,
    ).toBe(200)
  },
  COUNT * 100,
)
