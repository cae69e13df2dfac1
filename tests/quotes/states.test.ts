import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, quotes } from '#db/schema.ts'
import { QUOTE_STATUSES, type QuoteStatus } from '#src/domain/quote/quote.ts'
import { approveQuote, declineQuote } from '#src/quotes/actions.ts'
import { withdrawQuote } from '#src/quotes/changes.ts'
import { forgetNotified, notified } from '#tests/jobs/notified.ts'
import type { Client } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { type Cast, statusOf } from '#tests/support/world.ts'
import { aQuote, clients, rowOf } from './given.ts'

// Every call about a quote in every status of it, by every role and both doors; and all of them at once.

const INTO: Record<QuoteStatus, (cast: Cast, id: string) => Promise<unknown>> = {
  pending: async () => {},
  approved: (cast, id) => approveQuote(cast.agent, id),
  declined: (cast, id) => declineQuote(cast.agent, id),
  // Only old data has it.
  rejected: (_, id) => db.update(quotes).set({ status: 'rejected' }).where(eq(quotes.id, id)),
  withdrawn: (cast, id) => withdrawQuote(cast.contractor, id, 'A slip'),
}

type Call = { method: 'PATCH' | 'POST'; end: string; body?: object; form: Record<string, string> }
const CALLS = {
  approve: { method: 'PATCH', end: '/approve', form: { confirmed: 'yes' } },
  decline: { method: 'PATCH', end: '/decline', body: { reason: 'Too dear' }, form: { reason: 'Too dear' } },
  askAgain: {
    ...{ method: 'PATCH', end: '/decline' },
    body: { reason: '£20 less', askAgain: true },
    form: { reason: '£20 less', askAgain: 'yes' },
  },
  revise: {
    ...{ method: 'PATCH', end: '' },
    body: { quoteAmount: 500 },
    form: { quoteAmount: '500', quoteDescription: 'Replace the expansion vessel.' },
  },
  withdraw: { method: 'POST', end: '/withdraw', body: { reason: 'A slip' }, form: { reason: 'A slip' } },
} as const satisfies Record<string, Call>

/** By hand: what each role's call is answered in each status, and where quote and job then are. */
const EVENTS: [name: keyof typeof CALLS, who: 'agent' | 'contractor', quote: string, job: string][] = [
  ['approve', 'agent', 'approved', 'quote_approved'],
  ['decline', 'agent', 'declined', 'completed'],
  ['askAgain', 'agent', 'declined', 'assigned'],
  ['revise', 'contractor', 'pending', 'quote_pending'],
  ['withdraw', 'contractor', 'withdrawn', 'assigned'],
]
const ROLES = ['agent', 'contractor', 'admin'] as const

const cases = QUOTE_STATUSES.flatMap((status) => EVENTS.map((row) => [row[0], status, row] as const))

describe.each([
  [
    'JSON',
    (client: Client, path: string, { method, end, body }: Call) => client.send(`/api${path}${end}`, { method, body }),
  ],
  [
    'HTML',
    (client: Client, path: string, { end, form }: Call) =>
      client.htmx(`${path}${end || '/edit'}`, { method: 'POST', form: { back: '/quotes', ...form } }),
  ],
] as const)('by %s', (_, send) => {
  test.each(cases)('%s of a quote that is %s', async (name, status, [, who, quoteAfter, jobAfter]) => {
    const all = await clients()
    const { id, path, job } = await aQuote(all.cast)
    await INTO[status](all.cast, id)
    await forgetNotified()
    const before = await everything()
    const call: Call = CALLS[name]
    for (const role of ROLES.filter((one) => one !== who)) expect((await send(all[role], path, call)).status).toBe(403)
    expect(await everything()).toEqual(before)
    const answer = await send(all[who], path, call)
    if (status !== 'pending') {
      expect(answer.status).toBe(409)
      expect((await answer.text()) + answer.headers.get('hx-trigger')).toContain(`This quote is already ${status}.`)
      expect(await everything()).toEqual(before)
      return
    }
    expect(answer.status).toBe(200)
    const quote = await rowOf(id)
    expect([quote.status, await statusOf(job.id)]).toEqual([quoteAfter, jobAfter] as never)
    expect(await notified()).toHaveLength(1)
  })
})

describe('many at once', () => {
  const race = async (...calls: (() => Promise<Response>)[]) =>
    (await Promise.all(calls.map((call) => call()))).map(({ status }) => status)

  test('revised and approved as it was read is one order: approved as read, or neither twice', async () => {
    const { cast, agent, contractor } = await clients()
    const seen = new Set<string>()
    for (let round = 0; round < 8; round++) {
      const { id, path, job } = await aQuote(cast)
      const approve = () => agent.patch(`/api${path}/approve`, { version: 1 })
      const revise = () => contractor.patch(`/api${path}`, { quoteAmount: 1234, version: 1 })
      const statuses = await race(...(round % 2 ? [approve, revise] : [revise, approve]))
      expect(statuses.sort()).toEqual([200, 409])
      const quote = await rowOf(id)
      const approved = quote.status === 'approved'
      seen.add(quote.status)
      expect([quote.amount, quote.version]).toEqual(approved ? [48_000, 1] : [123_400, 2])
      expect(await statusOf(job.id)).toBe(approved ? 'quote_approved' : 'quote_pending')
      expect(await notified()).toEqual([
        approved ? `quote_approved → ${cast.contractor.email}` : `quote_revised → ${cast.agent.email}`,
      ])
    }
    expect(seen.size).toBeGreaterThan(0)
  })

  test('approved, declined, declined for a new price and withdrawn is one of them, in every part', async () => {
    const { cast, agent, contractor } = await clients()
    for (let round = 0; round < 6; round++) {
      const { id, path, job } = await aQuote(cast)
      const calls = [
        () => agent.patch(`/api${path}/approve`),
        () => agent.patch(`/api${path}/decline`),
        () => agent.patch(`/api${path}/decline`, { askAgain: true, reason: 'Less' }),
        () => contractor.post(`/api${path}/withdraw`, { reason: 'A slip' }),
      ]
      const turned = [...calls.slice(round % 4), ...calls.slice(0, round % 4)]
      const statuses = await race(...turned, ...turned)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status === 409)).toHaveLength(7)
      const kinds = {
        approved: 'quote_approved',
        declined: /quote_declined|new_price_asked/,
        withdrawn: 'quote_withdrawn',
      }
      const { status } = await rowOf(id)
      expect(await notified()).toEqual([expect.stringMatching(kinds[status as keyof typeof kinds])])
      expect(await db.$count(jobs, eq(jobs.parentJobId, job.id))).toBe(status === 'approved' ? 1 : 0)
    }
  })

  test('revised twice as it was read is once', async () => {
    const { cast, contractor } = await clients()
    const { id, path } = await aQuote(cast)
    const revise = (quoteAmount: number) => () => contractor.patch(`/api${path}`, { quoteAmount, version: 1 })
    expect((await race(...[1, 2, 3, 4, 5].map(revise))).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await rowOf(id)).version).toBe(2)
    expect(await notified()).toHaveLength(1)
  })
})
