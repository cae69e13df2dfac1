import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { CLOSED, JOB_STATUSES, type JobStatus, STATUS_LABELS, UNANSWERED } from '#src/domain/job/status.ts'
import { markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { cancelJob, startJob, unassignJob } from '#src/jobs/actions.ts'
import { expectRefilled } from '#tests/jobs/backfill/refilled.ts'
import { type Client, signedInAs } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import {
  aCast,
  aContractor,
  aJob,
  aNobody,
  anAgent,
  type Cast,
  finishedQuoteWork,
  quoteWork,
} from '#tests/support/world.ts'

// Every state × event × role, through the API. The answers are written by hand, one for each role of WHO.

const WHO = ['agent', 'other agent', 'its contractor', 'other contractor', 'admin', 'no role'] as const

type Event = keyof typeof EVENTS
const EVENTS = {
  assign: (client: Client, id: string, { other }: Given) =>
    client.post(`/api/jobs/${id}/assign`, { contractorId: other.id }),
  unassign: (client: Client, id: string) => client.post(`/api/jobs/${id}/unassign`),
  edit: (client: Client, id: string) => client.patch(`/api/jobs/${id}`, { propertyName: 'Ivy House' }),
  cancel: (client: Client, id: string) => client.post(`/api/jobs/${id}/cancel`, { reason: 'Sold' }),
  reopen: (client: Client, id: string) => client.post(`/api/jobs/${id}/reopen`, { reason: 'It leaks again' }),
  delete: (client: Client, id: string) => client.delete(`/api/jobs/${id}`),
}

const ADMIN_DOES = '403 403 403 403 200 403'
const ADMIN_REFUSED = '403 403 403 403 409 403'
const BOTH_DO = '200 404 403 403 200 403'
const BOTH_REFUSED = '409 404 403 403 409 403'
const ONLY_ADMIN_NOW = '409 404 403 403 200 403'

/** What each role is answered, and where the job is after it was done. */
const TABLE: Record<JobStatus, Record<Event, [answers: string, after?: JobStatus]>> = {
  pending: {
    assign: [ADMIN_DOES, 'assigned'],
    unassign: [ADMIN_REFUSED],
    edit: [BOTH_DO, 'pending'],
    cancel: [BOTH_DO, 'cancelled'],
    reopen: [BOTH_REFUSED],
    delete: [BOTH_DO],
  },
  assigned: {
    assign: [ADMIN_DOES, 'assigned'],
    unassign: [ADMIN_DOES, 'pending'],
    edit: [BOTH_DO, 'assigned'],
    cancel: [BOTH_DO, 'cancelled'],
    reopen: [BOTH_REFUSED],
    delete: [BOTH_DO],
  },
  in_progress: {
    assign: [ADMIN_DOES, 'assigned'],
    unassign: [ADMIN_DOES, 'pending'],
    edit: [ONLY_ADMIN_NOW, 'in_progress'],
    cancel: [BOTH_DO, 'cancelled'],
    reopen: [BOTH_REFUSED],
    delete: [BOTH_DO],
  },
  quote_pending: {
    assign: [ADMIN_REFUSED],
    unassign: [ADMIN_REFUSED],
    edit: [ONLY_ADMIN_NOW, 'quote_pending'],
    cancel: [BOTH_REFUSED],
    reopen: [BOTH_REFUSED],
    delete: [ONLY_ADMIN_NOW],
  },
  quote_approved: {
    assign: [ADMIN_REFUSED],
    unassign: [ADMIN_REFUSED],
    edit: [ONLY_ADMIN_NOW, 'quote_approved'],
    cancel: [BOTH_REFUSED],
    reopen: [BOTH_REFUSED],
    delete: [ONLY_ADMIN_NOW],
  },
  completed: {
    assign: [ADMIN_REFUSED],
    unassign: [ADMIN_REFUSED],
    edit: [BOTH_REFUSED],
    cancel: [BOTH_REFUSED],
    reopen: [BOTH_DO, 'pending'],
    delete: [BOTH_DO],
  },
  invoiced: {
    assign: [ADMIN_REFUSED],
    unassign: [ADMIN_REFUSED],
    edit: [BOTH_REFUSED],
    cancel: [BOTH_REFUSED],
    reopen: [BOTH_DO, 'pending'],
    delete: [BOTH_DO],
  },
  cancelled: {
    assign: [ADMIN_REFUSED],
    unassign: [ADMIN_REFUSED],
    edit: [BOTH_REFUSED],
    cancel: [BOTH_REFUSED],
    reopen: [BOTH_DO, 'pending'],
    delete: [BOTH_DO],
  },
}

/** Quote work begins assigned. It has no quotes of its own, and is not reopened: the job it came from is. */
const WORK_TABLE: Partial<typeof TABLE> = {
  pending: TABLE.pending,
  assigned: TABLE.assigned,
  in_progress: TABLE.in_progress,
  completed: { ...TABLE.completed, reopen: [BOTH_REFUSED] },
  invoiced: { ...TABLE.invoiced, reopen: [BOTH_REFUSED] },
  cancelled: { ...TABLE.cancelled, reopen: [BOTH_REFUSED] },
}

type Given = Cast & { other: Actor }

async function inState(cast: Cast, status: JobStatus): Promise<string> {
  if (status === 'invoiced') {
    const { id, visits } = await aJob(cast, 'completed')
    await markVisitInvoiced(cast.admin, visits[0]!.id)
    return id
  }
  if (status !== 'cancelled') return (await aJob(cast, status)).id
  const { id } = await aJob(cast, 'assigned')
  await cancelJob(cast.admin, id, 'Sold')
  return id
}

async function workInState(cast: Cast, status: JobStatus): Promise<string> {
  if (status === 'completed' || status === 'invoiced') {
    const { work, quote } = await finishedQuoteWork(cast)
    if (status === 'invoiced') await markQuoteInvoiced(cast.admin, quote.id)
    return work.id
  }
  const { work } = await quoteWork(cast)
  if (status === 'in_progress') await startJob(cast.contractor, work.id)
  if (status === 'pending') await unassignJob(cast.admin, work.id)
  if (status === 'cancelled') await cancelJob(cast.admin, work.id, 'Sold')
  return work.id
}

const rowOf = (id: string) => db.query.jobs.findFirst({ where: eq(jobs.id, id) })

const cases = JOB_STATUSES.flatMap((status) => [
  ['a visit', status, inState, TABLE[status]] as const,
  ...(WORK_TABLE[status] ? [['quote work', status, workInState, WORK_TABLE[status]] as const] : []),
])

test.each(cases)('%s that is %s', async (kind, status, made, row) => {
  const given: Given = { ...(await aCast()), other: await aContractor() }
  const people = [given.agent, await anAgent(), given.contractor, given.other, given.admin, await aNobody()]
  const clients = await Promise.all(people.map(signedInAs))
  const events = (Object.keys(EVENTS) as Event[]).map((event) => {
    const [answers, after] = row[event]
    return { event, expected: answers.split(' ').map(Number), after }
  })
  const refusedHere = await made(given, status)
  const before = await everything()
  for (const { event, expected } of events) {
    for (const [index, client] of clients.entries()) {
      if (expected[index] === 200) continue
      const answer = await EVENTS[event](client, refusedHere, given)
      expect([event, WHO[index], answer.status]).toEqual([event, WHO[index], expected[index]!])
      const { message } = (await answer.json()) as { message: string }
      const wrongKind = kind === 'quote work' && event === 'reopen' && CLOSED.includes(status)
      if (answer.status === 409 && event !== 'delete')
        expect(message).toContain(wrongKind ? 'not possible for quote work' : STATUS_LABELS[status])
      expect(message).toMatch(/\w{3,}/)
    }
    expect([event, await everything()]).toEqual([event, before])
  }

  for (const { event, expected, after } of events) {
    for (const [index, client] of clients.entries()) {
      if (expected[index] !== 200) continue
      const id = await made(given, status)
      const answer = await EVENTS[event](client, id, given)
      expect([event, WHO[index], answer.status]).toEqual([event, WHO[index], 200])
      const now = await rowOf(id)
      if (event !== 'delete') expect(now).toMatchObject({ status: after! })
      else if (WHO[index] === 'admin' || (status === 'pending' && kind === 'a visit')) expect(now).toBeUndefined()
      else
        expect(now).toMatchObject({
          status: UNANSWERED.includes(status) ? 'cancelled' : status,
          hiddenFromEstateAgent: 'yes',
        })
    }
    await expectRefilled()
  }
})
