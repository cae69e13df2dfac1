import { db } from '#db/connect/client.ts'
import { app } from '#src/app.ts'
import { makeMailedLinks } from '#src/links/links.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { ABSENT, targets, WEBHOOK, withIds } from '#tests/support/targets.ts'
import { tomorrow } from '#tests/support/times.ts'
import { type Cast, completion, importedRow, jobInput, PASSWORD, withQuote } from '#tests/support/world.ts'

type Write = {
  request: string
  who: keyof Cast | 'nobody'
  status: number
  /** What `:id` stands for. */
  target?: keyof typeof targets
  body?: (cast: Cast) => unknown
}

const account = { firstName: 'Nia', lastName: 'Cole', password: 'secret1' }
const row = { firstName: 'Nia', lastName: 'Cole', email: 'nia@cole.example' }
const toContractor = ({ contractor }: Cast) => ({ contractorId: contractor.id })
const because = () => ({ reason: 'Sold' })

const write = (request: string, who: Write['who'], of: Partial<Omit<Write, 'request' | 'who'>> = {}): Write => ({
  ...{ request, who, status: 200 },
  ...of,
})

/** Each request of the API that changes something, by somebody who may, and the status of its answer. */
export const WRITES: Write[] = [
  write('POST /api/jobs', 'agent', { status: 201, body: () => jobInput() }),
  write('PATCH /api/jobs/:id', 'agent', { target: 'pending', body: () => ({ propertyName: 'Ivy House' }) }),
  write('DELETE /api/jobs/:id', 'agent', { target: 'assigned' }),
  write('DELETE /api/jobs/completed/all', 'agent', { target: 'completed' }),
  write('POST /api/jobs/:id/assign', 'admin', { target: 'pending', body: toContractor }),
  write('POST /api/jobs/:id/unassign', 'admin', { target: 'assigned' }),
  write('POST /api/jobs/:id/start', 'contractor', { target: 'assigned' }),
  write('POST /api/jobs/:id/cancel', 'admin', { target: 'in_progress', body: because }),
  write('POST /api/jobs/:id/reopen', 'admin', { target: 'completed', body: because }),
  write('POST /api/jobs/:id/rivals', 'admin', { status: 201, target: 'quotedByAnother', body: toContractor }),
  write('POST /api/jobs/:id/complete', 'contractor', { target: 'in_progress', body: () => withQuote() }),
  write('POST /api/jobs/:id/mark-complete', 'contractor', { target: 'quoteWork', body: () => completion() }),
  write('POST /api/jobs/:id/visits', 'contractor', {
    target: 'in_progress',
    body: () => ({ outcome: 'no_access', workDone: 'Rang twice.' }),
  }),
  write('POST /api/jobs/:id/hand-back', 'contractor', { target: 'in_progress', body: because }),
  write('POST /api/jobs/:id/messages', 'agent', { status: 201, target: 'assigned', body: () => ({ text: 'When?' }) }),
  write('PUT /api/jobs/:id/appointment', 'contractor', { target: 'in_progress', body: () => tomorrow() }),
  write('DELETE /api/jobs/:id/appointment', 'contractor', { target: 'booked' }),
  write('POST /api/objects/upload', 'contractor'),
  write('PATCH /api/quotes/:id/approve', 'agent', { target: 'pendingQuote' }),
  write('PATCH /api/quotes/:id/decline', 'agent', { target: 'pendingQuote' }),
  write('PATCH /api/quotes/:id', 'contractor', { target: 'pendingQuote', body: () => ({ notes: 'By ladder' }) }),
  write('POST /api/quotes/:id/withdraw', 'contractor', { target: 'pendingQuote', body: because }),
  write('POST /api/quotes/:id/mark-invoiced', 'admin', { status: 201, target: 'finishedQuote' }),
  write('DELETE /api/quotes/:id', 'admin', { target: 'pendingQuote' }),
  write('POST /api/visits/:id/mark-invoiced', 'admin', { status: 201, target: 'visit' }),
  write('DELETE /api/visits/:id', 'admin', { target: 'visit' }),
  write('DELETE /api/invoices/:id', 'admin', { target: 'invoice' }),
  write('POST /api/admin/create-estate-agent', 'admin', { status: 201, body: () => ({ ...account, username: 'nia' }) }),
  write('POST /api/admin/create-contractor', 'admin', {
    status: 201,
    body: () => ({ ...account, email: 'nia@cole.example' }),
  }),
  write('POST /api/accounts/invite', 'admin', { status: 201, body: () => ({ ...row, role: 'admin' }) }),
  write('POST /api/accounts/import', 'admin', { status: 201, body: () => ({ role: 'contractor', rows: [row] }) }),
  write('POST /api/users/:id/invite', 'admin', { target: 'anInvited' }),
  write('PATCH /api/users/:id', 'admin', { target: 'aContractor', body: () => ({ phone: '020 7946 0009' }) }),
  write('PATCH /api/users/:id/role', 'admin', { target: 'aNobody', body: () => ({ role: 'contractor' }) }),
  write('DELETE /api/contractors/:id', 'admin', { target: 'aContractor' }),
  write('DELETE /api/estate-agents/:id', 'admin', {
    target: 'aBusyAgent',
    body: ({ agent }) => ({ handOverTo: agent.id }),
  }),
  write('POST /api/contractors/:id/reset-password', 'admin', { target: 'aContractor' }),
  write('POST /api/estate-agents/:id/reset-password', 'admin', { target: 'anAgent' }),
  write('POST /api/estate-agents/:id/hand-over', 'admin', {
    target: 'aBusyAgent',
    body: ({ agent }) => ({ to: agent.id }),
  }),
  write('PUT /api/profile/reminders', 'agent', { body: () => ({ byEmail: false }) }),
  write('POST /api/tokens', 'contractor', { status: 201, body: () => ({ name: 'Reports' }) }),
  write('DELETE /api/tokens/:id', 'agent', { target: 'agentsToken' }),
  write('POST /api/webhooks', 'admin', { status: 201, body: () => WEBHOOK }),
  write('PATCH /api/webhooks/:id', 'admin', { target: 'aWebhook', body: () => ({ on: false }) }),
  write('DELETE /api/webhooks/:id', 'admin', { target: 'aWebhook' }),
  write('POST /api/webhooks/:id/rotate', 'admin', { target: 'aWebhook' }),
  write('POST /api/webhooks/:id/take-over', 'admin', { target: 'aLeftWebhook' }),
  write('POST /api/webhooks/:id/test', 'admin', { status: 202, target: 'aWebhook' }),
  write('POST /api/webhooks/:id/deliveries/:deliveryId/send', 'admin', { status: 202, target: 'aWebhookDelivery' }),
  write('POST /api/change-password', 'agent', {
    body: () => ({ currentPassword: PASSWORD, newPassword: 'battery staple', confirmPassword: 'battery staple' }),
  }),
  write('POST /api/password-reset/set', 'nobody', {
    body: async ({ contractor: { id: userId } }) => {
      const about = { userId, once: true, expiresAt: new Date(Date.now() + 3_600_000) }
      const [link] = await db.transaction((tx) => makeMailedLinks(tx, 'set_password', [about]))
      return { token: mailedSecret(link!), password: 'battery staple' }
    },
  }),
]

/** Refused to tokens as they are above. */
export const BY_SIGN_IN = [
  ...['POST /api/tokens', 'POST /api/change-password', 'PATCH /api/users/:id/role', 'POST /api/accounts/invite'],
  ...['POST /api/webhooks', 'POST /api/webhooks/:id/rotate', 'POST /api/webhooks/:id/take-over'],
]

/** Each of these keeps a result for each of its items: tests/writes/many-killed.test.ts. */
export const MANY: Write[] = [
  write('POST /api/jobs/assign', 'admin', { body: (cast) => ({ jobIds: [ABSENT], ...toContractor(cast) }) }),
  write('POST /api/jobs/cancel', 'admin', { body: () => ({ jobIds: [ABSENT], reason: 'Sold' }) }),
  write('POST /api/jobs/import', 'admin', { body: ({ agent }) => ({ agentId: agent.id, jobs: [importedRow()] }) }),
  write('POST /api/contractors/:id/reassign', 'admin', {
    target: 'aBusyContractor',
    body: () => ({ contractorId: null }),
  }),
  write('POST /api/invoices', 'admin', { body: () => ({ items: [{ visitId: ABSENT }] }) }),
]

/** Take no key: what they answer is never kept, or is the same each time. */
export const UNKEPT = ['POST /api/local/login', 'POST /api/password-reset']

export async function sentIn(cast: Cast, { request, target, body }: Omit<Write, 'status'>) {
  const [method = '', path = ''] = request.split(' ')
  const id = target ? await targets[target](cast) : ''
  return { method, path: withIds(path, id), body: await body?.(cast) }
}

const SAFE = ['GET', 'HEAD', 'ALL']

/** The API's routes that may change something. */
export const unsafeRoutes = (): string[] =>
  app.routes
    .filter(({ method, path }) => path.startsWith('/api/') && !SAFE.includes(method))
    .map(({ method, path }) => `${method} ${path}`)
