import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, jobVisits, quotes } from '#db/schema.ts'
import { forgetNotified, notified } from '#tests/jobs/notified.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aJob, completion, finishedQuoteWork, quoteWork, statusOf, withQuote } from '#tests/support/world.ts'

// A deletion against what others do to the same job: one of them wins, and nothing is left half done.

type Call = () => Promise<Response>

/** The statuses of calls that are sent at once, in turns with `other` first or last. */
async function race(round: number, first: Call, second: Call): Promise<[number, number]> {
  const calls = round % 2 ? [first, second] : [second, first]
  const answers = (await Promise.all(calls.map((call) => call()))).map(({ status }) => status)
  return (round % 2 ? answers : answers.toReversed()) as [number, number]
}

async function clients() {
  const cast = await aCast()
  const [agent, contractor, admin] = await Promise.all([cast.agent, cast.contractor, cast.admin].map(signedInAs))
  return { cast, agent: agent!, contractor: contractor!, admin: admin! }
}

const rowOf = (id: string) => db.query.jobs.findFirst({ where: eq(jobs.id, id) })
const ROUNDS = Array.from({ length: 12 }, (_, round) => round)

test('and the job is assigned: it is gone and nobody has it, or it is called off, its contractor told of both, and administrators that it is', async () => {
  const { cast, agent, admin } = await clients()
  for (const round of ROUNDS) {
    const { id } = await aJob(cast)
    await forgetNotified()
    const [deleted, assigned] = await race(
      round,
      () => agent.delete(`/api/jobs/${id}`),
      () => admin.post(`/api/jobs/${id}/assign`, { contractorId: cast.contractor.id }),
    )
    expect(deleted).toBe(200)
    const messages = (await notified()).map((line) => line.split(' ')[0]!)
    if (assigned === 200) {
      expect(await rowOf(id)).toMatchObject({ status: 'cancelled', hiddenFromEstateAgent: 'yes' })
      expect(messages).toEqual(['job_assigned', 'job_cancelled', 'job_cancelled'])
    } else expect([assigned, await rowOf(id), messages]).toEqual([404, undefined, []])
  }
})

test('and its contractor completes it: cancelled without a visit, or with its answer, which is hidden or refused', async () => {
  const { cast, agent, contractor } = await clients()
  for (const round of ROUNDS) {
    const { id } = await aJob(cast, 'in_progress')
    const needsQuote = round % 3 === 0
    const [deleted, completed] = await race(
      round,
      () => agent.delete(`/api/jobs/${id}`),
      () => contractor.post(`/api/jobs/${id}/complete`, needsQuote ? withQuote() : completion()),
    )
    const visits = await db.$count(jobVisits, eq(jobVisits.jobId, id))
    const job = await rowOf(id)
    if (completed === 409) {
      expect([deleted, visits, job!.status, job!.hiddenFromEstateAgent]).toEqual([200, 0, 'cancelled', 'yes'])
    } else {
      expect([completed, visits]).toEqual([200, 1])
      expect([deleted, job!.status, job!.hiddenFromEstateAgent]).toEqual(
        needsQuote ? [409, 'quote_pending', 'no'] : [200, 'completed', 'yes'],
      )
    }
  }
})

test('by Delete All, and a quote is approved or declined: work that was approved is never hidden', async () => {
  const { cast, agent } = await clients()
  for (const round of ROUNDS) {
    const done = await finishedQuoteWork(cast)
    const waiting = await aJob(cast, 'quote_pending')
    const decision = round % 3 === 0 ? 'decline' : 'approve'
    const [deleted, decided] = await race(
      round,
      () => agent.delete('/api/jobs/completed/all'),
      () => agent.patch(`/api/quotes/${waiting.quotes[0]!.id}/${decision}`),
    )
    expect([deleted, decided]).toEqual([200, 200])
    for (const { id } of [done.parent, done.work])
      expect(await rowOf(id)).toMatchObject({ hiddenFromEstateAgent: 'yes' })
    const job = await rowOf(waiting.id)
    if (decision === 'approve') {
      expect(job).toMatchObject({ status: 'quote_approved', hiddenFromEstateAgent: 'no' })
      const work = await db.query.jobs.findFirst({ where: eq(jobs.parentJobId, waiting.id) })
      expect(work).toMatchObject({ status: 'assigned', hiddenFromEstateAgent: 'no' })
    } else expect(job).toMatchObject({ status: 'completed' })
    await db.delete(jobs)
  }
})

test('of quote work, and it is marked complete: called off with its quote, or done and billed; both halves are hidden', async () => {
  const { cast, agent, contractor } = await clients()
  for (const round of ROUNDS) {
    const { parent, work, quote } = await quoteWork(cast)
    const [deleted, done] = await race(
      round,
      () => agent.delete(`/api/jobs/${work.id}`),
      () => contractor.post(`/api/jobs/${work.id}/mark-complete`),
    )
    expect([deleted, done === 200 || done === 409]).toEqual([200, true])
    const { workStatus } = (await db.query.quotes.findFirst({ where: eq(quotes.id, quote.id) }))!
    expect([workStatus, await statusOf(work.id), await statusOf(parent.id)]).toEqual(
      done === 200 ? ['completed', 'completed', 'completed'] : ['cancelled', 'cancelled', 'completed'],
    )
    for (const { id } of [parent, work]) expect(await rowOf(id)).toMatchObject({ hiddenFromEstateAgent: 'yes' })
  }
})

test('a quote and its contractor are deleted at once: the job waits for another', async () => {
  for (const round of ROUNDS) {
    const { cast, admin } = await clients()
    const { id, quotes: pending } = await aJob(cast, 'quote_pending')
    const answers = await race(
      round,
      () => admin.delete(`/api/quotes/${pending[0]!.id}`),
      () => admin.delete(`/api/contractors/${cast.contractor.id}`),
    )
    expect(answers).toEqual([200, 200])
    expect(await rowOf(id)).toMatchObject({ status: 'pending', contractorId: null })
  }
})

test('of the visit job, and its quote work is marked complete: refused, or both are hidden', async () => {
  const { cast, agent, contractor } = await clients()
  for (const round of ROUNDS) {
    const { parent, work } = await quoteWork(cast)
    const [deleted, done] = await race(
      round,
      () => agent.delete(`/api/jobs/${parent.id}`),
      () => contractor.post(`/api/jobs/${work.id}/mark-complete`),
    )
    expect([done, deleted === 200 || deleted === 409]).toEqual([200, true])
    for (const { id } of [parent, work])
      expect(await rowOf(id)).toMatchObject({
        status: 'completed',
        hiddenFromEstateAgent: deleted === 200 ? 'yes' : 'no',
      })
  }
})
