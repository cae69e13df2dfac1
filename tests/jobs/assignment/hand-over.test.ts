import { describe, expect, test } from 'bun:test'
import { randomUUIDv7 } from 'bun'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobEvents, jobs, users } from '#db/schema.ts'
import { deleteAccount, setRole } from '#src/accounts/actions.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { appointmentWords } from '#src/domain/appointment/appointment.ts'
import { noonOf } from '#src/domain/dates.ts'
import { waitingEmails } from '#src/emails/admin-queries.ts'
import { handOver } from '#src/jobs/assignment/hand-over.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { jobVisibleTo, readJobs, stats } from '#src/jobs/queries.ts'
import { jobsVisibleTo } from '#src/jobs/visible.ts'
import { quoteVisibleTo } from '#src/quotes/queries.ts'
import { forgetNotified, notified, timeline } from '#tests/jobs/notified.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { refusalOf } from '#tests/support/problem.ts'
import { dayIn, tomorrow } from '#tests/support/times.ts'
import { aCast, aContractor, aJob, anAgent, PASSWORD, quoteWork, withQuote } from '#tests/support/world.ts'

const idsOf = async (user: Actor) => (await readJobs(user, { where: jobsVisibleTo(user) })).map(({ id }) => id).sort()
const row = async (user: Actor) => (await db.query.users.findFirst({ where: eq(users.id, user.id) }))!
const absent = '00000000-0000-7000-8000-000000000000'

/** An agent with one job of each kind that may be unfinished, and two that are not; another to take over. */
async function aDesk() {
  const cast = await aCast()
  const ben = await anAgent({ firstName: 'Ben', lastName: 'Okafor', phone: '020 7946 0002' })
  const pending = await aJob(cast)
  const undecided = await aJob(cast, 'quote_pending')
  const { parent, work, quote } = await quoteWork(cast)
  const done = await aJob(cast, 'completed')
  const removed = await aJob(cast, 'assigned')
  await deleteJob(cast.agent, removed.id)
  const unfinished = [pending, undecided, parent, work].map(({ id }) => id).sort()
  await forgetNotified()
  return { ...cast, ben, pending, undecided, parent, work, quote, done, removed, unfinished }
}

describe('handing over', () => {
  test('moves all that is not finished, both halves, and its quotes; what is finished stays', async () => {
    const { agent, ben, admin, undecided, work, done, removed, unfinished } = await aDesk()
    const answer = await (await signedInAs(admin)).post(`/api/estate-agents/${agent.id}/hand-over`, { to: ben.id })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { message: '4 jobs handed over to Ben Okafor.', count: 4 },
    ])
    expect(await idsOf(ben)).toEqual(unfinished)
    expect(await idsOf(agent)).toEqual([done.id])
    expect([await stats(ben), await stats(agent)]).toEqual([
      { activeJobs: 4, pendingQuotes: 1 },
      { activeJobs: 0, pendingQuotes: 0 },
    ])
    // Who it was called off by has removed it: it is nobody's to decide on.
    expect(await jobVisibleTo(admin, removed.id)).toMatchObject({ estateAgentId: agent.id })
    expect(await jobVisibleTo(ben, work.id)).toMatchObject({
      ...{ estateAgentName: 'Ben Okafor', estateAgency: 'Rightway Lettings', quotes: [{ amount: 48_000 }] },
      estateAgent: { id: ben.id, phone: '020 7946 0002' },
    })
    const quote = undecided.quotes[0]!.id
    expect((await (await signedInAs(agent)).patch(`/api/quotes/${quote}/approve`)).status).toBe(409)
    expect((await (await signedInAs(ben)).patch(`/api/quotes/${quote}/approve`)).status).toBe(200)
    await expect(quoteVisibleTo(agent, quote)).rejects.toMatchObject({ status: 404 })
  })

  test('is in the timeline of each, from whom to whom; both agents are told once, with the references', async () => {
    const { agent, ben, admin, unfinished, pending } = await aDesk()
    const client = await signedInAs(admin)
    await client.post(`/api/estate-agents/${agent.id}/hand-over`, { to: ben.id })
    for (const id of unfinished) expect((await timeline(id)).at(-1)).toBe('handedOver')
    const entries = await db.query.jobEvents.findMany({ where: eq(jobEvents.jobId, pending.id), orderBy: jobEvents.id })
    expect(entries.at(-1)).toMatchObject({ actorName: 'Ada King', detail: { from: 'Olivia Hart', to: 'Ben Okafor' } })
    // Written in one transaction, so in no order.
    const both = [agent, ben].map(({ email }) => `jobs_handed_over → ${email}`)
    expect((await notified()).sort()).toEqual(both.sort())
    const items = await waitingEmails.read(null, 50)
    const refs = (await readJobs(admin, { where: eq(jobs.estateAgentId, ben.id) })).map(({ jobRef }) => jobRef).sort()
    const contents = items.map(({ content }) => content)
    expect(contents.sort((a, b) => a.recipientName.localeCompare(b.recipientName))).toMatchObject(
      ['Ben Okafor', 'Olivia Hart'].map((recipientName) => ({
        ...{ recipientName, jobRef: '4 jobs', path: '/jobs' },
        handedOver: { refs: refs.join(', '), from: 'Olivia Hart', to: 'Ben Okafor' },
      })),
    )
    const history = await (await client.get(`/admin/jobs/${pending.id}/history`)).text()
    for (const words of ['Handed Over', 'From: Olivia Hart', 'To: Ben Okafor']) expect(history).toContain(words)
  })

  test('sends the new agent each visit that is still ahead, for the calendar', async () => {
    const { agent, ben, admin, contractor, undecided, work } = await aDesk()
    const { appointmentId } = await bookVisit(contractor, work.id, tomorrow())
    const past = { appointmentStartsAt: noonOf(dayIn(-2)), appointmentEndsAt: noonOf(dayIn(-1)) }
    await db
      .update(jobs)
      .set({ appointmentId: randomUUIDv7(), ...past })
      .where(eq(jobs.id, undecided.id))
    await forgetNotified()
    await handOver(admin, agent.id, ben.id)
    const visits = (await db.select().from(emailNotifications)).filter(({ jobId }) => jobId)
    expect(visits).toMatchObject([
      {
        ...{ emailType: 'appointment_booked', contractorEmail: ben.email, jobId: work.id },
        content: { appointment: appointmentWords(tomorrow()), calendar: { method: 'REQUEST', uid: appointmentId } },
      },
    ])
  })

  test('says of both who has no address and is not told, and makes both dashboards answer anew', async () => {
    const cast = { ...(await aCast()), agent: await anAgent({ email: null, phone: '020 7946 0001' }) }
    const ben = await anAgent({ firstName: 'Ben', lastName: 'Okafor', email: null, phone: null })
    await aJob(cast)
    await forgetNotified()
    const before = [await row(cast.agent), await row(ben)]
    const client = await signedInAs(cast.admin)
    const answer = await client.post(`/api/estate-agents/${cast.agent.id}/hand-over`, { to: ben.id })
    expect(await answer.json()).toEqual({
      message:
        '1 job handed over to Ben Okafor. Olivia Hart has no e-mail address and must be told by phone: 020 7946 0001. ' +
        'Ben Okafor has neither an e-mail address nor a phone number here and is not told.',
      count: 1,
    })
    expect(await notified()).toEqual([])
    const after = [await row(cast.agent), await row(ben)]
    for (const [at, one] of after.entries()) expect(one.activityVersion).toBeGreaterThan(before[at]!.activityVersion)
  })

  test('of nothing, or to nobody, is refused', async () => {
    const cast = await aCast()
    const [ben, gone] = [await anAgent(), await anAgent()]
    await deleteAccount(cast.admin, gone.id, 'estate_agent')
    const client = await signedInAs(cast.admin)
    const give = async (from: string, body: unknown) => {
      const answer = await client.post(`/api/estate-agents/${from}/hand-over`, body)
      return [answer.status, ((await answer.json()) as { message: string }).message]
    }
    expect(await give(cast.agent.id, { to: ben.id })).toEqual([409, 'Olivia Hart has no unfinished jobs.'])
    await aJob(cast)
    expect(await give(cast.agent.id, {})).toEqual([422, 'Please choose an estate agent'])
    expect(await give(cast.agent.id, { to: cast.agent.id })).toEqual([422, 'Please choose another estate agent'])
    for (const to of [gone.id, absent, 'nobody', cast.contractor.id, cast.admin.id])
      expect(await give(cast.agent.id, { to })).toEqual([422, 'This estate agent does not exist'])
    for (const from of [gone.id, absent, cast.contractor.id])
      expect(await give(from, { to: ben.id })).toEqual([404, 'Not found'])
  })
})

describe('deleting an estate agent', () => {
  test('with unfinished jobs is refused until it is said who takes them over', async () => {
    const { agent, ben, admin, unfinished, done } = await aDesk()
    const client = await signedInAs(admin)
    const path = `/api/estate-agents/${agent.id}`
    const refused = await client.delete(path)
    expect([refused.status, await refusalOf(refused)]).toEqual([
      409,
      { message: 'Olivia Hart still has 4 unfinished jobs. Another estate agent must take over first.' },
    ])
    for (const to of [agent.id, absent, admin.id]) {
      const answer = await client.delete(`${path}?handOverTo=${to}`)
      expect([answer.status, Object.keys(((await answer.json()) as { errors: object }).errors)]).toEqual([
        422,
        ['handOverTo'],
      ])
    }
    expect((await row(agent)).deletedAt).toBeNull()
    expect((await client.delete(`${path}?handOverTo=${ben.id}`)).status).toBe(200)
    expect((await row(agent)).deletedAt).not.toBeNull()
    expect(await idsOf(ben)).toEqual(unfinished)
    expect(await notified()).toEqual([`jobs_handed_over → ${ben.email}`])
    expect(await jobVisibleTo(admin, done.id)).toMatchObject({ estateAgent: { firstName: 'Olivia' } })
    const again = await stranger.post('/api/local/login', { identifier: agent.username, password: PASSWORD })
    expect(again.status).toBe(401)
  })

  test('takes the other agent in the body as well, and says that they are not told', async () => {
    const { agent, ben, admin, unfinished } = await aDesk()
    await db.update(users).set({ email: null }).where(eq(users.id, ben.id))
    const client = await signedInAs(admin)
    const answer = await client.send(`/api/estate-agents/${agent.id}`, {
      method: 'DELETE',
      body: { handOverTo: ben.id },
    })
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        message:
          'The estate agent has been successfully removed from the system. ' +
          'Ben Okafor has no e-mail address and must be told by phone: 020 7946 0002.',
      },
    ])
    expect(await idsOf(ben)).toEqual(unfinished)
  })

  test('without unfinished jobs needs nobody, and tells nobody', async () => {
    const cast = await aCast()
    const ben = await anAgent()
    await aJob(cast, 'completed')
    await forgetNotified()
    await deleteAccount(cast.admin, cast.agent.id, 'estate_agent', ben.id)
    expect(await notified()).toEqual([])
    expect(await idsOf(ben)).toEqual([])
  })
})

test('an estate agent with unfinished jobs keeps their role until these are handed over', async () => {
  const { agent, ben, admin } = await aDesk()
  const client = await signedInAs(admin)
  const answer = await client.patch(`/api/users/${agent.id}/role`, { role: 'contractor' })
  expect([answer.status, await refusalOf(answer)]).toEqual([
    409,
    { message: 'Olivia Hart still has 4 unfinished jobs. Another estate agent must take over first.' },
  ])
  await client.post(`/api/estate-agents/${agent.id}/hand-over`, { to: ben.id })
  expect(await setRole(admin, agent.id, 'contractor')).toMatchObject({ role: 'contractor' })
})

test('a quote of a contractor who has left is approved: the quote work waits for another', async () => {
  const cast = await aCast()
  const { id, quotes } = await aJob(cast, 'quote_pending')
  await deleteAccount(cast.admin, cast.contractor.id, 'contractor')
  const agent = await signedInAs(cast.agent)
  expect((await agent.patch(`/api/quotes/${quotes[0]!.id}/approve`)).status).toBe(200)
  const work = (await db.query.jobs.findFirst({ where: eq(jobs.parentJobId, id) }))!
  expect(work).toMatchObject({ status: 'pending', contractorId: null })
  const other = await aContractor()
  const admin = await signedInAs(cast.admin)
  expect((await admin.post(`/api/jobs/${work.id}/assign`, { contractorId: other.id })).status).toBe(200)
  expect((await (await signedInAs(other)).post(`/api/jobs/${work.id}/mark-complete`)).status).toBe(200)
  expect(await jobVisibleTo(cast.agent, id)).toMatchObject({
    status: 'completed',
    quotes: [{ workStatus: 'completed' }],
  })
  expect((await (await signedInAs(other)).post(`/api/jobs/${id}/complete`, withQuote())).status).toBe(404)
})
