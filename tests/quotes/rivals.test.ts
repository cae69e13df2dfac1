import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { jobs, quotes } from '#db/schema.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { askRival } from '#src/jobs/rivals.ts'
import { forgetTold, timeline, told } from '#tests/jobs/told.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, type Cast, complete, statusOf, withQuote } from '#tests/support/world.ts'

// PostgreSQL takes a second to see a deadlock, and the loser tries again.
setDefaultTimeout(30_000)

const quoteOf = async (jobId: string) => (await db.query.quotes.findFirst({ where: eq(quotes.jobId, jobId) }))!

/** Carl's job waits for a decision; Dee and Tom were asked as well, and Dee has quoted. */
async function rivals(cast: Cast) {
  const [dee, tom] = await Promise.all([
    aContractor({ firstName: 'Dee', lastName: 'Bright', company: 'Bright Spark' }),
    aContractor({ firstName: 'Tom', lastName: 'Reed' }),
  ])
  const root = await aJob(cast, 'quote_pending')
  const hers = await askRival(cast.admin, root.id, dee.id)
  const his = await askRival(cast.admin, root.id, tom.id)
  await complete(dee, hers.id, withQuote({ quoteAmount: 300, quoteDescription: 'A cheaper vessel.' }))
  return { dee, tom, root, hers, his }
}

describe('asking for another quote', () => {
  test('makes a visit job of its own, with the same details, for a contractor who is told', async () => {
    const [cast, dee] = [await aCast(), await aContractor({ firstName: 'Dee', lastName: 'Bright' })]
    const root = await aJob(cast, 'quote_pending', { job: { urgency: 'high' } })
    await db.update(jobs).set({ tenantName: 'Ted', tenantPhone: '07700 900321', contractorType: 'plumber' })
    await db.update(jobs).set({ photosUrls: ['/objects/00000000-0000-7000-8000-000000000001'] })
    await forgetTold()
    const admin = await signedInAs(cast.admin)
    const answer = await admin.post(`/api/jobs/${root.id}/rivals`, { contractorId: dee.id })
    expect(answer.status).toBe(201)
    const rival = (await answer.json()) as { id: string; jobRef: string }
    const { propertyName, propertyAddress, issueDescription, accessNotes, estateAgentId, estateAgency } = root
    expect(rival).toMatchObject({
      ...{ propertyName, propertyAddress, issueDescription, accessNotes, estateAgentId, estateAgency },
      ...{ status: 'assigned', jobType: 'visit', urgency: 'high', contractorId: dee.id, rivalOfJobId: root.id },
      ...{ tenantName: 'Ted', tenantPhone: '07700 900321', contractorType: 'plumber', parentJobId: null, quotes: [] },
      photosUrls: ['/objects/00000000-0000-7000-8000-000000000001'],
    })
    expect(rival.jobRef).not.toBe(root.jobRef)
    expect(await told()).toEqual([`job_assigned → ${dee.email}`])
    expect(await timeline(rival.id)).toEqual(['created: – > pending', 'assigned: pending > assigned'])
    expect((await timeline(root.id)).at(-1)).toBe('rivalAsked')
    const events = (await (await admin.get(`/api/jobs/${root.id}/events`)).json()) as { detail: unknown }[]
    expect(events.at(-1)!.detail).toEqual({ contractor: 'Dee Bright', job: rival.jobRef })
    expect(await statusOf(root.id)).toBe('quote_pending')
  })

  test('of a rival is asking about the job that it was asked about', async () => {
    const [cast, ann] = [await aCast(), await aContractor()]
    const { root, hers } = await rivals(cast)
    const fourth = await askRival(cast.admin, hers.id, ann.id)
    expect((await jobVisibleTo(cast.admin, fourth.id)).rivalOfJobId).toBe(root.id)
    expect((await timeline(root.id)).at(-1)).toBe('rivalAsked')
  })
})

describe('approving one', () => {
  test('declines the other quotes and calls off who has not quoted, and tells everybody why', async () => {
    const cast = await aCast()
    const { dee, tom, root, hers, his } = await rivals(cast)
    await forgetTold()
    const agent = await signedInAs(cast.agent)
    expect((await agent.patch(`/api/quotes/${(await quoteOf(hers.id)).id}/approve`)).status).toBe(200)
    expect([await statusOf(root.id), await statusOf(hers.id), await statusOf(his.id)]).toEqual([
      'completed',
      'quote_approved',
      'cancelled',
    ])
    expect(await quoteOf(root.id)).toMatchObject({ status: 'declined', reason: 'Another quote was accepted' })
    expect(await quoteOf(hers.id)).toMatchObject({ status: 'approved', reason: null })
    expect((await jobVisibleTo(tom, his.id)).cancelReason).toBe('Another quote was accepted')
    expect((await told()).sort()).toEqual(
      [
        `quote_declined → ${cast.contractor.email}`,
        `job_cancelled → ${tom.email}`,
        `job_cancelled → ${cast.admin.email}`,
        `quote_approved → ${dee.email}`,
      ].sort(),
    )
    const messages = await db.query.emailNotifications.findMany()
    for (const { emailType, content } of messages)
      expect([emailType, content.reason]).toEqual([
        emailType,
        emailType === 'quote_approved' ? null : 'Another quote was accepted',
      ])
    expect((await timeline(root.id)).at(-1)).toBe('quoteDeclined: quote_pending > completed')
    // Their visits are billed all the same.
    const admin = await signedInAs(cast.admin)
    expect(await (await admin.get('/api/contractor-visits-invoicing')).json()).toHaveLength(2)
  })

  test('of three by three requests at once has one winner', async () => {
    const cast = await aCast()
    const agent = await signedInAs(cast.agent)
    for (let round = 0; round < 5; round++) {
      const { tom, root, hers, his } = await rivals(cast)
      await complete(tom, his.id, withQuote({ quoteAmount: 200 }))
      const ids = await Promise.all([root, hers, his].map(async ({ id }) => (await quoteOf(id)).id))
      if (round % 2) ids.reverse()
      const answers = await Promise.all(ids.map((id) => agent.patch(`/api/quotes/${id}/approve`)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      const states = await Promise.all([root, hers, his].map(({ id }) => statusOf(id)))
      expect(states.sort()).toEqual(['completed', 'completed', 'quote_approved'])
      const lost = answers.find(({ status }) => status === 409)!
      expect(await lost.json()).toMatchObject({ message: 'This quote is already declined.' })
      await db.delete(jobs)
    }
  })
})
