import { expect, test } from 'bun:test'
import { app } from '#src/app.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { aComplaint } from '#tests/privacy/a-complaint.ts'
import { signedInAs } from '#tests/support/app.ts'
import { A_SUMMARY } from '#tests/support/targets.ts'
import { dayIn, tomorrow } from '#tests/support/times.ts'
import { aContractor, anAdmin, anAgent, completion, importedRow, jobInput, withQuote } from '#tests/support/world.ts'
import { faultsOf } from './judge.ts'
import { aReader } from './reading.ts'
import { viewOf } from './views.ts'

/** Calls that change nothing which anybody can read by another call, or only oneself. */
const BESIDE: Record<string, string> = {
  'POST /api/local/login': 'a session',
  'POST /api/password-reset': 'a link',
  'POST /api/password-reset/set': 'by a link, as passwordSet',
  'POST /api/change-password': 'as passwordSet',
  'PUT /api/jobs/:id/messages/read': 'what one has read',
  'POST /api/views': 'how administrators look at lists',
  'PATCH /api/views/:id': 'how administrators look at lists',
  'DELETE /api/views/:id': 'how administrators look at lists',
  'DELETE /api/links/:id': 'a link',
  'POST /api/certificates/:id/links': 'a link',
  'DELETE /api/certificate-links/:id': 'a link',
  'POST /api/certificates': 'a certificate, read of its list',
  'PATCH /api/certificates/:id': 'a certificate, read of its list',
  'DELETE /api/certificates/:id': 'a certificate, read of its list',
  'POST /api/users/:id/allow-passkey': 'told to administrators by e-mail, and kept with the account',
  'POST /api/people/:id/erase': 'a deleted account, tried with all that it leaves in tests/privacy',
  'POST /api/objects/upload': 'a photo that nothing shows yet',
}

/** Where events are told is no change of what they tell. */
const OF_WEBHOOKS = /^\w+ \/api\/webhooks\b/

type Things = Record<string, unknown>

async function aWorld() {
  const people: Record<string, Actor> = {}
  const [olivia, oscar] = [await anAgent(), await anAgent({ firstName: 'Oscar' })]
  const [carl, dora, ed] = [
    await aContractor(),
    await aContractor({ firstName: 'Dora' }),
    await aContractor({ firstName: 'Ed' }),
  ]
  const [ada, nora] = [await anAdmin(), await anAgent({ firstName: 'Nora' })]
  Object.assign(people, { olivia, oscar, carl, dora, ed, ada, nora })
  const ids = Object.values(people).map(({ id }) => id)
  const readers = await Promise.all(
    Object.entries(people).map(async ([name, user]) => ({ name, user, reader: await aReader(user) })),
  )
  /** As each reads everything now: only what is done here changes it. */
  const views = new Map(await Promise.all(ids.map(async (id) => [id, await viewOf(id, ids)] as const)))
  const gone = new Set<string>()
  const done = new Set<string>()
  const faults: string[] = []

  /** Does it, and notes what anybody was wrongly told of it. */
  async function act(who: Actor, route: string, id = '', body?: unknown): Promise<Things> {
    const here = readers.filter(({ name }) => !gone.has(name))
    const [method, path] = route.split(' ') as [string, string]
    const answer = await (await signedInAs(who)).send(path.replace(':id', id), { method, body })
    const text = await answer.text()
    if (answer.status >= 300) throw new Error(`${route}: ${answer.status} ${text}`)
    done.add(route.split('?')[0]!)
    if (route.startsWith('DELETE /api/contractors') || route.startsWith('DELETE /api/estate-agents'))
      for (const { name, user } of here) if (user.id === id) gone.add(name)
    const left = here.filter(({ name }) => !gone.has(name))
    const witnesses = []
    for (const { name, user, reader } of left) {
      const [before, after] = [views.get(user.id)!, await viewOf(user.id, ids)]
      views.set(user.id, after)
      witnesses.push({ name, id: user.id, before, after, told: await reader.news() })
    }
    const all = witnesses.find(({ name }) => name === 'ada')!.told
    if (all.length === 0) faults.push(`${route}: no event`)
    for (const witness of witnesses) faults.push(...faultsOf(witness, all).map((fault) => `${route}: ${fault}`))
    return JSON.parse(text) as Things
  }
  return { olivia, oscar, carl, dora, ed, ada, nora, act, faults, done }
}

type Job = { id: string; quotes: { id: string; status: string }[]; visits: { id: string }[] }

test('whatever is done by the API is told to exactly those who can read what it changed', async () => {
  const { olivia, oscar, carl, dora, ed, ada, nora, act, faults, done } = await aWorld()
  const raise = async (agent = olivia) => (await act(agent, 'POST /api/jobs', '', jobInput())) as unknown as Job
  const read = async (id: string) => (await (await signedInAs(ada)).get(`/api/jobs/${id}`)).json() as Promise<Job>
  const raisedFor = async (contractor: Actor) => {
    const job = await raise()
    await act(ada, 'POST /api/jobs/:id/assign', job.id, { contractorId: contractor.id })
    return job
  }
  const quoted = async (contractor = carl) => {
    const job = await raisedFor(contractor)
    await act(contractor, 'POST /api/jobs/:id/complete', job.id, withQuote())
    return read(job.id)
  }

  // From pending to invoiced, with a visit that was in vain, and back.
  const plain = await raisedFor(carl)
  await act(olivia, 'PATCH /api/jobs/:id', plain.id, { urgency: 'high' })
  await act(olivia, 'PATCH /api/jobs/:id/hazard', plain.id, { level: 'significant', investigatedAt: new Date() })
  await act(olivia, 'POST /api/jobs/:id/hazard/summary', plain.id, A_SUMMARY)
  await act(carl, 'PUT /api/jobs/:id/appointment', plain.id, tomorrow())
  await act(carl, 'DELETE /api/jobs/:id/appointment', plain.id)
  await act(carl, 'PUT /api/jobs/:id/appointment', plain.id, tomorrow())
  await act(carl, 'POST /api/jobs/:id/visits', plain.id, { outcome: 'no_access', workDone: 'Rang twice.' })
  await act(carl, 'POST /api/jobs/:id/start', plain.id)
  await act(olivia, 'POST /api/jobs/:id/messages', plain.id, { text: 'How is it?' })
  await act(ada, 'POST /api/jobs/:id/messages', plain.id, { text: 'Between us', adminsOnly: true })
  await act(carl, 'POST /api/jobs/:id/late-records', plain.id, { text: 'Rang twice.', outcome: 'no_access' })
  await act(carl, 'POST /api/jobs/:id/complete', plain.id, completion())
  const [missed, visit] = (await read(plain.id)).visits
  const invoice = (await act(ada, 'POST /api/visits/:id/mark-invoiced', visit!.id)) as { id: string }
  await act(ada, 'POST /api/invoices/:id/void', invoice.id, { reason: 'Too much' })
  const billed = (await act(ada, 'POST /api/visits/:id/mark-invoiced', visit!.id)) as { id: string }
  await act(ada, 'DELETE /api/invoices/:id', billed.id)
  await act(ada, 'POST /api/invoices', '', { items: [{ visitId: missed!.id }, { visitId: visit!.id }] })
  await act(olivia, 'DELETE /api/jobs/:id', plain.id)
  await act(ada, 'POST /api/jobs/:id/reopen', plain.id, { reason: 'It leaks again' })

  // From hand to hand.
  const passed = await raisedFor(carl)
  await act(ada, 'POST /api/jobs/:id/assign', passed.id, { contractorId: dora.id })
  await act(dora, 'POST /api/jobs/:id/hand-back', passed.id, { reason: 'Ill' })
  await act(ada, 'POST /api/jobs/assign', '', { jobIds: [passed.id, plain.id], contractorId: carl.id })
  await act(ada, 'POST /api/jobs/chase', '', { jobIds: [passed.id, plain.id], text: 'When?' })
  await act(ada, 'POST /api/contractors/:id/reassign', carl.id, { contractorId: dora.id })
  await act(ada, 'POST /api/jobs/:id/unassign', passed.id)
  await act(olivia, 'POST /api/jobs/:id/cancel', passed.id, { reason: 'Sold' })
  await act(ada, 'POST /api/jobs/cancel', '', { jobIds: [plain.id], reason: 'Sold' })
  await act(ada, 'POST /api/jobs/import', '', { agentId: olivia.id, jobs: [importedRow()] })

  // Quotes: revised, withdrawn, given again, declined; with rivals, of which one is approved.
  const job = await quoted()
  const [quote] = job.quotes
  await act(olivia, 'POST /api/jobs/:id/links', job.id, { purpose: 'landlord', email: 'lorna@landlords.example' })
  await act(carl, 'PATCH /api/quotes/:id', quote!.id, { quoteAmount: 450, quoteDescription: 'A smaller vessel.' })
  await act(carl, 'POST /api/quotes/:id/withdraw', quote!.id, { reason: 'Wrong part' })
  await act(ada, 'POST /api/jobs/:id/assign', job.id, { contractorId: dora.id })
  await act(dora, 'POST /api/jobs/:id/complete', job.id, withQuote())
  const asked = (await act(ada, 'POST /api/jobs/:id/rivals', job.id, { contractorId: ed.id })) as unknown as Job
  await act(ed, 'POST /api/jobs/:id/complete', asked.id, withQuote())
  const pending = (await read(job.id)).quotes.find(({ status }) => status === 'pending')!
  await act(olivia, 'PATCH /api/quotes/:id/approve', pending.id)
  const refused = await quoted()
  await act(olivia, 'PATCH /api/quotes/:id/decline', refused.quotes[0]!.id, { reason: 'Too dear', askAgain: true })
  await act(carl, 'POST /api/jobs/:id/complete', refused.id, withQuote())
  const again = (await read(refused.id)).quotes.find(({ status }) => status === 'pending')!
  await act(olivia, 'PATCH /api/quotes/:id/decline', again.id, { reason: 'Too dear' })
  const doomed = await quoted()
  await act(ada, 'DELETE /api/quotes/:id', doomed.quotes[0]!.id)
  await act(ada, 'DELETE /api/visits/:id', doomed.visits[0]!.id)

  // Quote work passes to another contractor, is done and invoiced.
  const works = (await (await signedInAs(olivia)).get('/api/jobs')).json() as Promise<
    (Job & { parentJobId: string | null })[]
  >
  const work = (await works).find(({ parentJobId }) => parentJobId === job.id)!
  await act(dora, 'POST /api/jobs/:id/start', work.id)
  await act(ada, 'POST /api/jobs/:id/assign', work.id, { contractorId: carl.id })
  await act(carl, 'PUT /api/jobs/:id/appointment', work.id, tomorrow())
  await act(carl, 'POST /api/jobs/:id/mark-complete', work.id, { workDone: 'Replaced it.' })
  const { id: invoiced } = (await act(ada, 'POST /api/quotes/:id/mark-invoiced', pending.id)) as { id: string }
  await act(ada, 'POST /api/invoices/:id/paid', invoiced)
  await act(ada, 'DELETE /api/invoices/:id/paid', invoiced)
  await act(ada, 'DELETE /api/jobs/:id', job.id)

  // People.
  await raise(oscar)
  await act(ada, 'POST /api/estate-agents/:id/hand-over', oscar.id, { to: olivia.id })
  await act(olivia, 'DELETE /api/jobs/completed/all')
  await act(ada, 'PATCH /api/users/:id', carl.id, { phone: '07700 900555' })
  await act(carl, 'PUT /api/profile/reminders', '', { byEmail: false })
  const token = (await act(carl, 'POST /api/tokens', '', { name: 'Reports' })) as { id: string }
  await act(carl, 'DELETE /api/tokens/:id', token.id)
  await act(carl, 'PUT /api/profile/away', '', { awayUntil: dayIn(4) })
  await act(ada, 'PATCH /api/users/:id/role', nora.id, { role: 'contractor' })
  const email = () => `${crypto.randomUUID()}@people.example`
  const person = { firstName: 'Nia', lastName: 'Cole', password: 'secret1' }
  await act(ada, 'POST /api/admin/create-estate-agent', '', { ...person, username: crypto.randomUUID().slice(0, 20) })
  await act(ada, 'POST /api/admin/create-contractor', '', { ...person, email: email() })
  const { user } = (await act(ada, 'POST /api/accounts/invite', '', {
    ...{ role: 'contractor', firstName: 'Ned', lastName: 'Cole', email: email() },
  })) as { user: { id: string } }
  await act(ada, 'POST /api/users/:id/invite', user.id)
  const { user: eve } = (await act(ada, 'POST /api/accounts/invite', '', {
    ...{ role: 'admin', firstName: 'Eve', lastName: 'Cole', email: email() },
  })) as { user: { id: string } }
  await act(ada, 'POST /api/users/:id/allow-passkey', eve.id)
  await act(ada, 'POST /api/accounts/import', '', {
    role: 'contractor',
    rows: [{ firstName: 'Nan', lastName: 'Cole', email: email() }],
  })
  await act(ada, 'POST /api/contractors/:id/reset-password', dora.id)
  await act(ada, 'POST /api/estate-agents/:id/reset-password', oscar.id)
  await raisedFor(dora)
  await act(ada, 'DELETE /api/contractors/:id', dora.id)
  await raise(oscar)
  await act(ada, `DELETE /api/estate-agents/:id?handOverTo=${olivia.id}`, oscar.id)

  const { id: complaint } = await aComplaint()
  await act(ada, 'POST /api/complaints/:id/answer', complaint, { text: 'It was sent to the plumber.' })
  await act(ada, 'POST /api/complaints/:id/close', complaint, { reason: 'Answered' })

  expect(faults).toEqual([])
  const writing = app.routes
    .filter(({ method, path }) => !['GET', 'HEAD', 'ALL'].includes(method) && path.startsWith('/api/'))
    .map(({ method, path }) => `${method} ${path}`)
  expect(writing.filter((route) => !done.has(route) && !BESIDE[route] && !OF_WEBHOOKS.test(route))).toEqual([])
}, 240_000)
