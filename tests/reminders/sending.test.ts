import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { reminders, users } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { londonTime } from '#src/domain/dates.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { remind, remindEverybody } from '#src/reminders/actions.ts'
import { reminderTask } from '#src/reminders/task.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, anAdmin, anAgent, finishedQuoteWork, quoteWork } from '#tests/support/world.ts'
import { remindersSent, roundOf, since } from './world.ts'

const cast = castOfEachTest()
const MONDAY = '2027-03-08'
const long = { waitingSince: londonTime('2027-03-01', '09:00'), visitBy: null }
const latest = londonTime('2027-03-04', '08:00')

async function waiting(status: Parameters<typeof aJob>[1], by = cast, values = {}) {
  const { id } = await aJob(by, status)
  await since(id, { ...long, ...values })
  return id
}

/** Who was told, and of how much. */
async function told(day = MONDAY): Promise<Record<string, number>> {
  const before = (await remindersSent()).length
  await remindEverybody(roundOf(day))
  const sent = (await remindersSent()).slice(before)
  return Object.fromEntries(sent.map(({ contractorEmail, content }) => [contractorEmail, content.waiting!.count]))
}

const change = (user: Actor, values: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(values).where(eq(users.id, user.id))

describe('who gets an e-mail', () => {
  test('each side one, with all that waits on it', async () => {
    for (const status of ['pending', 'assigned', 'in_progress', 'quote_pending', 'completed'] as const)
      await waiting(status)
    expect(await told()).toEqual({
      [cast.contractor.email!]: 2,
      [cast.agent.email!]: 1,
      [cast.admin.email!]: 1,
    })
    const [first] = (await remindersSent()).filter(({ contractorEmail }) => contractorEmail === cast.contractor.email)
    expect(first!.content).toMatchObject({ recipientName: 'Carl Mason', path: '/' })
    expect(first!.content.waiting!.lines.map(({ heading }) => heading)).toEqual([
      'Please book a visit',
      'Please finish the work',
    ])
  })

  test('nobody when nothing waits, or only since less than two working days', async () => {
    for (const status of ['pending', 'assigned', 'quote_pending'] as const)
      await waiting(status, cast, { waitingSince: new Date(latest.getTime() + 1) })
    expect(await told()).toEqual({})
    expect(await db.$count(reminders)).toBe(0)
  })

  test('everybody but who turned them off, has no e-mail address or has left', async () => {
    for (const values of [{ reminders: false }, { email: null }, { deletedAt: new Date() }]) {
      const contractor = await aContractor()
      await waiting('assigned', { ...cast, contractor })
      await change(contractor, values)
    }
    await waiting('assigned')
    expect(await told()).toEqual({ [cast.contractor.email!]: 1 })
  })

  test('no agent of a job that they removed, nor its agent before', async () => {
    await waiting('quote_pending', cast, { hiddenFromEstateAgent: 'yes' })
    const id = await waiting('quote_pending')
    const receiver = await anAgent()
    await since(id, { estateAgentId: receiver.id })
    expect(await told()).toEqual({ [receiver.email!]: 1 })
  })

  test('a contractor of quote work, and not again of the job that it came from', async () => {
    const { parent, work } = await quoteWork(cast)
    for (const { id } of [parent, work]) await since(id, long)
    expect(await told()).toEqual({ [cast.contractor.email!]: 1 })
    expect((await remindersSent())[0]!.content.waiting!.lines[0]!.path).toBe(`/jobs/${work.id}`)
  })

  test('each administrator, of what is late whoever has it', async () => {
    const second = await anAdmin()
    await waiting('assigned', cast, { visitBy: londonTime('2027-03-07', '23:59'), waitingSince: latest })
    await waiting('assigned', cast, { visitBy: londonTime('2027-03-08', '08:00') })
    expect(await told()).toEqual({ [cast.contractor.email!]: 2, [cast.admin.email!]: 1, [second.email!]: 1 })
  })

  test('administrators of invoices on the first working day of a month, in one line', async () => {
    for (const id of [
      await waiting('completed'),
      await waiting('completed'),
      (await finishedQuoteWork(cast)).parent.id,
    ])
      await since(id, long)
    expect(await told()).toEqual({})
    expect(await told('2027-04-01')).toEqual({ [cast.admin.email!]: 1 })
    expect((await remindersSent()).at(-1)!.content.waiting!.lines).toEqual([
      expect.objectContaining({ heading: 'To invoice', title: '3 completed jobs', path: '/?tab=visits' }),
    ])
    expect(await told('2027-04-06')).toEqual({})
    expect(await told('2027-05-04')).toEqual({ [cast.admin.email!]: 1 })
  })
})

test('of many the first twenty are shown, and how many more there are', async () => {
  const jobs = await Promise.all(Array.from({ length: 24 }, () => waiting('pending')))
  await since(jobs[23]!, { visitBy: londonTime('2027-03-05', '12:00') })
  expect(await told()).toEqual({ [cast.admin.email!]: 24 })
  const { lines, count } = (await remindersSent())[0]!.content.waiting!
  expect([lines.length, count]).toEqual([20, 24])
  expect(lines[0]!.path).toBe(`/admin/jobs/${jobs[23]}`)
})

describe('never the same thing twice in two working days', () => {
  test('not on the same day, nor on the next, but on the third', async () => {
    await waiting('assigned')
    const days = [MONDAY, MONDAY, '2027-03-09', '2027-03-10', '2027-03-11', '2027-03-12', '2027-03-15', '2027-03-16']
    const counts: number[] = []
    for (const day of days) counts.push(Object.keys(await told(day)).length)
    expect(counts).toEqual([1, 0, 0, 1, 0, 1, 0, 1])
  })

  test('a second e-mail has only what became due since the first', async () => {
    await waiting('assigned')
    expect(await told()).toEqual({ [cast.contractor.email!]: 1 })
    const id = await waiting('in_progress', cast, { waitingSince: londonTime('2027-03-04', '12:00') })
    expect(await told('2027-03-09')).toEqual({ [cast.contractor.email!]: 1 })
    expect((await remindersSent()).at(-1)!.content.waiting!.lines[0]!.path).toBe(`/jobs/${id}`)
  })

  test('one e-mail a day, also of what becomes due after it', async () => {
    await waiting('assigned')
    await told()
    await waiting('in_progress')
    expect(await told()).toEqual({})
    expect(await told('2027-03-09')).toEqual({ [cast.contractor.email!]: 1 })
  })
})

test('many who come at once tell each person once', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => aContractor()))
  for (const contractor of people) await waiting('assigned', { ...cast, contractor })
  const round = roundOf(MONDAY)
  const counts = await Promise.all(Array.from({ length: 6 }, () => remindEverybody(round)))
  expect(counts.reduce((sum, count) => sum + count)).toBe(5)
  expect((await remindersSent()).map(({ contractorEmail }) => contractorEmail).sort()).toEqual(
    people.map(({ email }) => email!).sort(),
  )
})

test('jobs that are deleted meanwhile are told or not, and nothing fails', async () => {
  const ids = await Promise.all(Array.from({ length: 12 }, () => waiting('pending')))
  const round = roundOf(MONDAY)
  await Promise.all([
    ...ids.map((id) => deleteJob(cast.admin, id)),
    ...Array.from({ length: 4 }, () => remind(cast.admin.id, round)),
  ])
  expect((await remindersSent()).length).toBeLessThanOrEqual(1)
  expect(await db.$count(reminders)).toBe(0)
})

test('the task looks at the clock: nothing before eight or on days off, once on a day, and later if it was down', async () => {
  await waiting('assigned')
  let now = londonTime(MONDAY, '07:50')
  const run = reminderTask(() => now)
  const minutes = async () => [(await run()) / 60_000, (await remindersSent()).length]
  expect(await minutes()).toEqual([10, 0])
  now = londonTime(MONDAY, '08:00')
  expect(await minutes()).toEqual([15, 1])
  // Whoever has been told of less on that day waits until the next.
  const contractor = await aContractor()
  await waiting('assigned', { ...cast, contractor })
  now = londonTime(MONDAY, '08:15')
  expect(await minutes()).toEqual([15, 1])
  // Started again on the same day.
  const other = reminderTask(() => now)
  now = londonTime(MONDAY, '17:50')
  await other()
  expect((await remindersSent()).length).toBe(2)
  now = londonTime('2027-03-10', '18:00')
  expect(await minutes()).toEqual([15, 2])
  now = londonTime('2027-03-13', '09:00')
  expect(await minutes()).toEqual([15, 2])
})
