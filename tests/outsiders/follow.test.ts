import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobs, messages } from '#db/schema.ts'
import { bookVisit, cancelVisit } from '#src/appointments/actions.ts'
import type { EmailType } from '#src/domain/email/kinds.ts'
import { assignJob, cancelJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { mailedSecret, withSecret } from '#src/links/mailed.ts'
import { messagesOf } from '#src/messages/queries.ts'
import { endJobLink, shareJob } from '#src/outsiders/links.ts'
import { approveQuote } from '#src/quotes/actions.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { answerPage, expireLink, linksFor } from '#tests/links/by-link.ts'
import { hiddenIn } from '#tests/support/answers.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { tomorrow } from '#tests/support/times.ts'
import { aCast, aContractor, aJob, type Cast } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'

const TENANT = 'tom@home.example'
const SITE = 'https://fettle.example'
const pathOf = (url: string | null) => new URL(url!).pathname
const visit = () => ({ startsAt: new Date(tomorrow().startsAt), endsAt: new Date(tomorrow().endsAt) })
const textOf = async (path: string) => (await stranger.get(path)).text()
const mails = (kind: EmailType) =>
  db.select().from(emailNotifications).where(eq(emailNotifications.emailType, kind)).orderBy(emailNotifications.id)

async function aFollowedJob(status: Parameters<typeof aJob>[1], email?: string) {
  const cast = await aCast()
  const { id } = await aJob(cast, status, {
    job: {
      tenantName: 'Tom Reed',
      tenantPhone: '07700 900456',
      issueDescription: 'Mrs Ann Hollis says that it leaks.',
    },
  })
  const { url } = await shareJob(cast.agent, id, { purpose: 'follow_job', email })
  const [link] = await linksFor('follow_job')
  return { cast, id, linkId: link!.id, path: url ? pathOf(url) : `/follow/${mailedSecret(link!.id)}` }
}

test('an agent makes a link to copy, whose page says where the repair stands without names, notes or prices', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'assigned')
  const agent = await signedInAs(cast.agent)
  const made = await agent.submit(`/jobs/${id}/links`, { email: '' })
  const shown = /http[^<]+\/follow\/[\w-]{43}/.exec(await made.text())![0]
  expect(made.status).toBe(201)
  const page = await textOf(pathOf(shown))
  expect(page).toContain('A day for the visit is chosen next')
  expect(await (await agent.get(`/jobs/${id}/links`)).text()).toContain('Link to copy')
})

test.each(['pending', 'assigned', 'in_progress', 'quote_pending', 'quote_approved', 'completed'] as const)(
  'the page of a job that is %s names nobody and no price',
  async (status) => {
    const { path } = await aFollowedJob(status)
    const page = await textOf(path)
    for (const word of ['Carl', 'Mason', 'Olivia', 'Hart', 'Tom Reed', '07700', 'Hollis', 'Key at the office', '£'])
      expect(page).not.toContain(word)
    expect(page).toContain('Rose Cottage')
  },
)

test('the page says when somebody comes, also for what was agreed', async () => {
  const { cast, id, path } = await aFollowedJob('assigned')
  await bookVisit(cast.contractor, id, visit())
  expect(await textOf(path)).toContain('The visit is booked.')
  const followed = await aFollowedJob('quote_pending')
  const [quote] = await db.query.quotes.findMany({ where: (row, { eq }) => eq(row.jobId, followed.id) })
  await approveQuote(followed.cast.agent, quote!.id)
  const work = await db.query.jobs.findFirst({ where: eq(jobs.parentJobId, followed.id) })
  await bookVisit(followed.cast.contractor, work!.id, visit())
  expect(await textOf(followed.path)).toContain('Further work was agreed, and its day is booked.')
})

test('what a tenant says reaches the agent as a message from outside, never as anybody’s', async () => {
  const { cast, id, path } = await aFollowedJob('completed')
  const said = await answerPage(path, { report: 'notFixed', text: 'It still leaks.' })
  expect(said.status).toBe(200)
  const { messages: read } = await messagesOf(cast.agent, id)
  expect(read.map(({ author, text }) => [author, text])).toEqual([
    [{ id: null, name: 'Somebody outside, by a link', role: null }, 'Not fixed: It still leaks.'],
  ])
  const shown = await (await (await signedInAs(cast.agent)).get(`/jobs/${id}`)).text()
  expect(shown).toContain('From outside')
  const marks = await db.query.messageMarks.findMany()
  expect(marks.map(({ userId }) => userId)).toContain(cast.agent.id)
})

test('messages from outside are limited, and the same one twice is one', async () => {
  const { path } = await aFollowedJob('completed')
  const say = (text: string) => answerPage(path, { report: 'notFixed', text })
  const both = await Promise.all([say('It leaks.'), say('It leaks.')])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await db.$count(messages)).toBe(1)
  for (const text of ['two', 'three', 'four', 'five']) expect((await say(text)).status).toBe(200)
  const refused = await say('six')
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Enough was sent today')])
  expect(await db.$count(messages)).toBe(5)
})

test('who cannot be there is heard by whoever comes for what was agreed, five times a day for both jobs', async () => {
  const { cast, id, path } = await aFollowedJob('quote_pending')
  const [quote] = await db.query.quotes.findMany({ where: (row, { eq }) => eq(row.jobId, id) })
  await approveQuote(cast.agent, quote!.id)
  const work = await db.query.jobs.findFirst({ where: eq(jobs.parentJobId, id) })
  const dora = await aContractor()
  await assignJob(cast.admin, work!.id, dora.id)
  await bookVisit(dora, work!.id, visit())
  const say = (text: string) => answerPage(path, { report: 'cannotBeThere', text })
  for (const text of ['I work.', 'I work.', '2', '3', '4', '5']) expect((await say(text)).status).toBe(200)
  const { messages: read } = await messagesOf(dora, work!.id)
  expect(read[0]?.text).toBe('I cannot be there then: I work.')
  const readers = (await db.query.messageMarks.findMany()).map(({ userId }) => userId)
  expect(readers).toContain(cast.agent.id)
  expect(readers).not.toContain(cast.contractor.id)
  await markJobComplete(dora, work!.id)
  const refused = await answerPage(path, { report: 'notFixed', text: 'It still leaks.' })
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Enough was sent today')])
})

test('nobody says that they cannot be there when no visit is booked', async () => {
  const { path } = await aFollowedJob('assigned')
  expect(await textOf(path)).not.toContain('I cannot be there then')
  const refused = await answerPage(path, { report: 'cannotBeThere', text: 'On Friday' })
  expect([refused.status, await db.$count(messages)]).toEqual([409, 0])
})

test('who asked for it on the page is told by e-mail when the visit is booked, moved and called off', async () => {
  const { cast, id, path } = await aFollowedJob('assigned', TENANT)
  expect((await mails('repair_shared')).map(({ contractorEmail }) => contractorEmail)).toEqual([TENANT])
  await bookVisit(cast.contractor, id, visit())
  expect(await mails('repair_visit')).toEqual([])
  expect((await answerPage(path, { told: 'on' })).status).toBe(200)
  const later = { startsAt: new Date(+visit().startsAt + 3_600_000), endsAt: new Date(+visit().endsAt + 3_600_000) }
  await bookVisit(cast.contractor, id, later)
  await cancelVisit(cast.contractor, id)
  const told = await mails('repair_visit')
  expect(told.map((one) => [one.contractorEmail, one.content.appointment!.split(' ')[0]]).sort()).toEqual([
    [TENANT, 'Called'],
    [TENANT, 'Moved'],
  ])
  expect(told[0]?.content).toMatchObject({ accessNotes: null, contractorName: null })
  await answerPage(path, { told: 'off' })
  await bookVisit(cast.contractor, id, visit())
  expect((await mails('repair_visit')).length).toBe(2)
})

test('the form to be told, or to be told no more, sent twice is the same as once', async () => {
  const { path } = await aFollowedJob('assigned', TENANT)
  const isTold = async () => (await linksFor('follow_job'))[0]?.toldSince !== null
  for (const told of ['on', 'off'] as const) {
    const page = await textOf(path)
    const [form] = page.match(/<form[^>]*>(?:(?!<\/form>).)*name="told".*?<\/form>/s)!
    expect(form).toContain(`value="${told}"`)
    const said = told === 'on' ? 'You get an e-mail whenever' : 'You get no more e-mails'
    for (let times = 0; times < 2; times++) {
      const answer = await stranger.submit(path, { ...hiddenIn(form), told })
      expect([answer.status, await answer.text(), await isTold()]).toEqual([
        200,
        expect.stringContaining(said),
        told === 'on',
      ])
    }
  }
})

test('a page that was open before its form said which of both it means changes what it showed', async () => {
  const { path } = await aFollowedJob('assigned', TENANT)
  for (const said of ['You get an e-mail whenever', 'You get no more e-mails'])
    expect(await (await answerPage(path, { told: 'yes' })).text()).toContain(said)
})

const CALLED_OFF: [string, (followed: { cast: Cast; id: string }) => Promise<unknown>, number | null][] = [
  ['cancelled by its agent', ({ cast, id }) => cancelJob(cast.agent, id, 'It mended itself'), 200],
  ['deleted by its agent', ({ cast, id }) => deleteJob(cast.agent, id), null],
  ['deleted by an administrator', ({ cast, id }) => deleteJob(cast.admin, id), null],
]

test.each(CALLED_OFF)(
  'who is told that the visit of a job %s is off is led to no page that is closed',
  async (...args) => {
    const [, callOff, status] = args
    const { cast, id, path } = await aFollowedJob('assigned', TENANT)
    await answerPage(path, { told: 'on' })
    await bookVisit(cast.contractor, id, visit())
    await callOff({ cast, id })
    expect(await calledOff(path)).toBe(status)
  },
)

test('who follows a job whose agreed work is deleted is led to its page', async () => {
  const { cast, id, path } = await aFollowedJob('quote_pending', TENANT)
  await answerPage(path, { told: 'on' })
  const [quote] = await db.query.quotes.findMany({ where: (row, { eq }) => eq(row.jobId, id) })
  await approveQuote(cast.agent, quote!.id)
  const work = await db.query.jobs.findFirst({ where: eq(jobs.parentJobId, id) })
  await bookVisit(cast.contractor, work!.id, visit())
  await deleteJob(cast.admin, work!.id)
  expect(await calledOff(path)).toBe(200)
})

/** How the page answers that the newest e-mail leads to; null when it leads to none. */
async function calledOff(path: string): Promise<number | null> {
  const { content } = (await mails('repair_visit')).at(-1)!
  const { html, text } = composeEmail('repair_visit', withSecret(content), SITE)
  for (const letter of [html, text]) expect(letter).toContain('Called off: ')
  const leads = [html, text].map((letter) => letter.includes(SITE + path))
  expect(leads).toEqual([leads[0]!, leads[0]!])
  if (leads[0]) return (await stranger.get(path)).status
  for (const letter of [html, text]) expect(letter).not.toMatch(/follow|page below|See how it stands|open this address/)
  return null
}

test('an address that is typed on a copied link’s page gets a link of its own, once, and nothing more by itself', async () => {
  const { cast, id, path } = await aFollowedJob('assigned')
  for (let times = 0; times < 3; times++) expect((await answerPage(path, { email: TENANT })).status).toBe(200)
  expect((await mails('repair_shared')).map(({ contractorEmail }) => contractorEmail)).toEqual([TENANT])
  await bookVisit(cast.contractor, id, visit())
  expect(await mails('repair_visit')).toEqual([])
  for (let times = 0; times < 9; times++) await answerPage(path, { email: `t${times}@home.example` })
  expect((await mails('repair_shared')).length).toBe(4)
})

test('an agent ends a link, with those that were sent from its page; nobody else may', async () => {
  const { cast, path, linkId } = await aFollowedJob('assigned')
  await answerPage(path, { email: TENANT })
  const [, sent] = await linksFor('follow_job')
  await expect(endJobLink((await aCast()).agent, linkId)).rejects.toThrow('Not found')
  await endJobLink(cast.agent, linkId)
  for (const one of [path, `/follow/${mailedSecret(sent!.id)}`]) {
    const ended = await stranger.get(one)
    expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining('ended by whoever made it')])
  }
})

test('a link that was ended does not come back by an expired one of the same address', async () => {
  const { cast, path, linkId } = await aFollowedJob('assigned', TENANT)
  await expireLink(linkId)
  await stranger.submit(`${path}/again`)
  const [, second] = await linksFor('follow_job')
  await endJobLink(cast.agent, second!.id)
  const asked = await stranger.submit(`${path}/again`)
  expect([asked.status, (await linksFor('follow_job')).length, (await mails('repair_shared')).length]).toEqual([
    410, 2, 2,
  ])
})

test('the forms as they stand change nothing', async () => {
  const { path } = await aFollowedJob('completed', TENANT)
  const page = await textOf(path)
  const forms = [...page.matchAll(/<form[^>]*>.*?<\/form>/gs)]
  expect(forms.length).toBe(2)
  for (const [form] of forms) expect((await stranger.submit(path, { ...hiddenIn(form), text: '' })).status).toBe(422)
  expect([await db.$count(messages), (await linksFor('follow_job'))[0]?.toldSince]).toEqual([0, null])
})
