import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs } from '#db/schema.ts'
import { type JobStatus, STATUS_LABELS } from '#src/domain/job/status.ts'
import { cancelJob } from '#src/jobs/actions.ts'
import { askCompetingQuote } from '#src/jobs/assignment/competing.ts'
import { handOver } from '#src/jobs/assignment/hand-over.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { declineQuote } from '#src/quotes/actions.ts'
import { forgetNotified, notified, timeline } from '#tests/jobs/notified.ts'
import { aFamily, quoteOf } from '#tests/quotes/family.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { everything } from '#tests/support/database/everything.ts'
import { refusalOf } from '#tests/support/problem.ts'
import {
  aCast,
  aContractor,
  aJob,
  anAdmin,
  anAgent,
  complete,
  quoteWork,
  statusOf,
  withQuote,
} from '#tests/support/world.ts'

test('a job that is edited takes its open rivals along', async () => {
  const cast = await aCast()
  const { root } = await aFamily(cast)
  await editJob(cast.admin, root.id, { propertyAddress: '9 Elm Road, Guildford GU1 4AB' })
  const rows = await db.select().from(jobs)
  expect(rows.map(({ propertyAddress, postcode }) => `${propertyAddress} ${postcode}`)).toEqual(
    rows.map(() => '9 Elm Road, Guildford GU1 4AB GU1 4AB'),
  )
})

describe('asking for another quote', () => {
  test('makes a visit job of its own, with the same details, for a contractor who is told', async () => {
    const [cast, dee] = [await aCast(), await aContractor({ firstName: 'Dee', lastName: 'Bright' })]
    const root = await aJob(cast, 'quote_pending', { job: { urgency: 'high' } })
    await db.update(jobs).set({ tenantName: 'Ted', tenantPhone: '07700 900321', contractorType: 'plumber' })
    await db.update(jobs).set({ photosUrls: ['/objects/00000000-0000-7000-8000-000000000001'] })
    await forgetNotified()
    const admin = await signedInAs(cast.admin)
    const answer = await admin.post(`/api/jobs/${root.id}/rivals`, { contractorId: dee.id })
    expect(answer.status).toBe(201)
    const rival = (await answer.json()) as { id: string; jobRef: string }
    const { propertyName, propertyAddress, issueDescription, accessNotes, estateAgentId, estateAgency } = root
    expect(rival).toMatchObject({
      ...{ propertyName, propertyAddress, issueDescription, accessNotes, estateAgentId, estateAgency },
      ...{ status: 'assigned', jobType: 'visit', urgency: 'high', contractorId: dee.id, rivalOfJobId: root.id },
      ...{ tenantName: 'Ted', tenantPhone: '07700 900321', contractorType: 'plumber', parentJobId: null, quotes: [] },
      photosUrls: ['/objects/00000000-0000-7000-8000-000000000001'],
    })
    expect(rival.jobRef).not.toBe(root.jobRef)
    expect(await notified()).toEqual([`job_assigned → ${dee.email}`])
    expect(await timeline(rival.id)).toEqual(['created: – > pending', 'assigned: pending > assigned'])
    expect((await timeline(root.id)).at(-1)).toBe('rivalAsked')
    const events = (await (await admin.get(`/api/jobs/${root.id}/events`)).json()) as { detail: unknown }[]
    expect(events.at(-1)!.detail).toEqual({ contractor: 'Dee Bright', job: rival.jobRef })
    expect(await statusOf(root.id)).toBe('quote_pending')
  })

  test('of a rival is asking about the job that it was asked about', async () => {
    const [cast, ann] = [await aCast(), await aContractor()]
    const { root, hers } = await aFamily(cast)
    const fourth = await askCompetingQuote(cast.admin, hers.id, ann.id)
    expect((await jobVisibleTo(cast.admin, fourth.id)).rivalOfJobId).toBe(root.id)
    expect((await timeline(root.id)).at(-1)).toBe('rivalAsked')
  })

  test('of a rival that was handed over makes a job of its agent, with its details', async () => {
    const [cast, ann, ben] = [await aCast(), await aContractor(), await anAgent({ firstName: 'Ben' })]
    const { root, hers } = await aFamily(cast)
    await declineQuote(cast.agent, root.quotes[0]!.id)
    await handOver(cast.admin, cast.agent.id, ben.id)
    await editJob(cast.admin, hers.id, { propertyAddress: '9 Elm Road, Guildford GU1 4AB', urgency: 'high' })
    // One was taken off hers, and one added, which opens for nobody who has only the other.
    const [off, kept, own] = [1, 2, 3].map((at) => `/objects/00000000-0000-7000-8000-00000000000${at}`)
    await db
      .update(jobs)
      .set({ photosUrls: [off!, kept!] })
      .where(eq(jobs.id, root.id))
    await db
      .update(jobs)
      .set({ photosUrls: [kept!, own!] })
      .where(eq(jobs.id, hers.id))
    const fourth = await askCompetingQuote(cast.admin, hers.id, ann.id)
    const { estateAgentName } = await jobVisibleTo(cast.admin, hers.id)
    expect(await jobVisibleTo(cast.admin, fourth.id)).toMatchObject({
      ...{ estateAgentId: ben.id, estateAgentName, rivalOfJobId: root.id, photosUrls: [kept], urgency: 'high' },
      propertyAddress: '9 Elm Road, Guildford GU1 4AB',
    })
    expect((await timeline(root.id)).at(-1)).toBe('rivalAsked')
    await complete(ann, fourth.id, withQuote())
    const answer = await (await signedInAs(ben)).patch(`/api/quotes/${(await quoteOf(fourth.id)).id}/approve`)
    expect(answer.status).toBe(200)
  })
})

describe('a rival is asked', () => {
  const STATES: Record<JobStatus, number> = {
    ...{ pending: 409, assigned: 409, in_progress: 409, quote_pending: 201, quote_approved: 409 },
    ...{ completed: 409, invoiced: 409, cancelled: 409 },
  }

  test.each(Object.entries(STATES) as [JobStatus, number][])(
    'of a %s job: %i, by administrators only',
    async (state, code) => {
      const [cast, dee] = [await aCast(), await aContractor()]
      const { id } = await aJob(cast, state === 'invoiced' || state === 'cancelled' ? 'completed' : state)
      await db.update(jobs).set({ status: state }).where(eq(jobs.id, id))
      const people = [cast.admin, cast.agent, cast.contractor, dee].map(signedInAs)
      const [admin, ...others] = await Promise.all(people)
      const before = await everything()
      for (const one of others)
        expect((await one.post(`/api/jobs/${id}/rivals`, { contractorId: dee.id })).status).toBe(403)
      expect((await stranger.post(`/api/jobs/${id}/rivals`, { contractorId: dee.id })).status).toBe(401)
      expect(await everything()).toEqual(before)
      const answer = await admin!.post(`/api/jobs/${id}/rivals`, { contractorId: dee.id })
      expect(answer.status).toBe(code)
      if (code === 201) return
      const now = `the job is now ${STATUS_LABELS[state]}.`
      expect(await refusalOf(answer)).toEqual({
        message: `Another quote is asked for while one waits for a decision: ${now}`,
      })
      expect(await everything()).toEqual(before)
    },
  )

  test('of quote work never', async () => {
    const [cast, dee] = [await aCast(), await aContractor()]
    const { work } = await quoteWork(cast)
    const answer = await (await signedInAs(cast.admin)).post(`/api/jobs/${work.id}/rivals`, { contractorId: dee.id })
    expect(answer.status).toBe(409)
  })

  test('a contractor with the job or an open rival of it is not asked twice; one who has answered may be asked again', async () => {
    const cast = await aCast()
    const { dee, tom, root, hers, his } = await aFamily(cast)
    const admin = await signedInAs(cast.admin)
    const ask = async (id: string, contractorId: string) => {
      const answer = await admin.post(`/api/jobs/${id}/rivals`, { contractorId })
      return [answer.status, ((await answer.json()) as { message?: string }).message]
    }
    expect(await ask(root.id, cast.contractor.id)).toEqual([409, `Carl Mason was asked already: ${root.jobRef}.`])
    expect(await ask(hers.id, cast.contractor.id)).toEqual([409, `Carl Mason was asked already: ${root.jobRef}.`])
    expect(await ask(root.id, dee.id)).toEqual([409, `Dee Bright was asked already: ${hers.jobRef}.`])
    expect(await ask(root.id, tom.id)).toEqual([409, `Tom Reed was asked already: ${his.jobRef}.`])
    await declineQuote(cast.agent, (await quoteOf(hers.id)).id)
    await cancelJob(cast.admin, his.id, 'He is ill')
    expect((await ask(root.id, dee.id))[0]).toBe(201)
    expect((await ask(root.id, tom.id))[0]).toBe(201)
  })

  test.each([
    [{}, { contractorId: 'Please choose a contractor' }],
    [{ contractorId: 'nobody' }, { contractorId: 'This contractor does not exist' }],
    [{ contractorId: crypto.randomUUID() }, { contractorId: 'This contractor does not exist' }],
  ])('of nobody: %j', async (body, errors) => {
    const cast = await aCast()
    const { id } = await aJob(cast, 'quote_pending')
    const answer = await (await signedInAs(cast.admin)).post(`/api/jobs/${id}/rivals`, body)
    expect([answer.status, await answer.json()]).toMatchObject([422, { errors }])
  })

  test('once by a request that is sent twice', async () => {
    const [cast, dee] = [await aCast(), await aContractor()]
    const { id } = await aJob(cast, 'quote_pending')
    const admin = await signedInAs(cast.admin)
    const call = { method: 'POST', body: { contractorId: dee.id }, headers: { 'idempotency-key': 'k' } }
    const [first, second] = [
      await admin.send(`/api/jobs/${id}/rivals`, call),
      await admin.send(`/api/jobs/${id}/rivals`, call),
    ]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(await second.json()).toEqual(await first.json())
    expect(await db.$count(jobs)).toBe(2)
  })

  test('by two administrators at once only once', async () => {
    const [cast, dee, other] = [await aCast(), await aContractor(), await anAdmin()]
    const { id } = await aJob(cast, 'quote_pending')
    const clients = await Promise.all([cast.admin, other].map(signedInAs))
    const answers = await Promise.all(
      clients.map((one) => one.post(`/api/jobs/${id}/rivals`, { contractorId: dee.id })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  test('while the contractor is deleted, and then has no job', async () => {
    const [cast, dee] = [await aCast(), await aContractor()]
    const { id } = await aJob(cast, 'quote_pending')
    const admin = await signedInAs(cast.admin)
    const [asked] = await Promise.all([
      admin.post(`/api/jobs/${id}/rivals`, { contractorId: dee.id }),
      admin.delete(`/api/contractors/${dee.id}`),
    ])
    expect([201, 422]).toContain(asked.status)
    expect(await db.$count(jobs, eq(jobs.contractorId, dee.id))).toBe(0)
  })
})
