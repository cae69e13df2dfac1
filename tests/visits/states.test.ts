import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, jobVisits } from '#db/schema.ts'
import type { JobType } from '#src/domain/job/job-type.ts'
import type { JobStatus } from '#src/domain/job/status.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { aCast, aContractor, aJob, aNobody, quoteWork, statusOf } from '#tests/support/world.ts'

// What a contractor may say of a job, in every state of it and for everybody.

const CALLS = {
  noAccess: ['visits', { outcome: 'no_access', workDone: 'Rang twice.' }],
  returnNeeded: ['visits', { outcome: 'return', workDone: 'A part is on order.' }],
  handBack: ['hand-back', { reason: 'Ill' }],
  complete: ['complete', { workDone: 'Bled the radiators.' }],
  markComplete: ['mark-complete', { workDone: 'Replaced the vessel.' }],
  start: ['start', undefined],
} as const
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[]

/** Written by hand, in the order of CALLS: the state that the job is then in, or how its own contractor is refused. */
const TABLE: Record<JobType, Record<JobStatus, string>> = {
  visit: {
    pending: '409 409 409 409 409 409',
    assigned: 'assigned in_progress pending completed 409 in_progress',
    in_progress: 'assigned in_progress pending completed 409 409',
    quote_pending: '409 409 409 409 409 409',
    quote_approved: '409 409 409 409 409 409',
    completed: '409 409 409 409 409 409',
    invoiced: '409 409 409 409 409 409',
    cancelled: '409 409 409 409 409 409',
  },
  quote_work: {
    pending: '409 409 409 409 409 409',
    assigned: 'assigned in_progress pending 409 completed in_progress',
    in_progress: 'assigned in_progress pending 409 completed 409',
    quote_pending: '409 409 409 409 409 409',
    quote_approved: '409 409 409 409 409 409',
    completed: '409 409 409 409 409 409',
    invoiced: '409 409 409 409 409 409',
    cancelled: '409 409 409 409 409 409',
  },
}

const cases = Object.entries(TABLE).flatMap(([jobType, rows]) =>
  Object.entries(rows).map(([status, row]) => [jobType as JobType, status as JobStatus, row.split(' ')] as const),
)

test.each(cases)('%s, %s', async (jobType, status, row) => {
  const cast = await aCast()
  const [former, other, nobody] = await Promise.all([aContractor(), aContractor(), aNobody()])
  const contractor = await signedInAs(cast.contractor)
  const others = [
    [await signedInAs(cast.agent), 403],
    [await signedInAs(cast.admin), 403],
    [await signedInAs(nobody), 403],
    [await signedInAs(former), 409],
    [await signedInAs(other), 404],
    [stranger, 401],
  ] as const
  const given = async () => {
    const { id } = jobType === 'visit' ? await aJob(cast, 'assigned') : (await quoteWork(cast)).work
    const contractorId = status === 'pending' ? null : cast.contractor.id
    await db.update(jobs).set({ status, contractorId }).where(eq(jobs.id, id))
    await db.insert(jobVisits).values({ jobId: id, contractorId: former.id, workDescription: 'Looked at it.' })
    return id
  }
  for (const [index, name] of NAMES.entries()) {
    const id = await given()
    const [verb, body] = CALLS[name]
    const path = `/api/jobs/${id}/${verb}`
    const before = await everything()
    for (const [client, code] of others) {
      const answer = await client.post(path, body)
      expect([name, answer.status]).toEqual([name, code])
    }
    expect(await everything()).toEqual(before)
    const expected = row[index]!
    const answer = await contractor.post(path, body)
    if (/^\d+$/.test(expected)) {
      expect([name, answer.status]).toEqual([name, Number(expected)])
      expect(await everything()).toEqual(before)
    } else {
      expect([name, answer.status, await statusOf(id)]).toEqual([name, 200, expected as JobStatus])
    }
  }
})
