import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { certificateExcuses, certificateJobs, certificates, emailNotifications, jobs, queuedWork } from '#db/schema.ts'
import { endOfDay } from '#src/domain/dates.ts'
import { issueOf } from '#src/domain/property/certificate/raised.ts'
import { isTimeToRaise } from '#src/domain/property/certificate/renewal.ts'
import { assignJob, cancelJob } from '#src/jobs/actions.ts'
import { giveToNewAgents } from '#src/jobs/assignment/hand-over.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { changeCertificate } from '#src/properties/certificates/actions.ts'
import { queueEnding, raiseForCertificate } from '#src/properties/certificates/raise.ts'
import { read } from '#tests/checklist/reading.ts'
import { notified, timeline } from '#tests/jobs/notified.ts'
import { signedInAs } from '#tests/support/app.ts'
import { ROOT } from '#tests/support/root.ts'
import { dayIn } from '#tests/support/times.ts'
import { aCast, aJob, anAgent, statusOf, withQuote } from '#tests/support/world.ts'
import { certify, ending, ROSE_COTTAGE } from './at-rose-cottage.ts'

const queued = async () =>
  (await db.select().from(queuedWork).where(sql`kind = 'certificate'`)).map(({ subject }) => subject)
const raised = () => db.select().from(jobs).orderBy(jobs.createdAt)

/** As the queue would. */
async function raiseAll(): Promise<void> {
  await queueEnding()
  for (const id of await queued()) await raiseForCertificate(id)
  await db.delete(queuedWork)
}

test.each([
  ['2027-05-01', '2027-03-02', true],
  ['2027-05-01', '2027-03-01', false],
  ['2027-05-01', '2027-06-01', true],
  ['2028-02-29', '2027-12-30', true],
  ['2028-02-29', '2027-12-29', false],
  ['2027-04-30', '2027-03-01', true],
])('for the end %s it is on %s time to raise: %p', (end, day, isTime) => {
  expect(isTimeToRaise(end, 2, day)).toBe(isTime)
  expect(isTimeToRaise(end, 0, day)).toBe(false)
})

test('a job is raised for what ends soon, with trade, words and the day, and none for what ends later', async () => {
  const agent = await anAgent()
  const { id } = await certify(agent, ending(40))
  await certify(agent, { kind: 'alarms', doneOn: dayIn(-100) })
  await queueEnding()
  expect(await queued()).toEqual([id])
  await raiseAll()
  const [job, ...others] = await raised()
  expect(others).toEqual([])
  expect(job).toMatchObject({
    ...{ estateAgentId: agent.id, estateAgency: 'Rightway Lettings', propertyKey: ROSE_COTTAGE.key },
    ...{ contractorType: 'heating_gas', status: 'pending', visitBy: endOfDay(dayIn(40)) },
  })
  expect(job!.issueDescription).toStartWith('Gas safety is due: what was done on ')
  await raiseAll()
  expect(await raised()).toHaveLength(1)
})

test('a job keeps its certificate’s day when its urgency changes, and when a hazard was marked and taken back', async () => {
  const agent = await anAgent()
  await certify(agent, ending(3))
  await raiseAll()
  const { id } = (await raised())[0]!
  const visitBy = async () => (await db.query.jobs.findFirst({ where: eq(jobs.id, id) }))!.visitBy
  const own = endOfDay(dayIn(3))
  await editJob(agent, id, { urgency: 'low' })
  expect(await visitBy()).toEqual(own)
  await changeHazard(agent, id, { level: 'emergency', kinds: ['gas'] })
  expect(+(await visitBy())!).toBeLessThan(+own)
  await changeHazard(agent, id, { level: 'none', reason: 'It was the cooker next door.' })
  expect(await visitBy()).toEqual(own)
  await editJob(agent, id, { urgency: 'high' })
  expect(+(await visitBy())!).toBeLessThan(+own)
})

test('the end that the database finds is the end that the words find', async () => {
  const agent = await anAgent()
  const ends = Array.from({ length: 10 }, (_, n) => dayIn(56 + n))
  for (const [n, endsOn] of ends.entries())
    await certify(agent, { kind: 'other', name: `Lift ${n}`, doneOn: dayIn(-10), endsOn })
  await queueEnding()
  expect(await queued()).toHaveLength(ends.filter((end) => isTimeToRaise(end, 2, dayIn(0))).length)
})

test('a clock that has jumped ahead raises nothing early', async () => {
  await certify(await anAgent(), ending(200))
  await queueEnding(dayIn(199))
  expect(await queued()).toEqual([])
})

test('an outage of days is made up for, and a certificate that has ended already has a job of the usual target', async () => {
  await certify(await anAgent(), { doneOn: '2024-05-01' })
  await raiseAll()
  const [job] = await raised()
  expect(job!.issueDescription).toContain('ended on 01/05/2025')
  expect(job!.visitBy!.getTime()).toBeGreaterThan(Date.now())
})

test('none is raised while one is open, nor again for the same end after it was called off or deleted', async () => {
  const cast = await aCast()
  const { id } = await certify(cast.agent, ending(40))
  await raiseAll()
  const [first] = await raised()
  const sent = { kind: 'gas_safety', name: '', months: null, doneBy: null, reference: null } as const
  const unlike = { ...sent, unsatisfactory: false, remedyBy: null, doneOn: dayIn(-325), endsOn: dayIn(41) }
  await changeCertificate(cast.agent, id, unlike)
  await raiseAll()
  expect(await raised()).toHaveLength(1)
  await cancelJob(cast.agent, first!.id, 'The landlord does it')
  await raiseAll()
  // Another end than the first one's.
  expect(await raised()).toHaveLength(2)
  const second = (await raised()).find(({ id: one }) => one !== first!.id)!
  await deleteJob(cast.agent, second.id)
  await raiseAll()
  await changeCertificate(cast.agent, id, { ...unlike, endsOn: dayIn(40) })
  await raiseAll()
  expect(await raised()).toHaveLength(1)
})

test('nothing is raised for what is not here, what another does, or what has been renewed', async () => {
  const agent = await anAgent()
  const place = { agencyKey: 'rightway lettings', propertyKey: ROSE_COTTAGE.key }
  await db.insert(certificateExcuses).values([
    { ...place, kind: 'gas_safety', excuse: 'not_here' },
    { ...place, kind: 'alarms', excuse: 'elsewhere' },
  ])
  await certify(agent, ending(10))
  await certify(agent, { kind: 'alarms', doneOn: '2024-05-01' })
  await certify(agent, { kind: 'epc', doneOn: '2016-05-01' })
  await certify(agent, { kind: 'epc', doneOn: '2026-05-01' })
  await raiseAll()
  expect(await raised()).toEqual([])
})

test('an unsatisfactory electrical report raises a job with its own day, once', async () => {
  const agent = await anAgent()
  const report = { kind: 'electrical', doneOn: dayIn(-3), endsOn: dayIn(1500), unsatisfactory: true, reference: 'EL-9' }
  const { id } = await certify(agent, report)
  expect(await queued()).toEqual([id])
  await raiseAll()
  await raiseForCertificate(id)
  const all = await raised()
  expect(all).toMatchObject([{ contractorType: 'electrical', visitBy: endOfDay(dayIn(25)) }])
  const issue = issueOf({ ...report, kind: 'electrical', name: '' }, 'remedy', dayIn(25), dayIn(0))
  expect(all[0]!.issueDescription).toBe(issue)
  const other = { ...ROSE_COTTAGE, key: 'elsewhere', propertyAddress: 'Elsewhere 1' }
  await certify(agent, { ...report, remedyBy: dayIn(7) }, other)
  await raiseAll()
  expect((await raised()).map(({ visitBy }) => visitBy)).toEqual([endOfDay(dayIn(25)), endOfDay(dayIn(7))])
})

test('a second unsatisfactory report has its job once the first one’s is closed, and a day corrected meanwhile none', async () => {
  const agent = await anAgent()
  const bad = { kind: 'electrical', endsOn: dayIn(1500), unsatisfactory: true, reference: 'EL-9' } as const
  const { id } = await certify(agent, { ...bad, doneOn: dayIn(-20) })
  await raiseAll()
  const values = { ...bad, name: '', months: null, doneBy: null, doneOn: dayIn(-20), remedyBy: dayIn(9) }
  await changeCertificate(agent, id, values)
  await raiseAll()
  const close = async () => cancelJob(agent, (await raised()).at(-1)!.id, 'Put right')
  const days = async () => (await raised()).map(({ visitBy }) => visitBy)
  await close()
  await raiseAll()
  expect(await days()).toEqual([endOfDay(dayIn(8))])

  await certify(agent, { ...bad, doneOn: dayIn(-10), remedyBy: dayIn(15) })
  await raiseAll()
  await certify(agent, { ...bad, doneOn: dayIn(-1), remedyBy: dayIn(20) })
  await raiseAll()
  const open = [8, 15].map((n) => endOfDay(dayIn(n)))
  expect(await days()).toEqual(open)
  await close()
  await raiseAll()
  await close()
  await raiseAll()
  expect(await days()).toEqual([...open, endOfDay(dayIn(20))])
})

test('the job is its newest agent’s there, and an agency that nobody is in has one for administrators', async () => {
  const cast = await aCast()
  const [first, gone] = [await anAgent({ company: 'Harbour' }), await anAgent({ company: 'Harbour' })]
  await aJob({ ...cast, agent: gone }, 'completed', { job: { estateAgency: 'harbour' } })
  await certify(first, ending(5))
  await raiseAll()
  expect((await raised()).at(-1)).toMatchObject({ estateAgentId: gone.id, estateAgency: 'Harbour' })
  const alone = await anAgent({ company: 'Nobody & Sons' })
  await certify(alone, ending(5))
  await db.execute(sql`update users set deleted_at = now() where id = ${alone.id}`)
  await raiseAll()
  expect((await raised()).at(-1)).toMatchObject({ estateAgentId: null, estateAgentName: 'Nobody & Sons' })
})

test('what nobody would decide on takes no quote; who joins the agency gets it and decides', async () => {
  const { contractor, admin } = await aCast()
  const carl = await signedInAs(contractor)
  const [alone, other] = [await anAgent({ company: 'Nobody & Sons' }), await anAgent()]
  for (const agent of [alone, other]) await certify(agent, ending(5))
  await db.execute(sql`update users set deleted_at = now() where id = ${alone.id}`)
  await raiseAll()
  const { id } = (await raised()).find(({ estateAgentId }) => !estateAgentId)!
  await assignJob(admin, id, contractor.id)
  const complete = (body: object) => carl.post(`/api/jobs/${id}/complete`, body)
  const NOBODY = 'No estate agent of this agency is on Fettle yet to decide on a quote.'
  const refused = await complete(withQuote())
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(NOBODY)])
  const form = { happened: 'done', workDone: 'Looked at it', needsQuote: 'yes', quoteAmount: '80' }
  const shown = await read(carl.submit(`/jobs/${id}/complete`, { ...form, quoteDescription: 'A new valve' }))
  expect([shown.status, shown.words]).toEqual([409, expect.stringContaining(NOBODY)])
  expect(shown.html).toContain('Looked at it')
  await giveToNewAgents()
  const rowOf = async () => (await raised()).find((job) => job.id === id)!
  expect(await rowOf()).toMatchObject({ status: 'assigned', estateAgentId: null })

  await db.delete(emailNotifications)
  const joined = await anAgent({ company: ' nobody & sons', firstName: 'Nina' })
  await giveToNewAgents()
  expect(await rowOf()).toMatchObject({ estateAgentId: joined.id, estateAgentName: 'Nina Hart' })
  expect(await timeline(id)).toContain('handedOver')
  expect(await notified()).toEqual([`jobs_handed_over → ${joined.email}`])
  expect((await complete(withQuote())).status).toBe(200)

  // As an earlier version left it.
  await db.execute(sql`update jobs set estate_agent_id = null where id = ${id}`)
  await giveToNewAgents()
  const [quote] = (await jobVisibleTo(joined, id)).quotes
  expect((await (await signedInAs(joined)).patch(`/api/quotes/${quote!.id}/approve`)).status).toBe(200)
})

test('what nobody decides on is completed without a quote', async () => {
  const { contractor, admin } = await aCast()
  const alone = await anAgent({ company: 'Nobody & Sons' })
  await certify(alone, ending(5))
  await db.execute(sql`update users set deleted_at = now() where id = ${alone.id}`)
  await raiseAll()
  const { id } = (await raised())[0]!
  await assignJob(admin, id, contractor.id)
  const sent = await (await signedInAs(contractor)).post(`/api/jobs/${id}/complete`, { workDone: 'Tested.' })
  expect([sent.status, await statusOf(id)]).toEqual([200, 'completed'])
})

const MANY = 40

async function aServer(): Promise<{ rounds: (count: number) => Promise<void>; kill: () => Promise<unknown> }> {
  const child = Bun.spawn([process.execPath, join(ROOT, 'tests/properties/certificates/raising-process.ts')], {
    ...{ cwd: ROOT, env: { ...process.env }, stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' },
  })
  const lines = child.stdout.getReader()
  let seen = ''
  const rounds = async (count: number) => {
    while (seen.split('round').length <= count) {
      const { value, done } = await lines.read()
      if (done) throw new Error('The server ended')
      seen += new TextDecoder().decode(value)
    }
  }
  const kill = () => {
    child.kill('SIGKILL')
    return child.exited
  }
  return { rounds, kill }
}

test(`of ${MANY} ends each has one job, while three servers raise them at once, and one is killed and started again`, async () => {
  const agent = await anAgent()
  for (let n = 0; n < MANY; n++)
    await certify(agent, ending(n - 20), { ...ROSE_COTTAGE, key: `flat${n}`, propertyAddress: `Flat ${n}, Mill Lane` })
  const servers = await Promise.all([aServer(), aServer()])
  const own = Promise.all(
    Array.from({ length: 4 }, async () => {
      await queueEnding()
      const all = await db.select({ id: certificates.id }).from(certificates)
      for (const { id } of all.toSorted(() => Math.random() - 0.5)) await raiseForCertificate(id)
    }),
  )
  await servers[0]!.kill()
  const again = await aServer()
  await Promise.all([own, servers[1]!.rounds(3), again.rounds(3)])
  await Promise.all([servers[1]!.kill(), again.kill()])
  const count = await db.$count(jobs)
  const perHome = await db
    .select({ key: certificateJobs.propertyKey, jobs: sql<number>`count(${certificateJobs.jobId})::int` })
    .from(certificateJobs)
    .groupBy(certificateJobs.propertyKey)
  expect([count, perHome.length, perHome.filter(({ jobs: one }) => one !== 1)]).toEqual([MANY, MANY, []])
  expect(await db.$count(jobs, eq(jobs.estateAgentId, agent.id))).toBe(MANY)
})
