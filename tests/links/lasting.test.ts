import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { links, users } from '#db/schema.ts'
import { renewCalendar } from '#src/appointments/calendar-link.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import { LINKS, type LinkPurpose } from '#src/domain/link/link.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { sendStatement } from '#src/invoices/statements/sending.ts'
import { lastingLink, makeMailedLinks, takeUpLink } from '#src/links/links.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { transaction } from '#src/writes/transaction.ts'
import { shareGasCheck } from '#tests/properties/certificates/at-rose-cottage.ts'
import { stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { ROOT } from '#tests/support/root.ts'
import { aCast, aJob, type Cast } from '#tests/support/world.ts'
import { expireLink } from './by-link.ts'

// The links that are about an account, not about a job, in each state by each way of asking: what the others do is in
// walk.test.ts. None has a secret of its page: a password is typed, and mail readers end reminders for their users.

type Lasting = {
  make: (cast: Cast) => Promise<string | undefined>
  person: (cast: Cast) => Actor
  ended: 404 | 410
  /** What is sent, and what is answered to two at once where it opens. */
  sends?: [form: Record<string, string>, both: [number, number]]
}

const LASTING: Partial<Record<LinkPurpose, Lasting>> = {
  set_password: {
    make: async ({ contractor }) => {
      await transaction((tx) => makeMailedLinks(tx, 'set_password', [{ userId: contractor.id }]))
      return undefined
    },
    person: ({ contractor }) => contractor,
    ended: 410,
    sends: [{ password: 'battery staple', confirmPassword: 'battery staple' }, [303, 410]],
  },
  unsubscribe: {
    make: async ({ contractor }) => {
      await transaction((tx) => lastingLink(tx, 'unsubscribe', contractor.id))
      return undefined
    },
    person: ({ contractor }) => contractor,
    ended: 410,
    sends: [{ 'List-Unsubscribe': 'One-Click' }, [200, 200]],
  },
  calendar: {
    make: async ({ contractor }) => new URL(await renewCalendar(contractor)).pathname,
    person: ({ contractor }) => contractor,
    ended: 404,
  },
  statement: {
    make: async (cast) => {
      const { visits } = await aJob(cast, 'completed')
      await markVisitInvoiced(cast.admin, visits[0]!.id, 4250)
      const of = { kind: 'agency', subject: 'rightway lettings', period: today().slice(0, 7) } as const
      await sendStatement(cast.admin, of, 'accounts@rightway.example')
      return undefined
    },
    person: ({ admin }) => admin,
    ended: 410,
  },
  certificates: {
    make: async ({ agent }) => {
      await shareGasCheck(agent, 'lorna@landlords.example')
      return undefined
    },
    person: ({ agent }) => agent,
    ended: 410,
  },
}

type At = { cast: Cast; linkId: string; path: string }

async function world(purpose: LinkPurpose, { make }: Lasting): Promise<At> {
  const cast = await aCast()
  const made = await make(cast)
  const [link] = await db.select().from(links).where(eq(links.purpose, purpose))
  return { cast, linkId: link!.id, path: made ?? `${LINKS[purpose].path}/${mailedSecret(link!.id)}` }
}

const STATES: [state: string, opens: boolean, work: (at: At, lasting: Lasting) => Promise<unknown>][] = [
  ['unused', true, async () => {}],
  ['used', false, ({ linkId }) => transaction((tx) => takeUpLink(tx, linkId))],
  ['expired', false, ({ linkId }) => expireLink(linkId)],
  ['revoked', false, ({ linkId }) => db.update(links).set({ revokedAt: new Date() }).where(eq(links.id, linkId))],
  ['forwarded', true, ({ path }) => stranger.get(path, { 'user-agent': 'another' })],
  [
    'of a deleted person',
    false,
    ({ cast }, { person }) =>
      db
        .update(users)
        .set({ deletedAt: new Date() })
        .where(eq(users.id, person(cast).id)),
  ],
]

const WAYS: [way: string, send: (path: string) => Promise<Response>][] = [
  ['GET', (path) => stranger.get(path)],
  ['HEAD', (path) => stranger.send(path, { method: 'HEAD' })],
  ['prefetch', (path) => stranger.get(path, { 'sec-purpose': 'prefetch', purpose: 'prefetch' })],
]

const EACH = Object.entries(LASTING).flatMap(([purpose, lasting]) =>
  STATES.map(([state, opens, work]) => ({ purpose: purpose as LinkPurpose, lasting, state, opens, work })),
)

describe.each(EACH)('$purpose, $state', ({ purpose, lasting, opens, work }) => {
  test.each(WAYS)('%s changes nothing', async (_, send) => {
    const at = await world(purpose, lasting)
    await work(at, lasting)
    const before = await everything()
    const answered = await send(at.path)
    expect(answered.status).toBe(opens ? 200 : lasting.ended)
    expect(answered.headers.get('cache-control')).toMatch(/no-store/)
    expect(answered.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await everything()).toEqual(before)
  })

  test('POST twice at once acts once, or not at all', async () => {
    const at = await world(purpose, lasting)
    await work(at, lasting)
    const [form, both] = lasting.sends ?? [{}, [404, 404]]
    const before = await everything()
    const sent = await Promise.all([stranger.submit(at.path, form), stranger.submit(at.path, form)])
    const ended = lasting.sends ? lasting.ended : 404
    expect(sent.map(({ status }) => status).sort()).toEqual(opens ? both : [ended, ended])
    if (!opens || !lasting.sends) expect(await everything()).toEqual(before)
  })
})

test.each(Object.entries(LASTING))(
  '%s, after what docs/operations.md runs when a SECRET leaked',
  async (name, lasting) => {
    const document = await Bun.file(join(ROOT, 'docs/operations.md')).text()
    const statement = /<!-- end links -->\s*```sql\n([\s\S]*?)```/.exec(document)![1]!
    const { path } = await world(name as LinkPurpose, lasting)
    expect((await stranger.get(path)).status).toBe(200)
    await db.execute(sql.raw(statement))
    expect((await stranger.get(path)).status).toBe(name === 'calendar' ? 200 : lasting.ended)
  },
)
