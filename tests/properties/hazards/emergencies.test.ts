import { expect, setSystemTime, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobs, queuedWork } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { daysLater, londonTime, today } from '#src/domain/dates.ts'
import { nextReminderAt } from '#src/domain/property/hazard/emergency.ts'
import { targetDay } from '#src/domain/property/hazard/state.ts'
import { assignJob, cancelJob, unassignJob } from '#src/jobs/actions.ts'
import { remindOfEmergency } from '#src/jobs/hazards/emergency.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import type { HazardChange } from '#src/jobs/hazards/hazard-input.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { mailedSecret } from '#src/links/mailed.ts'
import { claim } from '#src/queue/queue.ts'
import { itemsFor } from '#src/reminders/queries.ts'
import { handJobBack } from '#src/visits/hand-back.ts'
import { read } from '#tests/checklist/reading.ts'
import { forgetNotified, lastMessage, notified } from '#tests/jobs/notified.ts'
import { comingRound } from '#tests/reminders/world.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'

const cast = castOfEachTest()
const told = () => db.$count(emailNotifications, sql`email_type = 'hazard_emergency'`)
const waits = () => db.$count(queuedWork, sql`kind = 'hazard'`)

test.each([
  ['in two hours', '2026-11-26T09:00:00Z', '2026-11-26T11:00:00.000Z'],
  ['at seven, not in the night', '2026-11-26T21:00:00Z', '2026-11-27T07:00:00.000Z'],
  ['at seven, before the day begins', '2026-11-26T03:00:00Z', '2026-11-26T07:00:00.000Z'],
  ['at seven of summer time', '2027-03-27T21:30:00Z', '2027-03-28T06:00:00.000Z'],
])('administrators are told again %s', (_, now, next) => {
  expect(nextReminderAt(new Date(now)).toISOString()).toBe(next)
})

test('an emergency is told at once and again, until somebody has it', async () => {
  const { id } = await aJob(cast, 'pending')
  await changeHazard(cast.agent, id, { level: 'emergency', kinds: ['electrics'] })
  expect([await told(), await waits()]).toEqual([1, 1])
  const [mail] = await db.select().from(emailNotifications)
  expect((await (await signedInAs(cast.admin)).get(mail!.content.path)).status).toBe(200)
  await remindOfEmergency(id)
  expect([await told(), await waits()]).toEqual([2, 1])
  await assignJob(cast.admin, id, cast.contractor.id)
  await remindOfEmergency(id)
  expect(await told()).toBe(2)
})

const BACK: [string, (id: string) => Promise<unknown>][] = [
  ['handed back', (id) => handJobBack(cast.contractor, id, 'I am ill.')],
  ['withdrawn', (id) => unassignJob(cast.admin, id)],
  ['returned by a deleted account', () => deleteAccount(cast.admin, cast.contractor.id, 'contractor')],
  [
    'cancelled and reopened',
    async (id) => {
      await cancelJob(cast.admin, id, 'Raised twice')
      await reopenJob(cast.admin, id, { reason: 'It was not' })
    },
  ],
]

test.each(BACK)('an emergency that is %s is told at once and again, in one row of the queue', async (_, giveBack) => {
  const { id } = await aJob(cast, 'assigned')
  await changeHazard(cast.agent, id, { level: 'emergency', kinds: ['electrics'] })
  expect([await told(), await waits()]).toEqual([0, 0])
  await giveBack(id)
  expect([await told(), await waits()]).toEqual([1, 1])
  await assignJob(cast.admin, id, (await aContractor()).id)
  await unassignJob(cast.admin, id)
  expect([await told(), await waits()]).toEqual([2, 1])
})

test('an emergency that was made safe is told no more, until it is not safe after all', async () => {
  const { id } = await aJob(cast, 'pending')
  await changeHazard(cast.agent, id, { level: 'emergency', kinds: ['electrics'] })
  await changeHazard(cast.agent, id, { safeAt: new Date() })
  await remindOfEmergency(id)
  expect(await told()).toBe(1)
  await changeHazard(cast.agent, id, { safeAt: null, reason: 'It was another job' })
  expect(await told()).toBe(2)
})

test('a contractor reads of the hazard in the e-mail about a new job, in its subject and behind its link', async () => {
  const { id } = await aJob(cast, 'pending')
  await changeHazard(cast.agent, id, { level: 'emergency', kinds: ['electrics'] })
  const [job] = await db.select().from(jobs)
  const due = `Emergency hazard, due by ${targetDay(job!.hazardDue!)}`
  await assignJob(cast.admin, id, cast.contractor.id)
  const { emailType, content } = await lastMessage()
  const { subject, html, text } = composeEmail(emailType, content, '')
  expect(subject).toBe(`EMERGENCY: New job ${job!.jobRef}, ${job!.propertyName}`)
  for (const said of [html, text]) expect(said).toContain(due)
  expect((await read(await stranger.get(`/answer-job/${mailedSecret(content.answerId!)}`))).words).toContain(due)
})

test('the contractor who has a job is told by e-mail when a hazard is marked in it and when it rises', async () => {
  const { id } = await aJob(cast, 'in_progress')
  await forgetNotified()
  const mark = async (change: HazardChange) => {
    await changeHazard(cast.agent, id, change)
    const told = await notified()
    const says = told.length ? (await lastMessage()).content.changes : undefined
    await forgetNotified()
    return [...told, says]
  }
  const mail = `job_changed → ${cast.contractor.email}`
  const rises = /^Hazard: Significant hazard, due by .* → Emergency hazard, due by /
  expect(await mark({ level: 'significant' })).toEqual([
    mail,
    expect.stringMatching(/^Hazard: none → Significant hazard, due by /),
  ])
  expect(await mark({ kinds: ['damp'] })).toEqual([undefined])
  expect(await mark({ level: 'emergency' })).toEqual([mail, expect.stringMatching(rises)])
  expect(await mark({ level: 'significant', reason: 'Nobody lives there.' })).toEqual([undefined])
})

test('an emergency of the evening is left alone until seven next morning', async () => {
  const { id } = await aJob(cast, 'pending')
  const evening = londonTime(daysLater(today(), 1), '21:00')
  try {
    setSystemTime(evening)
    await changeHazard(cast.agent, id, { level: 'emergency', kinds: ['electrics'] })
  } finally {
    setSystemTime()
  }
  expect((await claim('hazard', 5, 60_000, [])).claims).toEqual([])
  const [row] = await db.select({ runAt: queuedWork.runAt }).from(queuedWork).where(sql`kind = 'hazard'`)
  const night = nextReminderAt(evening).getTime() - evening.getTime()
  expect((row!.runAt.getTime() - Date.now() - night) / 60_000).toBeCloseTo(0, 0)
})

test('a hazard past a target is shown on rows and first screens, and told by reminders', async () => {
  const { id } = await aJob(cast, 'in_progress')
  const awareAt = new Date(Date.now() - 30 * 3_600_000)
  await changeHazard(cast.agent, id, { level: 'emergency', awareAt })
  for (const [who, path] of [
    ['agent', '/jobs'],
    ['contractor', '/jobs'],
    ['admin', '/admin/jobs'],
  ] as const)
    expect([path, (await read((await signedInAs(cast[who])).get(path))).words]).toEqual([
      path,
      expect.stringContaining('Emergency hazard, late since'),
    ])
  const { words } = await read((await signedInAs(cast.admin)).get('/'))
  expect(words).toContain('1 hazard')
  expect(words).toContain('1 past a target')
  const round = comingRound()
  for (const role of ['admin', 'estate_agent'] as const) {
    const person = { id: role === 'admin' ? cast.admin.id : cast.agent.id, role } as never
    expect(await itemsFor(db, person, round)).toMatchObject([{ jobId: id, need: 'hazard' }])
  }
  expect(await db.$count(jobs, sql`hazard_due is not null`)).toBe(1)
})
