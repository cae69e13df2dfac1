import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, links, quotes, users } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { EmailType } from '#src/domain/email/kinds.ts'
import { jobTimeline } from '#src/jobs/timeline.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { askLandlord, remindLandlords } from '#src/outsiders/landlord/actions.ts'
import { endJobLink, shareJob } from '#src/outsiders/links.ts'
import { reviseQuote } from '#src/quotes/changes.ts'
import { toastOf } from '#tests/checklist/reading.ts'
import { answerPage, expireLink, linksFor } from '#tests/links/by-link.ts'
import { roundOf } from '#tests/reminders/world.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, aJob } from '#tests/support/world.ts'

const LANDLORD = 'lorna@landlords.example'

async function anAskedLandlord() {
  const cast = await aCast()
  const job = await aJob(cast, 'quote_pending')
  const quoteId = job.quotes[0]!.id
  const asked = await (await signedInAs(cast.agent)).submit(`/quotes/${quoteId}/landlord`, { email: LANDLORD })
  expect(asked.status).toBe(303)
  const [link] = await linksFor('landlord')
  return { cast, jobId: job.id, quoteId, linkId: link!.id, path: `/landlord/${mailedSecret(link!.id)}` }
}

const mails = async (kind: EmailType) =>
  db.select().from(emailNotifications).where(eq(emailNotifications.emailType, kind)).orderBy(emailNotifications.id)
const eventsFor = async (user: Actor, id: string) => (await jobTimeline(user, id)).map(({ event }) => event)
const statusOf = async (id: string) => (await db.query.quotes.findFirst({ where: eq(quotes.id, id) }))?.status

test('an agent asks the landlord, whose answer stands with the quote, in the timeline and in an e-mail', async () => {
  const { cast, jobId, quoteId, path } = await anAskedLandlord()
  const [asked] = await mails('landlord_asked')
  expect([asked?.contractorEmail, asked?.content.accessNotes, asked?.content.contractorName]).toEqual([
    LANDLORD,
    null,
    null,
  ])
  const markup = await (await stranger.get(path)).text()
  expect(markup).toContain('Do you agree?')
  for (const secret of ['Carl', 'Key at the office', 'Olivia']) expect(markup).not.toContain(secret)
  const answered = await answerPage(path, { answer: 'yes', note: 'Please before Friday.' })
  expect([answered.status, await answered.text()]).toEqual([200, expect.stringContaining('has your answer')])
  expect(await statusOf(quoteId)).toBe('pending')
  const [told] = await mails('landlord_answered')
  expect([told?.contractorEmail, told?.content.decision, told?.content.reason]).toEqual([
    cast.agent.email!,
    'Agrees',
    'Please before Friday.',
  ])
  const shown = await (await (await signedInAs(cast.agent)).get(`/quotes/${quoteId}`)).text()
  for (const words of ['Agrees', LANDLORD, 'Please before Friday.']) expect(shown).toContain(words)
  const entry = (await jobTimeline(cast.agent, jobId)).at(-1)
  expect([entry?.event, entry?.actorName, entry?.detail]).toEqual([
    'landlordAnswered',
    'The landlord',
    { answer: 'Agrees', note: 'Please before Friday.' },
  ])
  expect((await stranger.get(path)).status).toBe(410)
})

test('an agent without an e-mail address is told where the landlord’s answer will stand', async () => {
  const cast = await aCast()
  const { id } = (await aJob(cast, 'quote_pending')).quotes[0]!
  const ask = async (email: string) =>
    toastOf((await signedInAs(cast.agent)).submit(`/quotes/${id}/landlord`, { email }))
  const asked = `Landlord Asked / ${LANDLORD} gets the quote with its photos.`
  expect(await ask(LANDLORD)).toBe(`${asked} You are told by e-mail of the answer.`)
  await db.update(users).set({ email: null }).where(eq(users.id, cast.agent.id))
  expect((await ask('leo@landlords.example')).replace('leo@landlords.example', LANDLORD)).toBe(
    `${asked} The answer is shown with the quote.`,
  )
})

test('a contractor learns nothing of the landlord', async () => {
  const { cast, jobId, quoteId, path } = await anAskedLandlord()
  await answerPage(path, { answer: 'no', note: 'Too dear.' })
  expect(await eventsFor(cast.agent, jobId)).toContain('landlordAnswered')
  expect((await eventsFor(cast.contractor, jobId)).filter((event) => event.startsWith('landlord'))).toEqual([])
  const [contractor, agent] = [await signedInAs(cast.contractor), await signedInAs(cast.agent)]
  const seen = await (await contractor.get(`/quotes/${quoteId}`)).text()
  expect(seen).not.toContain('Too dear.')
  const typesFor = async (client: typeof agent) => await (await client.get('/api/events')).text()
  expect(await typesFor(agent)).not.toContain(LANDLORD)
  expect(await typesFor(contractor)).not.toContain('landlord')
})

test('nobody but the quote’s agent asks, each address once, five for a version', async () => {
  const { cast, quoteId } = await anAskedLandlord()
  await expect(askLandlord(cast.agent, quoteId, LANDLORD.toUpperCase())).rejects.toThrow('has been asked')
  for (const name of ['a', 'b', 'c', 'd']) await askLandlord(cast.agent, quoteId, `${name}@landlords.example`)
  await expect(askLandlord(cast.agent, quoteId, 'e@landlords.example')).rejects.toThrow('At most 5')
  const wrong = await (await signedInAs(cast.agent)).submit(`/quotes/${quoteId}/landlord`, { email: 'lorna' })
  expect([wrong.status, await wrong.text()]).toEqual([422, expect.stringContaining('value="lorna"')])
})

test('of the five for a version those count too whose links were ended', async () => {
  const { cast, quoteId, linkId } = await anAskedLandlord()
  await endJobLink(cast.agent, linkId)
  for (let asked = 1; asked < 5; asked++) {
    await askLandlord(cast.agent, quoteId, LANDLORD)
    await endJobLink(cast.agent, (await linksFor('landlord')).at(-1)!.id)
  }
  await expect(askLandlord(cast.agent, quoteId, LANDLORD)).rejects.toThrow('At most 5')
  expect(await mails('landlord_asked')).toHaveLength(5)
})

test('a quote that changes is asked about again, and the earlier link says so', async () => {
  const { cast, quoteId, path } = await anAskedLandlord()
  await reviseQuote(cast.contractor, quoteId, { quoteAmount: '99' })
  const ended = await stranger.get(path)
  expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining('it is now £99.00')])
  const [, fresh] = await linksFor('landlord')
  expect((await mails('landlord_asked')).map(({ contractorEmail }) => contractorEmail)).toEqual([LANDLORD, LANDLORD])
  expect((await stranger.get(`/landlord/${mailedSecret(fresh!.id)}`)).status).toBe(200)
})

test('a landlord is reminded once, after two working days, and not of what was answered', async () => {
  const { cast, linkId, path } = await anAskedLandlord()
  const other = (await aJob(cast, 'quote_pending')).quotes[0]!.id
  await askLandlord(cast.agent, other, LANDLORD)
  await answerPage(path, { answer: 'yes' })
  const { waitedSince } = roundOf('2027-03-08')
  await db.update(links).set({ createdAt: new Date('2027-03-04T09:00:00Z') })
  expect(await remindLandlords(waitedSince)).toBe(0)
  await db.update(links).set({ createdAt: new Date('2027-03-04T07:00:00Z') })
  expect(await Promise.all([remindLandlords(waitedSince), remindLandlords(waitedSince)])).toContain(1)
  expect(await remindLandlords(waitedSince)).toBe(0)
  const reminded = (await mails('landlord_asked')).filter(({ content }) => content.isReminder)
  expect(reminded.map(({ content }) => content.linkId === linkId)).toEqual([false])
})

test('of an expired quote no landlord is reminded, and their link says when it expired', async () => {
  const { quoteId, linkId, path } = await anAskedLandlord()
  await db.update(quotes).set({ validUntil: '2026-01-31' }).where(eq(quotes.id, quoteId))
  await db.update(links).set({ createdAt: new Date('2027-03-04T07:00:00Z') })
  expect(await remindLandlords(roundOf('2027-03-08').waitedSince)).toBe(0)
  expect(await mails('landlord_asked')).toHaveLength(1)
  const opened = await stranger.get(path)
  expect([opened.status, await opened.text()]).toEqual([
    410,
    expect.stringContaining('This quote expired on 31/01/2026.'),
  ])
  expect((await stranger.submit(path, { answer: 'yes' })).status).toBe(410)
  await expireLink(linkId)
  expect((await stranger.submit(`${path}/again`)).status).toBe(410)
  expect(await linksFor('landlord')).toHaveLength(1)
})

test('an expired link has a new one sent to the same landlord, and nowhere else', async () => {
  const { path, linkId } = await anAskedLandlord()
  await expireLink(linkId)
  const ended = await (await stranger.get(path)).text()
  expect(ended).toContain(`action="${path}/again"`)
  expect(ended).not.toContain('/login')
  await stranger.submit(`${path}/again`, { email: 'eve@evil.example' })
  expect((await mails('landlord_asked')).map(({ contractorEmail }) => contractorEmail)).toEqual([LANDLORD, LANDLORD])
  for (let asked = 0; asked < 8; asked++) await stranger.submit(`${path}/again`)
  expect((await linksFor('landlord')).length).toBe(5)
})

test('a landlord whose link was ended is not asked about the next price', async () => {
  const { cast, quoteId, linkId } = await anAskedLandlord()
  await reviseQuote(cast.contractor, quoteId, { quoteAmount: '500', version: 1 })
  const [, second] = await linksFor('landlord')
  await endJobLink(cast.agent, second!.id)
  await reviseQuote(cast.contractor, quoteId, { quoteAmount: '510', version: 2 })
  expect((await linksFor('landlord')).map(({ id }) => id)).toEqual([linkId, second!.id])
})

test('a script asks the landlord of a job’s pending quote, and of no other job', async () => {
  const cast = await aCast()
  const asked = { purpose: 'landlord', email: LANDLORD } as const
  const made = await shareJob(cast.agent, (await aJob(cast, 'quote_pending')).id, asked)
  expect([made.purpose, made.email, made.url]).toEqual(['landlord', LANDLORD, null])
  await expect(shareJob(cast.agent, (await aJob(cast, 'assigned')).id, asked)).rejects.toThrow('no quote to ask about')
})

test('an answer is kept for as long as its quote', async () => {
  const { path, linkId } = await anAskedLandlord()
  await answerPage(path, { answer: 'yes' })
  const [kept] = await db.select().from(links).where(eq(links.id, linkId))
  expect([kept?.answer, kept?.expiresAt, kept?.usedAt !== null]).toEqual(['yes', null, true])
  expect(await db.$count(links, sql`expires_at is not null and answer is not null`)).toBe(0)
})
