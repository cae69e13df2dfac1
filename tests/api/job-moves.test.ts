import { describe, expect, test } from 'bun:test'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, completion, quoteWork, withQuote } from '#tests/support/world.ts'
import { answerOf, JOB, PERSON, shape, UNASSIGNED } from './shape.ts'

const detailed = {
  ...{ materialsCost: '300', laborCost: 180, estimatedDuration: 'Half a day', validUntil: '2999-12-31', notes: 'None' },
}

describe('moving', () => {
  test('assign, reassign, unassign, start and cancel answer the job as it is now', async () => {
    const cast = await aCast()
    const other = await aContractor()
    const { id } = await aJob(cast)
    const [admin, contractor] = await Promise.all([signedInAs(cast.admin), signedInAs(cast.contractor)])
    const path = (verb: string) => `/api/jobs/${id}/${verb}`
    const assigned = await answerOf(admin.post(path('assign'), { contractorId: other.id }))
    expect(shape(assigned)).toEqual({
      status: 'number',
      body: { ...UNASSIGNED, contractorId: 'uuid', contractor: PERSON },
    } as never)
    expect(assigned).toMatchObject({ status: 200, body: { status: 'assigned', contractorId: other.id } })
    expect((await answerOf(admin.post(path('unassign')))).body).toMatchObject({ status: 'pending', contractor: null })
    await admin.post(path('assign'), { contractorId: other.id })
    const again = await answerOf(admin.post(path('assign'), { contractorId: cast.contractor.id }))
    expect(again.body).toMatchObject({ status: 'assigned', contractorId: cast.contractor.id })
    expect((await answerOf(contractor.post(path('start')))).body).toMatchObject({ status: 'in_progress' })
    const cancelled = await answerOf(admin.post(path('cancel'), { reason: ' Sold ' }))
    expect(cancelled.body).toMatchObject({ status: 'cancelled', cancelReason: 'Sold' })
  })

  test.each([
    ['assign', {}, { contractorId: 'Please choose a contractor' }],
    ['assign', { contractorId: 7 }, { contractorId: 'Please choose a contractor' }],
    ['assign', { contractorId: 'nobody' }, { contractorId: 'This contractor does not exist' }],
    ['assign', { contractorId: crypto.randomUUID() }, { contractorId: 'This contractor does not exist' }],
    ['cancel', {}, { reason: 'Please give a reason' }],
    ['cancel', { reason: '  ' }, { reason: 'Please give a reason' }],
  ])('%s with %j', async (verb, body, errors) => {
    const cast = await aCast()
    const { id } = await aJob(cast)
    const answer = await answerOf((await signedInAs(cast.admin)).post(`/api/jobs/${id}/${verb}`, body))
    expect(answer).toMatchObject({ status: 422, body: { errors, message: Object.values(errors)[0] } })
  })

  test('nobody but a contractor is given a job', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast)
    const admin = await signedInAs(cast.admin)
    for (const user of [cast.agent, cast.admin])
      expect((await admin.post(`/api/jobs/${id}/assign`, { contractorId: user.id })).status).toBe(422)
    await admin.delete(`/api/contractors/${cast.contractor.id}`)
    expect((await admin.post(`/api/jobs/${id}/assign`, { contractorId: cast.contractor.id })).status).toBe(422)
  })

  test('the same contractor again is 409, and no second e-mail', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'assigned')
    const answer = await answerOf(
      (await signedInAs(cast.admin)).post(`/api/jobs/${id}/assign`, { contractorId: cast.contractor.id }),
    )
    expect(answer).toEqual({ status: 409, body: { message: 'This job is already assigned to Carl Mason.' } })
  })
})

describe('completing', () => {
  test('with a quote, without one, and of quote work', async () => {
    const cast = await aCast()
    const contractor = await signedInAs(cast.contractor)
    const [quoted, plain] = [await aJob(cast, 'assigned'), await aJob(cast, 'in_progress')]
    const asked = await answerOf(
      contractor.post(`/api/jobs/${quoted.id}/complete`, withQuote({ ...detailed, images: [] })),
    )
    expect(asked.status).toBe(200)
    expect(shape(asked.body)).toEqual(JOB as never)
    expect(asked.body).toMatchObject({ status: 'quote_pending', quote: 480, visits: [{ isQuoteRequired: 'yes' }] })
    const done = await answerOf(contractor.post(`/api/jobs/${plain.id}/complete`, completion({ needsQuote: false })))
    expect(done.body).toMatchObject({
      status: 'completed',
      quotes: [],
      visits: [{ isQuoteRequired: 'no' }],
      quote: null,
    })
    const { work } = await quoteWork(cast)
    const finished = await answerOf(contractor.post(`/api/jobs/${work.id}/mark-complete`))
    expect(finished).toMatchObject({ status: 200, body: { status: 'completed', visits: [], quote: 480 } })
  })

  const WORK = 'Please describe the work you completed'
  const AMOUNT = 'Amount must be a positive number'
  const DECIMALS = 'Amounts have at most two decimals'
  const MAX_MESSAGE = 'At most £99,999,999.99'
  test.each([
    ['no work', { workDone: ' \n ' }, { workDone: WORK }],
    ['work that is no text', { workDone: 1 as never }, { workDone: WORK }],
    ['no amount', { quoteAmount: undefined }, { quoteAmount: AMOUNT }],
    ['nothing', { quoteAmount: 0 }, { quoteAmount: AMOUNT }],
    ['less than nothing', { quoteAmount: -5 }, { quoteAmount: AMOUNT }],
    ['half a penny', { quoteAmount: 0.005 }, { quoteAmount: DECIMALS }],
    ['a third decimal', { quoteAmount: '12.345' }, { quoteAmount: DECIMALS }],
    ['costs with a third', { materialsCost: 1.005, laborCost: 1e-7 }, { materialsCost: DECIMALS, laborCost: DECIMALS }],
    [
      'costs beyond all bounds',
      { materialsCost: 1e9, laborCost: 1e300 },
      { materialsCost: MAX_MESSAGE, laborCost: MAX_MESSAGE },
    ],
    ['an amount of many digits', { quoteAmount: '9'.repeat(400) }, { quoteAmount: MAX_MESSAGE }],
    ['words', { quoteAmount: 'lots' }, { quoteAmount: AMOUNT }],
    ['more than can be kept', { quoteAmount: 100_000_000 }, { quoteAmount: MAX_MESSAGE }],
    ['no description', { quoteDescription: '  ' }, { quoteDescription: 'Quote description is required' }],
    [
      'costs that are none',
      { materialsCost: 'x', laborCost: -1 },
      {
        materialsCost: 'Materials cost must be an amount in pounds',
        laborCost: 'Labour cost must be an amount in pounds',
      },
    ],
    ['a date that is none', { validUntil: '2026-02-30' }, { validUntil: 'Valid until must be a date' }],
    ['a date that is past', { validUntil: '2020-01-01' }, { validUntil: 'Valid until must not be in the past' }],
    ['needsQuote as text', { needsQuote: 'true' as never }, { needsQuote: 'Must be true or false' }],
    ['photos that are no list', { images: 'x' as never }, { images: 'Photos must be a list of paths' }],
    [
      'a photo that is not there',
      { images: ['/objects/x'] },
      { images: '/objects/x is not a photo that you have uploaded' },
    ],
  ])('refuses %s and records nothing', async (_, values, errors) => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'assigned')
    const answer = await answerOf(
      (await signedInAs(cast.contractor)).post(`/api/jobs/${id}/complete`, withQuote(values)),
    )
    expect(answer).toEqual({ status: 422, body: { message: Object.values(errors)[0], errors } })
    const { body } = await answerOf((await signedInAs(cast.admin)).get(`/api/jobs/${id}`))
    expect(body).toMatchObject({ status: 'assigned', quotes: [], visits: [] })
  })

  test('quote work cannot be completed as a visit, nor a visit marked complete', async () => {
    const cast = await aCast()
    const contractor = await signedInAs(cast.contractor)
    const { work } = await quoteWork(cast)
    const visit = await aJob(cast, 'assigned')
    expect(await answerOf(contractor.post(`/api/jobs/${work.id}/complete`, completion()))).toEqual({
      status: 409,
      body: { message: 'This is not possible for quote work.' },
    })
    expect(await answerOf(contractor.post(`/api/jobs/${visit.id}/mark-complete`))).toEqual({
      status: 409,
      body: { message: 'This is not possible for a visit.' },
    })
  })
})

describe('deleting', () => {
  test('says so, and Delete All how many', async () => {
    const cast = await aCast()
    const agent = await signedInAs(cast.agent)
    const { id } = await aJob(cast)
    await aJob(cast, 'completed')
    const waiting = await aJob(cast, 'quote_pending')
    const message = 'The job has been successfully deleted.'
    expect(await answerOf(agent.delete(`/api/jobs/${id}`))).toEqual({ status: 200, body: { message } })
    expect((await agent.delete(`/api/jobs/${id}`)).status).toBe(404)
    expect(await answerOf(agent.delete('/api/jobs/completed/all'))).toEqual({
      status: 200,
      body: { message: 'All completed jobs have been successfully deleted.', count: 1 },
    })
    expect((await answerOf(agent.get('/api/jobs'))).body).toMatchObject([{ id: waiting.id, status: 'quote_pending' }])
  })
})
