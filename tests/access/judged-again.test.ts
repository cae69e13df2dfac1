import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { apiTokens, sessions } from '#db/schema.ts'
import { sha256 } from '#src/access/sha256.ts'
import { app } from '#src/app.ts'
import { aToken, bearer, Client, signedInAs, stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { targets, WEBHOOK, withIds } from '#tests/support/targets.ts'
import { dayIn, tomorrow } from '#tests/support/times.ts'
import { aCast, type Cast, completion, importedRow, jobInput, PASSWORD } from '#tests/support/world.ts'
import { BY_SIGN_IN } from '#tests/writes/writes.ts'

// Whoever writes is looked at again in the transaction that writes. Each request that may write is let in, held up before
// it does anything, loses its session or token, and goes on. A route that is not here fails the last test.

type Target = keyof typeof targets
type Row = [route: string, who: keyof Cast, target?: Target, sent?: (cast: Cast, id: string) => Sent]
type Sent = Record<string, boolean | string | readonly (string | object)[]>

const confirmed = () => ({ confirmed: 'yes' })
const off = (): Sent => ({ byEmail: false })
const details = { firstName: 'Nia', lastName: 'Cole', password: 'secret1' }
const invitation = { firstName: 'Nia', lastName: 'Cole', email: 'nia@cole.example' }
const agent = () => ({ ...details, username: 'nia' })
const contractor = () => ({ ...details, email: 'nia@cole.example' })
const person = () => ({ firstName: 'Nia', lastName: 'Cole', email: 'nia@cole.example', company: '', phone: '' })
const toAgent = (cast: Cast) => ({ to: cast.agent.id })
const passwords = () => ({ currentPassword: PASSWORD, newPassword: 'another', confirmPassword: 'another' })
const job = () => ({ ...jobInput(), accessNotes: '' }) as Record<string, string>
const work = () => ({ workDone: completion().workDone })
const toContractor = (cast: Cast) => ({ contractorId: cast.contractor.id })
const role = () => ({ role: 'contractor' })
const name = () => ({ name: 'Reports' })
const text = () => ({ text: 'When?' })
const reason = () => ({ reason: 'Sold' })
const property = () => ({ propertyName: 'Ivy House' })

const times = () => {
  const { startsAt, endsAt } = tomorrow()
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}

const ROWS: Row[] = [
  ['POST /api/change-password', 'agent', undefined, passwords],
  ['POST /api/admin/create-estate-agent', 'admin', undefined, agent],
  ['POST /api/admin/create-contractor', 'admin', undefined, contractor],
  ['PATCH /api/users/:id', 'admin', 'anAgent', () => ({ firstName: 'Nia' })],
  ['PATCH /api/users/:id/role', 'admin', 'aNobody', role],
  ['POST /api/accounts/invite', 'admin', undefined, () => ({ ...invitation, role: 'admin' })],
  ['POST /api/accounts/import', 'admin', undefined, () => ({ role: 'contractor', rows: [invitation] }) as never],
  ['POST /api/users/:id/invite', 'admin', 'anInvited'],
  ['DELETE /api/contractors/:id', 'admin', 'aContractor'],
  ['POST /api/contractors/:id/reset-password', 'admin', 'aContractor'],
  ['POST /api/contractors/:id/reassign', 'admin', 'aBusyContractor', toContractor],
  ['DELETE /api/estate-agents/:id', 'admin', 'anAgent'],
  ['POST /api/estate-agents/:id/hand-over', 'admin', 'aBusyAgent', toAgent],
  ['POST /api/estate-agents/:id/reset-password', 'admin', 'anAgent'],
  ['POST /api/tokens', 'agent', undefined, name],
  ['DELETE /api/tokens/:id', 'agent', 'agentsToken'],
  ['POST /api/jobs', 'agent', undefined, job],
  ['DELETE /api/jobs/:id', 'agent', 'pending'],
  ['DELETE /api/jobs/completed/all', 'agent', 'completed'],
  ['PATCH /api/jobs/:id', 'admin', 'pending', property],
  ['POST /api/jobs/:id/assign', 'admin', 'pending', toContractor],
  ['POST /api/jobs/assign', 'admin', 'pending', (cast, id) => ({ jobIds: [id], ...toContractor(cast) })],
  ['POST /api/jobs/cancel', 'admin', 'pending', (_, id) => ({ jobIds: [id], reason: 'Sold' })],
  ['POST /api/jobs/import', 'admin', undefined, ({ agent }) => ({ agentId: agent.id, jobs: [importedRow()] })],
  ['POST /api/invoices', 'admin', 'visit', (_, id) => ({ items: [{ visitId: id }] })],
  ['POST /api/jobs/:id/rivals', 'admin', 'quotedByAnother', toContractor],
  ['POST /api/jobs/:id/unassign', 'admin', 'assigned'],
  ['POST /api/jobs/:id/cancel', 'admin', 'in_progress', reason],
  ['POST /api/jobs/:id/reopen', 'agent', 'completed', reason],
  ['POST /api/jobs/:id/start', 'contractor', 'assigned'],
  ['POST /api/jobs/:id/complete', 'contractor', 'in_progress', work],
  ['POST /api/jobs/:id/mark-complete', 'contractor', 'quoteWork'],
  ['POST /api/jobs/:id/visits', 'contractor', 'in_progress', () => ({ ...work(), outcome: 'return' })],
  ['POST /api/jobs/:id/hand-back', 'contractor', 'in_progress', reason],
  ['PUT /api/jobs/:id/appointment', 'contractor', 'in_progress', () => times()],
  ['DELETE /api/jobs/:id/appointment', 'contractor', 'booked'],
  ['POST /jobs/:id/book', 'contractor', 'assigned', () => ({ day: dayIn(1), slot: 'morning' })],
  ['POST /jobs/:id/book/cancel', 'contractor', 'booked', confirmed],
  ['POST /api/jobs/:id/messages', 'agent', 'assigned', text],
  ['POST /api/objects/upload', 'contractor'],
  ['PATCH /api/quotes/:id/approve', 'agent', 'pendingQuote'],
  ['PATCH /api/quotes/:id/decline', 'agent', 'pendingQuote'],
  ['PATCH /api/quotes/:id', 'contractor', 'pendingQuote', () => ({ notes: 'By ladder' })],
  ['POST /api/quotes/:id/withdraw', 'contractor', 'pendingQuote', reason],
  ['DELETE /api/quotes/:id', 'admin', 'pendingQuote'],
  ['POST /api/quotes/:id/mark-invoiced', 'admin', 'finishedQuote'],
  ['DELETE /api/visits/:id', 'admin', 'visit'],
  ['POST /api/visits/:id/mark-invoiced', 'admin', 'visit'],
  ['DELETE /api/invoices/:id', 'admin', 'invoice'],
  ['POST /profile/password', 'contractor', undefined, passwords],
  ['POST /profile/reminders', 'agent', undefined, () => ({ reminders: 'off' })],
  ['PUT /api/profile/reminders', 'agent', undefined, off],
  ['POST /profile/calendar', 'contractor'],
  ['POST /profile/calendar/remove', 'contractor', 'contractorsCalendar', confirmed],
  ['POST /profile/tokens', 'agent', undefined, name],
  ['POST /profile/tokens/:id/revoke', 'agent', 'agentsToken', confirmed],
  ['POST /create-job', 'agent', undefined, job],
  ['POST /jobs/:id/delete', 'agent', 'completed', confirmed],
  ['POST /jobs/:id/edit', 'agent', 'assigned', property],
  ['POST /jobs/:id/cancel', 'agent', 'in_progress', reason],
  ['POST /jobs/:id/reopen', 'agent', 'completed', reason],
  ['POST /completed-jobs/delete-all', 'agent', 'completed', confirmed],
  ['POST /quotes/:id/approve', 'agent', 'pendingQuote', confirmed],
  ['POST /quotes/:id/decline', 'agent', 'pendingQuote', confirmed],
  ['POST /quotes/:id/edit', 'contractor', 'pendingQuote', () => ({ quoteAmount: '5', quoteDescription: 'Less' })],
  ['POST /quotes/:id/withdraw', 'contractor', 'pendingQuote', reason],
  ['POST /jobs/:id/start', 'contractor', 'assigned'],
  ['POST /jobs/:id/complete', 'contractor', 'in_progress', work],
  ...(['no_access', 'return', 'hand_back'] as const).map(
    (happened): Row => ['POST /jobs/:id/complete', 'contractor', 'in_progress', () => ({ ...work(), happened })],
  ),
  ['POST /jobs/:id/mark-complete', 'contractor', 'quoteWork', confirmed],
  ['POST /jobs/:id/messages', 'contractor', 'assigned', text],
  ['POST /admin/jobs/:id/messages', 'admin', 'assigned', text],
  ['POST /admin/jobs/:id/edit', 'admin', 'pending', property],
  ['POST /admin/jobs/:id/assign', 'admin', 'pending', toContractor],
  ['POST /admin/jobs/:id/rivals', 'admin', 'quotedByAnother', toContractor],
  ['POST /admin/jobs/assign', 'admin', 'pending', (cast, id) => ({ ...confirmed(), id, ...toContractor(cast) })],
  ['POST /admin/jobs/cancel', 'admin', 'pending', (_, id) => ({ ...confirmed(), id, reason: 'Sold' })],
  ['POST /admin/invoices', 'admin', 'visit', (_, id) => ({ ...confirmed(), id })],
  ['POST /admin/jobs/:id/unassign', 'admin', 'assigned', confirmed],
  ['POST /admin/jobs/:id/cancel', 'admin', 'in_progress', reason],
  ['POST /admin/jobs/:id/reopen', 'admin', 'completed', reason],
  ['POST /admin/jobs/:id/delete', 'admin', 'completed', confirmed],
  ['POST /admin/quotes/:id/invoice', 'admin', 'finishedQuote', confirmed],
  ['POST /admin/quotes/:id/delete', 'admin', 'pendingQuote', confirmed],
  ['POST /admin/visits/:id/invoice', 'admin', 'visit', () => ({ amount: '60' })],
  ['POST /admin/visits/:id/delete', 'admin', 'visit', confirmed],
  ['POST /admin/invoices/:id/delete', 'admin', 'invoice', confirmed],
  ['POST /admin/emails/resend', 'admin', 'failedEmail', confirmed],
  ['POST /admin/emails/:id/resend', 'admin', 'failedEmail'],
  ['POST /admin/contractors/:id/edit', 'admin', 'aContractor', person],
  ['POST /admin/contractors/:id/delete', 'admin', 'aContractor', confirmed],
  ['POST /admin/contractors/:id/reset-password', 'admin', 'aContractor', confirmed],
  ['POST /admin/contractors/:id/reassign', 'admin', 'aBusyContractor', toContractor],
  ['POST /admin/accounts/estate-agent', 'admin', undefined, agent],
  ['POST /admin/accounts/contractor', 'admin', undefined, contractor],
  ['POST /admin/estate-agents/:id/edit', 'admin', 'anAgent', person],
  ['POST /admin/estate-agents/:id/hand-over', 'admin', 'aBusyAgent', toAgent],
  ['POST /admin/estate-agents/:id/delete', 'admin', 'anAgent', confirmed],
  ['POST /admin/estate-agents/:id/reset-password', 'admin', 'anAgent', confirmed],
  [
    'POST /admin/accounts/import',
    'admin',
    undefined,
    () => ({ role: 'contractor', create: 'all', table: 'First name,Last name,Email\nNia,Cole,nia@cole.example' }),
  ],
  ['POST /admin/accounts/administrator', 'admin', undefined, contractor],
  ['POST /admin/administrators/:id/edit', 'admin', 'anAdmin', person],
  ['POST /admin/users/:id/invite', 'admin', 'anInvited', confirmed],
  ['POST /admin/users/:id/role', 'admin', 'aNobody', role],
  ['POST /api/webhooks', 'admin', undefined, () => WEBHOOK],
  ['PATCH /api/webhooks/:id', 'admin', 'aWebhook', () => ({ on: false })],
  ['DELETE /api/webhooks/:id', 'admin', 'aWebhook'],
  ['POST /api/webhooks/:id/rotate', 'admin', 'aWebhook'],
  ['POST /api/webhooks/:id/take-over', 'admin', 'aLeftWebhook'],
  ['POST /api/webhooks/:id/test', 'admin', 'aWebhook'],
  ['POST /api/webhooks/:id/deliveries/:deliveryId/send', 'admin', 'aWebhookDelivery'],
  ['POST /admin/webhooks/new', 'admin', undefined, () => WEBHOOK],
  ['POST /admin/webhooks/:id/edit', 'admin', 'aWebhook', () => WEBHOOK],
  ['POST /admin/webhooks/:id/turn-on', 'admin', 'anOffWebhook'],
  ['POST /admin/webhooks/:id/take-over', 'admin', 'aLeftWebhook', confirmed],
  ['POST /admin/webhooks/:id/turn-off', 'admin', 'aWebhook', confirmed],
  ['POST /admin/webhooks/:id/test', 'admin', 'aWebhook'],
  ['POST /admin/webhooks/:id/rotate', 'admin', 'aWebhook', confirmed],
  ['POST /admin/webhooks/:id/delete', 'admin', 'aWebhook', confirmed],
  ['POST /admin/webhooks/:id/deliveries/:deliveryId/send', 'admin', 'aWebhookDelivery'],
]

/** Signing in, which takes no session; and what whoever holds a signed URL or a link may do. */
const WITHOUT_SESSION = [
  ...[
    'POST /forgot-password',
    'POST /set-password/:token',
    'POST /unsubscribe/:token',
    'POST /api/password-reset',
    'POST /api/password-reset/set',
  ],
  ...['POST /login', 'POST /api/local/login', 'PUT /objects/upload/:id'],
]

/** Sends a request of this user's, and does `meanwhile` when it has been let in and counted, but has done nothing yet. */
async function heldUp(userId: string, send: () => Promise<Response>, meanwhile: () => Promise<unknown>) {
  let answer: Promise<Response> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`insert into rate_limits values (${`writes ${userId}`}, 0, now() + interval '1 hour')
      on conflict (key) do update set count = rate_limits.count`)
    answer = send()
    const waits = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%rate_limits%'`
    while ((await db.execute(waits)).length === 0) await Bun.sleep(5)
    await meanwhile()
  })
  return answer!
}

const cases = ROWS.flatMap((row) => {
  const byToken = / \/api\//.test(row[0]) && !BY_SIGN_IN.includes(row[0])
  return byToken
    ? [[row[0], 'session', row] as const, [row[0], 'token', row] as const]
    : [[row[0], 'session', row] as const]
})

test.each(cases)('%s does nothing for a %s that has ended meanwhile', async (_, kind, row) => {
  const [route, who, target, sent] = row
  const cast = await aCast()
  const [method, path] = route.split(' ') as [string, string]
  const id = target ? await targets[target](cast) : ''
  const user = cast[who]
  const { token } = kind === 'token' ? await aToken(user) : { token: '' }
  const client = kind === 'token' ? stranger : await signedInAs(user)
  const isApi = path.startsWith('/api/')
  const data = sent?.(cast, id)
  const call = {
    method,
    ...(isApi ? data && { body: data } : { form: (data ?? {}) as Record<string, string | string[]> }),
    ...(kind === 'token' && { headers: bearer(token) }),
  }
  let before: unknown
  const answer = await heldUp(
    user.id,
    () => client.send(withIds(path, id), call),
    async () => {
      if (kind === 'token') await db.delete(apiTokens).where(eq(apiTokens.tokenHash, sha256(token)))
      else await db.delete(sessions).where(eq(sessions.sid, sha256(client.cookie!)))
      before = await everything()
    },
  )
  expect(answer.status).toBe(isApi ? 401 : 302)
  if (!isApi) expect(answer.headers.get('location')).toStartWith('/login?next=')
  if (kind === 'token') expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  expect(await everything()).toEqual(before)
})

test('what was only held up is done', async () => {
  const { agent } = await aCast()
  const client = await signedInAs(agent)
  const answer = await heldUp(
    agent.id,
    () => client.post('/api/jobs', jobInput()),
    () => Bun.sleep(1),
  )
  expect(answer.status).toBe(201)
})

test('signing in takes no session: the one that the browser had may end meanwhile', async () => {
  const { agent } = await aCast()
  for (const path of ['/login', '/api/local/login']) {
    const before = await signedInAs(agent)
    const sign = { identifier: agent.username!, password: PASSWORD }
    const call = path === '/login' ? { form: sign } : { body: sign }
    const answer = await heldUp(
      agent.id,
      () => before.send(path, { method: 'POST', ...call }),
      () => db.delete(sessions),
    )
    const [, cookie] = /session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')!
    expect((await new Client(cookie!).get('/api/auth/user')).status).toBe(200)
  }
})

test('every route that may write has its line', () => {
  const routes = app.routes
    .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS', 'ALL'].includes(method))
    .map(({ method, path }) => `${method} ${path}`)
  const known = [...ROWS.map(([route]) => route), ...WITHOUT_SESSION]
  expect(routes.filter((route) => !known.includes(route))).toEqual([])
  expect(known.filter((route) => !routes.includes(route))).toEqual([])
})
