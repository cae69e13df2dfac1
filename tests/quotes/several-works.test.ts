import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoices, jobs, quotes } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { assignJob, cancelJob, startJob } from '#src/jobs/actions.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { approveQuote } from '#src/quotes/actions.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { moved } from '#tests/jobs/moved.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, type Cast, complete, statusOf, withQuote } from '#tests/support/world.ts'

// A job that failed again is reopened, quoted and approved once more: it then has two quotes and two quote works.

const reopen = (cast: Cast, id: string) => moved(cast, id, 'reopenedAssigned')

const childrenOf = (id: string) =>
  db.query.jobs.findMany({ where: eq(jobs.parentJobId, id), orderBy: (job, { asc }) => asc(job.id) })

const quoteOf = async (workId: string) => (await db.query.quotes.findFirst({ where: eq(quotes.workJobId, workId) }))!

type Work = { job: string; first: string; second: string }

/** The first work is done by Tom, to whom it was passed; the second is Carl's, and not done. */
async function twice(cast: Cast, tom: Actor, first: { cancelled?: boolean } = {}): Promise<Work> {
  const { id } = await aJob(cast, 'quote_approved', { completion: { quoteAmount: 480, quoteDescription: 'A vessel' } })
  const [one] = await childrenOf(id)
  if (first.cancelled) await cancelJob(cast.admin, one!.id, 'Sold')
  else {
    await assignJob(cast.admin, one!.id, tom.id)
    await markJobComplete(tom, one!.id, { workDone: 'New vessel.' })
  }
  await reopen(cast, id)
  await complete(cast.contractor, id, withQuote({ quoteAmount: 1234.5, quoteDescription: 'A whole boiler' }))
  const waiting = (await db.query.quotes.findMany({ where: eq(quotes.jobId, id) })).find((q) => q.status === 'pending')!
  await approveQuote(cast.agent, waiting.id)
  const second = (await childrenOf(id)).find((work) => work.id !== one!.id)!
  return { job: id, first: one!.id, second: second.id }
}

type Json = { id: string; quote: number | null; status: string; quotes: { amount: string; workStatus: string }[] }

const amounts = (job: Json) => [job.quote, job.quotes.map(({ amount }) => amount)]

describe('a job with two quote works', () => {
  test('shows each its own quote and amount, to every reader, in lists and in CSV', async () => {
    const [cast, tom] = [await aCast(), await aContractor({ firstName: 'Tom' })]
    const { job, first, second } = await twice(cast, tom)
    for (const user of [cast.agent, cast.admin, cast.contractor]) {
      const client = await signedInAs(user)
      const listed = new Map(((await (await client.get('/api/jobs')).json()) as Json[]).map((one) => [one.id, one]))
      const read = async (id: string) => (await (await client.get(`/api/jobs/${id}`)).json()) as Json
      expect(amounts(await read(job))).toEqual([1234.5, ['480.00', '1234.50']])
      expect(amounts(await read(second))).toEqual([1234.5, ['1234.50']])
      expect(amounts(listed.get(second)!)).toEqual([1234.5, ['1234.50']])
      const csv = await (await client.get('/api/jobs/export.csv')).text()
      const work = csv.split('\r\n').filter((row) => row.includes('QUOTE WORK'))
      expect(work.map((row) => /,(480\.00|1234\.50),/.exec(row)?.[1])).toEqual(
        user === cast.contractor ? ['1234.50'] : ['1234.50', '480.00'],
      )
      // The first is Tom's now: Carl no longer reads it.
      if (user === cast.contractor) expect(listed.has(first)).toBe(false)
      else expect(amounts(await read(first))).toEqual([480, ['480.00']])
    }
    const his = (await (await (await signedInAs(tom)).get('/api/jobs')).json()) as Json[]
    expect(his.map((one) => [one.id, ...amounts(one)])).toEqual([[first, 480, ['480.00']]])
    const quoteList = await (await (await signedInAs(tom)).get('/api/quotes')).json()
    expect(quoteList).toMatchObject([{ amount: '480.00', job: { id: first } }])
    expect(await (await (await signedInAs(tom)).get('/api/quotes/export.csv')).text()).not.toContain('1234.50')
    const secondQuote = await quoteOf(second)
    expect((await (await signedInAs(tom)).get(`/api/quotes/${secondQuote.id}`)).status).toBe(404)
  })

  test('moves the quote of the work that moves, and no other', async () => {
    const [cast, tom] = [await aCast(), await aContractor()]
    const { job, first, second } = await twice(cast, tom)
    const states = async () => [(await quoteOf(first)).workStatus, (await quoteOf(second)).workStatus]
    expect(await states()).toEqual(['completed', 'not_started'])
    await startJob(cast.contractor, second)
    expect(await states()).toEqual(['completed', 'in_progress'])
    await cancelJob(cast.admin, second, 'Sold')
    expect(await states()).toEqual(['completed', 'cancelled'])
    expect([await statusOf(job), await statusOf(first)]).toEqual(['completed', 'completed'])
  })

  test('invoices each work by itself, to the contractor who did it, and takes it back by itself', async () => {
    const [cast, tom] = [await aCast(), await aContractor({ firstName: 'Tom', lastName: 'Reed' })]
    const admin = await signedInAs(cast.admin)
    const { job, first, second } = await twice(cast, tom)
    const mark = async (quote: { id: string }) => (await admin.post(`/api/quotes/${quote.id}/mark-invoiced`)).status
    const stand = async () => [await statusOf(job), await statusOf(first), await statusOf(second)]
    expect(await (await admin.get('/api/quote-work-invoicing')).json()).toMatchObject([
      { amount: '480.00', contractor: { firstName: 'Tom' } },
    ])
    expect(await mark(await quoteOf(second))).toBe(409)
    expect(await mark(await quoteOf(first))).toBe(201)
    expect(await stand()).toEqual(['quote_approved', 'invoiced', 'assigned'])

    await markJobComplete(cast.contractor, second)
    expect(await stand()).toEqual(['completed', 'invoiced', 'completed'])
    expect(await (await admin.get('/api/quote-work-invoicing')).json()).toMatchObject([
      { amount: '1234.50', contractor: { firstName: 'Carl' } },
    ])
    for (const { id } of (await jobVisibleTo(cast.admin, job)).visits)
      expect((await admin.post(`/api/visits/${id}/mark-invoiced`)).status).toBe(201)
    expect(await stand()).toEqual(['completed', 'invoiced', 'completed'])
    expect(await mark(await quoteOf(second))).toBe(201)
    expect(await stand()).toEqual(['invoiced', 'invoiced', 'invoiced'])

    const issued = await db.query.invoices.findMany({ where: eq(invoices.type, 'quote') })
    expect(issued.map((one) => [one.amount, one.contractorName]).sort()).toEqual([
      [123450, 'Carl Mason'],
      [48000, 'Tom Reed'],
    ])
    await admin.delete(`/api/invoices/${issued.find(({ amount }) => amount === 48000)!.id}`)
    expect(await stand()).toEqual(['completed', 'completed', 'invoiced'])
  })

  test('loses one by an administrator, and keeps the other', async () => {
    const [cast, tom] = [await aCast(), await aContractor()]
    const admin = await signedInAs(cast.admin)
    const { job, first, second } = await twice(cast, tom)
    expect((await admin.delete(`/api/jobs/${first}`)).status).toBe(200)
    expect(amounts((await (await admin.get(`/api/jobs/${second}`)).json()) as Json)).toEqual([1234.5, ['1234.50']])
    await markJobComplete(cast.contractor, second)
    expect((await admin.delete(`/api/jobs/${second}`)).status).toBe(200)
    expect(await statusOf(job)).toBe('completed')
    const left = await db.query.quotes.findMany({ where: eq(quotes.jobId, job) })
    expect(left.map(({ workJobId, workStatus }) => [workJobId, workStatus])).toEqual([
      [null, 'completed'],
      [null, 'completed'],
    ])
  })

  test('goes whole by an administrator, and keeps nothing', async () => {
    const [cast, tom] = [await aCast(), await aContractor()]
    const { job } = await twice(cast, tom)
    expect((await (await signedInAs(cast.admin)).delete(`/api/jobs/${job}`)).status).toBe(200)
    expect([await db.$count(jobs), await db.$count(quotes)]).toEqual([0, 0])
  })

  test('names the unfinished work to the agent who would delete it, and hides all of it when it is done', async () => {
    const [cast, tom] = [await aCast(), await aContractor()]
    const agent = await signedInAs(cast.agent)
    const { job, second } = await twice(cast, tom)
    const { jobRef } = await jobVisibleTo(cast.agent, second)
    const refused = await agent.delete(`/api/jobs/${job}`)
    expect([refused.status, ((await refused.json()) as { message: string }).message]).toEqual([
      409,
      `The quote work of this job is not finished. Wait until ${jobRef} is done, or delete that job to call it off.`,
    ])
    await markJobComplete(cast.contractor, second)
    expect((await agent.delete(`/api/jobs/${job}`)).status).toBe(200)
    expect(await (await agent.get('/api/jobs')).json()).toEqual([])
  })

  test('hides the first work alone while the second goes on', async () => {
    const [cast, tom] = [await aCast(), await aContractor()]
    const agent = await signedInAs(cast.agent)
    const { job, first, second } = await twice(cast, tom)
    expect((await agent.delete(`/api/jobs/${first}`)).status).toBe(200)
    const left = (await (await agent.get('/api/jobs')).json()) as Json[]
    expect(left.map(({ id }) => id).sort()).toEqual([job, second].sort())
  })

  test('goes to another agent with both', async () => {
    const [cast, tom, { agent }] = [await aCast(), await aContractor(), await aCast()]
    const { job, first, second } = await twice(cast, tom)
    const admin = await signedInAs(cast.admin)
    expect((await admin.post(`/api/estate-agents/${cast.agent.id}/hand-over`, { to: agent.id })).status).toBe(200)
    const theirs = await db.query.jobs.findMany({ where: eq(jobs.estateAgentId, agent.id) })
    expect(theirs.map(({ id }) => id).sort()).toEqual([job, first, second].sort())
  })
})

describe('a quote that names no quote work', () => {
  test('of an earlier version is carried out by the only one', async () => {
    const [cast, tom] = [await aCast(), await aContractor()]
    const { id } = await aJob(cast, 'quote_approved')
    await db.update(quotes).set({ workJobId: null })
    const [work] = await childrenOf(id)
    await assignJob(cast.admin, work!.id, tom.id)
    await startJob(tom, work!.id)
    expect(await jobVisibleTo(tom, work!.id)).toMatchObject({ quotes: [{ amount: 48000, workStatus: 'in_progress' }] })
    await markJobComplete(tom, work!.id)
    const admin = await signedInAs(cast.admin)
    expect(await (await admin.get('/api/quote-work-invoicing')).json()).toMatchObject([{ contractor: { id: tom.id } }])
  })

  test('because its work was deleted is not carried out by a later one', async () => {
    const [cast, tom] = [await aCast(), await aContractor()]
    const { job, first, second } = await twice(cast, tom, { cancelled: true })
    await db.delete(jobs).where(eq(jobs.id, first))
    await startJob(cast.contractor, second)
    await markJobComplete(cast.contractor, second)
    const rows = await db.query.quotes.findMany({ where: eq(quotes.jobId, job), orderBy: (q, { asc }) => asc(q.id) })
    expect(rows.map(({ amount, workStatus }) => [amount, workStatus])).toEqual([
      [48000, 'cancelled'],
      [123450, 'completed'],
    ])
    expect((await jobVisibleTo(cast.agent, second)).quotes).toMatchObject([{ amount: 123450 }])
  })

  test('because its work was deleted is bound to no later one when the job is reopened again', async () => {
    const [cast, tom] = [await aCast(), await aContractor()]
    const { job, first, second } = await twice(cast, tom, { cancelled: true })
    await db.delete(jobs).where(eq(jobs.id, first))
    await markJobComplete(cast.contractor, second)
    await reopenJob(cast.admin, job, { reason: 'It failed again.' })
    const rows = await db.query.quotes.findMany({ where: eq(quotes.jobId, job), orderBy: (q, { asc }) => asc(q.id) })
    expect(rows.map(({ workJobId }) => workJobId)).toEqual([null, second])
  })
})
