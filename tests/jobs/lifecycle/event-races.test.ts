import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents, jobs, quotes } from '#db/schema.ts'
import { type JobStatus, STATUS_LABELS } from '#src/domain/job/status.ts'
import { forgetNotified, notified, timeline } from '#tests/jobs/notified.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, type Cast, completion, quoteWork } from '#tests/support/world.ts'

// Each event against itself and against its rivals: where they exclude each other exactly one wins, the others are told
// what the state is now, and nothing is told that did not happen.

type Crew = Record<'agent' | 'contractor' | 'admin', Client> & { cast: Cast; other: string }

async function crew(): Promise<Crew> {
  const cast = await aCast()
  const [agent, contractor, admin] = await Promise.all([cast.agent, cast.contractor, cast.admin].map(signedInAs))
  return { cast, agent: agent!, contractor: contractor!, admin: admin!, other: (await aContractor()).id }
}

const rowOf = async (id: string) => (await db.query.jobs.findFirst({ where: eq(jobs.id, id) }))!

/** Sends each call `count` times, all at once, in this order or the other. Answers are in the order of `calls`. */
async function race(round: number, count: number, ...calls: (() => Promise<Response>)[]) {
  const all = Array.from({ length: count }, () => calls.map((call, index) => ({ call, index }))).flat()
  if (round % 2) all.reverse()
  const answers = await Promise.all(
    all.map(async ({ call, index }) => {
      const response = await call()
      const { message } = (await response.json()) as { message: string }
      return { index, status: response.status, message }
    }),
  )
  return {
    won: answers.filter(({ status }) => status < 400).map(({ index }) => index),
    lost: answers.filter(({ status }) => status >= 400),
  }
}

const assign =
  ({ admin, other }: Crew, id: string) =>
  () =>
    admin.post(`/api/jobs/${id}/assign`, { contractorId: other })
const unassign =
  ({ admin }: Crew, id: string) =>
  () =>
    admin.post(`/api/jobs/${id}/unassign`)
const cancel =
  ({ agent }: Crew, id: string) =>
  () =>
    agent.post(`/api/jobs/${id}/cancel`, { reason: 'Sold' })
const reopen =
  ({ agent }: Crew, id: string, keepContractor?: boolean) =>
  () =>
    agent.post(`/api/jobs/${id}/reopen`, { reason: 'It leaks again', keepContractor })
const start =
  ({ contractor }: Crew, id: string) =>
  () =>
    contractor.post(`/api/jobs/${id}/start`)
const complete =
  ({ contractor }: Crew, id: string) =>
  () =>
    contractor.post(`/api/jobs/${id}/complete`, completion())
const edit = (who: Client, id: string, change: object) => () => who.patch(`/api/jobs/${id}`, change)

const nowIs = (status: JobStatus) => `the job is now ${STATUS_LABELS[status]}.`
const ROUNDS = [0, 1, 2, 3, 4, 5]

describe('an event that moves a job away happens once', () => {
  const CASES: [
    name: string,
    from: 'pending' | 'assigned' | 'in_progress' | 'completed',
    to: JobStatus,
    call: typeof cancel,
  ][] = [
    ['unassign', 'in_progress', 'pending', unassign],
    ['cancel', 'in_progress', 'cancelled', cancel],
    ['cancel', 'pending', 'cancelled', cancel],
    ['reopen', 'completed', 'pending', reopen],
  ]
  test.each(CASES)('%s from %s', async (_, from, to, call) => {
    const all = await crew()
    const { id } = await aJob(all.cast, from)
    const before = (await timeline(id)).length
    const { won, lost } = await race(0, 12, call(all, id))
    expect([won.length, lost.length]).toEqual([1, 11])
    for (const { status, message } of lost) expect([status, message]).toEqual([409, expect.stringContaining(nowIs(to))])
    expect([(await rowOf(id)).status, (await timeline(id)).length - before]).toEqual([to, 1])
  })
})

describe('of two that exclude each other one wins', () => {
  const CASES: [
    name: string,
    from: 'pending' | 'assigned' | 'in_progress' | 'completed',
    calls: [typeof cancel, typeof cancel],
    to: [JobStatus, JobStatus],
  ][] = [
    ['cancel and complete', 'in_progress', [cancel, complete], ['cancelled', 'completed']],
    ['cancel and start', 'assigned', [cancel, start], ['cancelled', 'in_progress']],
    ['unassign and complete', 'in_progress', [unassign, complete], ['pending', 'completed']],
    ['reassign and complete', 'in_progress', [assign, complete], ['assigned', 'completed']],
  ]
  test.each(CASES)('%s', async (_, from, calls, to) => {
    const all = await crew()
    for (const round of ROUNDS) {
      const { id } = await aJob(all.cast, from)
      const { won, lost } = await race(round, 1, calls[0](all, id), calls[1](all, id))
      const { status } = await rowOf(id)
      // Work may be started and then be cancelled.
      if (won.length === 2) expect([calls[1], status]).toEqual([start, 'cancelled'])
      else {
        expect(status).toBe(to[won[0]!]!)
        const isLost = won[0] === 0 && calls[0] !== cancel
        const words = isLost ? 'the job is no longer with you.' : nowIs(status)
        const [{ status: answer, message }] = lost as [(typeof lost)[number]]
        expect([lost.length, answer, message]).toEqual([1, 409, expect.stringContaining(words)])
      }
    }
  })

  test('assign and cancel: cancelled in the end, and whoever had it is told', async () => {
    const all = await crew()
    for (const round of ROUNDS) {
      const { id } = await aJob(all.cast)
      await forgetNotified()
      const { won, lost } = await race(round, 1, assign(all, id), cancel(all, id))
      expect((await rowOf(id)).status).toBe('cancelled')
      const kinds = (await notified()).map((line) => line.split(' ')[0]!)
      if (won.length === 2) expect(kinds).toEqual(['job_assigned', 'job_cancelled', 'job_cancelled'])
      else {
        expect(lost).toMatchObject([{ index: 0, status: 409, message: expect.stringContaining(nowIs('cancelled')) }])
        expect(kinds).toEqual(['job_cancelled'])
      }
    }
  })

  test('reopen and delete by the agent: open to all, or removed and gone for them', async () => {
    const all = await crew()
    for (const round of ROUNDS) {
      const { id } = await aJob(all.cast, 'completed')
      const { won, lost } = await race(round, 1, reopen(all, id, true), () => all.agent.delete(`/api/jobs/${id}`))
      const { status, hiddenFromEstateAgent } = await rowOf(id)
      if (won.length === 2) expect([status, hiddenFromEstateAgent]).toEqual(['cancelled', 'yes'])
      else
        expect([lost[0]!.index, lost[0]!.status, status, hiddenFromEstateAgent]).toEqual([0, 404, 'completed', 'yes'])
    }
  })
})

describe('two edits at once', () => {
  test('of different fields both stay', async () => {
    const all = await crew()
    for (const round of ROUNDS) {
      const { id } = await aJob(all.cast, 'assigned')
      const { won } = await race(
        round,
        1,
        edit(all.agent, id, { propertyAddress: '21 Mill Lane' }),
        edit(all.admin, id, { accessNotes: 'Ring twice' }),
      )
      expect(won).toHaveLength(2)
      expect(await rowOf(id)).toMatchObject({ propertyAddress: '21 Mill Lane', accessNotes: 'Ring twice' })
    }
  })

  test('of one field follow each other: the timeline goes on from what was there', async () => {
    const all = await crew()
    const { id } = await aJob(all.cast, 'assigned')
    const names = ['Ivy House', 'Elm House', 'Oak House', 'Ash House']
    const { won } = await race(0, 1, ...names.map((propertyName) => edit(all.agent, id, { propertyName })))
    expect(won).toHaveLength(4)
    const edits = await db.select().from(jobEvents).where(eq(jobEvents.jobId, id)).orderBy(jobEvents.id)
    const chain = edits.flatMap(({ event, detail }) =>
      event === 'edited' ? [[detail!['before.propertyName'], detail!['after.propertyName']]] : [],
    )
    expect(chain.map(([before]) => before)).toEqual(['Rose Cottage', ...chain.slice(0, 3).map(([, after]) => after)])
    expect((await rowOf(id)).propertyName).toBe(chain.at(-1)![1]!)
  })

  test('one of which is the agent’s, and the work starts: done, or refused with the state', async () => {
    const all = await crew()
    for (const round of ROUNDS) {
      const { id } = await aJob(all.cast, 'assigned')
      const { won, lost } = await race(round, 1, edit(all.agent, id, { propertyName: 'Ivy House' }), start(all, id))
      const edited = won.includes(0)
      expect(await rowOf(id)).toMatchObject({
        status: 'in_progress',
        propertyName: edited ? 'Ivy House' : 'Rose Cottage',
      })
      if (!edited) expect(lost).toMatchObject([{ status: 409, message: expect.stringContaining(nowIs('in_progress')) }])
    }
  })

  test('and an approved job’s quote work is finished: both halves say the same, or the finished one is left', async () => {
    const all = await crew()
    for (const round of ROUNDS) {
      const { parent, work } = await quoteWork(all.cast)
      const { won } = await race(round, 1, edit(all.admin, parent.id, { propertyName: 'Ivy House' }), () =>
        all.contractor.post(`/api/jobs/${work.id}/mark-complete`),
      )
      expect(won).toContain(1)
      const name = won.includes(0) ? 'Ivy House' : 'Rose Cottage'
      for (const { id } of [parent, work])
        expect(await rowOf(id)).toMatchObject({ status: 'completed', propertyName: name })
    }
  })
})

describe('reopening', () => {
  test('for the same contractor while their account is deleted: nobody has a job who is gone', async () => {
    for (const round of ROUNDS) {
      const all = await crew()
      const { id } = await aJob(all.cast, 'completed')
      const { won } = await race(round, 1, reopen(all, id, true), () =>
        all.admin.delete(`/api/contractors/${all.cast.contractor.id}`),
      )
      expect(won).toHaveLength(2)
      expect(await rowOf(id)).toMatchObject({ status: 'pending', contractorId: null })
    }
  })

  test('while the agent’s account is deleted: one of them is refused', async () => {
    for (const round of ROUNDS) {
      const all = await crew()
      const { id } = await aJob(all.cast, 'completed')
      const { won, lost } = await race(
        round,
        1,
        () => all.admin.post(`/api/jobs/${id}/reopen`, { reason: 'It leaks again' }),
        () => all.admin.delete(`/api/estate-agents/${all.cast.agent.id}`),
      )
      expect([won.length, lost.map(({ status }) => status)]).toEqual([1, [409]])
      expect((await rowOf(id)).status).toBe(won[0] === 0 ? 'pending' : 'completed')
    }
  })
})

test('started quote work that is given to another while its contractor finishes it is one or the other, its quote too', async () => {
  const all = await crew()
  for (const round of ROUNDS) {
    const { work, quote } = await quoteWork(all.cast)
    await start(all, work.id)()
    const { won } = await race(round, 1, assign(all, work.id), () =>
      all.contractor.post(`/api/jobs/${work.id}/mark-complete`),
    )
    expect(won).toHaveLength(1)
    const { workStatus } = (await db.query.quotes.findFirst({ where: eq(quotes.id, quote.id) }))!
    expect([(await rowOf(work.id)).status, workStatus]).toEqual(
      won[0] === 0 ? ['assigned', 'not_started'] : ['completed', 'completed'],
    )
  }
})
