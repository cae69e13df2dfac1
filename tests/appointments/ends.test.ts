import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobs } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import { appointmentWords } from '#src/domain/appointment/appointment.ts'
import { type JobEvent, type TimelineEvent, TRANSITIONS } from '#src/domain/job/transitions.ts'
import { assignJob, cancelJob, startJob, unassignJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { moved } from '#tests/jobs/moved.ts'
import { timeline } from '#tests/jobs/notified.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { tomorrow } from '#tests/support/times.ts'
import { aContractor, aJob, complete, completion, quoteWork, withQuote } from '#tests/support/world.ts'

const cast = castOfEachTest()

async function booked(status: 'assigned' | 'in_progress' = 'assigned') {
  const { id } = await aJob(cast, status)
  await bookVisit(cast.contractor, id, tomorrow())
  await bookVisit(cast.contractor, id, { ...tomorrow(), endsAt: new Date(tomorrow().endsAt.getTime() + 60_000) })
  return (await db.select().from(jobs).where(eq(jobs.id, id)))[0]!
}

const mails = async () =>
  (await db.select().from(emailNotifications).where(eq(emailNotifications.emailType, 'appointment_cancelled'))).map(
    ({ contractorEmail: to, content }) => ({ to, ...content }),
  )

/** By hand: what becomes of the booked visit. Events that are not here do not meet one. */
const ENDS: Partial<Record<JobEvent, TimelineEvent>> = {
  reassigned: 'appointmentCancelled',
  unassigned: 'appointmentCancelled',
  contractorDeleted: 'appointmentCancelled',
  handedBack: 'appointmentCancelled',
  cancelled: 'appointmentCancelled',
  noAccess: 'appointmentMissed',
  returnNeeded: 'appointmentKept',
  completed: 'appointmentKept',
  completedWithQuote: 'appointmentKept',
  markedComplete: 'appointmentKept',
}

test.each(Object.entries(ENDS))('%s: %s', async (event, end) => {
  const before =
    event === 'markedComplete'
      ? await bookVisit(cast.contractor, (await quoteWork(cast)).work.id, tomorrow())
      : await booked()
  const leaves = ['unassigned', 'contractorDeleted', 'handedBack'].includes(event)
  const after = await moved(cast, before.id, event as JobEvent, cast.admin, {
    ...(leaves && { set: { contractorId: null } }),
    detail: { reason: 'A reason.' },
  })
  expect(after).toMatchObject({ appointmentId: null, appointmentStartsAt: null, appointmentEndsAt: null })
  expect((await timeline(before.id)).at(-1)).toBe(end)
  const sent = await mails()
  if (end !== 'appointmentCancelled') return expect(sent).toEqual([])
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    to: cast.agent.email,
    reason: 'A reason.',
    contractorName: 'Carl Mason',
    path: `/jobs/${before.id}`,
    calendar: { method: 'CANCEL', uid: before.appointmentId, sequence: 2 },
  })
})

/** Taking back is refused once a visit was booked: it gives back the one that was booked before. */
const NOT_ONCE_BOOKED: JobEvent[] = ['takenBack', 'takenBackAssigned', 'takenBackStarted']

test('only starting leaves a booked visit as it is, of all that a job in hand may meet', async () => {
  const meets = (Object.keys(TRANSITIONS) as JobEvent[]).filter((event) =>
    TRANSITIONS[event].from.some((status: string) => status === 'assigned' || status === 'in_progress'),
  )
  const unended = meets.filter((event) => !(event in ENDS))
  expect(unended.filter((event) => !NOT_ONCE_BOOKED.includes(event))).toEqual(['started'])
  const before = await booked()
  await startJob(cast.contractor, before.id)
  const [after] = await db.select().from(jobs).where(eq(jobs.id, before.id))
  expect(after).toMatchObject({ appointmentId: before.appointmentId, appointmentSequence: 1 })
})

test('without a booked visit nobody is told of one', async () => {
  const { id } = await aJob(cast, 'assigned')
  await unassignJob(cast.admin, id)
  expect(await mails()).toEqual([])
  expect(await timeline(id)).not.toContain('appointmentCancelled')
})

describe('by what people do', () => {
  test('given to another: the agent is told whose visit does not take place, the timeline when it was', async () => {
    const { id } = await booked()
    await assignJob(cast.admin, id, (await aContractor({ firstName: 'Dee' })).id)
    expect(await mails()).toMatchObject([{ contractorName: 'Carl Mason' }])
    const events = await db.query.jobEvents.findMany({
      where: (row, { eq }) => eq(row.jobId, id),
      orderBy: (row) => row.id,
    })
    const [first] = events.filter(({ event }) => event === 'appointmentBooked')
    expect(first!.detail).toEqual({ when: appointmentWords(tomorrow()) })
    expect(events.at(-1)).toMatchObject({ event: 'appointmentCancelled', actorId: cast.admin.id })
  })

  test('cancelled by an administrator, with the reason', async () => {
    const { id } = await booked('in_progress')
    await cancelJob(cast.admin, id, 'The house was sold.')
    expect(await mails()).toMatchObject([{ reason: 'The house was sold.' }])
  })

  test('deleted for good: the calendar is told, and leads to the list', async () => {
    const before = await booked()
    await deleteJob(cast.admin, before.id)
    expect(await mails()).toMatchObject([
      { path: '/jobs', reason: 'The job was deleted.', calendar: { method: 'CANCEL', uid: before.appointmentId } },
    ])
  })

  test('deleted by its agent: so is hers', async () => {
    const { id } = await booked()
    await deleteJob(cast.agent, id)
    expect(await mails()).toMatchObject([{ to: cast.agent.email, path: '/jobs' }])
  })

  test('the contractor leaves', async () => {
    await booked()
    await booked('in_progress')
    await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
    expect(await mails()).toHaveLength(2)
    expect(await db.$count(jobs, eq(jobs.appointmentSequence, 1))).toBe(2)
  })

  test.each([
    ['without a quote', completion()],
    ['with one', withQuote()],
  ])('done %s', async (_, sent) => {
    const { id } = await booked()
    await complete(cast.contractor, id, sent)
    expect((await timeline(id)).filter((event) => event.startsWith('appointment')).at(-1)).toBe('appointmentKept')
    expect(await mails()).toEqual([])
  })

  test('quote work done', async () => {
    const { work } = await quoteWork(cast)
    await bookVisit(cast.contractor, work.id, tomorrow())
    await markJobComplete(cast.contractor, work.id)
    expect((await timeline(work.id)).at(-1)).toBe('appointmentKept')
  })
})
