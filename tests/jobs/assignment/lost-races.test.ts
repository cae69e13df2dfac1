import { describe, expect, test } from 'bun:test'
import type { Actor } from '#src/domain/account/account.ts'
import { assignJob, cancelJob, unassignJob } from '#src/jobs/actions.ts'
import { handOver } from '#src/jobs/assignment/hand-over.ts'
import { signedInAs } from '#tests/support/app.ts'
import { dayIn } from '#tests/support/times.ts'
import { aCast, aContractor, aJob, anAgent, completion, quoteWork } from '#tests/support/world.ts'

const SENTENCE = 'This is no longer possible: the job is no longer with you.'
const WORDS = 'Bled every radiator twice, by hand'

/** Of a job that Carl had a moment ago, and that he never visited. */
async function lostJob(kind: 'visit' | 'quote_work' = 'visit') {
  const cast = await aCast()
  const { id } = kind === 'visit' ? await aJob(cast, 'assigned') : (await quoteWork(cast)).work
  await assignJob(cast.admin, id, (await aContractor()).id)
  return { ...cast, id, carl: await signedInAs(cast.contractor) }
}

describe('a contractor who lost a job a moment ago', () => {
  const SENT: [path: string, body: unknown, kind: 'visit' | 'quote_work'][] = [
    ['start', {}, 'visit'],
    ['complete', completion(), 'visit'],
    ['visits', { outcome: 'no_access', workDone: WORDS }, 'visit'],
    ['hand-back', { reason: WORDS }, 'visit'],
    ['messages', { text: WORDS }, 'visit'],
    ['mark-complete', {}, 'quote_work'],
  ]
  test.each(SENT)('reads by the API of %s what it is now', async (path, body, kind) => {
    const { carl, id } = await lostJob(kind)
    const answer = await carl.post(`/api/jobs/${id}/${path}`, body)
    expect([answer.status, await answer.json()]).toMatchObject([409, { message: SENTENCE, code: 'job_moved_on' }])
  })

  const FORMS: [path: string, form: Record<string, string>, kind: 'visit' | 'quote_work'][] = [
    ['complete', { happened: 'done', workDone: WORDS }, 'visit'],
    ['complete', { happened: 'no_access', workDone: WORDS }, 'visit'],
    ['complete', { happened: 'hand_back', workDone: WORDS }, 'visit'],
    ['complete', { happened: 'done', workDone: WORDS, visitDate: 'wrong' }, 'visit'],
    ['messages', { text: WORDS }, 'visit'],
    ['mark-complete', { happened: 'done', workDone: WORDS }, 'quote_work'],
  ]
  test.each(FORMS)('finds in the form of %s what they typed, %p', async (path, form, kind) => {
    const { carl, id } = await lostJob(kind)
    const answer = await carl.submit(`/jobs/${id}/${path}`, form)
    const page = await answer.text()
    expect([answer.status, page.includes(WORDS), page.includes(SENTENCE)]).toEqual([409, true, true])
    expect(page).not.toContain('Key at the office')
  })

  test('finds what they chose for the visit that they were booking', async () => {
    const { carl, id } = await lostJob()
    const answer = await carl.submit(`/jobs/${id}/book`, { day: dayIn(1), slot: 'other', from: '10:17', to: '11:23' })
    const page = await answer.text()
    expect([answer.status, page.includes('10:17'), page.includes(SENTENCE)]).toEqual([409, true, true])
  })
})

describe('an agent whose job was handed over a moment ago', () => {
  async function handedOver(status: 'pending' | 'assigned' | 'quote_pending' = 'pending') {
    const cast = await aCast()
    const job = await aJob(cast, status)
    const priya = await anAgent({ firstName: 'Priya' })
    await handOver(cast.admin, cast.agent.id, priya.id)
    return { ...cast, job, priya, olivia: await signedInAs(cast.agent) }
  }

  test('reads by the API what it is now', async () => {
    const { olivia, job } = await handedOver('quote_pending')
    const [quote] = job.quotes
    const sent = [
      olivia.patch(`/api/jobs/${job.id}`, { accessNotes: WORDS }),
      olivia.post(`/api/jobs/${job.id}/cancel`, { reason: WORDS }),
      olivia.post(`/api/jobs/${job.id}/reopen`, { reason: WORDS }),
      olivia.post(`/api/jobs/${job.id}/messages`, { text: WORDS }),
      olivia.delete(`/api/jobs/${job.id}`),
      olivia.patch(`/api/quotes/${quote!.id}/approve`),
      olivia.patch(`/api/quotes/${quote!.id}/decline`, { reason: WORDS }),
    ]
    for (const answer of await Promise.all(sent))
      expect([answer.status, await answer.json()]).toMatchObject([409, { message: SENTENCE }])
  })

  test('reads nothing of what was done with it afterwards, nor by whom', async () => {
    const { olivia, priya, job } = await handedOver('assigned')
    await cancelJob(priya, job.id, 'Tenant in hospital')
    const answers = await Promise.all([
      olivia.post(`/api/jobs/${job.id}/cancel`, { reason: WORDS }),
      olivia.patch(`/api/jobs/${job.id}`, { accessNotes: WORDS }),
      olivia.post(`/api/jobs/${job.id}/messages`, { text: WORDS }),
      olivia.submit(`/jobs/${job.id}/cancel`, { reason: WORDS, confirmed: 'yes' }),
    ])
    for (const answer of answers) {
      const told = await answer.text()
      expect([answer.status, told.includes(SENTENCE), /hospital|Priya|Cancelled/.test(told)]).toEqual([
        409,
        true,
        false,
      ])
    }
  })

  test.each([
    ['edit', { accessNotes: WORDS }],
    ['cancel', { reason: WORDS }],
    ['cancel', { reason: WORDS, confirmed: 'yes' }],
    ['messages', { text: WORDS }],
  ])('finds in the form of %s what they typed', async (path, form) => {
    const { olivia, job } = await handedOver()
    const answer = await olivia.submit(`/jobs/${job.id}/${path}`, form as Record<string, string>)
    const page = await answer.text()
    expect([answer.status, page.includes(WORDS), page.includes(SENTENCE)]).toEqual([409, true, true])
  })

  test('finds the reason for which they were declining a quote', async () => {
    const { olivia, job } = await handedOver('quote_pending')
    const answer = await olivia.submit(`/quotes/${job.quotes[0]!.id}/decline`, { reason: WORDS, confirmed: 'yes' })
    const page = await answer.text()
    expect([answer.status, page.includes(WORDS), page.includes(SENTENCE)]).toEqual([409, true, true])
  })
})

test('a contractor completes a job while an administrator takes it away: one wins, the other reads its state', async () => {
  const cast = await aCast()
  const carl = await signedInAs(cast.contractor)
  const seen = new Set<string>()
  for (let round = 0; round < 6; round++) {
    const { id } = await aJob(cast, 'assigned')
    const unassign = () =>
      unassignJob(cast.admin, id).then(
        () => 200,
        (error: { status: number }) => error.status,
      )
    const [completed, taken] = await Promise.all([carl.post(`/api/jobs/${id}/complete`, completion()), unassign()])
    seen.add(`${completed.status} ${taken}`)
  }
  for (const outcome of seen) expect(['200 409', '409 200']).toContain(outcome)
})

test('a contractor who never had the job gets 404', async () => {
  const { id, ...cast } = await lostJob()
  const others: Actor[] = [await aContractor(), await anAgent()]
  for (const other of others) {
    const client = await signedInAs(other)
    const action = other.role === 'contractor' ? 'start' : 'cancel'
    expect((await client.post(`/api/jobs/${id}/${action}`, action === 'cancel' ? { reason: WORDS } : {})).status).toBe(
      404,
    )
    expect((await client.post(`/api/jobs/${id}/messages`, { text: WORDS })).status).toBe(404)
  }
  // Nor does who lost it by a page or a call that only reads.
  expect((await (await signedInAs(cast.contractor)).get(`/api/jobs/${id}`)).status).toBe(404)
})
