import { expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { jobVisits } from '#db/schema.ts'
import { app } from '#src/app.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { ABSENT, targets, WEBHOOK, withIds } from '#tests/support/targets.ts'
import { tomorrow } from '#tests/support/times.ts'
import {
  aCast,
  aContractor,
  aNobody,
  anAgent,
  type Cast,
  completion,
  importedRow,
  jobInput,
} from '#tests/support/world.ts'

// Who may do what, as HTTP, one line a route. A route that is not here fails the last test.

/** The columns: `former` responded to the job earlier, and it is not theirs now. */
const WHO = [
  'agent',
  'other agent',
  'contractor',
  'other contractor',
  'former',
  'admin',
  'no role',
  'stranger',
] as const

const SIGNED_IN = '200 200 200 200 200 200 200 401'
const EVERY_ROLE = '200 200 200 200 200 200 403 401'
const OWN = '200 404 200 404 200 200 403 401'
const AGENT_OR_ADMIN = '200 404 403 403 403 200 403 401'
const ADMIN = '403 403 403 403 403 200 403 401'
const ADMIN_QUEUES = '403 403 403 403 403 202 403 401'
const ADMIN_CREATES = '403 403 403 403 403 201 403 401'
const OWN_AGENT = '200 404 403 403 403 403 403 401'
const OWN_CONTRACTOR = '403 403 200 404 409 403 403 401'

type Target = keyof typeof TARGETS
type Row = [request: string, expected: string, target?: Target, body?: (cast: Cast) => unknown]

let names = 0
const details = () => ({ firstName: 'Nia', lastName: 'Cole', password: 'secret1' })

const ROWS: Row[] = [
  ['GET /api/auth/user', SIGNED_IN],
  ['GET /api/stats', EVERY_ROLE],
  ['GET /api/events', EVERY_ROLE],
  ['GET /api/jobs', EVERY_ROLE],
  ['GET /api/jobs/recent', EVERY_ROLE],
  ['GET /api/jobs/completed', EVERY_ROLE],
  ['GET /api/jobs/export.csv', EVERY_ROLE],
  ['GET /api/jobs/:id', OWN, 'assigned'],
  ['GET /api/jobs/:id/events', OWN, 'assigned'],
  ['GET /api/jobs/:id/contractors', ADMIN, 'assigned'],
  ['POST /api/jobs', '201 201 403 403 403 403 403 401', undefined, () => jobInput()],
  ['DELETE /api/jobs/:id', AGENT_OR_ADMIN, 'pending'],
  ['DELETE /api/jobs/:id', AGENT_OR_ADMIN, 'completed'],
  ['DELETE /api/jobs/completed/all', '200 200 403 403 403 403 403 401', 'completed'],
  ['PATCH /api/jobs/:id', AGENT_OR_ADMIN, 'pending', () => ({ propertyName: 'Ivy House' })],
  ['POST /api/jobs/:id/assign', ADMIN, 'pending', ({ contractor }) => ({ contractorId: contractor.id })],
  ['POST /api/jobs/assign', ADMIN, undefined, ({ contractor }) => ({ jobIds: [ABSENT], contractorId: contractor.id })],
  ['POST /api/jobs/cancel', ADMIN, undefined, () => ({ jobIds: [ABSENT], reason: 'Sold' })],
  ['POST /api/jobs/import', ADMIN, undefined, ({ agent }) => ({ agentId: agent.id, jobs: [importedRow()] })],
  [
    'POST /api/jobs/:id/rivals',
    ADMIN_CREATES,
    'quotedByAnother',
    ({ contractor }) => ({ contractorId: contractor.id }),
  ],
  ['POST /api/jobs/:id/unassign', ADMIN, 'assigned'],
  ['POST /api/jobs/:id/cancel', AGENT_OR_ADMIN, 'in_progress', () => ({ reason: 'Sold' })],
  ['POST /api/jobs/:id/reopen', AGENT_OR_ADMIN, 'completed', () => ({ reason: 'It leaks again' })],
  ['POST /api/jobs/:id/start', OWN_CONTRACTOR, 'assigned'],
  ['POST /api/jobs/:id/complete', OWN_CONTRACTOR, 'in_progress', () => completion()],
  ['GET /api/jobs/:id/messages', OWN, 'assigned'],
  ['POST /api/jobs/:id/messages', '201 404 201 404 409 201 403 401', 'assigned', () => ({ text: 'When?' })],
  ['POST /api/jobs/:id/mark-complete', OWN_CONTRACTOR, 'quoteWork'],
  [
    'POST /api/jobs/:id/visits',
    OWN_CONTRACTOR,
    'in_progress',
    () => ({ outcome: 'no_access', workDone: 'Rang twice.' }),
  ],
  ['POST /api/jobs/:id/hand-back', OWN_CONTRACTOR, 'in_progress', () => ({ reason: 'Ill' })],
  ['PUT /api/jobs/:id/appointment', OWN_CONTRACTOR, 'in_progress', () => tomorrow()],
  ['DELETE /api/jobs/:id/appointment', OWN_CONTRACTOR, 'booked'],
  ['POST /api/objects/upload', '200 200 200 200 200 403 403 401'],
  ['GET /api/quotes', EVERY_ROLE],
  ['GET /api/quotes/pending', EVERY_ROLE],
  ['GET /api/quotes/export.csv', EVERY_ROLE],
  ['GET /api/quotes/:id', '200 404 200 404 404 200 403 401', 'pendingQuote'],
  ['PATCH /api/quotes/:id/approve', OWN_AGENT, 'pendingQuote'],
  ['PATCH /api/quotes/:id/decline', OWN_AGENT, 'pendingQuote'],
  ['PATCH /api/quotes/:id', '403 403 200 404 404 403 403 401', 'pendingQuote', () => ({ notes: 'By ladder' })],
  ['POST /api/quotes/:id/withdraw', '403 403 200 404 404 403 403 401', 'pendingQuote', () => ({ reason: 'Sold' })],
  ['DELETE /api/quotes/:id', ADMIN, 'pendingQuote'],
  ['POST /api/quotes/:id/mark-invoiced', ADMIN_CREATES, 'finishedQuote'],
  ['GET /api/quote-work-invoicing', ADMIN],
  ['GET /api/dev/quote-work-invoicing', ADMIN],
  ['GET /api/visits', EVERY_ROLE],
  ['DELETE /api/visits/:id', ADMIN, 'visit'],
  ['POST /api/visits/:id/mark-invoiced', ADMIN_CREATES, 'visit'],
  ['GET /api/contractor-visits-invoicing', ADMIN],
  ['GET /api/contractor-visits-invoicing/export.csv', ADMIN],
  ['GET /api/dev/contractor-visits-invoicing', ADMIN],
  ['GET /api/invoiced-items', ADMIN],
  ['GET /api/invoiced-items/export.csv', ADMIN],
  ['GET /api/sums', ADMIN],
  ['GET /api/dev/invoiced-items', ADMIN],
  ['GET /api/invoices', EVERY_ROLE],
  ['GET /api/invoices/:id', '200 404 200 404 404 200 403 401', 'invoice'],
  ['POST /api/invoices', ADMIN, undefined, () => ({ items: [{ visitId: ABSENT }] })],
  ['DELETE /api/invoices/:id', ADMIN, 'invoice'],
  ['GET /api/contractors', ADMIN],
  ['GET /api/contractors/export.csv', ADMIN],
  ['GET /api/administrators', ADMIN],
  ['DELETE /api/contractors/:id', ADMIN, 'aContractor'],
  ['POST /api/contractors/:id/reset-password', ADMIN, 'aContractor'],
  ['POST /api/contractors/:id/reassign', ADMIN, 'aBusyContractor', () => ({ contractorId: null })],
  ['GET /api/estate-agents', ADMIN],
  ['GET /api/estate-agents/export.csv', ADMIN],
  ['DELETE /api/estate-agents/:id', ADMIN, 'anAgent'],
  ['POST /api/estate-agents/:id/reset-password', ADMIN, 'anAgent'],
  ['POST /api/estate-agents/:id/hand-over', ADMIN, 'aBusyAgent', ({ agent }) => ({ to: agent.id })],
  ['GET /api/users/:id', ADMIN, 'aContractor'],
  ['PATCH /api/users/:id', ADMIN, 'aContractor', () => ({ phone: '020 7946 0009' })],
  ['PATCH /api/users/:id/role', ADMIN, 'aNobody', () => ({ role: 'contractor' })],
  [
    'POST /api/accounts/invite',
    ADMIN_CREATES,
    undefined,
    () => ({ role: 'admin', firstName: 'Nia', lastName: 'Cole', email: `nia${++names}@cole.example` }),
  ],
  [
    'POST /api/accounts/import',
    ADMIN_CREATES,
    undefined,
    () => ({ role: 'contractor', rows: [{ firstName: 'Nia', lastName: 'Cole', email: `nia${++names}@cole.example` }] }),
  ],
  ['POST /api/users/:id/invite', ADMIN, 'anInvited'],
  ['GET /api/accounts/:id/events', ADMIN, 'aContractor'],
  ['GET /api/profile/reminders', EVERY_ROLE],
  ['PUT /api/profile/reminders', EVERY_ROLE, undefined, () => ({ byEmail: false })],
  ['GET /api/tokens', EVERY_ROLE],
  ['POST /api/tokens', '201 201 201 201 201 201 403 401', undefined, () => ({ name: 'Reports' })],
  ['DELETE /api/tokens/:id', '200 404 404 404 404 404 403 401', 'agentsToken'],
  [
    'POST /api/admin/create-estate-agent',
    ADMIN_CREATES,
    undefined,
    () => ({ ...details(), username: `nia${++names}` }),
  ],
  [
    'POST /api/admin/create-contractor',
    ADMIN_CREATES,
    undefined,
    () => ({ ...details(), email: `nia${++names}@cole.example` }),
  ],
  ['GET /api/webhooks', ADMIN],
  ['POST /api/webhooks', ADMIN_CREATES, undefined, () => WEBHOOK],
  ['GET /api/webhooks/:id', ADMIN, 'aWebhook'],
  ['PATCH /api/webhooks/:id', ADMIN, 'aWebhook', () => ({ on: false })],
  ['DELETE /api/webhooks/:id', ADMIN, 'aWebhook'],
  ['POST /api/webhooks/:id/rotate', ADMIN, 'aWebhook'],
  ['POST /api/webhooks/:id/take-over', ADMIN, 'aLeftWebhook'],
  ['POST /api/webhooks/:id/test', ADMIN_QUEUES, 'aWebhook'],
  ['GET /api/webhooks/:id/deliveries', ADMIN, 'aWebhookDelivery'],
  ['POST /api/webhooks/:id/deliveries/:deliveryId/send', ADMIN_QUEUES, 'aWebhookDelivery'],
]

/** Routes that everybody may call, signed in or not, and those whose rules have a test of their own. */
const ELSEWHERE = [
  ...['POST /api/local/login', 'GET /api/login', 'GET /api/callback', 'GET /api/logout'],
  ...['POST /api/password-reset', 'POST /api/password-reset/set'],
  ...['POST /api/change-password', 'ALL /api/*'],
  ...['GET /api/openapi.json', 'GET /api/docs', 'GET /api/docs/problems'],
]

/** As in the other table; jobs have a response of `former`. */
const TARGETS = {
  ...targets,
  pending: responded('pending'),
  assigned: responded('assigned'),
  in_progress: responded('in_progress'),
  booked: responded('booked'),
  completed: responded('completed'),
  quoteWork: responded('quoteWork'),
}

function responded(target: keyof typeof targets) {
  return async (cast: Cast, former: Actor) => respondedBy(former, await targets[target](cast))
}

async function respondedBy(former: Actor, jobId: string): Promise<string> {
  const workDescription = 'Looked at it.'
  await db
    .insert(jobVisits)
    .values({ jobId, contractorId: former.id, workDescription, invoicingStatus: 'not_billable' })
  return jobId
}

async function everybody() {
  const cast = await aCast()
  const [former, ...others] = await Promise.all([aContractor(), anAgent(), aContractor(), aNobody()])
  const [otherAgent, otherContractor, nobody] = others
  const signedIn = [cast.agent, otherAgent, cast.contractor, otherContractor, former, cast.admin, nobody]
  const clients = [...(await Promise.all(signedIn.map(signedInAs))), stranger]
  return { cast, former, clients: WHO.map((who, index) => [who, clients[index]!] as const) }
}

const MALFORMED = ['1', 'nonsense', '%00', "'%20or%20true--", `${ABSENT}0`, '..%2f..%2fetc']

async function call(client: Client, request: string, id: string, body: unknown) {
  const [method, path] = request.split(' ')
  const response = await client.send(withIds(path!, id), { method, body })
  const { status } = response
  return { status, text: status < 400 ? await response.text() : JSON.stringify(await refusalOf(response)) }
}

test.each(ROWS.map((row) => [row[0], row[2] ?? 'everybody', row] as const))('%s (%s)', async (_, __, row) => {
  const [request, expected, target, body] = row
  const { cast, former, clients } = await everybody()
  const make = () => (target ? TARGETS[target](cast, former) : Promise.resolve(''))
  const codes = expected.split(' ').map(Number)
  let id = await make()
  const sent = body?.(cast)

  const before = await everything()
  for (const [index, [who, client]] of clients.entries()) {
    const code = codes[index]!
    if (code < 400) continue
    const answer = await call(client, request, id, sent)
    expect(`${who} ${answer.status}`).toBe(`${who} ${code}`)
    // A thing of somebody else's answers as one that does not exist.
    if (code === 404) expect(answer).toEqual(await call(client, request, ABSENT, sent))
    if (code === 401) expect(JSON.parse(answer.text)).toEqual({ message: 'Unauthorized' })
  }
  expect(await everything()).toEqual(before)

  for (const [index, [who, client]] of clients.entries()) {
    if (codes[index]! >= 400) continue
    if (request.includes(':id')) {
      const unknown = await Promise.all([ABSENT, ...MALFORMED].map((wrong) => call(client, request, wrong, sent)))
      for (const answer of unknown) expect(answer).toEqual({ status: 404, text: '{"message":"Not found"}' })
    }
    const answer = await call(client, request, id, body?.(cast))
    expect(`${who} ${answer.status} ${answer.status === codes[index] || answer.text}`).toBe(
      `${who} ${codes[index]} true`,
    )
    if (!request.startsWith('GET')) id = await make()
  }
})

test('every route under /api has its line', () => {
  const known = new Set([...ROWS.map(([request]) => request), ...ELSEWHERE])
  const routes = app.routes.map(({ method, path }) => `${method} ${path}`).filter((route) => route.includes(' /api'))
  expect(routes.filter((route) => !known.has(route))).toEqual([])
  expect([...known].filter((route) => !routes.includes(route))).toEqual([])
})
