import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, users } from '#db/schema.ts'
import type { JobEvent } from '#src/domain/job/transitions.ts'
import { deleteInvoice, markVisitInvoiced } from '#src/invoices/actions.ts'
import { assignJob, cancelJob, unassignJob } from '#src/jobs/actions.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { approveQuote, declineQuote, deleteQuote } from '#src/quotes/actions.ts'
import { deleteVisit } from '#src/visits/actions.ts'
import { moved } from '#tests/jobs/moved.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import {
  aContractor,
  aJob,
  complete,
  completion,
  finishedQuoteWork,
  quoteWork,
  withQuote,
} from '#tests/support/world.ts'

// The line of steps shows the way that a job took, where it is, and what may come next.

const cast = castOfEachTest()

/** The line on the job's page, as its agent, an administrator and who has it see it: 'Pending, [Assigned], Completed?'. */
async function lineOf(id: string): Promise<string> {
  const pages = [
    await (await signedInAs(cast.agent)).get(`/jobs/${id}`),
    await (await signedInAs(cast.admin)).get(`/admin/jobs/${id}`),
  ]
  const { contractorId } = (await db.query.jobs.findFirst({ where: eq(jobs.id, id) }))!
  const holder = contractorId && (await db.query.users.findFirst({ where: eq(users.id, contractorId) }))
  if (holder) pages.push(await (await signedInAs({ ...holder, credentialHash: null })).get(`/jobs/${id}`))
  const lines = await Promise.all(
    pages.map(async (page) => {
      const html = await page.text()
      const steps = [...html.matchAll(/<li class="(done|current|todo)"([^>]*)><span class="step-label">([^<]+)/g)]
      return steps
        .map(([, state, attributes, label]) => {
          expect(attributes!.includes('aria-current="step"')).toBe(state === 'current')
          return state === 'current' ? `[${label}]` : state === 'todo' ? `${label}?` : label
        })
        .join(', ')
    }),
  )
  for (const line of lines) expect(line).toBe(lines[0]!)
  return lines[0]!
}

/** Moved along by its contractor, without what else belongs to each event. */
async function movedAlong(id: string, ...events: JobEvent[]) {
  for (const event of events) await moved(cast, id, event, cast.contractor)
  return { id }
}

const assigned = async () => (await aJob(cast, 'assigned')).id

const WAYS: [name: string, way: () => Promise<string>, line: string][] = [
  ['raised', async () => (await aJob(cast)).id, '[Pending], Assigned?, In Progress?, Completed?, Invoiced?'],
  [
    'started',
    async () => (await aJob(cast, 'in_progress')).id,
    'Pending, Assigned, [In Progress], Completed?, Invoiced?',
  ],
  [
    'completed without having been started',
    async () => (await complete(cast.contractor, await assigned(), completion())).id,
    'Pending, Assigned, [Completed], Invoiced?',
  ],
  [
    'quoted without having been started',
    async () => (await complete(cast.contractor, await assigned(), withQuote())).id,
    'Pending, Assigned, [Quote Pending], Quote Approved?, Completed?, Invoiced?',
  ],
  [
    'declined',
    async () => {
      const { id, quotes } = await aJob(cast, 'quote_pending')
      await declineQuote(cast.agent, quotes[0]!.id)
      return id
    },
    'Pending, Assigned, In Progress, Quote Pending, Quote Declined, [Completed], Invoiced?',
  ],
  [
    'whose quote was deleted',
    async () => {
      const { id, quotes } = await aJob(cast, 'quote_pending')
      await deleteQuote(cast.admin, quotes[0]!.id)
      return id
    },
    'Pending, Assigned, In Progress, Quote Pending, Quote Deleted, [Assigned], In Progress?, Completed?, Invoiced?',
  ],
  [
    'approved',
    async () => {
      const { id, quotes } = await aJob(cast, 'quote_pending')
      await approveQuote(cast.agent, quotes[0]!.id)
      return id
    },
    'Pending, Assigned, In Progress, Quote Pending, [Quote Approved], Completed?, Invoiced?',
  ],
  ['of quote work', async () => (await quoteWork(cast)).work.id, '[Assigned], In Progress?, Completed?, Invoiced?'],
  ['of finished quote work', async () => (await finishedQuoteWork(cast)).work.id, 'Assigned, [Completed], Invoiced?'],
  [
    'whose quote work was cancelled',
    async () => {
      const { work, parent } = await quoteWork(cast)
      await cancelJob(cast.admin, work.id, 'Sold')
      return parent.id
    },
    'Pending, Assigned, In Progress, Quote Pending, Quote Approved, Quote Work Cancelled, [Completed], Invoiced?',
  ],
  [
    'cancelled before anybody had it',
    async () => (await cancelJob(cast.admin, (await aJob(cast)).id, 'Sold')).id,
    'Pending, [Cancelled]',
  ],
  [
    'cancelled when it was assigned',
    async () => (await cancelJob(cast.admin, await assigned(), 'Sold')).id,
    'Pending, Assigned, [Cancelled]',
  ],
  [
    'withdrawn and given out again',
    async () => {
      const id = await assigned()
      await unassignJob(cast.admin, id)
      await assignJob(cast.admin, id, cast.contractor.id)
      return id
    },
    'Pending, Assigned, Pending, [Assigned], In Progress?, Completed?, Invoiced?',
  ],
  [
    'given to another when it was started',
    async () => (await assignJob(cast.admin, (await aJob(cast, 'in_progress')).id, (await aContractor()).id)).id,
    'Pending, Assigned, In Progress, [Assigned], In Progress?, Completed?, Invoiced?',
  ],
  [
    'where nobody was in, twice',
    async () => (await movedAlong(await assigned(), 'noAccess', 'noAccess')).id,
    'Pending, Assigned, No Access, No Access, [Assigned], In Progress?, Completed?, Invoiced?',
  ],
  [
    'where nobody was in when it was started',
    async () => (await movedAlong(await assigned(), 'started', 'noAccess')).id,
    'Pending, Assigned, In Progress, No Access, [Assigned], In Progress?, Completed?, Invoiced?',
  ],
  [
    'that needs parts',
    async () => (await movedAlong(await assigned(), 'returnNeeded', 'returnNeeded', 'completed')).id,
    'Pending, Assigned, Return Needed, Return Needed, In Progress, [Completed]',
  ],
  [
    'handed back',
    async () => (await movedAlong(await assigned(), 'handedBack')).id,
    'Pending, Assigned, Handed Back, [Pending], Assigned?, In Progress?, Completed?, Invoiced?',
  ],
  [
    'whose quote was withdrawn',
    async () => (await movedAlong(await assigned(), 'completedWithQuote', 'quoteRevised', 'quoteWithdrawn')).id,
    'Pending, Assigned, Quote Pending, Quote Withdrawn, [Assigned], In Progress?, Completed?, Invoiced?',
  ],
  [
    'for which a new price is asked',
    async () => (await movedAlong(await assigned(), 'completedWithQuote', 'newPriceAsked')).id,
    'Pending, Assigned, Quote Pending, New Price Asked For, [Assigned], In Progress?, Completed?, Invoiced?',
  ],
  [
    'reopened',
    async () => (await reopenJob(cast.agent, (await aJob(cast, 'completed')).id, { reason: 'Leaks again' })).id,
    'Pending, Assigned, In Progress, Completed, Job Reopened, [Pending], Assigned?, In Progress?, Completed?, Invoiced?',
  ],
  [
    'with nothing to invoice',
    async () => {
      const { id, visits } = await aJob(cast, 'completed')
      await deleteVisit(cast.admin, visits[0]!.id)
      return id
    },
    'Pending, Assigned, In Progress, [Completed]',
  ],
  [
    'invoiced again and again: its beginning and its last steps',
    async () => {
      const { id, visits } = await aJob(cast, 'completed')
      for (let times = 0; times < 5; times++)
        await deleteInvoice(cast.admin, (await markVisitInvoiced(cast.admin, visits[0]!.id)).id, false)
      await markVisitInvoiced(cast.admin, visits[0]!.id)
      return id
    },
    'Pending, Completed, Invoiced, Completed, Invoiced, Completed, Invoiced, Completed, [Invoiced]',
  ],
]

test.each(WAYS)('a job %s', async (_, way, line) => {
  expect(await lineOf(await way())).toBe(line)
})
