import { expect, test } from 'bun:test'
import { inArray } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobEvents, users } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { deleteInvoice, markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { assignJob, cancelJob, createJob, startJob, unassignJob } from '#src/jobs/actions.ts'
import { deleteAllCompleted, deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { approveQuote, declineQuote, deleteQuote } from '#src/quotes/actions.ts'
import { deleteVisit, markJobComplete } from '#src/visits/actions.ts'
import {
  aCast,
  aContractor,
  aJob,
  type Cast,
  complete,
  completion,
  finishedQuoteWork,
  jobInput,
  quoteWork,
  withQuote,
} from '#tests/support/world.ts'

type Given = Cast & { other: Awaited<ReturnType<typeof aContractor>> }
type Status = Parameters<typeof aJob>[1]
type Job = Awaited<ReturnType<typeof aJob>>

/** An action on a job in a status: prepared first, then done. */
const on =
  (status: Status, act: (given: Given, job: Job) => Promise<unknown>) =>
  async (given: Given): Promise<() => Promise<unknown>> => {
    const job = await aJob(given, status)
    return () => act(given, job)
  }

const finished =
  (act: (given: Given, of: Awaited<ReturnType<typeof finishedQuoteWork>>) => Promise<unknown>) =>
  async (given: Given) => {
    const of = await finishedQuoteWork(given)
    return () => act(given, of)
  }

const working =
  (act: (given: Given, of: Awaited<ReturnType<typeof quoteWork>>) => Promise<unknown>) => async (given: Given) => {
    const of = await quoteWork(given)
    return () => act(given, of)
  }

/** What is done, whose polled lists change, and what the timelines have afterwards that they had not before. */
const ACTIONS: [name: string, act: (given: Given) => Promise<() => Promise<unknown>>, seenBy: string, noted: string][] =
  [
    [
      'create',
      async ({ agent }) =>
        async () =>
          createJob(agent, jobInput()),
      'agent',
      'created',
    ],
    ['edit', on('pending', ({ admin }, { id }) => editJob(admin, id, { propertyName: 'Ivy' })), 'agent', 'edited'],
    [
      'assign',
      on('pending', ({ admin, contractor }, { id }) => assignJob(admin, id, contractor.id)),
      'agent contractor',
      'assigned',
    ],
    [
      'reassign',
      on('assigned', ({ admin, other }, { id }) => assignJob(admin, id, other.id)),
      'agent contractor other',
      'reassigned',
    ],
    ['unassign', on('assigned', ({ admin }, { id }) => unassignJob(admin, id)), 'agent contractor', 'unassigned'],
    ['start', on('assigned', ({ contractor }, { id }) => startJob(contractor, id)), 'agent contractor', 'started'],
    [
      'complete',
      on('in_progress', ({ contractor }, { id }) => complete(contractor, id, completion())),
      'agent contractor',
      'completed',
    ],
    [
      'complete with a quote',
      on('in_progress', ({ contractor }, { id }) => complete(contractor, id, withQuote())),
      'agent contractor',
      'completedWithQuote quoteSubmitted',
    ],
    [
      'approve',
      on('quote_pending', ({ agent }, { quotes }) => approveQuote(agent, quotes[0]!.id)),
      'agent contractor',
      'quoteApproved created',
    ],
    [
      'decline',
      on('quote_pending', ({ agent }, { quotes }) => declineQuote(agent, quotes[0]!.id)),
      'agent contractor',
      'quoteDeclined',
    ],
    [
      'mark complete',
      working(({ contractor }, { work }) => markJobComplete(contractor, work.id, { workDone: 'Replaced the vessel.' })),
      'agent contractor',
      'markedComplete quoteWorkCompleted',
    ],
    ['cancel', on('assigned', ({ admin }, { id }) => cancelJob(admin, id, 'Sold')), 'agent contractor', 'cancelled'],
    [
      'cancel quote work',
      working(({ admin }, { work }) => cancelJob(admin, work.id, 'Sold')),
      'agent contractor',
      'cancelled quoteWorkCancelled',
    ],
    [
      'invoice the only visit',
      on('completed', ({ admin }, { visits }) => markVisitInvoiced(admin, visits[0]!.id)),
      'agent contractor',
      'itemInvoiced invoiced',
    ],
    [
      'invoice quote work',
      finished(({ admin }, { quote }) => markQuoteInvoiced(admin, quote.id)),
      'agent contractor',
      'itemInvoiced invoiced',
    ],
    [
      'delete an invoice',
      async (given) => {
        const job = await aJob(given, 'completed')
        const { id } = await markVisitInvoiced(given.admin, job.visits[0]!.id)
        return () => deleteInvoice(given.admin, id, false)
      },
      'agent contractor',
      'itemRestored invoiceDeleted',
    ],
    [
      'delete a visit',
      on('completed', ({ admin }, { visits }) => deleteVisit(admin, visits[0]!.id)),
      'agent contractor',
      'visitDeleted',
    ],
    [
      'delete a quote',
      on('quote_pending', ({ admin }, { quotes }) => deleteQuote(admin, quotes[0]!.id)),
      'agent contractor',
      'quoteDeleted',
    ],
    ['hide', on('completed', ({ agent }, { id }) => deleteJob(agent, id)), 'agent contractor', 'hidden'],
    [
      'delete all',
      async (given) => {
        await Promise.all([aJob(given, 'completed'), aJob(given, 'completed')])
        return () => deleteAllCompleted(given.agent)
      },
      'agent contractor',
      'hidden hidden',
    ],
    ['delete for good', on('assigned', ({ admin }, { id }) => deleteJob(admin, id)), 'agent contractor', ''],
    [
      'delete the contractor of two jobs',
      async (given) => {
        await Promise.all([aJob(given, 'assigned'), aJob(given, 'in_progress')])
        return () => deleteAccount(given.admin, given.contractor.id, 'contractor')
      },
      'agent contractor',
      'contractorDeleted contractorDeleted',
    ],
  ]

test.each(ACTIONS)(
  '%s is noted once for each person, and nothing twice in a timeline',
  async (_, prepare, seenBy, noted) => {
    const given: Given = { ...(await aCast()), other: await aContractor() }
    const act = await prepare(given)
    const people = { agent: given.agent.id, contractor: given.contractor.id, other: given.other.id }
    const versions = async () => {
      const rows = await db
        .select()
        .from(users)
        .where(inArray(users.id, Object.values(people)))
      return new Map(rows.map((row) => [row.id, row.activityVersion]))
    }
    const [before, known] = [await versions(), (await db.select().from(jobEvents)).length]
    await act()
    const after = await versions()
    const steps = Object.entries(people).map(([who, id]) => `${who} ${after.get(id)! - before.get(id)!}`)
    expect(steps).toEqual(Object.keys(people).map((who) => `${who} ${seenBy.split(' ').includes(who) ? 1 : 0}`))
    const events = await db.select().from(jobEvents).orderBy(jobEvents.id)
    if (noted)
      expect(events.slice(known).map(({ event }) => event)).toEqual(
        noted.split(' ') as (typeof events)[number]['event'][],
      )
  },
)
