import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobs } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { cancelJob } from '#src/jobs/actions.ts'
import { handOver } from '#src/jobs/assignment/hand-over.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { messagesOf } from '#src/messages/queries.ts'
import { shareJob } from '#src/outsiders/links.ts'
import { approveQuote, declineQuote } from '#src/quotes/actions.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { answerPage, linksFor } from '#tests/links/by-link.ts'
import { aFamily, quoteOf } from '#tests/quotes/family.ts'
import { stranger } from '#tests/support/app.ts'
import { tomorrow } from '#tests/support/times.ts'
import { aCast, aJob, anAgent, complete, completion, quoteWork } from '#tests/support/world.ts'

const DONE = 'The work is done.'
const NOTHING = 'No further work is planned. Please ask the agency.'
const visit = () => ({ startsAt: new Date(tomorrow().startsAt), endsAt: new Date(tomorrow().endsAt) })
const textOf = async (path: string) => (await stranger.get(path)).text()
const workOf = async (parent: string) => (await db.query.jobs.findFirst({ where: eq(jobs.parentJobId, parent) }))!
const told = async () =>
  (await db.select().from(emailNotifications).where(eq(emailNotifications.emailType, 'repair_visit'))).map(
    ({ content }) => content.appointment!.split(' ')[0],
  )

async function follow(agent: Actor, jobId: string): Promise<string> {
  await shareJob(agent, jobId, { purpose: 'follow_job', email: 'tom@home.example' })
  return `/follow/${mailedSecret((await linksFor('follow_job')).at(-1)!.id)}`
}

async function expectNothingDone(path: string): Promise<void> {
  const page = await textOf(path)
  expect(page).toContain(NOTHING)
  for (const words of [DONE, 'Not fixed?', '<li>Done', 'aria-current="step"']) expect(page).not.toContain(words)
}

test('a job whose quote was declined is not told to be done, and is once it was reopened and done', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'quote_pending')
  const path = await follow(cast.agent, id)
  await declineQuote(cast.agent, (await quoteOf(id)).id)
  await expectNothingDone(path)
  const refused = await answerPage(path, { report: 'notFixed', text: 'It leaks.' })
  expect(refused.status).toBe(409)
  await reopenJob(cast.agent, id, { reason: 'It leaks again', keepContractor: true })
  await complete(cast.contractor, id, completion())
  expect(await textOf(path)).toContain(DONE)
})

test('a job whose agreed work was called off is not told to be done', async () => {
  const cast = await aCast()
  const { parent, work } = await quoteWork(cast)
  const path = await follow(cast.agent, parent.id)
  await cancelJob(cast.admin, work.id, 'The landlord sells')
  await expectNothingDone(path)
})

test('who follows a repair sees and is told of the visits of another who quoted, up to the work that was approved', async () => {
  const cast = await aCast()
  const { dee, tom, root, hers, his } = await aFamily(cast)
  const path = await follow(cast.agent, root.id)
  await answerPage(path, { told: 'on' })
  await bookVisit(tom, his.id, visit())
  expect(await textOf(path)).toContain('Visit: <strong>')
  await approveQuote(cast.agent, (await quoteOf(hers.id)).id)
  expect(await textOf(path)).toContain('Further work was agreed. A day for it is chosen next.')
  const work = await workOf(hers.id)
  await bookVisit(dee, work.id, visit())
  const booked = await textOf(path)
  expect(booked).toContain('Further work was agreed, and its day is booked.')
  expect(booked).toContain(`Job ${root.jobRef}`)
  expect((await told()).sort()).toEqual(['Booked', 'Booked', 'Called'])
  await answerPage(path, { report: 'cannotBeThere', text: 'I work.' })
  expect((await messagesOf(dee, work.id)).messages[0]?.text).toBe('I cannot be there then: I work.')
  await markJobComplete(dee, work.id)
  expect(await textOf(path)).toContain(DONE)
  await answerPage(path, { report: 'notFixed', text: 'It leaks.' })
  expect((await messagesOf(cast.agent, hers.id)).messages[0]?.text).toBe('Not fixed: It leaks.')
})

test('a job that was declined while another quote waits for a decision goes on with that one', async () => {
  const cast = await aCast()
  const { root, hers, his } = await aFamily(cast)
  const [path, beside] = [await follow(cast.agent, root.id), await follow(cast.agent, his.id)]
  await declineQuote(cast.agent, (await quoteOf(root.id)).id)
  expect(await textOf(path)).toContain('The agency now decides on further work.')
  await approveQuote(cast.agent, (await quoteOf(hers.id)).id)
  for (const one of [path, beside]) expect(await textOf(one)).toContain('Further work was agreed.')
  await cancelJob(cast.admin, (await workOf(hers.id)).id, 'The landlord sells')
  await expectNothingDone(path)
})

test.each([
  ['was handed over', handOver],
  ['was left by its agent', (admin: Actor, id: string, to: string) => deleteAccount(admin, id, 'estate_agent', to)],
] as const)('a repair that %s goes on for who follows the job that was declined for a rival', async (_, give) => {
  const cast = await aCast()
  const { dee, root, hers } = await aFamily(cast)
  const path = await follow(cast.agent, root.id)
  await approveQuote(cast.agent, (await quoteOf(hers.id)).id)
  const ben = await anAgent({ firstName: 'Ben', lastName: 'Okafor' })
  await give(cast.admin, cast.agent.id, ben.id)
  expect(await textOf(path)).toContain('Further work was agreed. A day for it is chosen next.')
  await markJobComplete(dee, (await workOf(hers.id)).id)
  expect(await textOf(path)).toContain(DONE)
})
