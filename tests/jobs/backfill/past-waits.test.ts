import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, jobVisits, queuedWork, settings } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { bookVisit, cancelVisit } from '#src/appointments/actions.ts'
import { deleteInvoice, markQuoteInvoiced, markVisitInvoiced } from '#src/invoices/actions.ts'
import { assignJob, cancelJob, startJob, unassignJob } from '#src/jobs/actions.ts'
import { askCompetingQuote } from '#src/jobs/assignment/competing.ts'
import { assignJobs } from '#src/jobs/assignment/many.ts'
import { takeAssignmentBack } from '#src/jobs/assignment/take-back.ts'
import { waitBackfill } from '#src/jobs/backfill/past-waits.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { approveQuote, declineQuote, deleteQuote } from '#src/quotes/actions.ts'
import { reviseQuote, withdrawQuote } from '#src/quotes/changes.ts'
import { deleteVisit, markJobComplete } from '#src/visits/actions.ts'
import { handJobBack } from '#src/visits/hand-back.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import { tomorrow } from '#tests/support/times.ts'
import {
  aCast,
  aContractor,
  aJob,
  type Cast,
  complete,
  completion,
  finishedQuoteWork,
  quoteWork,
  withQuote,
} from '#tests/support/world.ts'
import { EMPTY, expectRefilled, fillWaits, waitsNow } from './refilled.ts'

type Way = (cast: Cast) => Promise<unknown>

const booked = async ({ contractor, ...cast }: Cast, status: 'assigned' | 'in_progress' = 'assigned') => {
  const { id } = await aJob({ contractor, ...cast }, status)
  await bookVisit(contractor, id, tomorrow())
  return id
}
const quoted = async (cast: Cast) => {
  const job = await aJob(cast, 'quote_pending')
  return { id: job.id, quote: job.quotes[0]! }
}
const visited = (cast: Cast, id: string, outcome: 'no_access' | 'return') =>
  recordUnfinishedVisit(cast.contractor, id, { outcome, workDone: 'Nobody was in.' })

async function takenBack({ admin }: Cast, jobId: string, meanwhile?: () => Promise<unknown>) {
  const { action } = await assignJobs(admin, [{ jobId, contractorId: (await aContractor()).id }])
  await meanwhile?.()
  const [outcome] = await takeAssignmentBack(admin, action)
  expect(outcome).toMatchObject({ ok: true })
}

async function cancelledWithTwo(cast: Cast, invoiced: number) {
  const { id } = await aJob(cast, 'assigned')
  await visited(cast, id, 'no_access')
  await visited(cast, id, 'return')
  await cancelJob(cast.agent, id, 'Sold')
  const { visits } = await jobVisibleTo(cast.admin, id)
  const invoices = []
  for (const visit of visits.slice(0, invoiced)) invoices.push(await markVisitInvoiced(cast.admin, visit.id))
  return invoices
}

const WAYS: Record<string, Way> = {
  pending: (cast) => aJob(cast),
  urgent: (cast) => aJob(cast, 'pending', { job: { urgency: 'high' } }),
  'made urgent': async (cast) => {
    const { id } = await aJob(cast, 'assigned')
    await editJob(cast.admin, id, { urgency: 'high' })
  },
  assigned: (cast) => aJob(cast, 'assigned'),
  booked: (cast) => booked(cast),
  'moved to another time': async (cast) => {
    const id = await booked(cast)
    await bookVisit(cast.contractor, id, { ...tomorrow(), endsAt: new Date(tomorrow().endsAt.getTime() + 60_000) })
  },
  'booked and cancelled': async (cast) => cancelVisit(cast.contractor, await booked(cast)),
  'booked again': async (cast) => {
    const id = await booked(cast)
    await cancelVisit(cast.contractor, id)
    await bookVisit(cast.contractor, id, tomorrow())
  },
  'booked while in progress': (cast) => booked(cast, 'in_progress'),
  'started when booked': async (cast) => startJob(cast.contractor, await booked(cast)),
  'no access': async (cast) => visited(cast, await booked(cast), 'no_access'),
  'return needed': async (cast) => visited(cast, await booked(cast), 'return'),
  'return booked': async (cast) => {
    const id = await booked(cast)
    await visited(cast, id, 'return')
    await bookVisit(cast.contractor, id, tomorrow())
  },
  reassigned: async (cast) => assignJob(cast.admin, await booked(cast), (await aContractor()).id),
  unassigned: async (cast) => unassignJob(cast.admin, await booked(cast)),
  'given, and taken back': async (cast) => takenBack(cast, (await aJob(cast)).id),
  'given to another, and taken back': async (cast) => takenBack(cast, (await aJob(cast, 'assigned')).id),
  'booked, given to another, and taken back': async (cast) => takenBack(cast, await booked(cast)),
  'the same, but everybody knew that the visit is cancelled': async (cast) =>
    takenBack(cast, await booked(cast), () => db.delete(queuedWork)),
  'started, given to another, and taken back twice': async (cast) => {
    const id = await booked(cast, 'in_progress')
    await takenBack(cast, id, () => db.delete(queuedWork))
    await takenBack(cast, id)
  },
  'work taken back': async (cast) => {
    const { work } = await quoteWork(cast)
    await bookVisit(cast.contractor, work.id, tomorrow())
    await takenBack(cast, work.id)
  },
  'taken back, then given': async (cast) => {
    const { id } = await aJob(cast)
    await takenBack(cast, id)
    await assignJob(cast.admin, id, cast.contractor.id)
  },
  'handed back': async (cast) => handJobBack(cast.contractor, await booked(cast), 'Too far away'),
  'contractor left': async (cast) => {
    const contractor = await aContractor()
    await booked({ ...cast, contractor })
    await deleteAccount(cast.admin, contractor.id, 'contractor')
  },
  cancelled: async (cast) => cancelJob(cast.admin, await booked(cast), 'Sold'),
  'cancelled after a visit': async (cast) => {
    const { id } = await aJob(cast, 'assigned')
    await visited(cast, id, 'return')
    await cancelJob(cast.admin, id, 'Sold')
  },
  'cancelled, and one of two visits invoiced': (cast) => cancelledWithTwo(cast, 1),
  'cancelled, and all invoiced': (cast) => cancelledWithTwo(cast, 2),
  'cancelled, and the invoice of all deleted': async (cast) => {
    const [, last] = await cancelledWithTwo(cast, 2)
    await deleteInvoice(cast.admin, last!.id, false)
  },
  'cancelled, and an invoice deleted for good': async (cast) => {
    const [, last] = await cancelledWithTwo(cast, 2)
    await deleteInvoice(cast.admin, last!.id, true)
  },
  'cancelled, and its visits deleted': async (cast) => {
    const { id } = await aJob(cast, 'assigned')
    await visited(cast, id, 'no_access')
    await cancelJob(cast.admin, id, 'Sold')
    await deleteVisit(cast.admin, (await jobVisibleTo(cast.admin, id)).visits[0]!.id)
  },
  'quote pending': (cast) => quoted(cast),
  revised: async (cast) => reviseQuote(cast.contractor, (await quoted(cast)).quote.id, { quoteAmount: 300 }),
  withdrawn: async (cast) => withdrawQuote(cast.contractor, (await quoted(cast)).quote.id, 'Wrong'),
  declined: async (cast) => declineQuote(cast.agent, (await quoted(cast)).quote.id),
  'new price asked': async (cast) =>
    declineQuote(cast.agent, (await quoted(cast)).quote.id, { askAgain: true, reason: 'Too much' }),
  'quote deleted': async (cast) => deleteQuote(cast.admin, (await quoted(cast)).quote.id),
  'rival asked': async (cast) => askCompetingQuote(cast.admin, (await quoted(cast)).id, (await aContractor()).id),
  'rival accepted': async (cast) => {
    const { id, quote } = await quoted(cast)
    const contractor = await aContractor()
    const rival = await askCompetingQuote(cast.admin, id, contractor.id)
    await complete(contractor, rival.id, withQuote())
    await approveQuote(cast.agent, quote.id)
  },
  approved: (cast) => quoteWork(cast),
  'work booked': async (cast) => bookVisit(cast.contractor, (await quoteWork(cast)).work.id, tomorrow()),
  'work’s visit cancelled': async (cast) => {
    const { work } = await quoteWork(cast)
    await bookVisit(cast.contractor, work.id, tomorrow())
    await cancelVisit(cast.contractor, work.id)
  },
  'work started': async (cast) => startJob(cast.contractor, (await quoteWork(cast)).work.id),
  'work unassigned': async (cast) => unassignJob(cast.admin, (await quoteWork(cast)).work.id),
  'work handed on': async (cast) => assignJob(cast.admin, (await quoteWork(cast)).work.id, (await aContractor()).id),
  'work done': (cast) => finishedQuoteWork(cast),
  'work done with a report': async (cast) =>
    markJobComplete(cast.contractor, (await quoteWork(cast)).work.id, { workDone: 'Replaced the vessel.' }),
  'work cancelled': async (cast) => cancelJob(cast.admin, (await quoteWork(cast)).work.id, 'Sold'),
  'work erased': async (cast) => deleteJob(cast.admin, (await quoteWork(cast)).work.id),
  'approved by an agent whose contractor left': async (cast) => {
    const contractor = await aContractor()
    const { quote } = await quoted({ ...cast, contractor })
    await deleteAccount(cast.admin, contractor.id, 'contractor')
    await approveQuote(cast.agent, quote.id)
  },
  completed: (cast) => aJob(cast, 'completed'),
  'visit invoiced': async (cast) => markVisitInvoiced(cast.admin, (await aJob(cast, 'completed')).visits[0]!.id),
  'invoice deleted': async (cast) => {
    const { id } = await markVisitInvoiced(cast.admin, (await aJob(cast, 'completed')).visits[0]!.id)
    await deleteInvoice(cast.admin, id, false)
  },
  'half invoiced': async (cast) => markQuoteInvoiced(cast.admin, (await finishedQuoteWork(cast)).quote.id),
  'one of two visits deleted': async (cast) => {
    const { id } = await aJob(cast, 'assigned')
    await visited(cast, id, 'return')
    await complete(cast.contractor, id, completion())
    const { visits } = await jobVisibleTo(cast.admin, id)
    await deleteVisit(
      cast.admin,
      visits.toSorted((one, other) => Number(other.visitDate) - Number(one.visitDate))[0]!.id,
    )
  },
  reopened: async (cast) => reopenJob(cast.agent, (await aJob(cast, 'completed')).id, { reason: 'It leaks again' }),
  'reopened with its contractor': async (cast) =>
    reopenJob(cast.agent, (await finishedQuoteWork(cast)).parent.id, { reason: 'Leaks', keepContractor: true }),
  'hidden by its agent': async (cast) => deleteJob(cast.agent, (await aJob(cast, 'completed')).id),
}

test('whatever happened to a job, its timeline tells what was kept with it', async () => {
  const cast = await aCast()
  const came: string[] = []
  for (const [name, way] of Object.entries(WAYS)) {
    await way(cast)
    came.push(name)
  }
  expect(came).toHaveLength(Object.keys(WAYS).length)
  await expectRefilled()
})

test('a job whose only visit was deleted waits on nobody', async () => {
  const cast = await aCast()
  const { id, visits } = await aJob(cast, 'completed')
  await deleteVisit(cast.admin, visits[0]!.id)
  const [kept] = await waitsNow()
  expect(kept).toMatchObject({ waitingOn: 'nobody', waitingFor: null })
  await db.update(jobs).set(EMPTY)
  await fillWaits()
  // That there was a visit is no longer known.
  expect(await waitsNow()).toEqual([{ ...kept!, firstVisitAt: null }])
  expect(await db.$count(jobVisits, eq(jobVisits.jobId, id))).toBe(0)
})

test('all are filled once; what an earlier version moved beside this one is found by the daily look', async () => {
  const cast = await aCast()
  const { parent, work } = await quoteWork(cast)
  await fillWaits()
  expect(await db.$count(settings, eq(settings.name, 'job_waits_judged'))).toBe(1)
  // As an earlier version starts quote work.
  await db.execute(sql`update jobs set status = 'in_progress', updated_at = now() where id = ${work.id}`)
  await db.execute(sql`insert into job_events (job_id, actor_name, event, from_status, to_status)
    values (${work.id}, 'Carl Mason', 'started', 'assigned', 'in_progress')`)
  await db.execute(sql`update jobs set updated_at = now() - interval '1 year' where id = ${parent.id}`)
  await fillWaits()
  const [first, second] = await waitsNow()
  const finish = { waitingOn: 'contractor', waitingFor: 'finish' } as const
  expect([first, second]).toMatchObject([
    { status: 'quote_approved', ...finish },
    { status: 'in_progress', ...finish },
  ])
  expect(first!.waitingSince).toEqual(second!.waitingSince)
})

test('a job that somebody moves meanwhile is passed over, and right afterwards', async () => {
  const cast = await aCast()
  const [job, other] = [await aJob(cast), await aJob(cast)]
  await db.update(jobs).set(EMPTY)
  const fill = waitBackfill()
  await db.transaction(async (tx) => {
    await tx.select().from(jobs).where(eq(jobs.id, job.id)).for('update')
    expect(await fill()).toBeLessThan(1000)
    const [one, two] = await waitsNow()
    expect([one!.waitingOn, two!.waitingOn]).toEqual([null, 'admin'])
    expect(other.jobRef).toBe(two!.jobRef)
  })
  await fillWaits(fill)
  expect((await waitsNow()).map((row) => row.waitingOn)).toEqual(['admin', 'admin'])
})

test('several processes fill while people move the jobs', async () => {
  const cast = await aCast()
  const made = []
  for (let n = 0; n < 12; n++) made.push(await aJob(cast))
  const { parent, work } = await quoteWork(cast)
  await db.update(jobs).set(EMPTY)
  await Promise.all([
    fillWaits(),
    fillWaits(),
    ...made.slice(0, 8).map(({ id }) => assignJob(cast.admin, id, cast.contractor.id)),
    bookVisit(cast.contractor, work.id, tomorrow()).then(() => startJob(cast.contractor, work.id)),
  ])
  await fillWaits()
  const kept = await waitsNow()
  expect(kept.filter(({ waitingFor }) => waitingFor === 'book')).toHaveLength(8)
  expect(kept.filter(({ waitingFor }) => waitingFor === 'finish').map(({ jobRef }) => jobRef)).toEqual([
    parent.jobRef,
    work.jobRef,
  ])
  await expectRefilled()
})
