import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents, jobs, quotes } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { deleteInvoice, markVisitInvoiced } from '#src/invoices/actions.ts'
import { assignJob, cancelJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { approveQuote } from '#src/quotes/actions.ts'
import { answerOf } from '#tests/api/shape.ts'
import { toastOf } from '#tests/checklist/reading.ts'
import { forgetNotified, lastMessage, notified, timeline } from '#tests/jobs/notified.ts'
import { passes } from '#tests/jobs/storytelling.ts'
import type { Client } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import {
  aContractor,
  aJob,
  complete,
  completion,
  finishedQuoteWork,
  quoteWork,
  withQuote,
} from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')
const olivia = signedInOfEachTest(cast, 'agent')

const rowOf = async (id: string) => (await db.query.jobs.findFirst({ where: eq(jobs.id, id) }))!
const REASON = 'The boiler loses pressure again since Monday.'
const again = (client: Client, id: string, keepContractor?: boolean) =>
  answerOf(client.post(`/api/jobs/${id}/reopen`, { reason: REASON, keepContractor }))

describe('a repair that failed again', () => {
  test('goes to the same contractor: visits stay, both others are told why', async () => {
    const { id, visits } = await aJob(cast, 'completed')
    await forgetNotified()
    const { status, body } = await again(olivia, id, true)
    expect([status, body]).toMatchObject([200, { status: 'assigned', contractorId: cast.contractor.id }])
    expect(body.visits).toMatchObject([{ id: visits[0]!.id, invoicingStatus: 'pending' }])
    expect(await notified()).toEqual([`job_reopened → ${cast.contractor.email}`, `job_reopened → ${cast.admin.email}`])
    expect((await lastMessage()).content).toMatchObject({
      reason: REASON,
      by: 'Olivia Hart',
      path: `/admin/jobs/${id}`,
    })
    expect((await timeline(id)).at(-1)).toBe('reopenedAssigned: completed > assigned')
    await complete(cast.contractor, id, completion())
    expect(await jobVisibleTo(cast.agent, id)).toMatchObject({ status: 'completed', visits: [{}, {}] })
  })

  test('waits for another contractor unless the same is asked for; who had it is told, and sent to their list', async () => {
    const { id } = await aJob(cast, 'completed', { job: { accessNotes: 'The key is at number 9.' } })
    await forgetNotified()
    expect((await again(ada, id)).body).toMatchObject({ status: 'pending', contractorId: null })
    expect((await timeline(id)).at(-1)).toBe('reopened: completed > pending')
    expect(await notified()).toEqual([`job_reopened → ${cast.agent.email}`, `job_reopened → ${cast.contractor.email}`])
    const { content } = await lastMessage()
    expect(content).toMatchObject({ reason: REASON, path: '/jobs', isLost: true, accessNotes: null })
  })

  test('waits as well when the account of the same is gone', async () => {
    const { id } = await aJob(cast, 'completed')
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    expect(await (await olivia.get(`/jobs/${id}/reopen`)).text()).not.toContain('name="keepContractor"')
    expect((await again(olivia, id, true)).body).toMatchObject({ status: 'pending', contractorId: null })
  })

  test('is invoiced for each visit, and settled when the last one is', async () => {
    const { id, visits } = await aJob(cast, 'completed')
    const invoice = await markVisitInvoiced(cast.admin, visits[0]!.id)
    await again(olivia, id, true)
    // The item is billable again, whatever the job's state is.
    await deleteInvoice(cast.admin, invoice.id, false)
    expect((await rowOf(id)).status).toBe('assigned')
    await markVisitInvoiced(cast.admin, visits[0]!.id)
    await complete(cast.contractor, id, completion())
    const second = (await jobVisibleTo(cast.admin, id)).visits.find(
      ({ invoicingStatus }) => invoicingStatus === 'pending',
    )
    await markVisitInvoiced(cast.admin, second!.id)
    expect((await rowOf(id)).status).toBe('invoiced')
  })
})

test('a cancelled job is reopened without its reason', async () => {
  const { id } = await aJob(cast)
  await cancelJob(cast.agent, id, 'Sold')
  expect((await answerOf(olivia.get(`/api/jobs/${id}`))).body.cancelReason).toBe('Sold')
  expect((await again(olivia, id, true)).body).toMatchObject({ status: 'pending', cancelReason: null })
  await assignJob(cast.admin, id, cast.contractor.id)
})

test.each(['assigned', 'completed'])(
  'quote work that is %s is not reopened, but the job that it came from may be',
  async (state) => {
    const { work } = await (state === 'assigned' ? quoteWork(cast) : finishedQuoteWork(cast))
    if (state === 'assigned') await cancelJob(cast.admin, work.id, 'Sold')
    expect(await again(ada, work.id)).toEqual({
      status: 409,
      body: { message: 'This is not possible for quote work.' },
    })
    expect((await ada.get(`/admin/jobs/${work.id}/reopen`)).status).toBe(409)
    expect((await again(ada, work.parentJobId!)).status).toBe(200)
  },
)

test('a quote that an earlier version approved keeps its work when the job gets more', async () => {
  const { parent, work, quote } = await finishedQuoteWork(cast)
  await db.update(quotes).set({ workJobId: null })
  await again(olivia, parent.id, true)
  const read = () => db.query.quotes.findFirst({ where: eq(quotes.id, quote.id) })
  expect(await read()).toMatchObject({ workJobId: work.id, workStatus: 'completed' })
  await complete(cast.contractor, parent.id, withQuote())
  const pending = (await jobVisibleTo(cast.agent, parent.id)).quotes.find(({ status }) => status === 'pending')!
  await approveQuote(cast.agent, pending.id)
  expect(await read()).toMatchObject({ workJobId: work.id, workStatus: 'completed' })
  expect((await rowOf(work.id)).status).toBe('completed')
})

describe('after 90 days', () => {
  const message = 'This job was closed more than 90 days ago. Please ask an administrator to reopen it.'

  test('only administrators reopen it', async () => {
    const { id } = await aJob(cast, 'completed')
    await passes(91, id)
    expect(await again(olivia, id)).toEqual({ status: 409, body: { message } })
    expect((await olivia.get(`/jobs/${id}/reopen`)).status).toBe(409)
    expect(await (await olivia.get(`/jobs/${id}`)).text()).not.toContain('Reopen Job')
    expect((await again(ada, id)).status).toBe(200)
  })

  test('since it was closed, whatever happened to it later', async () => {
    const { id, visits } = await aJob(cast, 'completed')
    await passes(91, id)
    const invoice = await markVisitInvoiced(cast.admin, visits[0]!.id)
    expect((await again(olivia, id)).status).toBe(409)
    await deleteInvoice(cast.admin, invoice.id, false)
    expect((await again(olivia, id)).status).toBe(409)
  })

  test('since its last change where the timeline is gone', async () => {
    const [late, early] = [await aJob(cast, 'completed'), await aJob(cast, 'completed')]
    for (const [{ id }, days] of [
      [late, 91],
      [early, 89],
    ] as const) {
      await passes(days, id)
      await db.delete(jobEvents).where(eq(jobEvents.jobId, id))
    }
    expect([(await again(olivia, late.id)).status, (await again(olivia, early.id)).status]).toEqual([409, 200])
  })
})

describe('a job that its agent has removed', () => {
  test('is not there for them; an administrator’s reopening shows it again, with its quote work', async () => {
    const { parent, work } = await finishedQuoteWork(cast)
    await deleteJob(cast.agent, parent.id)
    await forgetNotified()
    expect((await again(olivia, parent.id)).status).toBe(404)
    expect((await again(ada, parent.id, true)).body).toMatchObject({ hiddenFromEstateAgent: 'no' })
    expect(await notified()).toEqual([`job_reopened → ${cast.contractor.email}`, `job_reopened → ${cast.agent.email}`])
    for (const { id } of [parent, work]) expect((await olivia.get(`/jobs/${id}`)).status).toBe(200)
    for (const { id } of parent.quotes) expect((await olivia.get(`/quotes/${id}`)).status).toBe(200)
    const { body } = await answerOf(olivia.get('/api/jobs'))
    expect(body.map((one: { id: string }) => one.id).sort()).toEqual([parent.id, work.id].sort())
  })

  test('of a job that never had an agent may be opened again', async () => {
    const { id } = await aJob(cast, 'completed')
    await db.update(jobs).set({ estateAgentId: null }).where(eq(jobs.id, id))
    expect(await again(ada, id)).toMatchObject({ status: 200, body: { status: 'pending' } })
  })

  test('whose account is gone as well has nobody who decides: it stays closed', async () => {
    const { id } = await aJob(cast, 'completed')
    await deleteAccount(cast.admin, cast.agent.id, 'estate_agent')
    expect(await again(ada, id)).toEqual({
      status: 409,
      body: { message: 'The estate agent of this job is no longer on Fettle. Another one can raise it anew.' },
    })
  })
})

describe('the form', () => {
  test('offers the same contractor, and says what became of it', async () => {
    const [one, two] = [await aJob(cast, 'completed'), await aJob(cast, 'completed')]
    const html = await (await olivia.get(`/jobs/${one.id}/reopen`)).text()
    expect(html).toContain('Give it to Carl Mason again')
    expect(html).toMatch(/<input[^>]*name="keepContractor"[^>]*checked|<input[^>]*checked[^>]*name="keepContractor"/)
    const form = { reason: REASON, keepContractor: 'yes' }
    expect(await toastOf(olivia.submit(`/jobs/${one.id}/reopen`, form))).toBe(
      'Job Reopened / The contractor has the job again.',
    )
    expect(await toastOf(ada.submit(`/admin/jobs/${two.id}/reopen`, { reason: REASON }))).toBe(
      'Job Reopened / The job waits for a contractor.',
    )
  })

  test('asks for a reason and keeps the rest', async () => {
    const { id } = await aJob(cast, 'completed')
    const refused = await olivia.submit(`/jobs/${id}/reopen`, { reason: ' ' })
    expect(refused.status).toBe(422)
    const html = await refused.text()
    expect(html).toContain('Please give a reason')
    expect(html).not.toMatch(/checked/)
    expect((await again(olivia, id)).status).toBe(200)
  })
})

test('only a living contractor is kept: not one who lost the job before it was closed', async () => {
  const other = await aContractor()
  const { id } = await aJob(cast, 'assigned')
  await assignJob(cast.admin, id, other.id)
  await complete(other, id, completion())
  expect(await reopenJob(cast.agent, id, { reason: REASON, keepContractor: true })).toMatchObject({
    contractorId: other.id,
  })
})
