import { expect, test } from 'bun:test'
import { and, eq, inArray, isNotNull } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, quotes as quotesTable, users } from '#db/schema.ts'
import { OPEN } from '#src/domain/job/status.ts'
import { declineQuote } from '#src/quotes/actions.ts'
import { aFamily } from '#tests/quotes/family.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, anAgent, jobInput } from '#tests/support/world.ts'

// Jobs change hands while others work on them: nothing unfinished is left with somebody who is gone.

const ROUNDS = Array.from({ length: 10 }, (_, round) => round)

/** Unfinished jobs whose agent was deleted. */
const orphans = () =>
  db
    .select({ id: jobs.id })
    .from(jobs)
    .innerJoin(users, eq(users.id, jobs.estateAgentId))
    .where(and(isNotNull(users.deletedAt), inArray(jobs.status, [...OPEN])))

const statusesOf = async (round: number, ...calls: (() => Promise<Response>)[]) => {
  const order = round % 2 ? calls : calls.toReversed()
  const answers = (await Promise.all(order.map((call) => call()))).map(({ status }) => status)
  return round % 2 ? answers : answers.toReversed()
}

async function aDesk() {
  const cast = await aCast()
  const [ben, cleo] = [await anAgent(), await anAgent()]
  const [agent, admin] = [await signedInAs(cast.agent), await signedInAs(cast.admin)]
  return { cast, ben, cleo, agent, admin, path: `/api/estate-agents/${cast.agent.id}` }
}

test('an agent raises jobs while they are deleted: each is handed over, or was never raised', async () => {
  for (const round of ROUNDS) {
    const { cast, ben, agent, admin, path } = await aDesk()
    await aJob(cast)
    const raise = () => agent.post('/api/jobs', jobInput())
    const [deleted, ...raised] = await statusesOf(
      round,
      () => admin.delete(`${path}?handOverTo=${ben.id}`),
      ...[raise, raise, raise, raise],
    )
    // A job that came in between keeps the agent from being deleted.
    expect([200, 409]).toContain(deleted!)
    for (const status of raised) expect([201, 401]).toContain(status)
    expect(await orphans()).toEqual([])
    const made = 1 + raised.filter((status) => status === 201).length
    expect(await db.$count(jobs, inArray(jobs.estateAgentId, [ben.id, cast.agent.id]))).toBe(made)
    if (deleted === 200) expect(await db.$count(jobs, eq(jobs.estateAgentId, ben.id))).toBe(made)
  }
})

test('another quote is asked for by an open rival while its agent is deleted: it goes with the rival', async () => {
  for (const round of ROUNDS.slice(0, 4)) {
    const { cast, ben, admin, path } = await aDesk()
    const { root, hers } = await aFamily(cast)
    await declineQuote(cast.agent, root.quotes[0]!.id)
    const ann = await aContractor()
    const deleteAgent = () => admin.delete(`${path}?handOverTo=${ben.id}`)
    const ask = () => admin.post(`/api/jobs/${hers.id}/rivals`, { contractorId: ann.id })
    const [deleted, asked] =
      round < 2 ? [(await deleteAgent()).status, (await ask()).status] : await statusesOf(round, deleteAgent, ask)
    expect([deleted, asked]).toEqual([200, 201])
    expect(await orphans()).toEqual([])
  }
})

test('an agent approves a quote while they are deleted: the quote work goes with its job', async () => {
  for (const round of ROUNDS) {
    const { cast, ben, agent, admin, path } = await aDesk()
    const { id, quotes } = await aJob(cast, 'quote_pending')
    const [deleted, approved] = await statusesOf(
      round,
      () => admin.delete(`${path}?handOverTo=${ben.id}`),
      () => agent.patch(`/api/quotes/${quotes[0]!.id}/approve`),
    )
    expect(deleted).toBe(200)
    expect([200, 401, 404]).toContain(approved!)
    expect(await orphans()).toEqual([])
    const both = await db.query.jobs.findMany({ where: eq(jobs.estateAgentId, ben.id) })
    expect(both.map(({ id }) => id)).toContain(id)
    // An agent whose job went on right after the approval hears 404, as it is no longer theirs to read.
    const quote = await db.query.quotes.findFirst({ where: eq(quotesTable.id, quotes[0]!.id) })
    if (approved === 200) expect(quote!.status).toBe('approved')
    expect(both).toHaveLength(quote!.status === 'approved' ? 2 : 1)
  }
})

test('an agent deletes a job that is handed over: it is gone or theirs, not both', async () => {
  for (const round of ROUNDS) {
    const { cast, ben, agent, admin, path } = await aDesk()
    const { id } = await aJob(cast, 'assigned')
    const [given, deleted] = await statusesOf(
      round,
      () => admin.post(`${path}/hand-over`, { to: ben.id }),
      () => agent.delete(`/api/jobs/${id}`),
    )
    expect([given, deleted].sort()).toEqual([200, 409])
    const job = await db.query.jobs.findFirst({ where: eq(jobs.id, id) })
    expect(job).toMatchObject(
      given === 200
        ? { status: 'assigned', estateAgentId: ben.id, hiddenFromEstateAgent: 'no' }
        : { status: 'cancelled', estateAgentId: cast.agent.id, hiddenFromEstateAgent: 'yes' },
    )
  }
})

test('two administrators hand over to two agents: one gets all, the other hears that nothing was left', async () => {
  for (const round of ROUNDS) {
    const { cast, ben, cleo, admin, path } = await aDesk()
    for (let made = 0; made < 5; made++) await aJob(cast, made % 2 ? 'assigned' : 'quote_approved')
    const open = await db.$count(jobs, eq(jobs.estateAgentId, cast.agent.id))
    const answers = await statusesOf(
      round,
      () => admin.post(`${path}/hand-over`, { to: ben.id }),
      () => admin.post(`${path}/hand-over`, { to: cleo.id }),
    )
    expect(answers.toSorted()).toEqual([200, 409])
    const winner = answers[0] === 200 ? ben : cleo
    expect(await db.$count(jobs, eq(jobs.estateAgentId, winner.id))).toBe(open)
  }
})

test('jobs go to an agent who is deleted at that moment: they take them on to the next, or nothing moves', async () => {
  for (const round of ROUNDS) {
    const { cast, ben, cleo, admin, path } = await aDesk()
    const { id } = await aJob(cast)
    const [given, deleted] = await statusesOf(
      round,
      () => admin.post(`${path}/hand-over`, { to: ben.id }),
      () => admin.delete(`/api/estate-agents/${ben.id}?handOverTo=${cleo.id}`),
    )
    expect(await orphans()).toEqual([])
    const { estateAgentId } = (await db.query.jobs.findFirst({ where: eq(jobs.id, id) }))!
    if (given === 422) expect([deleted, estateAgentId]).toEqual([200, cast.agent.id])
    else expect([given, deleted === 200 ? cleo.id : ben.id]).toEqual([200, estateAgentId!])
  }
})
