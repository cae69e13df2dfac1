import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, links, messages, users } from '#db/schema.ts'
import { today } from '#src/domain/dates.ts'
import { LINKS, type LinkPurpose } from '#src/domain/link/link.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { sendStatement } from '#src/invoices/statements/sending.ts'
import { unassignJob } from '#src/jobs/actions.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { sendSummary } from '#src/jobs/hazards/summary/sending.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { shownSecret } from '#src/links/page-secret.ts'
import { askLandlord } from '#src/outsiders/landlord/actions.ts'
import { shareJob } from '#src/outsiders/links.ts'
import { declineQuote } from '#src/quotes/actions.ts'
import { shareGasCheck } from '#tests/properties/certificates/at-rose-cottage.ts'
import { hiddenIn } from '#tests/support/answers.ts'
import { stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { A_SUMMARY, targets } from '#tests/support/targets.ts'
import { aCast, aJob, type Cast } from '#tests/support/world.ts'
import { expireLink } from './by-link.ts'

type World = { cast: Cast; jobId: string; quoteId: string; linkId: string; path: string }

type Walked = {
  make: (cast: Cast) => Promise<Omit<World, 'cast' | 'linkId' | 'path'>>
  /** What somebody chooses and types on the page: the answer that uses the link up. */
  chosen: Record<string, string>
  person: (cast: Cast) => string
  movesOn: (world: World) => Promise<unknown>
  /** It may be used again, and shows whatever its job has become. */
  goesOn?: true
}

/** The links that a page of a form opens; those of a password, calendar and reminders have tests of their own. */
const WALKED: Partial<Record<LinkPurpose, Walked>> = {
  decide_quote: {
    make: async (cast) => {
      const { id: jobId, quotes: made } = await aJob(cast, 'quote_pending')
      return { jobId, quoteId: made[0]!.id }
    },
    chosen: { decision: 'decline' },
    person: ({ agent }) => agent.id,
    movesOn: ({ cast, quoteId }) => declineQuote(cast.agent, quoteId),
  },
  landlord: {
    make: async (cast) => {
      const { id: jobId, quotes: made } = await aJob(cast, 'quote_pending')
      await askLandlord(cast.agent, made[0]!.id, 'lorna@landlords.example')
      return { jobId, quoteId: made[0]!.id }
    },
    chosen: { answer: 'yes', note: 'Please before Friday.' },
    person: ({ agent }) => agent.id,
    movesOn: ({ cast, quoteId }) => declineQuote(cast.agent, quoteId),
  },
  follow_job: {
    make: async (cast) => {
      const { id: jobId } = await aJob(cast, 'completed')
      await shareJob(cast.agent, jobId, { purpose: 'follow_job', email: 'tom@home.example' })
      return { jobId, quoteId: '' }
    },
    chosen: { report: 'notFixed', text: 'It still leaks.' },
    person: ({ agent }) => agent.id,
    movesOn: ({ cast, jobId }) => reopenJob(cast.admin, jobId, { reason: 'It leaks.' }),
    goesOn: true,
  },
  answer_job: {
    make: async (cast) => ({ jobId: (await aJob(cast, 'assigned')).id, quoteId: '' }),
    chosen: { answer: 'handBack', reason: 'My van broke down.' },
    person: ({ contractor }) => contractor.id,
    movesOn: ({ cast, jobId }) => unassignJob(cast.admin, jobId),
  },
}

async function world(purpose: LinkPurpose, { make }: Walked): Promise<World> {
  const cast = await aCast()
  const made = await make(cast)
  const [link] = await db.select().from(links).where(eq(links.purpose, purpose))
  return { cast, ...made, linkId: link!.id, path: `${LINKS[purpose].path}/${mailedSecret(link!.id)}` }
}

const submit = ({ path, linkId }: World, { chosen }: Walked) =>
  stranger.submit(path, { ...chosen, shown: shownSecret(linkId) })

/** What became of the link before it is opened, and whether it still opens. */
const STATES: [state: string, opens: boolean, work: (at: World, walked: Walked) => Promise<unknown>][] = [
  ['unused', true, async () => {}],
  ['used', false, submit],
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
        .where(eq(users.id, person(cast))),
  ],
  ['of a job that moved on', false, (at, { movesOn }) => movesOn(at)],
]

const PREFETCH = { 'sec-purpose': 'prefetch', purpose: 'prefetch' }

const WAYS: [way: string, status: number, send: (at: World, walked: Walked) => Promise<Response>][] = [
  ['GET', 200, ({ path }) => stranger.get(path)],
  ['HEAD', 200, ({ path }) => stranger.send(path, { method: 'HEAD' })],
  ['prefetch', 200, ({ path }) => stranger.get(path, PREFETCH)],
  ['POST without its secret', 409, ({ path }, { chosen }) => stranger.submit(path, chosen)],
  [
    'POST with the secret of another page',
    409,
    ({ path }, { chosen }) => stranger.submit(path, { ...chosen, shown: shownSecret(crypto.randomUUID()) }),
  ],
  ['POST of the form as it stands', 422, asItStands],
]

async function asItStands({ path }: World): Promise<Response> {
  return stranger.submit(path, hiddenIn(await (await stranger.get(path)).text()))
}

const EACH = Object.entries(WALKED).flatMap(([purpose, walked]) =>
  STATES.map(([state, opens, work]) => ({
    ...{ purpose: purpose as LinkPurpose, walked, state, work },
    opens: opens || (walked.goesOn === true && /used|moved on/.test(state)),
  })),
)

const answersTo = ({ goesOn }: Walked, opens: boolean, state: string): [number, number] => {
  if (!opens) return [410, 410]
  if (!goesOn) return [200, 410]
  return state === 'of a job that moved on' ? [409, 409] : [200, 200]
}

describe.each(EACH)('$purpose, $state', ({ purpose, walked, state, opens, work }) => {
  test.each(WAYS)('%s changes nothing', async (_, status, send) => {
    const at = await world(purpose, walked)
    await work(at, walked)
    const before = await everything()
    const answered = await send(at, walked)
    expect(answered.status).toBe(opens ? status : 410)
    expect(answered.headers.get('cache-control')).toBe('no-store')
    expect(answered.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await everything()).toEqual(before)
  })

  test('POST twice at once answers once, or not at all', async () => {
    const at = await world(purpose, walked)
    await work(at, walked)
    const before = await everything()
    const both = await Promise.all([submit(at, walked), submit(at, walked)])
    const expected = answersTo(walked, opens, state)
    expect(both.map((one) => one.status).sort()).toEqual(expected)
    if (walked.goesOn) expect(await db.$count(messages)).toBeLessThanOrEqual(1)
    if (!expected.includes(200)) expect(await everything()).toEqual(before)
  })
})

const SHOWN: Walked = {
  make: async (cast) => {
    const jobId = await targets.aHazard(cast)
    await sendSummary(cast.agent, jobId, { ...A_SUMMARY, email: 'tom@home.example' })
    return { jobId, quoteId: '' }
  },
  chosen: {},
  person: ({ agent }) => agent.id,
  movesOn: ({ cast, jobId }) => unassignJob(cast.admin, jobId),
}

describe.each(STATES.filter(([state]) => state !== 'used'))('hazard_summary, %s', (state, opens, work) => {
  test('only shows, and takes nothing', async () => {
    const at = await world('hazard_summary', SHOWN)
    await work(at, SHOWN)
    const before = await everything()
    for (const [way, , send] of WAYS.slice(0, 3)) {
      const answered = await send(at, SHOWN)
      expect([way, answered.status]).toEqual([way, opens || /moved on|deleted person/.test(state) ? 200 : 410])
      expect(answered.headers.get('cache-control')).toBe('no-store')
      expect(answered.headers.get('referrer-policy')).toBe('no-referrer')
    }
    expect((await submit(at, SHOWN)).status).toBe(404)
    expect(await everything()).toEqual(before)
  })
})

/** Each kind of link that is sent by e-mail, and to whom a new one goes when it has expired. */
const RENEWED: [LinkPurpose, (cast: Cast) => Promise<unknown>][] = [
  ...Object.entries(WALKED).map(([purpose, { make }]): (typeof RENEWED)[number] => [purpose as LinkPurpose, make]),
  [
    'statement',
    async (cast) => {
      const { visits } = await aJob(cast, 'completed')
      await markVisitInvoiced(cast.admin, visits[0]!.id, 4250)
      const period = today().slice(0, 7)
      await sendStatement(cast.admin, { kind: 'agency', subject: 'rightway lettings', period }, 'a@rightway.example')
    },
  ],
  [
    'hazard_summary',
    async (cast) => {
      const { id } = await aJob(cast, 'assigned')
      await changeHazard(cast.agent, id, { level: 'significant', investigatedAt: new Date() })
      await sendSummary(cast.agent, id, { ...A_SUMMARY, email: 'tom@home.example' })
    },
  ],
  ['certificates', ({ agent }) => shareGasCheck(agent, 'lorna@landlords.example')],
]

const addressed = async (purpose: LinkPurpose) =>
  (await db.select().from(emailNotifications)).flatMap(({ content, contractorEmail }) =>
    [content.path, content.answer].some((path) => path?.startsWith(LINKS[purpose].path)) ? [contractorEmail] : [],
  )

describe.each(RENEWED)('an expired link, %s,', (purpose, make) => {
  test('offers a new one, which goes to its address alone, and no other state does', async () => {
    await make(await aCast())
    const [link] = await db.select().from(links).where(eq(links.purpose, purpose))
    const { id: linkId } = link!
    const path = `${LINKS[purpose].path}/${mailedSecret(linkId)}`
    const before = await addressed(purpose)
    await stranger.submit(`${path}/again`)
    expect(await addressed(purpose)).toEqual(before)
    await expireLink(linkId)
    expect(await (await stranger.get(path)).text()).toContain(`action="${path}/again"`)
    const asked = await stranger.submit(`${path}/again`, { email: 'eve@evil.example' })
    expect(asked.status).toBe(200)
    expect(await addressed(purpose)).toEqual([...before, before[0]!])
    await Promise.all(Array.from({ length: 9 }, () => stranger.submit(`${path}/again`)))
    const all = await addressed(purpose)
    expect(new Set(all)).toEqual(new Set(before))
    expect(all.length).toBeLessThanOrEqual(before.length + 5)
    await db.update(links).set({ revokedAt: new Date() })
    expect(await (await stranger.get(path)).text()).not.toContain('/again')
    await stranger.submit(`${path}/again`)
    expect(await addressed(purpose)).toHaveLength(all.length)
  })
})

test('an expired link that was copied, not sent, says that it has no address', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'assigned')
  const { url, id: linkId } = await shareJob(cast.agent, id, { purpose: 'follow_job' })
  const { pathname } = new URL(url!)
  await expireLink(linkId)
  const page = await (await stranger.get(pathname)).text()
  expect(page).toContain('sent to no e-mail address')
  expect(page).toContain('please ask the agency')
  expect(page).not.toContain('/again')
  await stranger.submit(`${pathname}/again`, { email: 'eve@evil.example' })
  expect(await db.$count(links, eq(links.purpose, 'follow_job'))).toBe(1)
})

test.each(Object.entries(WALKED))(
  'a scanner that follows every link of %s and sends each form as it stands changes nothing',
  async (purpose, walked) => {
    const at = await world(purpose as LinkPurpose, walked)
    const before = await everything()
    const markup = await (await stranger.get(at.path)).text()
    for (const [, href] of markup.matchAll(/(?:href|src)="(\/[^"]+)"/g)) await stranger.get(href!)
    const forms = [...markup.matchAll(/<form[^>]*action="([^"]+)".*?<\/form>/gs)]
    expect(forms.length).toBeGreaterThan(0)
    for (const [form, action] of forms) {
      for (const verb of ['GET', 'HEAD']) await stranger.send(action!, { method: verb })
      expect((await stranger.submit(action!, { ...hiddenIn(form), reason: '' })).status).toBe(422)
    }
    expect(await everything()).toEqual(before)
  },
)
