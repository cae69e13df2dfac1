import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents, jobs, quotes, users } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { cancelJob, unassignJob } from '#src/jobs/actions.ts'
import { deleteAllCompleted, deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { completedCounts } from '#src/jobs/lists.ts'
import { jobVisibleTo, readJobs, recentJobs, stats } from '#src/jobs/queries.ts'
import { jobsVisibleTo } from '#src/jobs/visible.ts'
import { mayReadPhoto } from '#src/photos/queries.ts'
import { approveQuote } from '#src/quotes/actions.ts'
import { quoteVisibleTo, readQuotes } from '#src/quotes/queries.ts'
import { quotesVisibleTo } from '#src/quotes/readable.ts'
import { handJobBack } from '#src/visits/hand-back.ts'
import { manyJobs } from '#tests/jobs/many.ts'
import { forgetNotified, lastMessage, notified, timeline } from '#tests/jobs/notified.ts'
import { aPhotoOn, removals } from '#tests/jobs/photo-on.ts'
import { signedInAs } from '#tests/support/app.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aCast, aContractor, aJob, anAgent, type Cast, finishedQuoteWork, quoteWork } from '#tests/support/world.ts'

const notFound = (promise: Promise<unknown>) => expect(promise).rejects.toMatchObject({ status: 404 })
const refused = (promise: Promise<unknown>, words: string) =>
  expect(promise).rejects.toMatchObject({ status: 409, message: expect.stringContaining(words) })
const jobRow = (id: string) => db.query.jobs.findFirst({ where: eq(jobs.id, id) })
const quoteRow = (id: string) => db.query.quotes.findFirst({ where: eq(quotes.id, id) })
const readable = async (user: Actor) => (await readJobs(user, { where: jobsVisibleTo(user) })).map(({ id }) => id)
const calledOff = ({ contractor, admin }: Cast) => [contractor, admin].map(({ email }) => `job_cancelled → ${email}`)
const REASON = 'Deleted by the estate agent'

/** Nothing of these jobs is left for their agent, by any way to it; the administrator has them. */
async function isGoneFor({ agent, admin }: Cast, ...ids: string[]) {
  const client = await signedInAs(agent)
  for (const id of ids) {
    for (const path of [`/jobs/${id}`, `/api/jobs/${id}`, `/api/jobs/${id}/events`])
      expect([path, (await client.get(path)).status]).toEqual([path, 404])
    await notFound(deleteJob(agent, id))
    const job = await jobVisibleTo(admin, id)
    expect(job.hiddenFromEstateAgent).toBe('yes')
    for (const quote of job.quotes) await notFound(quoteVisibleTo(agent, quote.id))
    for (const path of job.visits.flatMap((visit) => visit.photosUrls))
      expect(await mayReadPhoto(agent, path.replace('/objects/', ''))).toBe(false)
    expect(await readable(agent)).not.toContain(id)
    expect(await timeline(id)).toContain('hidden')
  }
}

test('a job’s page offers its agent to delete it, unless a quote of it waits or is carried out', async () => {
  const cast = await aCast()
  const client = await signedInAs(cast.agent)
  for (const status of ['pending', 'assigned', 'quote_pending', 'quote_approved', 'completed'] as const) {
    const { id } = await aJob(cast, status)
    const isOffered = !status.startsWith('quote')
    for (const read of [client.get, client.htmx]) {
      const page = await (await read(`/jobs/${id}`)).text()
      expect([status, page.includes(`action="/jobs/${id}/delete"`)]).toEqual([status, isOffered])
    }
    if (!isOffered) continue
    const answer = await client.submit(`/jobs/${id}/delete`, { back: '/jobs', confirmed: 'yes' })
    expect([status, answer.status, answer.headers.get('location')]).toEqual([status, 303, '/jobs'])
    expect((await client.get(`/jobs/${id}`)).status).toBe(404)
  }
})

describe('an agent deletes a job that is not finished', () => {
  test('and that no contractor ever had: it is gone', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast)
    await deleteJob(cast.agent, id)
    expect(await jobRow(id)).toBeUndefined()
    await notFound(deleteJob(cast.agent, id))
  })

  test.each(['assigned', 'in_progress'] as const)(
    'and %s: it is cancelled, its contractor told, administrators are told and keep it',
    async (status) => {
      const cast = await aCast()
      const { id } = await aJob(cast, status)
      await forgetNotified()
      await deleteJob(cast.agent, id)
      expect(await jobRow(id)).toMatchObject({
        ...{ status: 'cancelled', cancelReason: REASON, contractorId: cast.contractor.id },
      })
      expect(await notified()).toEqual(calledOff(cast))
      expect((await lastMessage()).content).toMatchObject({ reason: REASON, path: `/admin/jobs/${id}` })
      expect((await timeline(id)).slice(-2)).toEqual([`cancelled: ${status} > cancelled`, 'hidden'])
      expect((await (await signedInAs(cast.contractor)).get(`/jobs/${id}`)).status).toBe(200)
      await isGoneFor(cast, id)
      expect(await stats(cast.agent)).toEqual({ activeJobs: 0, pendingQuotes: 0 })
    },
  )

  test('and that a contractor had: the timeline knows, administrators are told', async () => {
    const cast = await aCast()
    const taken = await aJob(cast, 'assigned')
    await unassignJob(cast.admin, taken.id)
    const left = await aJob(cast, 'in_progress')
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    const ill = await aContractor()
    const returned = await aJob({ ...cast, contractor: ill }, 'assigned')
    await handJobBack(ill, returned.id, 'I am ill.')
    await forgetNotified()
    for (const { id } of [taken, left, returned]) {
      await deleteJob(cast.agent, id)
      expect(await jobRow(id)).toMatchObject({ status: 'cancelled', cancelReason: REASON, contractorId: null })
      await isGoneFor(cast, id)
    }
    expect(await notified()).toEqual(Array.from({ length: 3 }, () => `job_cancelled → ${cast.admin.email}`))
  })

  test('quote work in hand: it is called off, its contractor told, and both halves go', async () => {
    const cast = await aCast()
    const { parent, work, quote } = await quoteWork(cast)
    await forgetNotified()
    await deleteJob(cast.agent, work.id)
    expect(await jobRow(work.id)).toMatchObject({ status: 'cancelled', cancelReason: REASON })
    expect(await jobRow(parent.id)).toMatchObject({ status: 'completed' })
    expect(await quoteRow(quote.id)).toMatchObject({ status: 'approved', workStatus: 'cancelled' })
    expect(await notified()).toEqual(calledOff(cast))
    await isGoneFor(cast, parent.id, work.id)
    expect((await markVisitInvoiced(cast.admin, parent.visits[0]!.id)).invoiceNumber).toBe('INV-000001')
  })

  test('quote work that nobody was there to take: it is gone, and the job that it came from', async () => {
    const cast = await aCast()
    const { id, quotes: pending } = await aJob(cast, 'quote_pending')
    await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, cast.contractor.id))
    await approveQuote(cast.agent, pending[0]!.id)
    const [work] = await recentJobs(cast.agent)
    expect(work).toMatchObject({ jobType: 'quote_work', status: 'pending' })
    await deleteJob(cast.agent, work!.id)
    expect(await jobRow(work!.id)).toBeUndefined()
    expect(await quoteRow(pending[0]!.id)).toMatchObject({ workStatus: 'cancelled' })
    expect(await jobRow(id)).toMatchObject({ status: 'completed' })
    await isGoneFor(cast, id)
  })
})

describe('an agent is refused', () => {
  test('while a quote waits for their decision: it stays pending', async () => {
    const cast = await aCast()
    const { id, quotes: pending } = await aJob(cast, 'quote_pending')
    const client = await signedInAs(cast.agent)
    const answer = await client.delete(`/api/jobs/${id}`)
    expect([answer.status, await refusalOf(answer)]).toEqual([
      409,
      { message: 'The quote of this job waits for your decision. Approve or decline it first.' },
    ])
    expect(await jobRow(id)).toMatchObject({ status: 'quote_pending', hiddenFromEstateAgent: 'no' })
    expect(await quoteRow(pending[0]!.id)).toMatchObject({ status: 'pending' })
  })

  test('while its quote work is not finished, with the name of that job', async () => {
    const cast = await aCast()
    const { parent, work } = await quoteWork(cast)
    await refused(
      deleteJob(cast.agent, parent.id),
      `Wait until ${work.jobRef} is done, or delete that job to call it off`,
    )
    expect(await jobRow(work.id)).toMatchObject({ status: 'assigned', hiddenFromEstateAgent: 'no' })
    expect(await jobRow(parent.id)).toMatchObject({ status: 'quote_approved', hiddenFromEstateAgent: 'no' })
  })
})

describe('an agent deletes a finished job', () => {
  test.each(['completed', 'invoiced', 'cancelled'] as const)(
    'that is %s: it is hidden from them alone',
    async (end) => {
      const cast = await aCast()
      const { id, visits } = await aJob(cast, end === 'cancelled' ? 'assigned' : 'completed')
      if (end === 'cancelled') await cancelJob(cast.admin, id, 'Sold')
      else await aPhotoOn(cast, visits[0]!.id)
      if (end === 'invoiced') await markVisitInvoiced(cast.admin, visits[0]!.id)
      await forgetNotified()
      await deleteJob(cast.agent, id)
      expect(await jobVisibleTo(cast.contractor, id)).toMatchObject({ status: end })
      await isGoneFor(cast, id)
      expect([await removals(), await notified()]).toEqual([[], []])
    },
  )

  test.each(['the visit job', 'its quote work'])('%s: the other half goes with it', async (which) => {
    const cast = await aCast()
    const { parent, work } = await finishedQuoteWork(cast)
    await aPhotoOn(cast, parent.visits[0]!.id)
    await deleteJob(cast.agent, which === 'the visit job' ? parent.id : work.id)
    await isGoneFor(cast, parent.id, work.id)
    expect(await readQuotes(cast.agent, { where: quotesVisibleTo(cast.agent) })).toEqual([])
  })

  test.each(['the visit job', 'its quote work'])('whose quote work was cancelled, %s: both go', async (which) => {
    const cast = await aCast()
    const { parent, work } = await quoteWork(cast)
    await cancelJob(cast.admin, work.id, 'Sold')
    await deleteJob(cast.agent, which === 'the visit job' ? parent.id : work.id)
    await isGoneFor(cast, parent.id, work.id)
  })
})

describe('Delete All', () => {
  test('takes what is finished, both halves, and leaves what waits or is under way', async () => {
    const cast = await aCast()
    const theirs = await aJob({ ...cast, agent: await anAgent() }, 'completed')
    const done = await finishedQuoteWork(cast)
    const calledOff = await quoteWork(cast)
    await cancelJob(cast.admin, calledOff.work.id, 'Sold')
    const plain = await aJob(cast, 'completed')
    const gone = [done.parent.id, done.work.id, calledOff.parent.id, calledOff.work.id, plain.id]
    const underWay = await quoteWork(cast)
    const kept = [await aJob(cast), await aJob(cast, 'quote_pending'), underWay.parent, underWay.work]
    await forgetNotified()
    expect(await completedCounts(cast.agent)).toEqual({ going: 4, toDecide: 1, unfinished: 1 })
    const answer = await (await signedInAs(cast.agent)).delete('/api/jobs/completed/all')
    expect(await answer.json()).toMatchObject({ count: 4 })
    await isGoneFor(cast, ...gone)
    for (const { id, status } of kept) expect(await jobVisibleTo(cast.agent, id)).toMatchObject({ status })
    expect(await jobVisibleTo(cast.admin, theirs.id)).toMatchObject({ hiddenFromEstateAgent: 'no' })
    expect([await notified(), await deleteAllCompleted(cast.agent)]).toEqual([[], 0])
  })

  test('takes thousands at once: each has its entry, nobody else loses any', async () => {
    const cast = await aCast()
    const theirs = await aJob({ ...cast, agent: await anAgent() }, 'completed')
    const awaited = await aJob(cast, 'quote_pending')
    await manyJobs(cast, 1200, () => ({ status: 'completed' }))
    const open = await aJob(cast, 'assigned')
    expect(await deleteAllCompleted(cast.agent)).toBe(1200)
    expect(await db.$count(jobEvents, eq(jobEvents.event, 'hidden'))).toBe(1200)
    expect(await readable(cast.agent)).toEqual([open.id, awaited.id])
    expect(await jobVisibleTo(cast.admin, theirs.id)).toMatchObject({ hiddenFromEstateAgent: 'no' })
    expect(await deleteAllCompleted(cast.agent)).toBe(0)
  })
})
