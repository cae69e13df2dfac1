import { expect, test } from 'bun:test'
import { app } from '#src/app.ts'
import { type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { ABSENT, targets, withIds } from '#tests/support/targets.ts'
import { dayIn } from '#tests/support/times.ts'
import {
  aCast,
  aContractor,
  aNobody,
  anAgent,
  type Cast,
  completion,
  jobInput,
  PASSWORD,
} from '#tests/support/world.ts'
import { WEBHOOK_PAGES } from './webhook-pages.ts'

// Who may do what by pages and forms, one line a route. A route that is not here fails the last test.

const WHO = ['agent', 'other agent', 'contractor', 'other contractor', 'admin', 'no role', 'stranger'] as const

const EVERYBODY = '200 200 200 200 200 200 200'
const EVERY_ROLE = '200 200 200 200 200 403 302'
/** What an administrator has under /admin. */
const ELSEWHERE_FOR_ADMIN = '200 200 200 200 303 403 302'
const OWN = '200 404 200 404 303 403 302'
const AGENTS = '303 303 403 403 403 403 302'
const OWN_AGENT = '303 404 403 403 403 403 302'
const AGENT_READS = '200 404 403 403 403 403 302'
const CONTRACTORS = '403 403 200 200 403 403 302'
const OWN_CONTRACTOR = '403 403 303 404 403 403 302'
const ADMIN = '403 403 403 403 200 403 302'
const ADMIN_SENDS = '403 403 403 403 303 403 302'

type Target = keyof typeof targets
type Form = Record<string, string>
type Row = [route: string, expected: string, target?: Target, form?: (cast: Cast, id: string) => Form]

const confirmed = () => ({ confirmed: 'yes' })
const slot = () => ({ day: dayIn(1), slot: 'morning' })
let names = 0
const account = () => ({ firstName: 'Nia', lastName: 'Cole', password: 'secret1' })
const passwords = () => ({ currentPassword: PASSWORD, newPassword: 'another', confirmPassword: 'another' })

const ROWS: Row[] = [
  ['GET /', '200 200 200 200 200 403 200'],
  ['GET /dashboard', '302 302 302 302 302 302 302'],
  ['GET /healthz', EVERYBODY],
  ['GET /readyz', EVERYBODY],
  ['GET /metrics', '404 404 404 404 404 404 404'],
  ...['privacy-policy', 'terms-conditions', 'cookie-policy'].map((path): Row => [`GET /${path}`, EVERYBODY]),
  ['GET /login', '303 303 303 303 303 303 200'],
  ['GET /dev/mail', EVERYBODY],
  ['GET /profile', EVERY_ROLE],
  ['POST /profile/password', '303 303 303 303 303 403 302', undefined, passwords],
  ['POST /profile/reminders', '303 303 303 303 303 403 302', undefined, () => ({ reminders: 'off' })],
  ['POST /profile/tokens', '201 201 201 201 201 403 302', undefined, () => ({ name: 'Reports' })],
  ['POST /profile/tokens/:id/revoke', '303 404 404 404 404 403 302', 'agentsToken', confirmed],
  ['POST /profile/calendar', '403 403 201 201 403 403 302', undefined, () => ({})],
  ['POST /profile/calendar/remove', '403 403 303 303 403 403 302', 'contractorsCalendar', confirmed],
  ['GET /create-job', '200 200 403 403 403 403 302'],
  ['POST /create-job', AGENTS, undefined, () => ({ ...jobInput(), accessNotes: '' })],
  ['GET /jobs/at-property', '200 200 403 403 403 403 302'],
  ['GET /jobs', ELSEWHERE_FOR_ADMIN],
  ['GET /jobs/:id', OWN, 'assigned'],
  ['POST /jobs/:id/delete', '303 404 403 403 303 403 302', 'completed', confirmed],
  ['GET /jobs/:id/edit', AGENT_READS, 'assigned'],
  ['GET /jobs/:id/cancel', AGENT_READS, 'in_progress'],
  ['GET /jobs/:id/reopen', AGENT_READS, 'completed'],
  ['POST /jobs/:id/edit', OWN_AGENT, 'assigned', () => ({ propertyName: 'Ivy House' })],
  ['POST /jobs/:id/cancel', OWN_AGENT, 'in_progress', () => ({ reason: 'Sold' })],
  ['POST /jobs/:id/reopen', OWN_AGENT, 'completed', () => ({ reason: 'It leaks again' })],
  ['GET /completed-jobs', ELSEWHERE_FOR_ADMIN],
  ['POST /completed-jobs/delete-all', AGENTS, 'completed', confirmed],
  ['GET /quotes', '200 200 303 303 303 403 302'],
  ['GET /quotes/:id', OWN, 'pendingQuote'],
  ['POST /quotes/:id/approve', OWN_AGENT, 'pendingQuote', confirmed],
  ['GET /quotes/:id/approve', AGENT_READS, 'pendingQuote'],
  ['POST /quotes/:id/decline', OWN_AGENT, 'pendingQuote', confirmed],
  ['GET /quotes/:id/decline', '200 404 403 403 403 403 302', 'pendingQuote'],
  ['GET /quotes/:id/edit', '403 403 200 404 403 403 302', 'pendingQuote'],
  ['POST /quotes/:id/edit', OWN_CONTRACTOR, 'pendingQuote', () => ({ quoteAmount: '5', quoteDescription: 'Less' })],
  ['GET /quotes/:id/withdraw', '403 403 200 404 403 403 302', 'pendingQuote'],
  ['POST /quotes/:id/withdraw', OWN_CONTRACTOR, 'pendingQuote', () => ({ reason: 'Sold' })],
  ['GET /visit', CONTRACTORS],
  ['GET /visit/:id', '403 403 200 404 403 403 302', 'assigned'],
  ['GET /history', CONTRACTORS],
  ['POST /jobs/:id/start', OWN_CONTRACTOR, 'assigned'],
  ['POST /jobs/:id/complete', OWN_CONTRACTOR, 'in_progress', () => ({ workDone: completion().workDone })],
  ...(['no_access', 'return', 'hand_back'] as const).map(
    (happened): Row => [
      'POST /jobs/:id/complete',
      OWN_CONTRACTOR,
      'in_progress',
      () => ({ workDone: 'Rang twice.', happened }),
    ],
  ),
  ['POST /jobs/:id/mark-complete', OWN_CONTRACTOR, 'quoteWork', confirmed],
  ['GET /jobs/:id/book', '403 403 200 404 403 403 302', 'assigned'],
  ['POST /jobs/:id/book', OWN_CONTRACTOR, 'assigned', slot],
  ['POST /jobs/:id/book/cancel', OWN_CONTRACTOR, 'booked', confirmed],
  ['GET /jobs/:id/messages', OWN, 'assigned'],
  ['POST /jobs/:id/messages', '303 404 303 404 303 403 302', 'assigned', () => ({ text: 'When?' })],
  ['GET /admin/jobs/:id/messages', ADMIN, 'assigned'],
  ['POST /admin/jobs/:id/messages', ADMIN_SENDS, 'assigned', () => ({ text: 'When?' })],
  ['GET /admin/jobs', ADMIN],
  ['GET /admin/jobs/export.csv', ADMIN],
  ['GET /admin/jobs/filters/contractor', ADMIN],
  ['GET /admin/jobs/filters/agent', ADMIN],
  ['GET /admin/jobs/new', ADMIN, 'pending'],
  ['GET /admin/jobs/:id', ADMIN, 'pending'],
  ['GET /admin/jobs/:id/history', ADMIN, 'pending'],
  ['GET /admin/jobs/:id/edit', ADMIN, 'pending'],
  ['GET /admin/jobs/:id/assign', ADMIN, 'pending'],
  ['GET /admin/jobs/:id/cancel', ADMIN, 'pending'],
  ['POST /admin/jobs/:id/edit', ADMIN_SENDS, 'pending', () => ({ propertyName: 'Ivy House' })],
  ['POST /admin/jobs/:id/assign', ADMIN_SENDS, 'pending', ({ contractor }) => ({ contractorId: contractor.id })],
  ['GET /admin/jobs/:id/rivals', ADMIN, 'quotedByAnother'],
  [
    'POST /admin/jobs/:id/rivals',
    ADMIN_SENDS,
    'quotedByAnother',
    ({ contractor }) => ({ contractorId: contractor.id }),
  ],
  [
    'POST /admin/jobs/assign',
    ADMIN_SENDS,
    'pending',
    ({ contractor }, id) => ({ ...confirmed(), id, contractorId: contractor.id }),
  ],
  ['POST /admin/jobs/cancel', ADMIN_SENDS, 'pending', (_, id) => ({ ...confirmed(), id, reason: 'Sold' })],
  ['POST /admin/invoices', ADMIN_SENDS, 'visit', (_, id) => ({ ...confirmed(), id })],
  ['POST /admin/jobs/:id/unassign', ADMIN_SENDS, 'assigned', confirmed],
  ['POST /admin/jobs/:id/cancel', ADMIN_SENDS, 'in_progress', () => ({ reason: 'Sold' })],
  ['GET /admin/jobs/:id/reopen', ADMIN, 'completed'],
  ['POST /admin/jobs/:id/reopen', ADMIN_SENDS, 'completed', () => ({ reason: 'It leaks again' })],
  ['POST /admin/jobs/:id/delete', ADMIN_SENDS, 'completed', confirmed],
  ['GET /admin/quotes', ADMIN],
  ['GET /admin/quotes/export.csv', ADMIN],
  ['GET /admin/quotes/:id', ADMIN, 'pendingQuote'],
  ['POST /admin/quotes/:id/invoice', ADMIN_SENDS, 'finishedQuote', confirmed],
  ['POST /admin/quotes/:id/delete', ADMIN_SENDS, 'pendingQuote', confirmed],
  ['GET /admin/quote-work', ADMIN],
  ['GET /admin/quote-work/:id', ADMIN, 'quoteWork'],
  ['GET /admin/visits/:id/invoice', ADMIN, 'visit'],
  ['POST /admin/visits/:id/invoice', ADMIN_SENDS, 'visit', () => ({ amount: '60' })],
  ['POST /admin/visits/:id/delete', ADMIN_SENDS, 'visit', confirmed],
  ['POST /admin/invoices/:id/delete', ADMIN_SENDS, 'invoice', confirmed],
  ['GET /admin/emails', ADMIN],
  ['POST /admin/emails/resend', ADMIN_SENDS, 'failedEmail', confirmed],
  ['POST /admin/emails/:id/resend', ADMIN_SENDS, 'failedEmail'],
  ['GET /admin/contractors', ADMIN],
  ['GET /admin/contractors/:id/edit', ADMIN, 'aContractor'],
  ['POST /admin/contractors/:id/edit', ADMIN_SENDS, 'aContractor', () => ({ phone: '020 7946 0009' })],
  ['POST /admin/contractors/:id/delete', ADMIN_SENDS, 'aContractor', confirmed],
  ['POST /admin/contractors/:id/reset-password', ADMIN, 'aContractor', confirmed],
  ['GET /admin/accounts', ADMIN],
  [
    'POST /admin/accounts/estate-agent',
    '403 403 403 403 201 403 302',
    undefined,
    () => ({ ...account(), username: `nia.cole${++names}` }),
  ],
  [
    'POST /admin/accounts/contractor',
    '403 403 403 403 201 403 302',
    undefined,
    () => ({ ...account(), email: `nia${++names}@cole.example` }),
  ],
  ['GET /admin/contractors/:id', ADMIN, 'aBusyContractor'],
  ['GET /admin/contractors/:id/reassign', ADMIN, 'aBusyContractor'],
  ['POST /admin/contractors/:id/reassign', ADMIN, 'aBusyContractor', () => ({ contractorId: 'nobody' })],
  ['GET /admin/estate-agents/:id', ADMIN, 'aBusyAgent'],
  ['GET /admin/estate-agents/:id/edit', ADMIN, 'anAgent'],
  ['POST /admin/estate-agents/:id/edit', ADMIN_SENDS, 'anAgent', () => ({ phone: '020 7946 0009' })],
  ['POST /admin/estate-agents/:id/delete', ADMIN_SENDS, 'anAgent', confirmed],
  ['POST /admin/estate-agents/:id/reset-password', ADMIN, 'anAgent', confirmed],
  ['GET /admin/estate-agents/:id/delete', ADMIN, 'aBusyAgent'],
  ['GET /admin/estate-agents/:id/hand-over', ADMIN, 'aBusyAgent'],
  ['POST /admin/estate-agents/:id/hand-over', ADMIN_SENDS, 'aBusyAgent', ({ agent }) => ({ to: agent.id })],
  ['GET /admin/administrators/:id/edit', ADMIN, 'anAdmin'],
  ['POST /admin/administrators/:id/edit', ADMIN_SENDS, 'anAdmin', () => ({ phone: '020 7946 0009' })],
  [
    'POST /admin/accounts/administrator',
    ADMIN_SENDS,
    undefined,
    () => ({ firstName: 'Nia', lastName: 'Cole', email: `nia${++names}@fettle.example` }),
  ],
  ['GET /admin/accounts/import', ADMIN],
  [
    'POST /admin/accounts/import',
    '403 403 403 403 201 403 302',
    undefined,
    () => ({
      role: 'contractor',
      create: 'all',
      table: `First name,Last name,Email\nNia,Cole,nia${++names}@cole.example`,
    }),
  ],
  ['GET /admin/users/:id/history', ADMIN, 'aContractor'],
  ['POST /admin/users/:id/invite', ADMIN_SENDS, 'anInvited', confirmed],
  ['POST /admin/users/:id/role', ADMIN_SENDS, 'aNobody', () => ({ role: 'contractor' })],
  ...WEBHOOK_PAGES,
]

/** Files, which everybody may have; signing in, a secret address, and a message's page, which have tests of their own. */
const OTHERS = [
  ...['GET /forgot-password', 'POST /forgot-password', 'GET /set-password/:token', 'POST /set-password/:token'],
  'POST /login',
  'GET /unsubscribe/:token',
  'POST /unsubscribe/:token',
  'GET /calendar/:file',
  'GET /dev/mail/:id',
  'GET /dev/mail/:id/html',
]
const isFile = (route: string) => /^(GET|HEAD) \/(assets\/:file|[\w-]+\.(ico|png|webmanifest))$/.test(route)

async function everybody() {
  const cast = await aCast()
  const [otherAgent, otherContractor, nobody] = await Promise.all([anAgent(), aContractor(), aNobody()])
  const signedIn = [cast.agent, otherAgent, cast.contractor, otherContractor, cast.admin, nobody]
  const clients = [...(await Promise.all(signedIn.map(signedInAs))), stranger]
  return { cast, clients: WHO.map((who, index) => [who, clients[index]!] as const) }
}

const MALFORMED = ['1', 'nonsense', '%00', '%', '%E0%A4', '%0d%0aset-cookie:%20a=b', "'%20or%20true--", '..%2f..%2fetc']

type Sent = { form?: Form; headers?: Record<string, string> }

async function call(client: Client, route: string, id: string, { form, headers }: Sent = {}) {
  const [method, path] = route.split(' ') as [string, string]
  const body = method === 'GET' ? {} : { form: form ?? {} }
  const response = await client.send(withIds(path, id), { method, headers, ...body })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const byHtmx = { 'hx-request': 'true', 'hx-request-type': 'partial' }

async function refuses(client: Client, row: Row, id: string, form: Form | undefined, code: number, who: string) {
  const [route] = row
  const answer = await call(client, route, id, { form })
  expect(`${who} ${answer.status}`).toBe(`${who} ${code}`)
  const partial = await call(client, route, id, { form, headers: byHtmx })
  expect(`${who} by htmx ${partial.status}`).toBe(`${who} by htmx ${code === 302 ? 401 : code}`)
  for (const { text } of [answer, partial]) expect(text).not.toMatch(/Mill Lane|boiler|radiators|expansion vessel/)
  // A thing of somebody else's answers as one that does not exist.
  if (code === 404) expect(answer.text).toBe((await call(client, route, ABSENT, { form })).text)
  if (code === 302) expect(answer.headers.get('location')).toStartWith('/login?next=%2F')
}

test.each(ROWS.map((row) => [row[0], row[2] ?? 'everybody', row] as const))('%s (%s)', async (_, __, row) => {
  const [route, expected, target, form] = row
  const { cast, clients } = await everybody()
  const make = () => (target ? targets[target](cast) : Promise.resolve(''))
  const codes = expected.split(' ').map(Number)
  const isRefusal = (index: number) => codes[index]! >= 400 || (WHO[index] === 'stranger' && codes[index] === 302)
  const isOpen = new Set(codes).size === 1
  let id = await make()

  const before = await everything()
  for (const [index, [who, client]] of clients.entries()) {
    if (isRefusal(index) && !isOpen) await refuses(client, row, id, form?.(cast, id), codes[index]!, who)
  }
  expect(await everything()).toEqual(before)

  for (const [index, [who, client]] of clients.entries()) {
    if (isRefusal(index) && !isOpen) continue
    if (route.startsWith('POST')) {
      const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      const untouched = await everything()
      const forged = await call(client, route, id, { form: form?.(cast, id), headers: elsewhere })
      expect(`${who} from another site ${forged.status}`).toBe(`${who} from another site 403`)
      expect(await everything()).toEqual(untouched)
    }
    if (route.includes(':id')) {
      for (const wrong of [ABSENT, ...MALFORMED]) {
        const { status } = await call(client, route, wrong, { form: form?.(cast, id) })
        // A redirect leads to the page that says so.
        expect(`${who} ${wrong} ${status}`).toBe(
          `${who} ${wrong} ${codes[index] === 303 && route.startsWith('GET') ? 303 : 404}`,
        )
      }
    }
    const answer = await call(client, route, id, { form: form?.(cast, id) })
    expect(`${who} ${answer.status}`).toBe(`${who} ${codes[index]}`)
    if (answer.status !== 302) expect(answer.headers.get('cache-control')).toBe('no-store')
    if (route.startsWith('POST')) id = await make()
  }
})

test('every page and form has its line', () => {
  const known = new Set([...ROWS.map(([route]) => route), ...OTHERS])
  const routes = app.routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((route) => !/ \/(api|objects)\//.test(route) && !isFile(route))
  expect(routes.filter((route) => !known.has(route))).toEqual([])
  expect([...known].filter((route) => !routes.includes(route))).toEqual([])
})
