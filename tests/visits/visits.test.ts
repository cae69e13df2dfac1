import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { visitSql } from '#db/query/predicates.ts'
import { jobVisits, quotes, uploadedObjects } from '#db/schema.ts'
import { markVisitInvoiced } from '#src/invoices/actions.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { deleteVisit, markJobComplete } from '#src/visits/actions.ts'
import { readVisits } from '#src/visits/queries.ts'
import { notified, timeline } from '#tests/jobs/notified.ts'
import { aPhotoOn, removals } from '#tests/jobs/photo-on.ts'
import { aCast, aContractor, aJob, complete, completion, quoteWork, statusOf, withQuote } from '#tests/support/world.ts'

const uploaded = async (userId: string) => {
  const values = { userId, state: 'stored', contentType: 'image/jpeg', size: 1 } as const
  const [photo] = await db.insert(uploadedObjects).values(values).returning()
  return photo!.id
}

describe('a completed visit', () => {
  test('is recorded with what was done, by whom and when, ready for its fee', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'in_progress')
    const photos = [await uploaded(cast.contractor.id), await uploaded(cast.contractor.id)]
    const images = photos.map((photo) => `/objects/${photo}`).reverse()
    const begun = Date.now()
    await complete(cast.contractor, id, completion({ images }))
    const { visits, status } = await jobVisibleTo(cast.agent, id)
    expect(status).toBe('completed')
    expect(visits).toMatchObject([
      {
        ...{ workDescription: completion().workDone, contractorId: cast.contractor.id, isQuoteRequired: 'no' },
        ...{ invoicingStatus: 'pending', photosUrls: images },
      },
    ])
    expect(visits[0]!.visitDate.getTime()).toBeWithin(begun, Date.now() + 1)
    expect((await readVisits(visitSql.isToInvoice())).map((visit) => visit.id)).toEqual([visits[0]!.id])
  })

  test('may come with a quote, which names it; every detail is kept', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'assigned')
    const more = {
      materialsCost: '0',
      laborCost: 99.5,
      estimatedDuration: 'A day',
      validUntil: '2999-01-31',
      notes: 'Mind the cat',
    }
    await complete(cast.contractor, id, withQuote(more))
    const { visits, quotes } = await jobVisibleTo(cast.agent, id)
    expect(visits).toMatchObject([{ isQuoteRequired: 'yes', invoicingStatus: 'pending' }])
    expect(quotes).toMatchObject([
      {
        ...{ visitId: visits[0]!.id, contractorId: cast.contractor.id, amount: 48_000, status: 'pending' },
        ...{
          description: 'Replace the expansion vessel.',
          ...more,
          materialsCost: 0,
          laborCost: 9950,
        },
      },
    ])
    expect(await timeline(id)).toEqual([
      ...['created: – > pending', 'assigned: pending > assigned', 'completedWithQuote: assigned > quote_pending'],
      'quoteSubmitted',
    ])
  })

  test('ignores a quote that is not asked for', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'assigned')
    await complete(cast.contractor, id, withQuote({ needsQuote: false, validUntil: 'never' }))
    expect(await jobVisibleTo(cast.agent, id)).toMatchObject({ status: 'completed', quotes: [] })
  })

  test.each([
    ['of somebody else', 'not a photo that you have uploaded'],
    ['on another visit', 'is already on another visit'],
    ['given twice', 'is there twice'],
  ])('with a photo %s records nothing', async (which, sentence) => {
    const [cast, other] = [await aCast(), await aContractor()]
    const photo = await uploaded(which === 'of somebody else' ? other.id : cast.contractor.id)
    const images = [`/objects/${photo}`]
    if (which === 'given twice') images.push(`http://localhost/objects/${photo}?x=1`)
    if (which === 'on another visit')
      await complete(cast.contractor, (await aJob(cast, 'assigned')).id, completion({ images }))
    const { id } = await aJob(cast, 'assigned')
    const before = [await db.$count(jobVisits), await notified()]
    await expect(complete(cast.contractor, id, withQuote({ images }))).rejects.toThrow(sentence)
    expect(await statusOf(id)).toBe('assigned')
    expect([await db.$count(jobVisits), await notified()]).toEqual(before)
    expect(await db.$count(quotes)).toBe(0)
  })
})

describe('marking quote work complete', () => {
  test('with photos keeps them on a visit that is not billed', async () => {
    const cast = await aCast()
    const { work } = await quoteWork(cast)
    const images = [`/objects/${await uploaded(cast.contractor.id)}`]
    await markJobComplete(cast.contractor, work.id, { workDone: 'Done.', images })
    expect((await jobVisibleTo(cast.admin, work.id)).visits).toMatchObject([
      { photosUrls: images, invoicingStatus: 'not_billable' },
    ])
    expect((await readVisits(visitSql.isToInvoice())).some((visit) => visit.jobId === work.id)).toBe(false)
  })

  test('a second time is refused', async () => {
    const cast = await aCast()
    const { work } = await quoteWork(cast)
    await markJobComplete(cast.contractor, work.id)
    await expect(markJobComplete(cast.contractor, work.id)).rejects.toMatchObject({ status: 409 })
  })
})

describe('a visit that an administrator deletes', () => {
  test('goes with its photos; its quote stays', async () => {
    const cast = await aCast()
    const { id, visits } = await aJob(cast, 'quote_pending')
    const photo = await aPhotoOn(cast, visits[0]!.id)
    await deleteVisit(cast.admin, visits[0]!.id)
    expect(await removals()).toEqual([photo])
    expect(await jobVisibleTo(cast.agent, id)).toMatchObject({
      visits: [],
      quotes: [{ visitId: null }],
      status: 'quote_pending',
    })
    expect((await timeline(id)).at(-1)).toBe('visitDeleted')
    expect(await jobVisibleTo(cast.contractor, id)).toBeDefined()
  })

  test('is the last thing to be billed of its job: the job is invoiced', async () => {
    const cast = await aCast()
    const { id, visits } = await aJob(cast, 'completed')
    const values = { jobId: id, contractorId: cast.contractor.id, workDescription: 'Came again.' }
    const [second] = await db.insert(jobVisits).values(values).returning()
    await markVisitInvoiced(cast.admin, visits[0]!.id)
    expect(await statusOf(id)).toBe('completed')
    await deleteVisit(cast.admin, second!.id)
    expect(await statusOf(id)).toBe('invoiced')
  })

  test('was all there was: the job stays completed', async () => {
    const cast = await aCast()
    const { id, visits } = await aJob(cast, 'completed')
    await deleteVisit(cast.admin, visits[0]!.id)
    expect(await statusOf(id)).toBe('completed')
    expect(await db.query.jobVisits.findFirst({ where: eq(jobVisits.jobId, id) })).toBeUndefined()
  })
})
