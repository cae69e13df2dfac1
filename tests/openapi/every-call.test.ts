import { expect, test } from 'bun:test'
import { eq, isNotNull } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { apiTokens, webhookAttempts, webhooks } from '#db/schema.ts'
import { makeLink } from '#src/links/links.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { numberAll } from '#tests/events/reading.ts'
import { answerPage, linksFor } from '#tests/links/by-link.ts'
import { jpeg } from '#tests/photos/pictures.ts'
import { bodyOf, put } from '#tests/photos/uploads.ts'
import { privacyLife } from '#tests/privacy/calls.ts'
import { bearer, type Client, signedInAs, stranger } from '#tests/support/app.ts'
import { ABSENT, WEBHOOK } from '#tests/support/targets.ts'
import { dayIn, tomorrow } from '#tests/support/times.ts'
import {
  aContractor,
  anAdmin,
  anAgent,
  type Cast,
  completion,
  importedRow,
  jobInput,
  PASSWORD,
  withQuote,
} from '#tests/support/world.ts'
import { certificatesLife } from './certificates.ts'
import { hazardCalls } from './hazard.ts'
import { ALL_ANSWERS, ALL_FIELDS, Met } from './met.ts'
import { viewsLife } from './views.ts'

// Each call of the document is made with success, and each field of each answer is there with a value at least once:
// no schema of the document goes unexercised. That each answer fits its schema is seen to by the client.

/** As far as later calls need it. */
type Body = {
  id: string
  path: string
  uploadURL: string
  token: string
  jobRef: string
  replacedBy: string
  user: { id: string }
  quotes: Body[]
  visits: Body[]
} & Body[]

const met = new Met()

async function call(client: Client, request: string, body?: unknown): Promise<Body> {
  const [method = '', path = ''] = request.split(' ')
  const answer = await client.send(path, { method, body })
  return noted(method, path.split('?')[0]!, answer)
}

async function noted(method: string, path: string, answer: Response): Promise<Body> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status} ${text}`)
  const given = JSON.parse(text)
  met.note(method, path, answer.status, given)
  return given
}

async function photoOf(client: Client): Promise<string> {
  const { uploadURL } = await call(client, 'POST /api/objects/upload')
  const answer = await put(uploadURL, bodyOf(await jpeg()))
  return (await noted('PUT', new URL(uploadURL).pathname, answer)).path
}

type Here = Cast & { ada: Client; olivia: Client; carl: Client; silent: string }

async function here(): Promise<Here> {
  const agent = await anAgent({ profileImageUrl: 'https://pictures.example/olivia.png' })
  const [contractor, admin] = await Promise.all([
    aContractor({
      contractorType: 'Plumber',
      vatNumber: 'GB123456789',
      contractorTypes: ['plumbing'],
      areas: ['GU'],
      address: '1 Mill Lane',
    }),
    anAdmin(),
  ])
  const silent = await aContractor({ email: null })
  const [olivia, carl, ada] = await Promise.all([agent, contractor, admin].map(signedInAs))
  return { agent, contractor, admin, ada: ada!, olivia: olivia!, carl: carl!, silent: silent.id }
}

const DETAILS = { contractorType: 'plumbing', tenantName: 'Tom Reed', tenantPhone: '07700 900456' }
const PRICED = {
  ...{ materialsCost: 100, laborCost: 200, estimatedDuration: 'A day', validUntil: dayIn(30), notes: 'By ladder' },
  lines: [{ description: 'A vessel', quantity: 2, unitPrice: 200, vatRate: 20 }],
}

async function raised({ olivia, ada, contractor }: Here, to = contractor.id): Promise<string> {
  const { id } = await call(olivia, 'POST /api/jobs', jobInput())
  await call(ada, `POST /api/jobs/${id}/assign`, { contractorId: to })
  return id
}

async function quoted(at: Here): Promise<{ job: string; quote: string }> {
  const job = await raised(at)
  const { quotes } = await call(at.carl, `POST /api/jobs/${job}/complete`, withQuote())
  return { job, quote: quotes[0]!.id }
}

async function signInAndOut({ agent, admin, ada }: Here) {
  for (const open of ['openapi.json', 'ping']) await call(stranger, `GET /api/${open}`)
  await call(stranger, 'POST /api/local/login', { identifier: agent.username, password: PASSWORD })
  await call(stranger, 'POST /api/password-reset', { identifier: agent.username })
  const forgetful = await anAgent()
  const link = { userId: forgetful.id, once: true, expiresAt: new Date(Date.now() + 60_000) }
  const token = await db.transaction((tx) => makeLink(tx as never, 'set_password', link))
  await call(stranger, 'POST /api/password-reset/set', { token, password: 'green door' })
  const changing = await signedInAs(await anAgent())
  const password = { currentPassword: PASSWORD, newPassword: 'green door', confirmPassword: 'green door' }
  await call(changing, 'POST /api/change-password', password)
  await call(ada, 'PUT /api/profile/reminders', { byEmail: false })
  await call(ada, 'GET /api/profile/reminders')
  const made = await call(ada, 'POST /api/tokens', { name: 'Reports', expiresAt: dayIn(9) })
  await stranger.get('/api/stats', bearer(made.token))
  // The use of a token is noted beside the request.
  while ((await db.$count(apiTokens, isNotNull(apiTokens.lastUsedAt))) === 0) await Bun.sleep(5)
  await call(ada, 'GET /api/tokens')
  await call(ada, `DELETE /api/tokens/${made.id}`)
  expect(await db.$count(apiTokens, eq(apiTokens.userId, admin.id))).toBe(0)
}

async function people({ ada, agent, contractor }: Here) {
  const nia = { firstName: 'Nia', lastName: 'Cole' }
  const made = { ...nia, company: 'Cole', phone: '1', password: 'secret1' }
  const works = { contractorTypes: ['roofing'], areas: ['BS'], vatNumber: 'GB1' }
  const two = await call(ada, 'POST /api/admin/create-contractor', { ...made, ...works, email: 'nia@cole.example' })
  const one = await call(ada, 'POST /api/admin/create-estate-agent', { ...made, username: 'nia' })
  const invited = await call(ada, 'POST /api/accounts/invite', { role: 'admin', ...nia, email: 'n@cole.example' })
  for (const what of ['invite', 'allow-passkey']) await call(ada, `POST /api/users/${invited.user.id}/${what}`)
  const rows = [{ ...nia, username: 'nia2' }, nia]
  await call(ada, 'POST /api/accounts/import', { role: 'estate_agent', rows, dryRun: true })
  await call(ada, 'POST /api/accounts/import', { role: 'estate_agent', rows, leaveOutWrong: true })
  for (const list of ['contractors', 'estate-agents', 'administrators']) await call(ada, `GET /api/${list}`)
  for (const user of [agent, contractor]) await call(await signedInAs(user), 'GET /api/auth/user')
  await call(ada, `PATCH /api/users/${two.user.id}`, { phone: '2', awayUntil: dayIn(3) })
  await call(ada, `GET /api/users/${two.user.id}`)
  for (const { id } of [agent, contractor]) await call(ada, `GET /api/users/${id}`)
  await call(ada, `GET /api/accounts/${two.user.id}/events`)
  await call(ada, `PATCH /api/users/${invited.user.id}/role`, { role: 'contractor' })
  await call(ada, `POST /api/contractors/${two.user.id}/reset-password`)
  await call(ada, `POST /api/estate-agents/${one.user.id}/reset-password`)
  await call(ada, `DELETE /api/contractors/${two.user.id}`)
  await call(ada, `DELETE /api/estate-agents/${one.user.id}`)
}

async function aJobsLife(at: Here) {
  const { ada, olivia, carl, contractor, silent } = at
  const images = [await photoOf(olivia)]
  const recordedAt = new Date().toISOString()
  const { id } = await call(olivia, 'POST /api/jobs', { ...jobInput(), ...DETAILS, images })
  for (const [route, body] of hazardCalls(id)) await call(olivia, route, body)
  for (const client of [olivia, carl]) await call(client, 'PUT /api/profile/away', { awayUntil: dayIn(4) })
  await call(ada, `GET /api/jobs/${id}/contractors`)
  await call(ada, `POST /api/jobs/${id}/assign`, { contractorId: silent })
  await call(ada, `POST /api/jobs/${id}/messages`, { text: 'Who has the key?' })
  await call(ada, `POST /api/jobs/${id}/assign`, { contractorId: contractor.id })
  await call(olivia, `PATCH /api/jobs/${id}`, { accessNotes: 'Key at the bakery' })
  await call(carl, `PUT /api/jobs/${id}/appointment`, tomorrow())
  await call(carl, 'GET /api/jobs')
  await call(carl, `DELETE /api/jobs/${id}/appointment`)
  await call(carl, `POST /api/jobs/${id}/start`, { recordedAt })
  await call(ada, `POST /api/jobs/${id}/messages`, { text: 'When?' })
  await call(carl, `GET /api/jobs/${id}/messages`)
  const late = { text: 'Nobody in.', outcome: 'no_access', images: [await photoOf(carl)], recordedAt }
  await call(carl, `POST /api/jobs/${id}/late-records`, late)
  for (const client of [carl, ada]) await call(client, 'GET /api/messages')
  await call(ada, `GET /api/jobs/${id}/messages`)
  await call(carl, `PUT /api/jobs/${id}/messages/read`, { read: false })
  await call(olivia, 'GET /api/jobs/recent')
  await call(carl, `POST /api/jobs/${id}/visits`, { outcome: 'return', workDone: 'The part is ordered.' })
  const found = { images: [await photoOf(carl)], needsQuote: true, quoteDescription: 'A new vessel', ...PRICED }
  const { quotes } = await call(carl, `POST /api/jobs/${id}/complete`, completion(found as never))
  const quote = quotes[0]!.id
  await call(olivia, `POST /api/jobs/${id}/links`, { purpose: 'follow_job' })
  await call(olivia, `POST /api/jobs/${id}/links`, { purpose: 'landlord', email: 'lorna@landlords.example' })
  await answerPage(`/landlord/${mailedSecret((await linksFor('landlord'))[0]!.id)}`, { answer: 'yes', note: 'Soon.' })
  const links = await call(olivia, `GET /api/jobs/${id}/links`)
  await call(olivia, `DELETE /api/links/${links[0]!.id}`)
  const rival = await call(ada, `POST /api/jobs/${id}/rivals`, { contractorId: silent })
  await call(olivia, `GET /api/jobs/${rival.id}`)
  await call(carl, `PATCH /api/quotes/${quote}`, { notes: 'Parts are in stock' })
  await call(olivia, 'GET /api/quotes/pending')
  await call(olivia, `PATCH /api/quotes/${quote}/approve`)
  await call(olivia, `GET /api/quotes/${quote}`)
  const [work] = await call(carl, 'GET /api/jobs')
  await call(carl, `POST /api/jobs/${work!.id}/mark-complete`)
  await call(olivia, `GET /api/jobs/${work!.id}`)
  await call(olivia, `GET /api/jobs/${id}/events`)
  await call(olivia, 'GET /api/jobs/completed')
  await invoicing(at, quote)
}

async function invoicing(at: Here, quote: string) {
  const { ada } = at
  const lists = ['contractor-visits-invoicing', 'quote-work-invoicing', 'invoiced-items']
  const [first, second] = await call(ada, `GET /api/${lists[0]}`)
  for (const list of lists.slice(0, 2)) {
    await call(ada, `GET /api/${list}`)
    await call(ada, `GET /api/dev/${list}`)
  }
  await call(ada, `POST /api/visits/${first!.id}/mark-invoiced`, { amount: '75.00' })
  const invoice = await call(ada, `POST /api/quotes/${quote}/mark-invoiced`)
  await call(ada, 'POST /api/invoices', { items: [{ visitId: second!.id }, { visitId: ABSENT }, { quoteId: quote }] })
  await call(ada, `GET /api/${lists[2]}`)
  await call(ada, `GET /api/dev/${lists[2]}`)
  await call(ada, 'GET /api/sums')
  await call(ada, 'GET /api/figures')
  await call(ada, 'GET /api/visits')
  await call(ada, 'GET /api/invoices')
  await call(ada, `GET /api/invoices/${invoice.id}`)
  const corrected = { reason: 'Too much', replaceWith: { amount: '150.00' } }
  const { replacedBy } = await call(ada, `POST /api/invoices/${invoice.id}/void`, corrected)
  await call(ada, `GET /api/invoices/${replacedBy}`)
  await call(ada, `POST /api/invoices/${replacedBy}/paid`, { paidOn: '2026-03-31', paidBy: 'cheque' })
  await call(ada, `DELETE /api/invoices/${replacedBy}/paid`)
  await call(ada, `DELETE /api/invoices/${replacedBy}`)
  const images = [await photoOf(at.carl)]
  const { visits } = await call(at.carl, `POST /api/jobs/${await raised(at)}/complete`, completion({ images }))
  await call(ada, `GET /api/${lists[0]}`)
  await call(ada, `DELETE /api/visits/${visits[0]!.id}`)
}

async function otherEnds(at: Here) {
  const { ada, olivia, carl, agent, contractor, silent } = at
  const [declined, withdrawn, deleted] = [await quoted(at), await quoted(at), await quoted(at)]
  await call(olivia, `PATCH /api/quotes/${declined.quote}/decline`, { reason: 'Too dear' })
  await call(olivia, `POST /api/jobs/${declined.job}/reopen`, { reason: 'It leaks', keepContractor: true })
  await call(carl, `POST /api/quotes/${withdrawn.quote}/withdraw`, { reason: 'The part is no longer made' })
  await call(ada, `DELETE /api/quotes/${deleted.quote}`)
  await call(ada, 'GET /api/quotes')
  await call(carl, `POST /api/jobs/${await raised(at)}/hand-back`, { reason: 'Ill' })
  await call(ada, `POST /api/jobs/${await raised(at)}/unassign`)
  await call(ada, `POST /api/jobs/${await raised(at)}/cancel`, { reason: 'Sold' })
  const jobIds = [await raised(at), await raised(at), ABSENT]
  await call(ada, 'POST /api/jobs/assign', { jobIds, contractorId: silent })
  await call(ada, `POST /api/contractors/${silent}/reassign`, { contractorId: contractor.id })
  await call(ada, 'POST /api/jobs/chase', { jobIds, text: 'When?' })
  await call(ada, 'POST /api/jobs/cancel', { jobIds, reason: 'Sold' })
  const rows = [importedRow(), importedRow({ createdAt: '1066-10-14T09:00:00Z' })]
  await call(ada, 'POST /api/jobs/import', { agentId: agent.id, jobs: rows })
  await call(olivia, `DELETE /api/jobs/${(await call(olivia, 'POST /api/jobs', jobInput())).id}`)
  await call(olivia, 'DELETE /api/jobs/completed/all')
  await call(ada, 'GET /api/jobs')
  await call(ada, `POST /api/estate-agents/${agent.id}/hand-over`, { to: (await anAgent()).id })
  await call(ada, 'GET /api/stats')
  await numberAll()
  await call(ada, 'GET /api/events?limit=1000')
}

async function webhooksLife({ ada }: Here) {
  const { id } = await call(ada, 'POST /api/webhooks', { ...WEBHOOK, types: ['job.created'] })
  const at = `/api/webhooks/${id}`
  const { id: deliveryId } = await call(ada, `POST ${at}/test`)
  // As sending leaves them, which nobody does here.
  await db
    .insert(webhookAttempts)
    .values({ deliveryId, at: new Date(), ms: 12, status: 500, answer: 'No', reason: 'No' })
  await db.update(webhooks).set({ failingSince: new Date() })
  await call(ada, `POST ${at}/rotate`)
  await call(ada, `GET ${at}/deliveries`)
  await call(ada, `POST ${at}/deliveries/${deliveryId}/send`)
  await call(ada, `GET ${at}`)
  // As if its maker's account were gone.
  await db.update(webhooks).set({ createdBy: null })
  await call(ada, `POST ${at}/take-over`)
  await db.update(webhooks).set({ failingSince: new Date() })
  await call(ada, 'GET /api/webhooks')
  await call(ada, `PATCH ${at}`, { on: false })
  await call(ada, `POST ${at}/rotate`)
  await call(ada, `GET ${at}`)
  await call(ada, `DELETE ${at}`)
}

/** Said to be null or something all the same: typed clients lose a field that is only null. */
const OF_MADE_LINK = ['MadeLink.usedAt', 'MadeLink.answer', 'MadeLink.note']
const ALWAYS_NULL = ['MadeToken.lastUsedAt', ...OF_MADE_LINK, 'ItemInvoiced.message']

test('each call answers with success, and each field of each answer has been there', async () => {
  const at = await here()
  await aJobsLife(at)
  await otherEnds(at)
  await people(at)
  await signInAndOut(at)
  await webhooksLife(at)
  await viewsLife((request, body) => call(at.ada, request, body))
  const by = (who: 'olivia' | 'carl') => (request: string, body?: object) => call(at[who], request, body)
  await certificatesLife(by('olivia'), by('carl'), at)
  await privacyLife((request, body) => call(at.ada, request, body), at)
  expect(ALL_ANSWERS.filter((answer) => !met.answers.has(answer))).toEqual([])
  expect(ALL_FIELDS.filter((field) => !met.fields.has(field))).toEqual(ALWAYS_NULL)
})
