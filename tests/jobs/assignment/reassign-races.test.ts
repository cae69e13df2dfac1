import { expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents, jobs } from '#db/schema.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, completion, quoteWork } from '#tests/support/world.ts'

// A contractor's jobs go to another while they, and others, work on them: each job ends in exactly one way.
// PostgreSQL takes its time to see a deadlock, and the loser tries again.
setDefaultTimeout(120_000)

const ROUNDS = Array.from({ length: 4 }, (_, round) => round)

async function aDesk() {
  const cast = await aCast()
  const [ben, cleo] = [await aContractor({ firstName: 'Ben' }), await aContractor({ firstName: 'Cleo' })]
  const [ada, carl] = [await signedInAs(cast.admin), await signedInAs(cast.contractor)]
  return { cast, ben, cleo, ada, carl, path: `/api/contractors/${cast.contractor.id}/reassign` }
}

type Answer = { results: { id: string; status: number }[] }
/** Whether each went. */
const resultsOf = async (answer: Response) =>
  new Map(((await answer.json()) as Answer).results.map(({ id, status }) => [id, status === 200]))
const rowOf = async (id: string) => (await db.query.jobs.findFirst({ where: eq(jobs.id, id) }))!
const movesOf = async (id: string) =>
  (await db.query.jobEvents.findMany({ where: eq(jobEvents.jobId, id) })).map(({ event }) => event)

test('the contractor completes them meanwhile: each is completed or the other’s, never both', async () => {
  for (const round of ROUNDS) {
    const { cast, ben, ada, carl, path } = await aDesk()
    const all = [await aJob(cast, 'assigned'), await aJob(cast, 'in_progress'), await aJob(cast, 'assigned')]
    const { parent, work } = await quoteWork(cast)
    // In the other order than they are reassigned in, so that both sides win some.
    const finish = all.toReversed().map(({ id }) => carl.post(`/api/jobs/${id}/complete`, completion()))
    const [answer, marked, ...completed] = await Promise.all([
      ada.post(path, { contractorId: ben.id, jobIds: [...all, work].map(({ id }) => id) }),
      carl.post(`/api/jobs/${work.id}/mark-complete`),
      ...(round % 2 ? finish : finish.toReversed()),
    ])
    expect(answer!.status).toBe(200)
    const results = await resultsOf(answer!)
    const order = round % 2 ? all.toReversed() : all
    for (const [index, { id }] of order.entries()) {
      const { status, contractorId } = await rowOf(id)
      const moves = await movesOf(id)
      const isDone = completed[index]!.status === 200
      expect([isDone, results.get(id)]).toEqual([isDone, !isDone])
      expect([status, contractorId]).toEqual(isDone ? ['completed', cast.contractor.id] : ['assigned', ben.id])
      expect([moves.includes('completed'), moves.includes('reassigned')]).toEqual([isDone, !isDone])
    }
    const isMarked = marked!.status === 200
    expect([results.get(work.id), (await rowOf(parent.id)).status]).toEqual([
      !isMarked,
      isMarked ? 'completed' : 'quote_approved',
    ])
  }
})

test('two administrators give them to two contractors: each job goes to one of them, and is moved once', async () => {
  for (const _ of ROUNDS) {
    const { cast, ben, cleo, ada, path } = await aDesk()
    const all = [await aJob(cast, 'assigned'), await aJob(cast, 'in_progress'), await aJob(cast, 'assigned')]
    const jobIds = all.map(({ id }) => id)
    const [one, other] = await Promise.all([
      ada.post(path, { contractorId: ben.id, jobIds }),
      ada.post(path, { contractorId: cleo.id, jobIds: jobIds.toReversed() }),
    ])
    const [toBen, toCleo] = [await resultsOf(one!), await resultsOf(other!)]
    for (const id of jobIds) {
      expect(toCleo.get(id)).toBe(!toBen.get(id))
      expect((await rowOf(id)).contractorId).toBe(toBen.get(id) ? ben.id : cleo.id)
      expect((await movesOf(id)).filter((event) => event === 'reassigned')).toHaveLength(1)
    }
  }
})

test('the contractor hands one back, and the other is deleted meanwhile: nothing is left with somebody who is gone', async () => {
  for (const _ of ROUNDS) {
    const { cast, ben, ada, carl, path } = await aDesk()
    const [back, kept] = [await aJob(cast, 'assigned'), await aJob(cast, 'in_progress')]
    const [moved] = await Promise.all([
      ada.post(path, { contractorId: ben.id }),
      carl.post(`/api/jobs/${back.id}/hand-back`, { reason: 'Ill' }),
      ada.delete(`/api/contractors/${ben.id}`),
    ])
    expect([200, 422]).toContain(moved!.status)
    for (const { id } of [back, kept]) {
      const { status, contractorId } = await rowOf(id)
      expect(contractorId).not.toBe(ben.id)
      expect(status === 'pending' ? null : cast.contractor.id).toBe(contractorId)
    }
  }
})
