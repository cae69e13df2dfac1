import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { quotes } from '#db/schema.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, finishedQuoteWork, quoteWork } from '#tests/support/world.ts'
import { answerOf, INVOICE, JOB, QUOTE, shape, VISIT } from './shape.ts'

const detailed = {
  ...{ materialsCost: '300', laborCost: 180, estimatedDuration: 'Half a day', validUntil: '2999-12-31', notes: 'None' },
}

test('a quote has its job, its contractor and what was done, in the lists as alone', async () => {
  const cast = await aCast()
  const { quotes } = await aJob(cast, 'quote_pending', { completion: detailed })
  for (const user of [cast.agent, cast.contractor, cast.admin]) {
    const client = await signedInAs(user)
    const { status, body } = await answerOf(client.get(`/api/quotes/${quotes[0]!.id}`))
    expect(status).toBe(200)
    expect(shape(body)).toEqual({ ...QUOTE, job: JOB, workCompletion: VISIT } as never)
    expect(body).toMatchObject({
      ...{ amount: '480.00', status: 'pending', workStatus: 'not_started', invoicingStatus: 'pending' },
      ...{ description: 'Replace the expansion vessel.', validUntil: '2999-12-31' },
      workCompletion: { workDescription: 'Topped up the pressure and bled the radiators.', photosUrls: [] },
    })
    expect(await answerOf(client.get('/api/quotes/pending'))).toEqual({ status: 200, body: [body] })
    expect(await answerOf(client.get('/api/quotes'))).toEqual({ status: 200, body: [body] })
  }
})

describe('a decision', () => {
  test.each([
    ['approve', 'approved', 'quote_approved'],
    ['decline', 'declined', 'completed'],
  ])('to %s answers the quote, and a second one is 409', async (verb, status, jobStatus) => {
    const cast = await aCast()
    const id = (await aJob(cast, 'quote_pending')).quotes[0]!.id
    const agent = await signedInAs(cast.agent)
    const answer = await answerOf(agent.patch(`/api/quotes/${id}/${verb}`))
    expect(answer).toMatchObject({ status: 200, body: { id, status, job: { status: jobStatus } } })
    for (const late of ['approve', 'decline'])
      expect(await answerOf(agent.patch(`/api/quotes/${id}/${late}`))).toEqual({
        status: 409,
        body: { message: `This quote is already ${status}.` },
      })
    expect((await answerOf(agent.get('/api/quotes/pending'))).body).toEqual([])
    expect((await answerOf(agent.get('/api/quotes'))).body).toHaveLength(1)
  })

  test('is the agent’s alone: an administrator is told whose', async () => {
    const cast = await aCast()
    const id = (await aJob(cast, 'quote_pending')).quotes[0]!.id
    expect(await answerOf((await signedInAs(cast.admin)).patch(`/api/quotes/${id}/approve`))).toEqual({
      status: 403,
      body: { message: 'Quote approval handled by estate agent' },
    })
  })

  test('to approve comes too late when the quote has expired; to decline does not', async () => {
    const cast = await aCast()
    const id = (await aJob(cast, 'quote_pending')).quotes[0]!.id
    await db.update(quotes).set({ validUntil: '2026-03-01' }).where(eq(quotes.id, id))
    const agent = await signedInAs(cast.agent)
    expect(await answerOf(agent.patch(`/api/quotes/${id}/approve`))).toEqual({
      status: 409,
      body: { message: 'This quote expired on 01/03/2026' },
    })
    expect((await agent.patch(`/api/quotes/${id}/decline`)).status).toBe(200)
  })

  test('on a quote that old data calls rejected is refused', async () => {
    const cast = await aCast()
    const id = (await aJob(cast, 'quote_pending')).quotes[0]!.id
    await db.update(quotes).set({ status: 'rejected' }).where(eq(quotes.id, id))
    expect(await answerOf((await signedInAs(cast.agent)).patch(`/api/quotes/${id}/approve`))).toEqual({
      status: 409,
      body: { message: 'This quote is already rejected.' },
    })
  })
})

describe('quote work', () => {
  test('waits for its invoice, which is for the quote', async () => {
    const cast = await aCast()
    const { quote } = await finishedQuoteWork(cast, { completion: { quoteAmount: '480.5' } })
    const admin = await signedInAs(cast.admin)
    const list = await answerOf(admin.get('/api/quote-work-invoicing'))
    expect(list.body).toMatchObject([
      {
        ...{ id: quote.id, amount: '480.50', description: 'Replace the expansion vessel.', workStatus: 'completed' },
        contractor: { firstName: 'Carl', lastName: 'Mason' },
        job: { jobRef: 'JOB-000001', propertyName: 'Rose Cottage', estateAgency: 'Rightway Lettings' },
      },
    ])
    expect(await answerOf(admin.get('/api/dev/quote-work-invoicing'))).toEqual(list)
    const invoiced = await answerOf(admin.post(`/api/quotes/${quote.id}/mark-invoiced`))
    expect(invoiced.status).toBe(201)
    expect(shape(invoiced.body)).toEqual({ ...INVOICE, visitId: null } as never)
    expect(invoiced.body).toMatchObject({ type: 'quote', quoteId: quote.id, amount: '480.50' })
    expect((await answerOf(admin.get('/api/quote-work-invoicing'))).body).toEqual([])
    expect(await answerOf(admin.post(`/api/quotes/${quote.id}/mark-invoiced`))).toEqual({
      status: 409,
      body: { message: 'This quote is already invoiced.' },
    })
  })

  test('that is not done cannot be invoiced', async () => {
    const cast = await aCast()
    const admin = await signedInAs(cast.admin)
    for (const quote of [(await aJob(cast, 'quote_pending')).quotes[0]!, (await quoteWork(cast)).quote])
      expect(await answerOf(admin.post(`/api/quotes/${quote.id}/mark-invoiced`))).toEqual({
        status: 409,
        body: { message: 'This quote cannot be invoiced: its work is not completed.' },
      })
    expect((await answerOf(admin.get('/api/quote-work-invoicing'))).body).toEqual([])
  })
})

describe('deleting', () => {
  test('says so, and a pending quote’s job is its contractor’s again', async () => {
    const cast = await aCast()
    const job = await aJob(cast, 'quote_pending')
    const admin = await signedInAs(cast.admin)
    const path = `/api/quotes/${job.quotes[0]!.id}`
    expect(await answerOf(admin.delete(path))).toEqual({
      status: 200,
      body: { message: 'The quote has been deleted.' },
    })
    expect((await admin.delete(path)).status).toBe(404)
    expect((await answerOf(admin.get(`/api/jobs/${job.id}`))).body).toMatchObject({ status: 'assigned', quotes: [] })
  })

  test('waits for the work to end and the invoice to go', async () => {
    const cast = await aCast()
    const admin = await signedInAs(cast.admin)
    const { quote: open } = await quoteWork(cast)
    expect(await answerOf(admin.delete(`/api/quotes/${open.id}`))).toEqual({
      status: 409,
      body: { message: 'The work of this quote is not finished. Cancel its job first.' },
    })
    const { quote } = await finishedQuoteWork(cast)
    const { body: invoice } = await answerOf(admin.post(`/api/quotes/${quote.id}/mark-invoiced`))
    expect(await answerOf(admin.delete(`/api/quotes/${quote.id}`))).toEqual({
      status: 409,
      body: { message: 'This quote is invoiced. Delete the invoice first.' },
    })
    await admin.delete(`/api/invoices/${invoice.id}`)
    expect((await admin.delete(`/api/quotes/${quote.id}`)).status).toBe(200)
  })
})
