import { describe, expect, test } from 'bun:test'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, anAgent, jobInput } from '#tests/support/world.ts'
import { answerOf, JOB, shape, UNASSIGNED } from './shape.ts'

const detailed = {
  ...{ materialsCost: '300', laborCost: 180, estimatedDuration: 'Half a day', validUntil: '2999-12-31', notes: 'None' },
}

describe('reading', () => {
  test('a job has its people, quotes and visits, in a list as alone', async () => {
    const cast = await aCast()
    const job = await aJob(cast, 'quote_pending', { completion: detailed })
    for (const user of [cast.agent, cast.contractor, cast.admin]) {
      const client = await signedInAs(user)
      const { status, body } = await answerOf(client.get(`/api/jobs/${job.id}`))
      expect(status).toBe(200)
      expect(shape(body)).toEqual(JOB as never)
      expect(body).toMatchObject({
        ...{ jobRef: 'JOB-000001', status: 'quote_pending', urgency: 'medium', jobType: 'visit', quote: 480 },
        contractor: { name: 'Carl Mason' },
        estateAgent: { name: 'Olivia Hart' },
        quotes: [{ amount: '480.00', materialsCost: '300.00', laborCost: '180.00', validUntil: '2999-12-31' }],
      })
      expect(await answerOf(client.get('/api/jobs'))).toEqual({ status: 200, body: [body] })
      expect(await answerOf(client.get('/api/jobs/completed'))).toEqual({ status: 200, body: [body] })
      expect(await answerOf(client.get('/api/jobs/recent'))).toEqual({ status: 200, body: [] })
    }
  })

  test('no answer carries a password’s hash', async () => {
    const cast = await aCast()
    await aJob(cast, 'quote_pending')
    const admin = await signedInAs(cast.admin)
    for (const path of ['/api/jobs', '/api/quotes', '/api/contractors', '/api/estate-agents', '/api/auth/user'])
      expect(await (await admin.get(path)).text()).not.toMatch(/hashedPassword|argon2|credentialHash/)
  })

  test('pence survive: a quote is a number of pounds in `quote` and a string in `amount`', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'quote_pending', { completion: { quoteAmount: '1,234.5' } })
    const { body } = await answerOf((await signedInAs(cast.agent)).get(`/api/jobs/${id}`))
    expect(body).toMatchObject({
      quote: 1234.5,
      quotes: [{ amount: '1234.50', materialsCost: null, validUntil: null }],
    })
  })

  test('the timeline tells who did what, oldest first', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'quote_pending')
    const { body } = await answerOf((await signedInAs(cast.contractor)).get(`/api/jobs/${id}/events`))
    expect(shape(body[1])).toEqual({
      ...{ id: 'number', actorId: 'uuid', actorName: 'text', event: 'text', fromStatus: 'text', toStatus: 'text' },
      ...{ detail: { contractor: 'text' }, recordedAt: null, createdAt: 'instant' },
    })
    expect(body.map((entry: { actorName: string; event: string }) => `${entry.actorName}: ${entry.event}`)).toEqual([
      'Olivia Hart: created',
      'Ada King: assigned',
      'Carl Mason: started',
      'Carl Mason: completedWithQuote',
      'Carl Mason: quoteSubmitted',
    ])
  })

  test('a poll that knows the state gets 304, until something changes', async () => {
    const cast = await aCast()
    const agent = await signedInAs(cast.agent)
    const etag = (await agent.get('/api/jobs/recent')).headers.get('etag')!
    const poll = () => agent.get('/api/jobs/recent', { 'if-none-match': etag })
    expect((await poll()).status).toBe(304)
    await aJob(await aCast())
    expect((await poll()).status).toBe(304)
    await aJob(cast)
    const changed = await poll()
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(etag)
    const other = await signedInAs(await anAgent())
    expect((await other.get('/api/jobs/recent', { 'if-none-match': etag })).status).toBe(200)
  })

  test('the figures', async () => {
    const cast = await aCast()
    await aJob(cast, 'quote_pending')
    const { body } = await answerOf((await signedInAs(cast.agent)).get('/api/stats'))
    expect(body).toEqual({ activeJobs: 1, pendingQuotes: 1 })
  })
})

describe('creating', () => {
  test('answers the new job, pending and urgent as asked', async () => {
    const agent = await signedInAs(await anAgent())
    const { status, body } = await answerOf(agent.post('/api/jobs', jobInput({ urgency: 'high' })))
    expect(status).toBe(201)
    expect(shape(body)).toEqual(UNASSIGNED as never)
    expect(body).toMatchObject({ ...jobInput({ urgency: 'high' }), status: 'pending', jobType: 'visit' })
    const next = await answerOf(agent.post('/api/jobs', { ...jobInput(), urgency: undefined, accessNotes: '  ' }))
    expect(next.body).toMatchObject({ jobRef: 'JOB-000002', urgency: 'medium', accessNotes: null })
  })

  test('takes nothing that is not the agent’s to say', async () => {
    const user = await anAgent()
    const other = await anAgent()
    const forged = {
      estateAgentId: other.id,
      status: 'completed',
      jobRef: 'JOB-1',
      hiddenFromEstateAgent: 'yes',
      id: other.id,
    }
    const client = await signedInAs(user)
    const { status, body } = await answerOf(client.post('/api/jobs', { ...jobInput(), ...forged }))
    expect([status, Object.keys(body.errors)]).toEqual([422, Object.keys(forged)])
    expect(await answerOf(client.get('/api/jobs'))).toEqual({ status: 200, body: [] })
  })

  test.each([
    ['estateAgentName', '', 'Your name is required'],
    ['estateAgency', ' ', 'Estate agency is required'],
    ['propertyName', undefined, 'Property name is required'],
    ['propertyAddress', null, 'Property address is required'],
    ['issueDescription', 'Too short', 'Please provide a detailed description (min 10 characters)'],
    ['issueDescription', ' 123456789 ', 'Please provide a detailed description (min 10 characters)'],
    ['urgency', 'HIGH', 'Urgency must be low, medium or high'],
    ['accessNotes', 7, 'Access notes must be text'],
    ['propertyName', 'x'.repeat(201), 'Please use at most 200 characters'],
  ])('refuses %s %p', async (field, value, message) => {
    const agent = await signedInAs(await anAgent())
    const answer = await answerOf(agent.post('/api/jobs', { ...jobInput(), [field]: value }))
    expect(answer).toEqual({ status: 422, body: { message, errors: { [field]: message } } })
  })

  test('ten characters are enough; all that is wrong is told at once', async () => {
    const agent = await signedInAs(await anAgent())
    for (const issueDescription of ['1234567890', 'Tür öffnet', '🔧🔧🔧🔧🔧🔧🔧🔧🔧🔧'])
      expect((await agent.post('/api/jobs', jobInput({ issueDescription }))).status).toBe(201)
    const { body } = await answerOf(agent.post('/api/jobs', {}))
    expect(Object.keys(body.errors)).toHaveLength(5)
  })
})

describe('editing', () => {
  test('changes what it names and nothing else', async () => {
    const cast = await aCast()
    const job = await aJob(cast, 'pending', { job: { urgency: 'high' } })
    const admin = await signedInAs(cast.admin)
    const edit = (change: unknown) => answerOf(admin.patch(`/api/jobs/${job.id}`, change))
    expect((await edit({ propertyName: ' Ivy House ' })).body).toMatchObject({
      ...jobInput({ urgency: 'high' }),
      propertyName: 'Ivy House',
    })
    expect((await edit({ accessNotes: '' })).body).toMatchObject({ accessNotes: null, propertyName: 'Ivy House' })
    expect((await edit({ urgency: 'low', accessNotes: 'Ring' })).body).toMatchObject({
      urgency: 'low',
      accessNotes: 'Ring',
    })
    expect((await edit({ accessNotes: null })).body).toMatchObject({ accessNotes: null })
  })

  test('refuses emptiness, forgeries, and a job that is finished', async () => {
    const cast = await aCast()
    const job = await aJob(cast)
    const admin = await signedInAs(cast.admin)
    const edit = (change: unknown) => answerOf(admin.patch(`/api/jobs/${job.id}`, change))
    expect(await edit({ propertyName: '' })).toMatchObject({
      status: 422,
      body: { errors: { propertyName: 'Property name is required' } },
    })
    expect(await edit({ urgency: 'soon' })).toMatchObject({ status: 422 })
    const forged = await edit({ status: 'completed', jobRef: 'X' })
    expect([forged.status, Object.keys(forged.body.errors)]).toEqual([422, ['status', 'jobRef']])
    expect((await answerOf(admin.get(`/api/jobs/${job.id}`))).body).toMatchObject({
      status: 'pending',
      jobRef: job.jobRef,
    })
    await admin.post(`/api/jobs/${job.id}/cancel`, { reason: 'Sold' })
    expect(await edit({ propertyName: 'Late' })).toEqual({
      status: 409,
      body: { message: 'This is no longer possible: the job is now Cancelled.' },
    })
  })
})
