import { describe, expect, test } from 'bun:test'
import { callOfForm } from '#islands/outbox/form.ts'

describe('the call of a form', () => {
  const job = { estateAgentName: 'Rightway', propertyName: 'Rose Cottage', propertyAddress: '12 Mill Lane' }
  const filled = {
    ...job,
    issueDescription: 'It drips.',
    urgency: 'high',
    formKey: 'k',
    images: '/objects/x',
    contact: '',
  }
  test('is that of the API', () => {
    const { issueDescription, urgency } = filled
    expect(callOfForm('/create-job', filled, 'k')).toMatchObject({
      ...{ path: '/api/jobs', method: 'POST', lane: 'k', body: { ...job, issueDescription, urgency } },
    })
    expect(callOfForm('/jobs/j/start', { formKey: 'k' }, 'k')).toMatchObject({ path: '/api/jobs/j/start', body: {} })
    expect(callOfForm('/jobs/j/messages', { text: 'On my way' }, 'k')).toEqual({
      ...{ act: 'message', lane: 'j', path: '/api/jobs/j/messages', method: 'POST', page: '/jobs/j' },
      ...{ body: { text: 'On my way' }, text: 'On my way' },
    })
    expect(callOfForm('/jobs/j/book', { day: '2026-07-01', slot: 'morning' }, 'k')).toMatchObject({
      ...{ path: '/api/jobs/j/appointment', method: 'PUT', lane: 'j', page: '/jobs/j/book' },
      body: { startsAt: new Date('2026-07-01T07:00:00Z'), endsAt: new Date('2026-07-01T11:00:00Z') },
    })
  })

  test('is none of a form that lacks something, and of any other', () => {
    expect(callOfForm('/create-job', { ...filled, propertyName: ' ' }, 'k')).toBeNull()
    expect(callOfForm('/jobs/j/messages', { text: '' }, 'k')).toBeNull()
    expect(callOfForm('/jobs/j/book', { day: '', slot: 'morning' }, 'k')).toBeNull()
    expect(callOfForm('/jobs/j/book', { day: '2026-07-01' }, 'k')).toBeNull()
    expect(callOfForm('/jobs/j/cancel', {}, 'k')).toBeNull()
  })
})
