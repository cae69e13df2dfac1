import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents, jobs, jobVisits, quotes } from '#db/schema.ts'
import type { JobEvent } from '#src/domain/job/transitions.ts'
import { forgetNotified, notified } from '#tests/jobs/notified.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, type Cast, completion, quoteWork } from '#tests/support/world.ts'

// Many press at once: each is taken in a legal order or refused, and what is not taken leaves nothing behind.

const ROUNDS = 4
const PRESSES = 5

/** Written by hand: from where each event may begin, and what it is told by, to how many. */
const EVENTS: Partial<Record<JobEvent, { from: string[]; to: string; mails: string[]; outcome?: string }>> = {
  noAccess: { from: ['assigned', 'in_progress'], to: 'assigned', mails: ['job_no_access'], outcome: 'no_access' },
  returnNeeded: {
    ...{ from: ['assigned', 'in_progress'], to: 'in_progress', mails: ['job_return_needed'], outcome: 'return' },
  },
  handedBack: { from: ['assigned', 'in_progress'], to: 'pending', mails: ['job_handed_back', 'job_handed_back'] },
  completed: { from: ['assigned', 'in_progress'], to: 'completed', mails: ['job_completed'], outcome: 'done' },
  markedComplete: { from: ['assigned', 'in_progress'], to: 'completed', mails: ['job_completed'], outcome: 'done' },
  started: { from: ['assigned'], to: 'in_progress', mails: [] },
  assigned: { from: ['pending'], to: 'assigned', mails: ['job_assigned'] },
  reassigned: { from: ['assigned', 'in_progress'], to: 'assigned', mails: ['job_assigned', 'job_withdrawn'] },
  unassigned: { from: ['assigned', 'in_progress'], to: 'pending', mails: ['job_withdrawn'] },
}

async function world(cast: Cast, jobType: 'visit' | 'quote_work') {
  const [contractor, admin, other] = [
    await signedInAs(cast.contractor),
    await signedInAs(cast.admin),
    await aContractor(),
  ]
  const { id } = jobType === 'visit' ? await aJob(cast, 'assigned') : (await quoteWork(cast)).work
  const post = (verb: string, body?: unknown) => () => contractor.post(`/api/jobs/${id}/${verb}`, body)
  const calls = {
    noAccess: post('visits', { outcome: 'no_access', workDone: 'Rang twice.' }),
    returnNeeded: post('visits', { outcome: 'return', workDone: 'A part is on order.' }),
    handBack: post('hand-back', { reason: 'Ill' }),
    complete: post('complete', completion()),
    markComplete: post('mark-complete', { workDone: 'Replaced the vessel.' }),
    start: post('start'),
    reassign: () => admin.post(`/api/jobs/${id}/assign`, { contractorId: other.id }),
    unassign: () => admin.post(`/api/jobs/${id}/unassign`),
  }
  return { id, calls }
}
type Calls = Awaited<ReturnType<typeof world>>['calls']

const RACES: ['visit' | 'quote_work', (keyof Calls)[]][] = [
  ['visit', ['complete', 'handBack']],
  ['visit', ['complete', 'noAccess']],
  ['visit', ['complete', 'returnNeeded']],
  ['visit', ['noAccess', 'returnNeeded']],
  ['visit', ['handBack', 'noAccess']],
  ['visit', ['handBack', 'reassign']],
  ['visit', ['handBack', 'unassign']],
  ['visit', ['noAccess', 'reassign']],
  ['visit', ['noAccess', 'unassign', 'start']],
  ['visit', ['complete', 'handBack', 'noAccess', 'returnNeeded', 'reassign', 'start']],
  ['quote_work', ['markComplete', 'handBack']],
  ['quote_work', ['markComplete', 'noAccess', 'returnNeeded', 'start']],
  ['quote_work', ['markComplete', 'handBack', 'noAccess', 'returnNeeded', 'reassign']],
]

test.each(RACES.map(([jobType, names]) => [jobType, names.join(', '), names] as const))(
  '%s: %s',
  async (jobType, _, names) => {
    const cast = await aCast()
    for (let round = 0; round < ROUNDS; round++) {
      const { id, calls } = await world(cast, jobType)
      await forgetNotified()
      const before = await db.select().from(jobEvents).where(eq(jobEvents.jobId, id)).orderBy(jobEvents.id)
      const order = Array.from({ length: PRESSES }, () => names).flat()
      if (round % 2) order.reverse()
      const answers = await Promise.all(order.map((name) => calls[name]()))
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => ![200, 403, 404, 409].includes(status))).toEqual([])

      const all = await db.select().from(jobEvents).where(eq(jobEvents.jobId, id)).orderBy(jobEvents.id)
      const taken = all.slice(before.length)
      expect(taken).toHaveLength(statuses.filter((status) => status === 200).length)
      // Each begins where the one before it ended.
      let at = 'assigned'
      for (const { event, fromStatus, toStatus } of taken) {
        const rule = EVENTS[event as JobEvent]!
        expect(rule.from).toContain(at)
        expect([event, fromStatus, toStatus]).toEqual([event, at as never, rule.to as never])
        at = rule.to
      }
      const job = (await db.query.jobs.findFirst({ where: eq(jobs.id, id) }))!
      expect(job).toMatchObject({ status: at as never })
      expect(job.contractorId === null).toBe(at === 'pending')

      const rules = taken.map(({ event }) => EVENTS[event as JobEvent]!)
      const visits = await db.select().from(jobVisits).where(eq(jobVisits.jobId, id))
      expect(visits.map(({ outcome }) => outcome as string).sort()).toEqual(
        rules.flatMap(({ outcome }) => outcome ?? []).sort(),
      )
      expect((await notified()).map((line) => line.split(' ')[0]!).sort()).toEqual(
        rules.flatMap(({ mails }) => mails).sort(),
      )
      if (jobType === 'quote_work') {
        const [quote] = await db.select().from(quotes).where(eq(quotes.jobId, job.parentJobId!))
        const work = { pending: 'not_started', assigned: 'not_started', in_progress: 'in_progress' }[at] ?? 'completed'
        expect(quote!.workStatus).toBe(work as never)
      }
      await db.delete(jobs)
    }
  },
)
