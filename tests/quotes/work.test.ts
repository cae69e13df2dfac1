import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { quoteSql } from '#db/query/predicates.ts'
import { jobs, jobVisits, quotes } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { assignJob, cancelJob, startJob, unassignJob } from '#src/jobs/actions.ts'
import { firstByDay } from '#src/jobs/assignment/by-day.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { approveQuote, declineQuote, deleteQuote } from '#src/quotes/actions.ts'
import { pendingWhere, readQuotes } from '#src/quotes/queries.ts'
import { quotesVisibleTo } from '#src/quotes/readable.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { timeline } from '#tests/jobs/notified.ts'
import { aPhotoOn, removals } from '#tests/jobs/photo-on.ts'
import { aCast, aContractor, aJob, anAgent, complete, quoteWork, statusOf, withQuote } from '#tests/support/world.ts'

const quoteRow = (id: string) => db.query.quotes.findFirst({ where: eq(quotes.id, id) })

describe('an approved quote', () => {
  test('opens quote work: the same job, with a reference of its own, given to the same contractor', async () => {
    const cast = await aCast()
    const { parent, work, quote } = await quoteWork(cast, { job: { urgency: 'high' } })
    expect(parent).toMatchObject({
      status: 'quote_approved',
      jobType: 'visit',
      jobRef: 'JOB-000001',
      parentJobId: null,
    })
    const { estateAgentId, contractorId, urgency, propertyName, propertyAddress, issueDescription, accessNotes } =
      parent
    expect(work).toMatchObject({
      ...{ estateAgentId, contractorId, urgency, propertyName, propertyAddress, issueDescription, accessNotes },
      ...{ status: 'assigned', jobType: 'quote_work', parentJobId: parent.id, jobRef: 'JOB-000002' },
      ...{ estateAgentName: parent.estateAgentName, estateAgency: parent.estateAgency, hiddenFromEstateAgent: 'no' },
    })
    expect(quote).toMatchObject({ status: 'approved', workStatus: 'not_started', invoicingStatus: 'pending' })
    expect(await timeline(work.id)).toEqual(['created: – > assigned'])
    expect((await timeline(parent.id)).at(-1)).toBe('quoteApproved: quote_pending > quote_approved')
  })

  test('is what its quote work shows, and no other quote', async () => {
    const cast = await aCast()
    const { parent, work, quote } = await quoteWork(cast)
    await db.insert(quotes).values({ jobId: parent.id, description: 'Older', amount: 100, status: 'declined' })
    expect((await jobVisibleTo(cast.agent, work.id)).quotes).toEqual([quote])
    expect((await jobVisibleTo(cast.agent, parent.id)).quotes).toHaveLength(2)
  })

  test('has its visit’s photos removed, and those of no other', async () => {
    const cast = await aCast()
    const [job, other] = [await aJob(cast, 'quote_pending'), await aJob(cast, 'quote_pending')]
    const photo = await aPhotoOn(cast, job.visits[0]!.id)
    await aPhotoOn(cast, other.visits[0]!.id)
    await approveQuote(cast.agent, job.quotes[0]!.id)
    expect(await removals()).toEqual([photo])
    expect((await jobVisibleTo(cast.agent, job.id)).visits[0]!.photosUrls).toEqual([])
    expect((await jobVisibleTo(cast.agent, other.id)).visits[0]!.photosUrls).toHaveLength(1)
  })

  test('whose contractor has left waits for another', async () => {
    const [cast, other] = [await aCast(), await aContractor()]
    const { id, quotes } = await aJob(cast, 'quote_pending')
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    await approveQuote(cast.agent, quotes[0]!.id)
    const work = (await db.query.jobs.findFirst({ where: (job, { eq }) => eq(job.parentJobId, id) }))!
    expect(work).toMatchObject({ status: 'pending', contractorId: null })
    await assignJob(cast.admin, work.id, other.id)
    await markJobComplete(other, work.id)
    expect(await statusOf(id)).toBe('completed')
  })
})

describe('a declined quote', () => {
  test('completes its job, keeps the photos, opens nothing', async () => {
    const cast = await aCast()
    const { id, quotes, visits } = await aJob(cast, 'quote_pending')
    await aPhotoOn(cast, visits[0]!.id)
    await declineQuote(cast.agent, quotes[0]!.id)
    expect(await statusOf(id)).toBe('completed')
    expect(await quoteRow(quotes[0]!.id)).toMatchObject({ status: 'declined', workStatus: 'not_started' })
    expect(await removals()).toEqual([])
    expect(await db.query.jobs.findMany()).toHaveLength(1)
    expect((await timeline(id)).at(-1)).toBe('quoteDeclined: quote_pending > completed')
  })
})

describe('quote work', () => {
  test('carries its quote along: not started, in progress, completed', async () => {
    const cast = await aCast()
    const { parent, work, quote } = await quoteWork(cast)
    await startJob(cast.contractor, work.id)
    expect(await quoteRow(quote.id)).toMatchObject({ workStatus: 'in_progress' })
    expect(await readQuotes(cast.admin, { where: quoteSql.isWorkToInvoice() })).toEqual([])
    await markJobComplete(cast.contractor, work.id)
    expect(await quoteRow(quote.id)).toMatchObject({ workStatus: 'completed', invoicingStatus: 'pending' })
    expect([await statusOf(work.id), await statusOf(parent.id)]).toEqual(['completed', 'completed'])
    expect((await readQuotes(cast.admin, { where: quoteSql.isWorkToInvoice() })).map(({ id }) => id)).toEqual([
      quote.id,
    ])
    expect((await timeline(parent.id)).at(-1)).toBe('quoteWorkCompleted: quote_approved > completed')
  })

  test('needs no start, and may be documented', async () => {
    const cast = await aCast()
    const { work } = await quoteWork(cast)
    await markJobComplete(cast.contractor, work.id, { workDone: 'Replaced the vessel.' })
    expect((await jobVisibleTo(cast.agent, work.id)).visits).toMatchObject([
      { workDescription: 'Replaced the vessel.', invoicingStatus: 'not_billable', isQuoteRequired: 'no' },
    ])
  })

  test('that is cancelled cancels its quote and completes the job it came from', async () => {
    const cast = await aCast()
    const { parent, work, quote } = await quoteWork(cast)
    await startJob(cast.contractor, work.id)
    await cancelJob(cast.admin, work.id, 'Sold')
    expect(await quoteRow(quote.id)).toMatchObject({ status: 'approved', workStatus: 'cancelled' })
    expect([await statusOf(work.id), await statusOf(parent.id)]).toEqual(['cancelled', 'completed'])
    expect(await readQuotes(cast.admin, { where: quoteSql.isWorkToInvoice() })).toEqual([])
  })

  test('that is taken back, or whose contractor leaves, is not started again', async () => {
    const [cast, other] = [await aCast(), await aContractor()]
    const { parent, work, quote } = await quoteWork(cast)
    await unassignJob(cast.admin, work.id)
    await assignJob(cast.admin, work.id, other.id)
    await startJob(other, work.id)
    await deleteAccount(cast.admin, other.id, 'contractor')
    expect(await quoteRow(quote.id)).toMatchObject({ workStatus: 'not_started', contractorId: cast.contractor.id })
    expect([await statusOf(work.id), await statusOf(parent.id)]).toEqual(['pending', 'quote_approved'])
  })
})

describe('a quote that an administrator deletes', () => {
  test('is gone; with a pending one its contractor has the job in hand again, and may quote anew', async () => {
    const cast = await aCast()
    const { id, quotes } = await aJob(cast, 'quote_pending')
    await deleteQuote(cast.admin, quotes[0]!.id)
    expect(await quoteRow(quotes[0]!.id)).toBeUndefined()
    expect((await timeline(id)).at(-1)).toBe('quoteDeleted: quote_pending > assigned')
    expect(await db.$count(jobVisits)).toBe(1)
    expect((await firstByDay(cast.contractor, 5)).map((job) => job.id)).toEqual([id])
    await complete(cast.contractor, id, withQuote({ quoteAmount: 99 }))
    expect((await jobVisibleTo(cast.agent, id)).quotes).toMatchObject([{ amount: 9900, status: 'pending' }])
    expect(await statusOf(id)).toBe('quote_pending')
  })

  test('and was pending leaves the job waiting for a contractor when its own is gone', async () => {
    for (const contractorId of ['deleted', 'nobody'] as const) {
      const cast = await aCast()
      const { id, quotes } = await aJob(cast, 'quote_pending')
      if (contractorId === 'deleted') await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
      else await db.update(jobs).set({ contractorId: null }).where(eq(jobs.id, id))
      await deleteQuote(cast.admin, quotes[0]!.id)
      expect((await timeline(id)).at(-1)).toBe('quoteDeletedUnassigned: quote_pending > pending')
      expect(await jobVisibleTo(cast.agent, id)).toMatchObject({
        status: 'pending',
        contractorId: null,
        contractor: null,
      })
      const other = await aContractor()
      await assignJob(cast.admin, id, other.id)
      expect((await firstByDay(other, 5)).map((job) => job.id)).toEqual([id])
    }
  })

  test.each(['declined', 'cancelled'] as const)('and was %s leaves its job as it is', async (end) => {
    const cast = await aCast()
    const { id, quotes } = await aJob(cast, 'quote_pending')
    if (end === 'declined') await declineQuote(cast.agent, quotes[0]!.id)
    else {
      await approveQuote(cast.agent, quotes[0]!.id)
      const work = (await db.query.jobs.findFirst({ where: (job, { eq }) => eq(job.parentJobId, id) }))!
      await cancelJob(cast.admin, work.id, 'Sold')
    }
    await deleteQuote(cast.admin, quotes[0]!.id)
    expect(await statusOf(id)).toBe('completed')
    expect((await timeline(id)).at(-1)).toBe('quoteRemoved')
  })
})

describe('quotes are seen', () => {
  test('by the agent of the job, the contractor who made them and administrators', async () => {
    const [cast, other] = [await aCast(), await aCast()]
    const mine = (await aJob(cast, 'quote_pending', { completion: withQuote({ quoteAmount: 10 }) })).quotes[0]!
    const theirs = (await aJob(other, 'quote_pending')).quotes[0]!
    const seen = async (user: Actor) => (await readQuotes(user, { where: quotesVisibleTo(user) })).map(({ id }) => id)
    expect(await seen(cast.agent)).toEqual([mine.id])
    expect(await seen(other.contractor)).toEqual([theirs.id])
    expect(await seen(cast.admin)).toEqual([theirs.id, mine.id])
    expect(await seen(await anAgent())).toEqual([])
    expect((await readQuotes(cast.contractor, { where: pendingWhere(cast.contractor) })).map(({ id }) => id)).toEqual([
      mine.id,
    ])
  })

  test('no more when the agent has hidden their job', async () => {
    const cast = await aCast()
    const { id, quotes } = await aJob(cast, 'quote_pending')
    await declineQuote(cast.agent, quotes[0]!.id)
    await deleteJob(cast.agent, id)
    expect(await readQuotes(cast.agent, { where: quotesVisibleTo(cast.agent) })).toEqual([])
    expect(await readQuotes(cast.contractor, { where: quotesVisibleTo(cast.contractor) })).toMatchObject([
      { status: 'declined' },
    ])
  })
})
