import { describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobs, links, quotes, users } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { editAccount } from '#src/accounts/admin/edit.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { shownSecret } from '#src/links/page-secret.ts'
import { storage } from '#src/photos/storage/chosen.ts'
import { declineQuote } from '#src/quotes/actions.ts'
import { reviseQuote } from '#src/quotes/changes.ts'
import { aPhotoOn } from '#tests/jobs/photo-on.ts'
import { answerPage, expireLink } from '#tests/links/by-link.ts'
import { hiddenIn } from '#tests/support/answers.ts'
import { stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { captureLog } from '#tests/support/log.ts'
import { aCast, aJob, type Cast } from '#tests/support/world.ts'

type Mailed = { cast: Cast; quoteId: string; linkId: string; jobId: string; visitId: string; path: string }

const linksOf = (quoteId: string) =>
  db.query.links.findMany({ where: (row, { eq }) => eq(row.quoteId, quoteId), orderBy: (row, { asc }) => asc(row.id) })

async function aMailedQuote(): Promise<Mailed> {
  const cast = await aCast()
  const job = await aJob(cast, 'quote_pending')
  const quoteId = job.quotes[0]!.id
  const [link] = await linksOf(quoteId)
  const path = `/decide-quote/${mailedSecret(link!.id)}`
  return { cast, quoteId, linkId: link!.id, jobId: job.id, visitId: job.visits[0]!.id, path }
}

const statusOf = async (id: string) => (await db.query.quotes.findFirst({ where: eq(quotes.id, id) }))?.status
const told = async ({ jobId }: Mailed, kind: string) =>
  (await db.select().from(emailNotifications).where(eq(emailNotifications.jobId, jobId))).filter(
    ({ emailType }) => emailType === kind,
  )
const isOf = (address: string) => eq(emailNotifications.contractorEmail, address)

describe('what a link in the e-mail about a quote decides', () => {
  test.each([
    [{ decision: 'approve' }, 'approved', 'quote_approved', 'Approved'],
    [{ decision: 'decline', reason: 'Too dear' }, 'declined', 'quote_declined', 'Declined'],
    [{ decision: 'decline', reason: '' }, 'declined', 'quote_declined', 'Declined'],
    [
      { decision: 'askAgain', reason: 'Below £100' },
      'declined',
      'new_price_asked',
      'Declined, and a new price asked for',
    ],
  ] as const)('%j', async (chosen, status, toContractor, word) => {
    const mailed = await aMailedQuote()
    const answered = await answerPage(mailed.path, chosen)
    expect([answered.status, await statusOf(mailed.quoteId)]).toEqual([200, status])
    expect(await answered.text()).toContain(`${word}: £`)
    const toldThem = and(isOf(mailed.cast.contractor.email!), eq(emailNotifications.emailType, toContractor))
    expect(await db.$count(emailNotifications, toldThem)).toBe(1)
    const [email, ...others] = await told(mailed, 'decided_by_link')
    expect([email?.contractorEmail, email?.content.decision, others]).toEqual([mailed.cast.agent.email!, word, []])
    const after = await stranger.get(mailed.path)
    expect([after.status, await after.text()]).toEqual([410, expect.stringContaining('This link was used on')])
  })

  test('a new price needs a reason, and what was chosen and typed stays', async () => {
    const mailed = await aMailedQuote()
    const refused = await answerPage(mailed.path, { decision: 'askAgain', reason: '' })
    const markup = await refused.text()
    expect(refused.status).toBe(422)
    expect(markup).toContain('Please say what the new price should be, or why')
    expect(markup).toMatch(/checked="" value="askAgain"/)
    expect(await statusOf(mailed.quoteId)).toBe('pending')
  })

  test('of two answers at once one counts', async () => {
    const mailed = await aMailedQuote()
    const both = await Promise.all([
      answerPage(mailed.path, { decision: 'approve' }),
      answerPage(mailed.path, { decision: 'decline' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect((await told(mailed, 'decided_by_link')).length).toBe(1)
  })

  test('an expired quote can only be declined', async () => {
    const mailed = await aMailedQuote()
    await db.update(quotes).set({ validUntil: '2020-01-01' }).where(eq(quotes.id, mailed.quoteId))
    expect(await (await stranger.get(mailed.path)).text()).not.toContain('value="approve"')
    const refused = await answerPage(mailed.path, { decision: 'approve' })
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('This quote expired on')])
    expect((await answerPage(mailed.path, { decision: 'decline' })).status).toBe(200)
  })

  test('nobody is asked for a new price who has left, and the page says who assigns the work', async () => {
    const mailed = await aMailedQuote()
    const before = await (await stranger.get(mailed.path)).text()
    expect(before).not.toContain('An administrator must assign the work.')
    await deleteAccount(mailed.cast.admin, mailed.cast.contractor.id, 'contractor')
    const markup = await (await stranger.get(mailed.path)).text()
    expect(markup).toContain('When approved: An administrator must assign the work.')
    for (const words of ['value="askAgain"', 'new price']) {
      expect(before).toContain(words)
      expect(markup).not.toContain(words)
    }
    expect((await answerPage(mailed.path, { decision: 'approve' })).status).toBe(200)
  })
})

/** What became of the link before it is opened, what its page says then, and whether it can still be answered. */
const STATES: [state: string, says: string, work: (mailed: Mailed) => Promise<unknown>, opens?: true][] = [
  ['unused', 'Your Answer', async () => {}, true],
  ['used', 'This link was used on', ({ path }) => answerPage(path, { decision: 'decline' })],
  ['expired', 'it worked for 7 days', ({ linkId }) => expireLink(linkId)],
  ['revoked', 'no longer opens anything', ({ linkId }) => db.delete(links).where(eq(links.id, linkId))],
  ['forwarded', 'Your Answer', async ({ path }) => stranger.get(path, { 'user-agent': 'another' }), true],
  [
    'of a deleted person',
    'no longer opens anything',
    ({ cast }) => db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, cast.agent.id)),
  ],
  [
    'of a person with another role',
    'no longer opens anything',
    ({ cast }) => db.update(users).set({ role: 'contractor' }).where(eq(users.id, cast.agent.id)),
  ],
  [
    'of a person with another address',
    'no longer opens anything',
    ({ cast }) => editAccount(cast.admin, cast.agent.id, { email: 'new@agency.example' }),
  ],
  [
    'of a job that moved on',
    'This quote is already declined.',
    ({ cast, quoteId }) => declineQuote(cast.agent, quoteId),
  ],
  [
    'of a quote that changed',
    'The quote has changed: it is now £99.00.',
    ({ cast, quoteId }) => reviseQuote(cast.contractor, quoteId, { quoteAmount: '99' }),
  ],
  [
    'of a job that was removed',
    'no longer opens anything',
    ({ jobId }) => db.update(jobs).set({ hiddenFromEstateAgent: 'yes' }).where(eq(jobs.id, jobId)),
  ],
]

const PREFETCH = { 'sec-purpose': 'prefetch', purpose: 'prefetch' }

/** Ways to ask that answer nothing, and what comes of them where the link still opens. */
const WAYS: [way: string, status: number, send: (mailed: Mailed) => Promise<Response>][] = [
  ['GET', 200, ({ path }) => stranger.get(path)],
  ['HEAD', 200, ({ path }) => stranger.send(path, { method: 'HEAD' })],
  ['prefetch', 200, ({ path }) => stranger.get(path, PREFETCH)],
  ['POST without its secret', 409, ({ path }) => stranger.submit(path, { decision: 'approve' })],
  [
    'POST with the secret of another page',
    409,
    ({ path }) => stranger.submit(path, { decision: 'approve', shown: shownSecret(crypto.randomUUID()) }),
  ],
  [
    'POST with a secret of the day before',
    409,
    ({ path, linkId }) =>
      stranger.submit(path, { decision: 'approve', shown: shownSecret(linkId, Date.now() - 26 * 3_600_000) }),
  ],
  ['POST with nothing chosen', 422, ({ path }) => answerPage(path, {})],
]

describe.each(STATES)('a link to decide a quote, %s', (_, says, work, opens) => {
  test.each(WAYS)('%s changes nothing', async (way, status, send) => {
    const mailed = await aMailedQuote()
    await work(mailed)
    const before = await everything()
    const answered = await send(mailed)
    expect(answered.status).toBe(opens ? status : 410)
    expect(answered.headers.get('cache-control')).toBe('no-store')
    expect(answered.headers.get('referrer-policy')).toBe('no-referrer')
    if (way !== 'HEAD') expect(await answered.text()).toContain(says.replaceAll('’', '&#x27;'))
    expect(await everything()).toEqual(before)
  })

  test('POST twice at once answers once, or not at all', async () => {
    const mailed = await aMailedQuote()
    await work(mailed)
    const form = { decision: 'decline', shown: shownSecret(mailed.linkId) }
    const before = await everything()
    const both = await Promise.all([stranger.submit(mailed.path, form), stranger.submit(mailed.path, form)])
    expect(both.map((one) => one.status).sort()).toEqual(opens ? [200, 410] : [410, 410])
    if (!opens) expect(await everything()).toEqual(before)
  })
})

test('a scanner that follows every link and sends each form as it stands changes nothing', async () => {
  const mailed = await aMailedQuote()
  const before = await everything()
  const markup = await (await stranger.get(mailed.path)).text()
  for (const [, href] of markup.matchAll(/(?:href|src)="(\/[^"]+)"/g)) await stranger.get(href!)
  for (const [form, action] of markup.matchAll(/<form[^>]*action="([^"]+)".*?<\/form>/gs)) {
    for (const verb of ['GET', 'HEAD']) await stranger.send(action!, { method: verb })
    const sent = await stranger.submit(action!, { ...hiddenIn(form), reason: '' })
    expect([sent.status, await sent.text()]).toEqual([422, expect.stringContaining('Please choose an answer')])
  }
  expect(await everything()).toEqual(before)
})

test('an expired link has a new one sent to the same address, which works, and nowhere else', async () => {
  const mailed = await aMailedQuote()
  const again = `${mailed.path}/again`
  await stranger.submit(again)
  expect((await linksOf(mailed.quoteId)).length).toBe(1)
  await expireLink(mailed.linkId)
  expect(await (await stranger.get(mailed.path)).text()).toContain(`action="${again}"`)
  expect((await stranger.submit(again, { email: 'eve@evil.example' })).status).toBe(200)
  const sent = await told(mailed, 'quote_submitted')
  expect(sent.map(({ contractorEmail }) => contractorEmail)).toEqual([
    mailed.cast.agent.email!,
    mailed.cast.agent.email!,
  ])
  const [, fresh] = await linksOf(mailed.quoteId)
  expect((await stranger.get(`/decide-quote/${mailedSecret(fresh!.id)}`)).status).toBe(200)
  for (let asked = 0; asked < 8; asked++) await stranger.submit(again)
  expect((await linksOf(mailed.quoteId)).length).toBe(6)
})

test('the page shows the photos of the quote under its own address, and no others', async () => {
  const [mailed, other] = [await aMailedQuote(), await aMailedQuote()]
  const [own, foreign] = [await aPhotoOn(mailed.cast, mailed.visitId), await aPhotoOn(other.cast, other.visitId)]
  const markup = await (await stranger.get(mailed.path)).text()
  await storage.put(own, 'photo', Buffer.from('a photo'))
  const path = `${mailed.path}/photos/${own}`
  expect(markup).toContain(`${path}?w=320`)
  const shown = await stranger.get(path)
  expect([shown.status, shown.headers.get('cache-control'), shown.headers.get('referrer-policy')]).toEqual([
    200,
    'no-store',
    'no-referrer',
  ])
  expect((await stranger.get(`${mailed.path}/photos/${foreign}`)).status).toBe(404)
  await expireLink(mailed.linkId)
  expect((await stranger.get(path)).status).toBe(404)
})

test('a page of a link is under 12 KB with all that it needs, and runs no script', async () => {
  const mailed = await aMailedQuote()
  const answered = await stranger.get(mailed.path, { 'sec-fetch-dest': 'document', 'accept-encoding': 'identity' })
  const markup = await answered.text()
  expect(Buffer.byteLength(markup)).toBeLessThan(12_000)
  expect(markup).not.toContain('<script')
  expect(markup).not.toMatch(/<link rel="stylesheet"/)
})

test('the log has no secret of a link', async () => {
  const mailed = await aMailedQuote()
  using log = captureLog()
  await stranger.get(mailed.path)
  await answerPage(mailed.path, { decision: 'approve' })
  await stranger.get(mailed.path)
  expect(log.text()).toContain('/decide-quote/:token')
  expect(log.text()).not.toContain(mailed.path)
})
