import { describe, expect, test } from 'bun:test'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, quoteWork } from '#tests/support/world.ts'
import { answerOf, INVOICE, PERSON, shape, VISIT } from './shape.ts'

describe('visits ready for invoicing', () => {
  test('have their job and contractor', async () => {
    const cast = await aCast()
    const job = await aJob(cast, 'completed')
    const admin = await signedInAs(cast.admin)
    const list = await answerOf(admin.get('/api/contractor-visits-invoicing'))
    expect(list.status).toBe(200)
    expect(shape(list.body)).toEqual([
      {
        ...VISIT,
        contractor: PERSON,
        job: {
          ...{ id: 'uuid', jobRef: 'text', jobType: 'text', status: 'text', propertyName: 'text' },
          ...{ propertyAddress: 'text', estateAgency: 'text', issueDescription: 'text', accessNotes: 'text' },
        },
      },
    ])
    expect(list.body).toMatchObject([{ id: job.visits[0]!.id, jobId: job.id, job: { jobRef: job.jobRef } }])
    expect(await answerOf(admin.get('/api/dev/contractor-visits-invoicing'))).toEqual(list)
  })

  test.each([
    [undefined, '60.00'],
    [{}, '60.00'],
    [{ amount: '' }, '60.00'],
    [{ amount: 72 }, '72.00'],
    [{ amount: '1,072.5' }, '1072.50'],
    [{ amount: '£0.01' }, '0.01'],
  ])('with %j cost %s', async (body, amount) => {
    const cast = await aCast()
    const visit = (await aJob(cast, 'completed')).visits[0]!
    const admin = await signedInAs(cast.admin)
    const invoiced = await answerOf(admin.post(`/api/visits/${visit.id}/mark-invoiced`, body))
    expect(invoiced.status).toBe(201)
    expect(shape(invoiced.body)).toEqual({ ...INVOICE, quoteId: null } as never)
    expect(invoiced.body).toMatchObject({
      type: 'contractor_visit',
      amount,
      visitId: visit.id,
      invoiceNumber: 'INV-000001',
    })
    expect((await answerOf(admin.get('/api/contractor-visits-invoicing'))).body).toEqual([])
    expect(await answerOf(admin.post(`/api/visits/${visit.id}/mark-invoiced`))).toEqual({
      status: 409,
      body: { message: 'This visit is already invoiced.' },
    })
  })

  const POSITIVE = 'Amount must be a positive number'
  test.each([
    [0, POSITIVE],
    [-1, POSITIVE],
    ['x', POSITIVE],
    [true, POSITIVE],
    [1.234, 'Amounts have at most two decimals'],
    [100_000_000, 'At most £99,999,999.99'],
  ])('cannot cost %p', async (amount, message) => {
    const cast = await aCast()
    const visit = (await aJob(cast, 'completed')).visits[0]!
    const answer = await answerOf(
      (await signedInAs(cast.admin)).post(`/api/visits/${visit.id}/mark-invoiced`, { amount }),
    )
    expect(answer).toEqual({ status: 422, body: { message, errors: { amount: message } } })
  })

  test('do not have those of quote work, which its quote pays for', async () => {
    const cast = await aCast()
    const { work } = await quoteWork(cast)
    const [contractor, admin] = await Promise.all([signedInAs(cast.contractor), signedInAs(cast.admin)])
    const { body } = await answerOf(contractor.post(`/api/jobs/${work.id}/mark-complete`, { workDone: 'Replaced it.' }))
    expect(body.visits).toMatchObject([{ workDescription: 'Replaced it.', invoicingStatus: 'not_billable' }])
    expect((await answerOf(admin.get('/api/contractor-visits-invoicing'))).body).toHaveLength(1)
    expect(await answerOf(admin.post(`/api/visits/${body.visits[0].id}/mark-invoiced`))).toEqual({
      status: 409,
      body: { message: 'This visit is not billed: its quote is.' },
    })
  })
})

test('deleting a visit says so; one that is invoiced stays', async () => {
  const cast = await aCast()
  const admin = await signedInAs(cast.admin)
  const [free, billed] = [(await aJob(cast, 'completed')).visits[0]!, (await aJob(cast, 'completed')).visits[0]!]
  const deleted = { status: 200, body: { message: 'The visit has been deleted.' } }
  expect(await answerOf(admin.delete(`/api/visits/${free.id}`))).toEqual(deleted)
  expect((await admin.delete(`/api/visits/${free.id}`)).status).toBe(404)
  const { body: invoice } = await answerOf(admin.post(`/api/visits/${billed.id}/mark-invoiced`))
  expect(await answerOf(admin.delete(`/api/visits/${billed.id}`))).toEqual({
    status: 409,
    body: { message: 'This visit is invoiced. Delete the invoice first.' },
  })
  await admin.delete(`/api/invoices/${invoice.id}`)
  expect(await answerOf(admin.delete(`/api/visits/${billed.id}`))).toEqual(deleted)
})

describe('invoices', () => {
  test('are listed with their own copy of names and address, newest first', async () => {
    const cast = await aCast()
    const admin = await signedInAs(cast.admin)
    for (const _ of [1, 2]) {
      const visit = (await aJob(cast, 'completed')).visits[0]!
      await admin.post(`/api/visits/${visit.id}/mark-invoiced`)
    }
    const list = await answerOf(admin.get('/api/invoiced-items'))
    expect(shape(list.body)).toEqual([{ ...INVOICE, quoteId: null }])
    expect(list.body).toMatchObject([{ invoiceNumber: 'INV-000002' }, { invoiceNumber: 'INV-000001' }])
    expect(list.body[0]).toMatchObject({
      ...{ contractorName: 'Carl Mason', contractorCompany: "Carl's Plumbing" },
      propertyAddress: '12 Mill Lane, Guildford GU1 3XY',
      description: 'Visit fee: Topped up the pressure and bled the radiators.',
    })
    expect(await answerOf(admin.get('/api/dev/invoiced-items'))).toEqual(list)
  })

  test.each([
    ['', 'The invoice has been deleted and its item restored.', 1],
    ['?hardDelete=false', 'The invoice has been deleted and its item restored.', 1],
    ['?hardDelete=true', 'The invoice has been permanently deleted.', 0],
  ])('deleted with %p', async (query, message, waiting) => {
    const cast = await aCast()
    const admin = await signedInAs(cast.admin)
    const visit = (await aJob(cast, 'completed')).visits[0]!
    const { body } = await answerOf(admin.post(`/api/visits/${visit.id}/mark-invoiced`))
    expect(await answerOf(admin.delete(`/api/invoices/${body.id}${query}`))).toEqual({ status: 200, body: { message } })
    expect((await admin.delete(`/api/invoices/${body.id}${query}`)).status).toBe(404)
    expect((await answerOf(admin.get('/api/contractor-visits-invoicing'))).body).toHaveLength(waiting)
    expect((await answerOf(admin.get('/api/invoiced-items'))).body).toEqual([])
  })
})
