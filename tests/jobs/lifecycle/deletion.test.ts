import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, invoices, jobs, jobVisits, quotes } from '#db/schema.ts'
import { markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { jobVisibleTo, readJobs } from '#src/jobs/queries.ts'
import { forgetNotified, notified } from '#tests/jobs/notified.ts'
import { aPhotoOn, removals } from '#tests/jobs/photo-on.ts'
import { aCast, aContractor, aJob, anAgent, finishedQuoteWork } from '#tests/support/world.ts'

const notFound = (promise: Promise<unknown>) => expect(promise).rejects.toMatchObject({ status: 404 })
const jobRow = (id: string) => db.query.jobs.findFirst({ where: eq(jobs.id, id) })

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

  test('and its agent and its contractor are told, though the job is gone', async () => {
    const cast = await aCast()
    const { id, jobRef } = await aJob(cast, 'in_progress')
    await forgetNotified()
    await deleteJob(cast.admin, id)
    expect(await notified()).toEqual([cast.contractor, cast.agent].map(({ email }) => `job_deleted → ${email}`))
    const content = { jobRef, by: 'Ada King', path: '/jobs' }
    expect(await db.query.emailNotifications.findMany()).toMatchObject([
      { jobId: null, content },
      { jobId: null, content },
    ])
  })

  test('what its agent removed, without telling them; and says whom no e-mail tells', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'completed')
    await deleteJob(cast.agent, id)
    await forgetNotified()
    expect(await deleteJob(cast.admin, id)).toEqual([])
    expect(await notified()).toEqual([])
    expect(await jobRow(id)).toBeUndefined()
    const silent = { ...cast, agent: await anAgent({ email: null, phone: '07700 900999' }) }
    const [unreached] = await deleteJob(cast.admin, (await aJob(silent, 'completed')).id)
    expect(unreached).toEndWith('must be told by phone: 07700 900999.')
  })

  test('quote work that is done: its quote is still billed', async () => {
    const cast = await aCast()
    const { parent, work, quote } = await finishedQuoteWork(cast)
    await deleteJob(cast.admin, work.id)
    expect(await jobVisibleTo(cast.admin, parent.id)).toMatchObject({ quotes: [{ workStatus: 'completed' }] })
    expect((await markQuoteInvoiced(cast.admin, quote.id)).amount).toBe(48_000)
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
