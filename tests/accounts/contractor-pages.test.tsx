import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, users } from '#db/schema.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { answerOf } from '#tests/api/shape.ts'
import { read, toastOf } from '#tests/checklist/reading.ts'
import { manyJobs } from '#tests/jobs/many.ts'
import { forgetNotified, notified, timeline } from '#tests/jobs/notified.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { tomorrow } from '#tests/support/times.ts'
import { aContractor, aJob, quoteWork, statusOf } from '#tests/support/world.ts'

const cast = castOfEachTest()
let ben: Actor
let page: string
let api: string

const ada = signedInOfEachTest(cast, 'admin')
beforeEach(async () => {
  ben = await aContractor({ firstName: 'Ben', lastName: 'Cole', company: null })
  page = `/admin/contractors/${cast.contractor.id}`
  api = `/api/contractors/${cast.contractor.id}/reassign`
})

const contractorOf = async (id: string) => (await db.query.jobs.findFirst({ where: eq(jobs.id, id) }))!.contractorId

describe('a contractor’s page', () => {
  test('has their contacts, trades, areas, VAT number, jobs in hand, quotes and visits', async () => {
    await db
      .update(users)
      .set({ contractorTypes: ['plumbing', 'heating_gas'], areas: ['GU1', 'BS'], vatNumber: 'GB123' })
      .where(eq(users.id, cast.contractor.id))
    const late = await aJob(cast, 'assigned', { job: { propertyName: 'Late House' } })
    await db
      .update(jobs)
      .set({ visitBy: new Date(0) })
      .where(eq(jobs.id, late.id))
    const booked = await aJob(cast, 'assigned', { job: { propertyName: 'Booked House' } })
    await bookVisit(cast.contractor, booked.id, tomorrow())
    await aJob(cast, 'in_progress', { job: { propertyName: 'Begun House' } })
    await aJob(cast, 'quote_pending', { job: { propertyName: 'Quoted House' } })
    await aJob(cast, 'completed', { job: { propertyName: 'Done House' } })
    await aJob({ ...cast, contractor: ben }, 'assigned', { job: { propertyName: 'House of Ben' } })
    const { words, html } = await read(ada.get(page))
    expect(html).toContain(`action="${page}/delete"`)
    for (const shown of [
      ...['Carl Mason', "Carl's Plumbing", cast.contractor.email!, '07700 900123', 'Plumbing, Heating and gas'],
      ...['GU1, BS', 'GB123', '3 open jobs, 1 late', 'Jobs in hand (3)', 'Late House', 'Begun House'],
      ...[
        'LATE To book a visit, since today',
        'To visit as booked',
        'To finish the work, since today',
        'Visits this month 2',
      ],
      ...['8:00–12:00', 'Quotes pending (1)', 'Quoted House JOB-000004 £480.00', 'Last visits', 'Done House'],
    ])
      expect(words).toContain(shown)
    expect(words).not.toContain('House of Ben')
    expect(html).toContain(`href="${page}/reassign"`)
    expect(html).toContain(`href="/admin/users/${cast.contractor.id}/history"`)
    expect(html).toMatch(new RegExp(`<input type="checkbox"[^>]*form="reassigned-jobs"[^>]*value="${late.id}"`))
    expect(html).toContain('formMethod="get"')
    expect(html).not.toContain('The first ')
  })

  test('is led to from the list, from rows and from jobs', async () => {
    const { id } = await aJob(cast, 'assigned')
    for (const path of ['/admin/contractors', '/admin/jobs', `/admin/jobs/${id}`])
      expect((await read(ada.get(path))).html).toContain(`href="${page}"`)
    const agentPage = `/admin/estate-agents/${cast.agent.id}`
    for (const path of ['/admin/accounts', `/admin/jobs/${id}`])
      expect((await read(ada.get(path))).html).toContain(`href="${agentPage}"`)
  })

  test('without anything says so; of nobody there is none', async () => {
    const { words, html } = await read(ada.get(page))
    for (const none of ['No jobs in hand.', 'None waits for a decision.', 'No visits yet.'])
      expect(words).toContain(none)
    expect(html).not.toContain('/reassign')
    for (const id of [cast.agent.id, crypto.randomUUID(), 'x'])
      expect((await ada.get(`/admin/contractors/${id}`)).status).toBe(404)
  })
})

describe('an estate agent’s page', () => {
  test('has their contacts, unfinished jobs, the quotes that they decide on, and the way to hand over', async () => {
    await aJob(cast, 'pending', { job: { propertyName: 'New House' } })
    await aJob(cast, 'quote_pending', { job: { propertyName: 'Quoted House' } })
    await aJob(cast, 'completed', { job: { propertyName: 'Done House' } })
    const path = `/admin/estate-agents/${cast.agent.id}`
    const { words, html } = await read(ada.get(path))
    expect(html).toContain(`href="${path}/delete"`)
    for (const shown of [
      ...[
        'Olivia Hart',
        'Rightway Lettings',
        '020 7946 0001',
        'Unfinished jobs (2)',
        'New House',
        'With you since today, to assign a contractor',
      ],
      ...[
        'Nobody',
        'With Olivia Hart since today, to decide on the quote',
        'Carl Mason',
        'Quotes pending (1)',
        'Quoted House JOB-000002 £480.00',
      ],
    ])
      expect(words).toContain(shown)
    expect(words).not.toContain('Done House')
    expect(html).toContain(`href="${path}/hand-over"`)
    expect(html).toContain(`href="/admin/users/${cast.agent.id}/history"`)
    expect((await ada.get(`/admin/estate-agents/${cast.contractor.id}`)).status).toBe(404)
  })
})

test('an estate agent’s many jobs are all found in All Jobs', async () => {
  await manyJobs(cast, 51)
  await aJob(cast, 'completed')
  const { words, html } = await read(ada.get(`/admin/estate-agents/${cast.agent.id}`))
  expect(words).toContain('Unfinished jobs (51) Hand Over All The first 50 of 51. Show all')
  const all = /href="(\/admin\/jobs\?agent=[^"]+)"/.exec(html)![1]!.replaceAll('&amp;', '&')
  expect((await read(ada.get(all))).words).toContain('of 52 jobs, 51 found')
})

describe('reassigning all jobs in hand', () => {
  test('asks once, and says how many e-mails go', async () => {
    const [booked] = [await aJob(cast, 'assigned'), await aJob(cast, 'in_progress')]
    await bookVisit(cast.contractor, booked.id, tomorrow())
    const { words, html } = await read(ada.get(`${page}/reassign`))
    expect(words).toContain(
      'Carl Mason gets 2 e-mails. Whom you choose gets 2. 1 booked visit is cancelled: 1 e-mail to estate agents.',
    )
    expect(words).toContain('Ben Cole Best not GU1 0 open')
    expect(html).not.toContain(`value="${cast.contractor.id}"`)
    await db.update(users).set({ email: null })
    expect((await read(ada.get(`${page}/reassign`))).words).toContain(
      'Carl Mason has no e-mail address and must be told by phone: 07700 900123. Whom you choose gets 2. 1 booked visit is cancelled: 0 e-mails to estate agents.',
    )
  })

  test('gives each to the other, tells both of each and the agent of a visit that is cancelled, and says so of each', async () => {
    const [booked, begun] = [await aJob(cast, 'assigned'), await aJob(cast, 'in_progress')]
    await bookVisit(cast.contractor, booked.id, tomorrow())
    const { work, quote } = await quoteWork(cast)
    await forgetNotified()
    const { words, status } = await read(ada.submit(`${page}/reassign`, { contractorId: ben.id }))
    expect([status, words.includes('3 jobs reassigned to Ben Cole')]).toEqual([200, true])
    for (const { id, jobRef } of [booked, begun, work]) {
      expect(words).toContain(`${jobRef}: Ben Cole`)
      expect([await statusOf(id), await contractorOf(id)]).toEqual(['assigned', ben.id])
    }
    expect((await notified()).sort()).toEqual(
      [
        `appointment_cancelled → ${cast.agent.email}`,
        ...Array(3).fill(`job_assigned → ${ben.email}`),
        ...Array(3).fill(`job_withdrawn → ${cast.contractor.email}`),
      ].sort(),
    )
    expect((await timeline(booked.id)).slice(-2)).toEqual(['reassigned', 'appointmentCancelled'])
    expect(quote.workStatus).toBe('not_started')
  })

  test('or to nobody: each is pending again', async () => {
    const [one, other] = [await aJob(cast, 'assigned'), await aJob(cast, 'in_progress')]
    const { words } = await read(ada.submit(`${page}/reassign`, { contractorId: 'nobody' }))
    expect(words).toContain('2 jobs back to pending')
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['pending', 'pending'])
  })

  test('or of those that are ticked alone, among which one may be gone', async () => {
    const [one, other, gone] = [
      await aJob(cast, 'assigned'),
      await aJob(cast, 'assigned'),
      await aJob(cast, 'assigned'),
    ]
    const asked = await read(ada.get(`${page}/reassign?ticked=yes&jobIds=${one.id}&jobIds=${gone.id}`))
    expect(asked.words).toContain('Reassign 2 jobs of Carl Mason')
    for (const { id } of [one, gone]) expect(asked.html).toContain(`name="jobIds" value="${id}"`)
    await ada.post(`/api/jobs/${gone.id}/assign`, { contractorId: (await aContractor({ firstName: 'Dee' })).id })
    const form = { contractorId: ben.id, jobIds: [one.id, gone.id] }
    const { words } = await read(ada.submit(`${page}/reassign`, form))
    expect(words).toContain('1 job reassigned to Ben Cole')
    expect(words).toContain(`${gone.jobRef}: Dee Mason has this job by now.`)
    expect([await contractorOf(one.id), await contractorOf(other.id)]).toEqual([ben.id, cast.contractor.id])
  })

  test('of none ticked, or none left, takes no other: it leads back and says so', async () => {
    const { id } = await aJob(cast, 'assigned')
    expect(await toastOf(ada.get(`${page}/reassign?ticked=yes`))).toContain('No Jobs Selected')
    await ada.post(`/api/jobs/${id}/unassign`)
    expect(await toastOf(ada.get(`${page}/reassign?ticked=yes&jobIds=${id}`))).toContain('No Jobs in Hand')
    expect(await toastOf(ada.get(`${page}/reassign`))).toContain('No Jobs in Hand')
  })

  test('to whom is asked again where nobody was chosen, with what was ticked', async () => {
    const [{ id }] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
    const { status, html, words } = await read(ada.submit(`${page}/reassign`, { contractorId: '', jobIds: id }))
    expect([status, words.includes('Please choose a contractor, or nobody')]).toEqual([422, true])
    expect(html).toContain(`name="jobIds" value="${id}"`)
    const again = await read(ada.submit(`${page}/reassign`, { contractorId: cast.contractor.id }))
    expect([again.status, again.words.includes('Please choose another contractor')]).toEqual([422, true])
  })

  test('to whom is searched for where there are many, among whom what was ticked stays so', async () => {
    const [{ id }] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
    expect((await read(ada.get(`${page}/reassign`))).html).not.toContain('type="search"')
    for (let n = 0; n < 20; n++) await aContractor({ firstName: `Number${n}` })
    expect((await read(ada.get(`${page}/reassign`))).html).toContain('type="search"')
    const path = `${page}/reassign?jobIds=${id}&search=cole`
    const { html, words } = await read(ada.get(path))
    expect(html.split(`name="jobIds" value="${id}"`)).toHaveLength(3)
    expect(words).toContain('1 found, the best first. Ben Cole Best not GU1 0 open Nobody yet: back to pending')
    expect(words).not.toContain('Number7')
    expect(await (await ada.htmx(path)).text()).toStartWith('<div id="contractor-choice">')
  })

  test('tells on the page whom no e-mail reaches, once', async () => {
    await db.update(users).set({ email: null }).where(eq(users.id, cast.contractor.id))
    for (const _ of [1, 2]) await aJob(cast, 'assigned')
    const { words } = await read(ada.submit(`${page}/reassign`, { contractorId: ben.id }))
    expect(words.split('Carl Mason has no e-mail address')).toHaveLength(2)
  })
})

describe('by API', () => {
  test('answers a result for each, all or those named, to another or to nobody', async () => {
    const [one, two] = [await aJob(cast, 'assigned'), await aJob(cast, 'in_progress')]
    const done = await aJob(cast, 'completed')
    const named = await answerOf(ada.post(api, { contractorId: ben.id, jobIds: [one.id, done.id] }))
    expect(named).toEqual({
      status: 200,
      body: {
        results: [
          { id: one.id, jobRef: one.jobRef, status: 200, message: null },
          {
            id: done.id,
            jobRef: done.jobRef,
            status: 409,
            code: 'job_moved_on',
            message: expect.stringContaining('Completed'),
          },
        ],
      },
    })
    const rest = await answerOf(ada.post(api, { contractorId: null }))
    expect(rest).toEqual({
      status: 200,
      body: { results: [{ id: two.id, jobRef: two.jobRef, status: 200, message: null }] },
    })
    expect([await contractorOf(one.id), await statusOf(two.id)]).toEqual([ben.id, 'pending'])
    expect((await answerOf(ada.post(api, { contractorId: null }))).status).toBe(409)
  })

  test('refuses what is no contractor, and what is no list of jobs', async () => {
    await aJob(cast, 'assigned')
    const errors = async (body: unknown) => {
      const answer = await answerOf(ada.post(api, body))
      return [answer.status, answer.body.errors]
    }
    expect(await errors({})).toEqual([422, { contractorId: 'Please choose a contractor, or nobody' }])
    expect(await errors({ contractorId: '' })).toEqual([422, { contractorId: 'Please choose a contractor, or nobody' }])
    expect(await errors({ contractorId: cast.contractor.id.toUpperCase() })).toEqual([
      422,
      { contractorId: 'Please choose another contractor' },
    ])
    expect(await errors({ contractorId: cast.agent.id })).toEqual([
      422,
      { contractorId: 'This contractor does not exist' },
    ])
    expect((await errors({ contractorId: ben.id, jobIds: [] }))[0]).toBe(422)
    expect(
      (await answerOf(ada.post(`/api/contractors/${cast.agent.id}/reassign`, { contractorId: null }))).status,
    ).toBe(404)
  })

  test('repeated under its key does nothing more and answers the same', async () => {
    const [one] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
    const send = () =>
      answerOf(ada.send(api, { method: 'POST', body: { contractorId: ben.id }, headers: { 'idempotency-key': 'ill' } }))
    const first = await send()
    expect((first.body as { results: unknown[] }).results).toHaveLength(2)
    await forgetNotified()
    expect(await send()).toEqual(first)
    expect([await notified(), await contractorOf(one.id)]).toEqual([[], ben.id])
  })
})
