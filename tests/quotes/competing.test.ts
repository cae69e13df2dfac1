import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, quotes } from '#db/schema.ts'
import { askCompetingQuote } from '#src/jobs/assignment/competing.ts'
import { hazardTargetBackfill } from '#src/jobs/backfill/hazard-targets.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { hazardOf } from '#src/jobs/hazards/hazard-of-job.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { approveQuote, declineQuote } from '#src/quotes/actions.ts'
import { markJobComplete } from '#src/visits/actions.ts'
import { forgetNotified, notified, timeline } from '#tests/jobs/notified.ts'
import { signedInAs } from '#tests/support/app.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { aCast, aContractor, aJob, anAgent, complete, statusOf, withQuote } from '#tests/support/world.ts'
import { aFamily, quoteOf } from './family.ts'

describe('approving one', () => {
  test('declines the other quotes and calls off who has not quoted, and tells everybody why', async () => {
    const cast = await aCast()
    const { dee, tom, root, hers, his } = await aFamily(cast)
    await forgetNotified()
    const agent = await signedInAs(cast.agent)
    expect((await agent.patch(`/api/quotes/${(await quoteOf(hers.id)).id}/approve`)).status).toBe(200)
    expect([await statusOf(root.id), await statusOf(hers.id), await statusOf(his.id)]).toEqual([
      'completed',
      'quote_approved',
      'cancelled',
    ])
    expect(await quoteOf(root.id)).toMatchObject({ status: 'declined', reason: 'Another quote was accepted' })
    expect(await quoteOf(hers.id)).toMatchObject({ status: 'approved', reason: null })
    expect((await jobVisibleTo(tom, his.id)).cancelReason).toBe('Another quote was accepted')
    expect((await notified()).sort()).toEqual(
      [
        `quote_declined → ${cast.contractor.email}`,
        `job_cancelled → ${tom.email}`,
        `job_cancelled → ${cast.admin.email}`,
        `quote_approved → ${dee.email}`,
      ].sort(),
    )
    const messages = await db.query.emailNotifications.findMany()
    for (const { emailType, content } of messages)
      expect([emailType, content.reason]).toEqual([
        emailType,
        emailType === 'quote_approved' ? null : 'Another quote was accepted',
      ])
    expect((await timeline(root.id)).at(-1)).toBe('quoteDeclined: quote_pending > completed')
    // Their visits are billed all the same.
    const admin = await signedInAs(cast.admin)
    expect(await (await admin.get('/api/contractor-visits-invoicing')).json()).toHaveLength(2)
  })

  test('of three by three requests at once has one winner', async () => {
    const cast = await aCast()
    const agent = await signedInAs(cast.agent)
    for (let round = 0; round < 5; round++) {
      const { tom, root, hers, his } = await aFamily(cast)
      await complete(tom, his.id, withQuote({ quoteAmount: 200 }))
      const ids = await Promise.all([root, hers, his].map(async ({ id }) => (await quoteOf(id)).id))
      if (round % 2) ids.reverse()
      const answers = await Promise.all(ids.map((id) => agent.patch(`/api/quotes/${id}/approve`)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      const states = await Promise.all([root, hers, his].map(({ id }) => statusOf(id)))
      expect(states.sort()).toEqual(['completed', 'completed', 'quote_approved'])
      const lost = answers.find(({ status }) => status === 409)!
      expect(await lost.json()).toMatchObject({ message: 'This quote is already declined.' })
      await db.delete(jobs)
    }
  })
})

test('a competitor is told of an open hazard, and their work makes it safe', async () => {
  const cast = await aCast()
  const dee = await aContractor({ firstName: 'Dee' })
  const root = await aJob(cast, 'quote_pending')
  await changeHazard(cast.admin, root.id, { level: 'significant', kinds: ['damp'] })
  const hers = await askCompetingQuote(cast.admin, root.id, dee.id)
  expect(await (await signedInAs(dee)).get(`/jobs/${hers.id}`).then((page) => page.text())).toContain(
    'Significant hazard',
  )
  const hazard = async (id: string) => hazardOf(await jobVisibleTo(cast.admin, id))!
  const { investigatedAt, due } = await hazard(root.id)
  expect(await hazard(hers.id)).toMatchObject({ kinds: ['damp'], investigatedAt, due, safeAt: null })
  await complete(dee, hers.id, withQuote({}))
  await approveQuote(cast.agent, (await quoteOf(hers.id)).id)
  const [work] = await db.select().from(jobs).where(eq(jobs.parentJobId, hers.id))
  await markJobComplete(dee, work!.id)
  expect((await hazard(hers.id)).safeAt).not.toBeNull()
})

test('a competitor’s first visit is due by the urgency alone where the hazard was looked at before they were asked', async () => {
  const cast = await aCast()
  const root = await aJob(cast, 'quote_pending')
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
  await changeHazard(cast.admin, root.id, { level: 'significant', awareAt: ago(30) })
  await changeHazard(cast.admin, root.id, { investigatedAt: ago(25), reason: 'It was looked at before.' })
  const hers = await askCompetingQuote(cast.admin, root.id, (await aContractor()).id)
  const visitBy = async () => (await jobVisibleTo(cast.admin, hers.id)).visitBy!
  expect(+(await visitBy())).toBeGreaterThan(+hers.createdAt)
  await hazardTargetBackfill()()
  expect(+(await visitBy())).toBeGreaterThan(+hers.createdAt)
})

test.each(['safeAt', 'ending'] as const)('one whose hazard is over (%s) is told of none', async (how) => {
  const cast = await aCast()
  const root = await aJob(cast, 'quote_pending')
  await changeHazard(cast.admin, root.id, { level: 'significant', kinds: ['damp'] })
  const over = { safeAt: { safeAt: new Date() }, ending: { ending: 'not_found' as const } }
  await changeHazard(cast.admin, root.id, { ...over[how], reason: 'Seen to.' })
  const hers = await askCompetingQuote(cast.admin, root.id, (await aContractor()).id)
  expect((await jobVisibleTo(cast.admin, hers.id)).hazard).toBeNull()
})

describe('reopening one whose rival was approved', () => {
  const reason = 'It leaks again.'

  test('is refused until that work has ended', async () => {
    const cast = await aCast()
    const { dee, root, hers } = await aFamily(cast)
    const agent = await signedInAs(cast.agent)
    await approveQuote(cast.agent, (await quoteOf(hers.id)).id)
    const message = `Another quote for this repair was approved. Wait until the work of ${hers.jobRef} is done, or call it off first.`
    const refused = await agent.post(`/api/jobs/${root.id}/reopen`, { reason })
    expect([refused.status, await refusalOf(refused)]).toEqual([409, { message }])
    const form = await agent.get(`/jobs/${root.id}/reopen`)
    expect(form.status).toBe(409)
    expect(await form.text()).toContain(message)
    const work = (await db.query.jobs.findFirst({ where: eq(jobs.parentJobId, hers.id) }))!
    await markJobComplete(dee, work.id)
    expect((await agent.post(`/api/jobs/${root.id}/reopen`, { reason })).status).toBe(200)
  })

  test('at the same moment as its approval: the two are never open beside each other', async () => {
    const cast = await aCast()
    const agent = await signedInAs(cast.agent)
    for (let round = 0; round < 4; round++) {
      const { root, hers } = await aFamily(cast)
      await declineQuote(cast.agent, (await quoteOf(root.id)).id)
      const { id } = await quoteOf(hers.id)
      const reopen = () => agent.post(`/api/jobs/${root.id}/reopen`, { reason })
      const approve = () => agent.patch(`/api/quotes/${id}/approve`)
      await Promise.all((round % 2 ? [reopen, approve] : [approve, reopen]).map((act) => act()))
      expect(await statusOf(hers.id)).toBe('quote_approved')
      expect(['completed', 'cancelled']).toContain((await statusOf(root.id))!)
    }
  })
})

describe('of rivals', () => {
  test('one that is declined leaves the others', async () => {
    const cast = await aCast()
    const { root, hers, his } = await aFamily(cast)
    await declineQuote(cast.agent, (await quoteOf(root.id)).id)
    const states = await Promise.all([root, hers, his].map(({ id }) => statusOf(id)))
    expect(states).toEqual(['completed', 'quote_pending', 'assigned'])
    expect(await quoteOf(hers.id)).toMatchObject({ status: 'pending', reason: null })
  })

  test('one is approved while another is declined, completed or asked: nothing is left waiting', async () => {
    const cast = await aCast()
    const [agent, admin, ann] = [await signedInAs(cast.agent), await signedInAs(cast.admin), await aContractor()]
    for (let round = 0; round < 6; round++) {
      const { tom, root, hers, his } = await aFamily(cast)
      const toms = await signedInAs(tom)
      const [approved, ...others] = await Promise.all([
        agent.patch(`/api/quotes/${(await quoteOf(root.id)).id}/approve`),
        agent.patch(`/api/quotes/${(await quoteOf(hers.id)).id}/decline`),
        toms.post(`/api/jobs/${his.id}/complete`, withQuote({ quoteAmount: 200 })),
        admin.post(`/api/jobs/${root.id}/rivals`, { contractorId: ann.id }),
      ])
      expect(approved.status).toBe(200)
      for (const { status } of others) expect([200, 201, 409]).toContain(status)
      expect(await statusOf(root.id)).toBe('quote_approved')
      const left = await db.query.jobs.findMany({ where: eq(jobs.rivalOfJobId, root.id) })
      expect(left.filter(({ status }) => status !== 'completed' && status !== 'cancelled')).toEqual([])
      expect(await db.$count(quotes, eq(quotes.status, 'pending'))).toBe(0)
      await db.delete(jobs)
    }
  })

  test('those of two agents with the same contractors are approved at once', async () => {
    const [cast, other] = [await aCast(), await anAgent()]
    const first = await aFamily(cast)
    const { dee, tom } = first
    const root = await aJob({ ...cast, agent: other, contractor: tom }, 'quote_pending')
    const hers = await askCompetingQuote(cast.admin, root.id, dee.id)
    const carls = await askCompetingQuote(cast.admin, root.id, cast.contractor.id)
    await complete(dee, hers.id, withQuote())
    const answers = await Promise.all([
      (await signedInAs(cast.agent)).patch(`/api/quotes/${(await quoteOf(first.root.id)).id}/approve`),
      (await signedInAs(other)).patch(`/api/quotes/${(await quoteOf(hers.id)).id}/approve`),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([await statusOf(root.id), await statusOf(carls.id)]).toEqual(['completed', 'cancelled'])
  })

  test('the first is called off as well when it is asked for a new price or withdrawn', async () => {
    const cast = await aCast()
    const { root, hers } = await aFamily(cast)
    await db.update(quotes).set({ status: 'withdrawn' }).where(eq(quotes.jobId, root.id))
    await db.update(jobs).set({ status: 'assigned' }).where(eq(jobs.id, root.id))
    await approveQuote(cast.agent, (await quoteOf(hers.id)).id)
    expect(await statusOf(root.id)).toBe('cancelled')
    expect(await quoteOf(root.id)).toMatchObject({ status: 'withdrawn' })
  })

  test('the first is deleted by an administrator: the others live on by themselves', async () => {
    const cast = await aCast()
    const { root, hers, his } = await aFamily(cast)
    const [admin, agent] = [await signedInAs(cast.admin), await signedInAs(cast.agent)]
    expect((await admin.delete(`/api/jobs/${root.id}`)).status).toBe(200)
    expect(await (await agent.get(`/api/jobs/${hers.id}`)).json()).toMatchObject({ rivalOfJobId: null })
    expect(await (await agent.get('/jobs')).text()).not.toContain('Another quote for')
    await approveQuote(cast.agent, (await quoteOf(hers.id)).id)
    expect([await statusOf(hers.id), await statusOf(his.id)]).toEqual(['quote_approved', 'assigned'])
  })

  test('one is deleted by an administrator, or called off by the agent: the others wait on', async () => {
    const cast = await aCast()
    const { root, hers, his } = await aFamily(cast)
    expect((await (await signedInAs(cast.admin)).delete(`/api/jobs/${hers.id}`)).status).toBe(200)
    expect((await (await signedInAs(cast.agent)).delete(`/api/jobs/${his.id}`)).status).toBe(200)
    expect([await statusOf(root.id), await statusOf(his.id)]).toEqual(['quote_pending', 'cancelled'])
  })

  test('the first is removed by its agent: the others stay, without a link to what cannot be opened', async () => {
    const cast = await aCast()
    const { root, hers, his } = await aFamily(cast)
    await declineQuote(cast.agent, (await quoteOf(root.id)).id)
    const agent = await signedInAs(cast.agent)
    expect((await agent.delete(`/api/jobs/${root.id}`)).status).toBe(200)
    const left = (await (await agent.get('/api/jobs')).json()) as { id: string }[]
    expect(left.map(({ id }) => id).sort()).toEqual([hers.id, his.id].sort())
    expect(await (await agent.get('/jobs')).text()).not.toContain('Another quote for')
    expect(await (await (await signedInAs(cast.admin)).get('/admin/jobs')).text()).toContain('Another quote for')
  })

  test('the account of one is deleted: its quote can be approved, and the others are settled', async () => {
    const cast = await aCast()
    const { dee, root, hers } = await aFamily(cast)
    await (await signedInAs(cast.admin)).delete(`/api/contractors/${dee.id}`)
    await approveQuote(cast.agent, (await quoteOf(root.id)).id)
    expect([await statusOf(root.id), await statusOf(hers.id)]).toEqual(['quote_approved', 'completed'])
  })

  test('whose visits are invoiced are invoiced when they are settled', async () => {
    const cast = await aCast()
    const { root, hers } = await aFamily(cast)
    const { visits } = await jobVisibleTo(cast.admin, hers.id)
    await (await signedInAs(cast.admin)).post(`/api/visits/${visits[0]!.id}/mark-invoiced`)
    await approveQuote(cast.agent, (await quoteOf(root.id)).id)
    expect(await statusOf(hers.id)).toBe('invoiced')
  })

  test('all go to the agent who takes over', async () => {
    const [cast, other] = [await aCast(), await anAgent()]
    const { root, hers } = await aFamily(cast)
    await (await signedInAs(cast.admin)).post(`/api/estate-agents/${cast.agent.id}/hand-over`, { to: other.id })
    await approveQuote(other, (await quoteOf(root.id)).id)
    expect(await statusOf(hers.id)).toBe('completed')
  })
})
