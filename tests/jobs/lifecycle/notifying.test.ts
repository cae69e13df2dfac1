import { describe, expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import type { Job } from '#src/domain/job/job.ts'
import { markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { assignJob, cancelJob, createJob, startJob, unassignJob } from '#src/jobs/actions.ts'
import { deleteAllCompleted, deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { approveQuote, declineQuote, deleteQuote } from '#src/quotes/actions.ts'
import { deleteVisit, markJobComplete } from '#src/visits/actions.ts'
import { forgetNotified, notified, timeline } from '#tests/jobs/notified.ts'
import {
  aCast,
  aContractor,
  aJob,
  anAgent,
  type Cast,
  complete,
  completion,
  finishedQuoteWork,
  jobInput,
  quoteWork,
  statusOf,
  withQuote,
} from '#tests/support/world.ts'

type Other = Awaited<ReturnType<typeof aContractor>>
type Act = (cast: Cast, other: Other) => Promise<() => Promise<unknown>>

/** Prepares a job in a status, to be acted on. */
const job =
  (status: Parameters<typeof aJob>[1], act: (cast: Cast, job: Job, other: Other) => Promise<unknown>): Act =>
  async (cast, other) => {
    const found = await aJob(cast, status)
    return () => act(cast, found, other)
  }
/** As job, with the quote work of an approved quote. */
const work =
  (prepare: typeof quoteWork, act: (cast: Cast, of: Awaited<ReturnType<typeof quoteWork>>) => Promise<unknown>): Act =>
  async (cast) => {
    const found = await prepare(cast)
    return () => act(cast, found)
  }

/** What happens, and who is told of it: the contractor, another contractor, the agent, the administrator. */
const CHANGES: [name: string, act: Act, told: string[]][] = [
  [
    'create',
    async ({ agent }) =>
      () =>
        createJob(agent, jobInput()),
    [],
  ],
  [
    'create, urgent',
    async ({ agent }) =>
      () =>
        createJob(agent, jobInput({ urgency: 'high' })),
    ['job_urgent → admin'],
  ],
  ['edit', job('pending', ({ admin }, { id }) => editJob(admin, id, { propertyName: 'Ivy House' })), []],
  [
    'edit, assigned',
    job('assigned', ({ agent }, { id }) => editJob(agent, id, { propertyName: 'Ivy House' })),
    ['job_changed → contractor'],
  ],
  [
    'edit, approved',
    work(quoteWork, ({ admin }, { parent }) => editJob(admin, parent.id, { propertyName: 'Ivy House' })),
    ['job_changed → contractor'],
  ],
  [
    'raise the urgency, pending',
    job('pending', ({ agent }, { id }) => editJob(agent, id, { urgency: 'high' })),
    ['job_urgent → admin'],
  ],
  [
    'raise the urgency, pending, by the administrator',
    job('pending', ({ admin }, { id }) => editJob(admin, id, { urgency: 'high' })),
    [],
  ],
  [
    'raise the urgency, assigned',
    job('assigned', ({ agent }, { id }) => editJob(agent, id, { urgency: 'high' })),
    ['job_changed → contractor'],
  ],
  [
    'assign',
    job('pending', ({ admin, contractor }, { id }) => assignJob(admin, id, contractor.id)),
    ['job_assigned → contractor'],
  ],
  [
    'reassign',
    job('assigned', ({ admin }, { id }, other) => assignJob(admin, id, other.id)),
    ['job_withdrawn → contractor', 'job_assigned → other'],
  ],
  ['unassign', job('assigned', ({ admin }, { id }) => unassignJob(admin, id)), ['job_withdrawn → contractor']],
  [
    'reassign, started',
    job('in_progress', ({ admin }, { id }, other) => assignJob(admin, id, other.id)),
    ['job_withdrawn → contractor', 'job_assigned → other'],
  ],
  [
    'unassign, started',
    job('in_progress', ({ admin }, { id }) => unassignJob(admin, id)),
    ['job_withdrawn → contractor'],
  ],
  ['start', job('assigned', ({ contractor }, { id }) => startJob(contractor, id)), []],
  [
    'complete',
    job('assigned', ({ contractor }, { id }) => complete(contractor, id, completion())),
    ['job_completed → agent'],
  ],
  [
    'complete with a quote',
    job('in_progress', ({ contractor }, { id }) => complete(contractor, id, withQuote())),
    ['quote_submitted → agent'],
  ],
  [
    'approve',
    job('quote_pending', ({ agent }, { quotes }) => approveQuote(agent, quotes[0]!.id)),
    ['quote_approved → contractor'],
  ],
  [
    'decline',
    job('quote_pending', ({ agent }, { quotes }) => declineQuote(agent, quotes[0]!.id)),
    ['quote_declined → contractor'],
  ],
  [
    'mark complete',
    work(quoteWork, ({ contractor }, { work }) => markJobComplete(contractor, work.id)),
    ['job_completed → agent'],
  ],
  ['cancel, pending', job('pending', ({ admin }, { id }) => cancelJob(admin, id, 'Sold')), ['job_cancelled → agent']],
  [
    'cancel, pending, by the agent',
    job('pending', ({ agent }, { id }) => cancelJob(agent, id, 'Sold')),
    ['job_cancelled → admin'],
  ],
  [
    'cancel, assigned',
    job('assigned', ({ admin }, { id }) => cancelJob(admin, id, 'Sold')),
    ['job_cancelled → contractor', 'job_cancelled → agent'],
  ],
  [
    'cancel, started, by the agent',
    job('in_progress', ({ agent }, { id }) => cancelJob(agent, id, 'Sold')),
    ['job_cancelled → contractor', 'job_cancelled → admin'],
  ],
  [
    'cancel quote work',
    work(quoteWork, ({ admin }, { work }) => cancelJob(admin, work.id, 'Sold')),
    ['job_cancelled → contractor', 'job_cancelled → agent'],
  ],
  [
    'reopen',
    job('completed', ({ admin }, { id }) => reopenJob(admin, id, { reason: 'It leaks again' })),
    ['job_reopened → agent', 'job_reopened → contractor'],
  ],
  [
    'reopen for the same contractor, by the agent',
    job('completed', ({ agent }, { id }) => reopenJob(agent, id, { reason: 'It leaks again', keepContractor: true })),
    ['job_reopened → contractor', 'job_reopened → admin'],
  ],
  ['invoice a visit', job('completed', ({ admin }, { visits }) => markVisitInvoiced(admin, visits[0]!.id)), []],
  ['invoice a quote', work(finishedQuoteWork, ({ admin }, { quote }) => markQuoteInvoiced(admin, quote.id)), []],
  ['delete, pending', job('pending', ({ agent }, { id }) => deleteJob(agent, id)), []],
  [
    'delete, in hand',
    job('in_progress', ({ agent }, { id }) => deleteJob(agent, id)),
    ['job_cancelled → contractor', 'job_cancelled → admin'],
  ],
  [
    'delete for good, with work in hand',
    work(quoteWork, ({ admin }, { parent }) => deleteJob(admin, parent.id)),
    ['job_deleted → contractor', 'job_deleted → agent'],
  ],
  [
    'delete for good, with a quote to decide',
    job('quote_pending', ({ admin }, { id }) => deleteJob(admin, id)),
    ['job_deleted → contractor', 'job_deleted → agent'],
  ],
  [
    'delete for good, completed',
    job('completed', ({ admin }, { id }) => deleteJob(admin, id)),
    ['job_deleted → agent'],
  ],
  ['hide, completed', job('completed', ({ agent }, { id }) => deleteJob(agent, id)), []],
  ['delete a visit', job('completed', ({ admin }, { visits }) => deleteVisit(admin, visits[0]!.id)), []],
  ['delete a quote', job('quote_pending', ({ admin }, { quotes }) => deleteQuote(admin, quotes[0]!.id)), []],
  [
    'delete the contractor',
    job('assigned', ({ admin, contractor }) => deleteAccount(admin, contractor.id, 'contractor')),
    [],
  ],
]

test.each(CHANGES)('%s: whom it concerns is told, once', async (name, prepare, expected) => {
  const [cast, other] = [await aCast(), await aContractor()]
  const act = await prepare(cast, other)
  await forgetNotified()
  await act()
  const addresses: Record<string, string | null> = {
    ...{ contractor: cast.contractor.email, other: other.email, agent: cast.agent.email, admin: cast.admin.email },
  }
  const named = expected.map((line) => line.replace(/\w+$/, (who) => addresses[who]!))
  expect(await notified()).toEqual(named)
  if (expected.length === 0 || name.startsWith('create')) return
  // What happened already is refused the second time or changes nothing, and nobody hears of it again.
  const again = (async () => act())()
  if (/^(edit|raise)/.test(name)) expect(await again).toBeNull()
  else await expect(again).rejects.toThrow()
  expect(await notified()).toEqual(named)
})

test('Delete All tells nobody: what waits for a decision stays', async () => {
  const [cast, other] = [await aCast(), await aContractor()]
  await aJob(cast, 'completed')
  const waiting = [await aJob({ ...cast, contractor: other }, 'quote_pending'), await aJob(cast, 'quote_pending')]
  await forgetNotified()
  expect(await deleteAllCompleted(cast.agent)).toBe(1)
  expect(await notified()).toEqual([])
  for (const { id } of waiting) expect(await statusOf(id)).toBe('quote_pending')
})

test('a contractor who lost a job is sent to their list, one who has it to the job', async () => {
  const [cast, other] = [await aCast(), await aContractor()]
  const jobs = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
  await forgetNotified()
  await assignJob(cast.admin, jobs[0]!.id, other.id)
  await unassignJob(cast.admin, jobs[1]!.id)
  await deleteJob(cast.admin, jobs[2]!.id)
  const sent = await db.query.emailNotifications.findMany({ orderBy: (row, { asc }) => asc(row.id) })
  expect(sent.map(({ emailType, content }) => [emailType, content.path])).toEqual([
    ['job_withdrawn', '/jobs'],
    ['job_assigned', `/jobs/${jobs[0]!.id}`],
    ['job_withdrawn', '/jobs'],
    ['job_deleted', '/jobs'],
    ['job_deleted', '/jobs'],
  ])
})

describe('nobody is told', () => {
  test('without an address, or whose account is gone', async () => {
    const cast = { ...(await aCast()), agent: await anAgent({ email: null }) }
    const { id, quotes } = await aJob(cast, 'quote_pending')
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    await forgetNotified()
    await approveQuote(cast.agent, quotes[0]!.id)
    expect(await notified()).toEqual([])
    expect(await statusOf(id)).toBe('quote_approved')
  })

  test('of what was rolled back', async () => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'assigned')
    await forgetNotified()
    const images = ['/objects/00000000-0000-7000-8000-000000000000']
    await expect(complete(cast.contractor, id, withQuote({ images }))).rejects.toThrow('not a photo')
    expect(await notified()).toEqual([])
    expect(await timeline(id)).toEqual(['created: – > pending', 'assigned: pending > assigned'])
  })
})
