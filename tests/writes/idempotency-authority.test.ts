import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import type { Actor, Role } from '#src/domain/account/account.ts'
import { aToken, bearer, signedInAs, stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { targets } from '#tests/support/targets.ts'
import { aCast, anAgent, type Cast, completion, importedRow, jobInput } from '#tests/support/world.ts'

// A repeat is judged as the first request was: by who sends it now, and with what.

type Sent = { path: string; body?: unknown; method?: string }
const keyed = ({ path, body, method = 'POST' }: Sent, headers: Record<string, string> = {}) =>
  [path, { method, body, headers: { ...headers, 'idempotency-key': 'one' } }] as const

describe('an answer with a secret in it', () => {
  const request = { path: '/api/tokens', body: { name: 'Nightly' } }

  test('is not told to a token: it may make none, so it gets none', async () => {
    const agent = await anAgent()
    const { token } = await aToken(agent)
    const first = await (await signedInAs(agent)).send(...keyed(request))
    expect(first.status).toBe(201)
    const again = await stranger.send(...keyed(request, bearer(token)))
    expect([again.status, await refusalOf(again)]).toEqual([
      403,
      { message: 'A token cannot make tokens. Please sign in to make one.' },
    ])
  })

  test('is told again to who signed in anew after it was lost', async () => {
    const agent = await anAgent()
    const before = await signedInAs(agent)
    const first = await before.send(...keyed(request))
    await before.get('/api/logout')
    const again = await (await signedInAs(agent)).send(...keyed(request))
    expect([again.status, await again.text()]).toEqual([201, await first.text()])
  })
})

test('a script whose token was changed for another gets its answer again', async () => {
  const agent = await anAgent()
  const [old, fresh] = [await aToken(agent), await aToken(agent)]
  const request = { path: '/api/jobs', body: jobInput() }
  const first = await stranger.send(...keyed(request, bearer(old.token)))
  await stranger.send(`/api/tokens/${old.id}`, { method: 'DELETE', headers: bearer(old.token) })
  expect((await stranger.send(...keyed(request, bearer(old.token)))).status).toBe(401)
  const again = await stranger.send(...keyed(request, bearer(fresh.token)))
  expect([again.status, await again.text()]).toEqual([201, await first.text()])
})

const details = { firstName: 'Nia', lastName: 'Cole', password: 'secret1' }
const of = (
  target: keyof typeof targets,
  path: string,
  body?: (cast: Cast, id: string) => unknown,
  method?: string,
) => ({
  make: async (cast: Cast): Promise<Sent> => {
    const id = await targets[target](cast)
    return { path: path.replace(':id', id), body: body?.(cast, id), method }
  },
})
const plain = (path: string, body: unknown) => ({ make: async (): Promise<Sent> => ({ path, body }) })

const ROUTES: [who: keyof Cast, other: Role, { make: (cast: Cast) => Promise<Sent> }][] = [
  ['agent', 'contractor', plain('/api/jobs', jobInput())],
  [
    'admin',
    'estate_agent',
    of('pending', '/api/jobs/:id/assign', ({ contractor }) => ({ contractorId: contractor.id })),
  ],
  [
    'admin',
    'estate_agent',
    of('quotedByAnother', '/api/jobs/:id/rivals', ({ contractor }) => ({ contractorId: contractor.id })),
  ],
  [
    'admin',
    'estate_agent',
    of('pending', '/api/jobs/assign', ({ contractor }, id) => ({ jobIds: [id], contractorId: contractor.id })),
  ],
  ['admin', 'contractor', of('pending', '/api/jobs/cancel', (_, id) => ({ jobIds: [id], reason: 'Sold' }))],
  [
    'admin',
    'contractor',
    of('pending', '/api/jobs/import', ({ agent }) => ({ agentId: agent.id, jobs: [importedRow()] })),
  ],
  ['admin', 'contractor', of('visit', '/api/invoices', (_, id) => ({ items: [{ visitId: id }] }))],
  ['admin', 'estate_agent', of('assigned', '/api/jobs/:id/unassign')],
  ['admin', 'contractor', of('pending', '/api/jobs/:id/cancel', () => ({ reason: 'Sold' }))],
  ['contractor', 'estate_agent', of('assigned', '/api/jobs/:id/start')],
  ['contractor', 'admin', of('in_progress', '/api/jobs/:id/complete', () => completion())],
  ['contractor', 'admin', of('quoteWork', '/api/jobs/:id/mark-complete')],
  ['agent', 'admin', of('pendingQuote', '/api/quotes/:id/approve', undefined, 'PATCH')],
  ['agent', 'contractor', of('pendingQuote', '/api/quotes/:id/decline', undefined, 'PATCH')],
  ['admin', 'estate_agent', of('visit', '/api/visits/:id/mark-invoiced')],
  ['admin', 'contractor', of('finishedQuote', '/api/quotes/:id/mark-invoiced')],
  ['admin', 'estate_agent', of('aContractor', '/api/contractors/:id/reset-password')],
  ['admin', 'contractor', of('anAgent', '/api/estate-agents/:id/reset-password')],
  ['admin', 'estate_agent', of('aBusyContractor', '/api/contractors/:id/reassign', () => ({ contractorId: null }))],
  ['admin', 'estate_agent', plain('/api/admin/create-estate-agent', { ...details, username: 'nia' })],
  ['admin', 'contractor', plain('/api/admin/create-contractor', { ...details, email: 'nia@cole.example' })],
]

test.each(ROUTES)(
  'what the %s was answered, the same person as %s is not told again (%#)',
  async (who, other, { make }) => {
    const cast = await aCast()
    const request = await make(cast)
    const user: Actor = cast[who]
    const client = await signedInAs(user)
    const first = await client.send(...keyed(request))
    expect(first.status).toBeOneOf([200, 201])
    await db.update(users).set({ role: other }).where(eq(users.id, user.id))
    const before = await everything()
    const again = await client.send(...keyed(request))
    expect(again.status).toBe(403)
    expect(again.headers.get('idempotency-replayed')).toBeNull()
    expect(await everything()).toEqual(before)
  },
)
