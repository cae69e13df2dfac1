import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { emailNotifications, invoices, jobEvents, jobs, jobVisits, quotes } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { cancelJob } from '#src/jobs/actions.ts'
import { deleteAllCompleted, deleteJob } from '#src/jobs/deletion.ts'
import { jobsVisibleTo, jobVisibleTo, readJobs, recentJobs, stats } from '#src/jobs/queries.ts'
import { approveQuote } from '#src/quotes/actions.ts'
import { quoteVisibleTo } from '#src/quotes/queries.ts'
import { aCast, aContractor, aJob, anAgent, finishedQuoteWork, quoteWork, statusOf } from '#tests/support/world.ts'
import { manyJobs } from './many.ts'
import { aPhotoOn, removals } from './photo-on.ts'
import { timeline } from './told.ts'

const refs = async (user: Actor) => (await recentJobs(user)).map((job) => job.jobRef)
const notFound = (promise: Promise<unknown>) => expect(promise).rejects.toMatchObject({ status: 404 })
const jobRow = (id: string) => db.query.jobs.findFirst({ where: eq(jobs.id, id) })

describe('an agent deletes', () => {
  test.each(['pending', 'assigned', 'in_progress'] as const)('a job that is %s: it is gone', async (status) => {
    const cast = await aCast()
    const { id } = await aJob(cast, status)
    await deleteJob(cast.agent, id)
    expect(await jobRow(id)).toBeUndefined()
  })

  test('a cancelled job: it is gone', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast)
    await cancelJob(cast.admin, id, 'Sold')
    await deleteJob(cast.agent, id)
    expect(await jobRow(id)).toBeUndefined()
  })

  test.each(['quote_approved', 'completed'] as const)(
    'a job that is %s: it is hidden from them alone',
    async (status) => {
      const cast = await aCast()
      const { id, visits, quotes } = await aJob(cast, status)
      await deleteJob(cast.agent, id)
      await notFound(jobVisibleTo(cast.agent, id))
      await notFound(deleteJob(cast.agent, id))
      for (const quote of quotes) await notFound(quoteVisibleTo(cast.agent, quote.id))
      for (const user of [cast.admin, cast.contractor])
        expect(await jobVisibleTo(user, id)).toMatchObject({ status, hiddenFromEstateAgent: 'yes', visits })
      expect((await timeline(id)).at(-1)).toBe('hidden')
    },
  )

  test('a job with a pending quote: the quote is declined, the job completed, its visit still billed', async () => {
    const cast = await aCast()
    const { id, quotes, visits } = await aJob(cast, 'quote_pending')
    await deleteJob(cast.agent, id)
    expect(await jobVisibleTo(cast.admin, id)).toMatchObject({ status: 'completed', quotes: [{ status: 'declined' }] })
    expect(await stats(cast.agent)).toEqual({ activeJobs: 0, pendingQuotes: 0 })
    expect((await markVisitInvoiced(cast.admin, visits[0]!.id)).invoiceNumber).toBe('INV-000001')
    expect(await statusOf(id)).toBe('invoiced')
    await notFound(approveQuote(cast.agent, quotes[0]!.id))
  })

  test('quote work that nobody finished: its quote is cancelled, the job it came from completed', async () => {
    const cast = await aCast()
    const { parent, work } = await quoteWork(cast)
    await deleteJob(cast.agent, work.id)
    expect(await jobRow(work.id)).toBeUndefined()
    expect(await jobVisibleTo(cast.agent, parent.id)).toMatchObject({
      status: 'completed',
      quotes: [{ status: 'approved', workStatus: 'cancelled' }],
    })
  })

  test('all completed: every one with a response, and none of anybody else’s', async () => {
    const cast = await aCast()
    const theirs = { ...cast, agent: await anAgent() }
    const kept = [await aJob(cast), await aJob(cast, 'in_progress')]
    const hidden = [
      await aJob(cast, 'completed'),
      await aJob(cast, 'quote_pending'),
      await aJob(cast, 'quote_approved'),
    ]
    const other = await aJob(theirs, 'completed')
    expect(await deleteAllCompleted(cast.agent)).toBe(3)
    for (const { id } of hidden) expect(await jobRow(id)).toMatchObject({ hiddenFromEstateAgent: 'yes' })
    for (const { id } of kept) expect(await jobVisibleTo(cast.agent, id)).toBeDefined()
    expect(await jobVisibleTo(theirs.agent, other.id)).toBeDefined()
    // The quote work of the approved quote is still to be done, so it stays.
    expect(await refs(cast.agent)).toHaveLength(3)
    expect(await deleteAllCompleted(cast.agent)).toBe(0)
  })

  test('nothing of what a contractor’s photos show: they are neither removed nor seen', async () => {
    const cast = await aCast()
    const { id, visits } = await aJob(cast, 'completed')
    await aPhotoOn(cast, visits[0]!.id)
    await deleteJob(cast.agent, id)
    expect(await removals()).toEqual([])
    expect((await jobVisibleTo(cast.admin, id)).visits[0]!.photosUrls).toHaveLength(1)
  })
})

describe('an administrator deletes for good', () => {
  test('the job, its visits, quotes, photos, timeline and quote work; invoices stay', async () => {
    const cast = await aCast()
    const { parent, work, quote } = await finishedQuoteWork(cast)
    const photos = [await aPhotoOn(cast, parent.visits[0]!.id)]
    const bystander = await aJob(cast, 'quote_pending')
    const [fee, price] = [
      await markVisitInvoiced(cast.admin, parent.visits[0]!.id),
      await markQuoteInvoiced(cast.admin, quote.id),
    ]
    await deleteJob(cast.admin, parent.id)
    for (const { id } of [parent, work]) {
      expect(await jobRow(id)).toBeUndefined()
      for (const user of [cast.agent, cast.contractor, cast.admin]) await notFound(jobVisibleTo(user, id))
    }
    expect(await readJobs(cast.admin, {})).toHaveLength(1)
    expect(await db.$count(jobVisits)).toBe(1)
    expect(await db.$count(quotes)).toBe(1)
    expect(await removals()).toEqual(photos)
    const left = await db.select().from(invoices).orderBy(invoices.invoiceNumber)
    expect(left).toMatchObject(
      [fee, price].map(({ invoiceNumber, amount, contractorName, propertyAddress }) => ({
        ...{ invoiceNumber, amount, contractorName, propertyAddress, jobId: null, visitId: null, quoteId: null },
      })),
    )
    expect(await db.$count(emailNotifications, eq(emailNotifications.jobId, bystander.id))).toBeGreaterThan(0)
    expect(await jobVisibleTo(cast.agent, bystander.id)).toMatchObject({ status: 'quote_pending' })
  })

  test('quote work that is done: its quote is still billed', async () => {
    const cast = await aCast()
    const { parent, work, quote } = await finishedQuoteWork(cast)
    await deleteJob(cast.admin, work.id)
    expect(await jobVisibleTo(cast.admin, parent.id)).toMatchObject({ quotes: [{ workStatus: 'completed' }] })
    expect((await markQuoteInvoiced(cast.admin, quote.id)).amount).toBe(48_000)
  })

  test('what the agent has hidden', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'completed')
    await deleteJob(cast.agent, id)
    await deleteJob(cast.admin, id)
    expect(await jobRow(id)).toBeUndefined()
  })
})

test('a contractor and another agent delete nothing', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'completed')
  const [stranger, contractor] = await Promise.all([anAgent(), aContractor()])
  await notFound(deleteJob(stranger, id))
  for (const user of [cast.contractor, contractor]) expect(() => deleteJob(user, id)).toThrow('You may not do this.')
  expect(await jobVisibleTo(cast.agent, id)).toBeDefined()
})

test('an agent deletes thousands of completed jobs at once: each has its entry, nobody else loses any', async () => {
  const cast = await aCast()
  const other = { ...cast, agent: await anAgent() }
  const theirs = await aJob(other, 'completed')
  const awaited = await aJob(cast, 'quote_pending')
  await manyJobs(cast, 1200, () => ({ status: 'completed' }))
  const open = await aJob(cast, 'assigned')
  expect(await deleteAllCompleted(cast.agent)).toBe(1201)
  expect(await db.$count(jobEvents, eq(jobEvents.event, 'hidden'))).toBe(1201)
  expect((await timeline(awaited.id)).slice(-2)).toEqual(['quoteDeclined: quote_pending > completed', 'hidden'])
  expect((await readJobs(cast.agent, { where: jobsVisibleTo(cast.agent) })).map((job) => job.id)).toEqual([open.id])
  expect(await jobVisibleTo(other.agent, theirs.id)).toMatchObject({ status: 'completed' })
  expect(await deleteAllCompleted(cast.agent)).toBe(0)
})
