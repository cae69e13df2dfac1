import { describe, expect, test } from 'bun:test'
import { and, eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { bulkActions, emailNotifications, jobs, links, queuedWork, users } from '#db/schema.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import type { EmailType } from '#src/domain/email/kinds.ts'
import { assignJobs } from '#src/jobs/assignment/many.ts'
import { shareJob } from '#src/outsiders/links.ts'
import { answerOf } from '#tests/api/shape.ts'
import { forgetNotified, notified, timeline } from '#tests/jobs/notified.ts'
import { html, toastOf } from '#tests/support/answers.ts'
import { Client, signedInAs } from '#tests/support/app.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { tomorrow } from '#tests/support/times.ts'
import { aContractor, aJob, anAdmin, quoteWork, statusOf } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

const rowOf = async (id: string) => (await db.select().from(jobs).where(eq(jobs.id, id)))[0]!
const takeBack = (action: string) => ada.htmx(`/admin/actions/${action}/take-back`, { method: 'POST', form: {} })
const given = (contractorId: string, ...made: { id: string }[]) => made.map(({ id }) => ({ jobId: id, contractorId }))
/** As after the worker has sent them. */
const sendAll = () => db.delete(queuedWork)

describe('taking an assignment back', () => {
  test('on the dashboard takes the jobs out of Active', async () => {
    const job = await aJob(cast)
    const { action } = await assignJobs(cast.admin, given(cast.contractor.id, job))
    const headers = { 'hx-current-url': 'http://localhost/' }
    const path = `/admin/actions/${action}/take-back`
    expect(await html(ada.htmx(path, { method: 'POST', form: {}, headers }))).toContain(
      `<hx-partial hx-target="#active-${job.id}" hx-swap="delete">`,
    )
  })

  test('makes the jobs what they were, since when they waited too, and withdraws what is not sent', async () => {
    const [one, two] = [await aJob(cast), await aJob(cast)]
    const since = new Date('2026-01-05T09:00:00Z')
    await db.update(jobs).set({ waitingSince: since })
    await forgetNotified()
    const { action } = await assignJobs(cast.admin, given(cast.contractor.id, one, two))
    expect(await notified()).toHaveLength(2)
    const answer = await takeBack(action)
    expect(toastOf(answer)).toEqual({ title: 'Taken Back', text: '2 jobs taken back.' })
    expect(await rowOf(one.id)).toMatchObject({ status: 'pending', contractorId: null, waitingSince: since })
    expect(await notified()).toEqual([])
    expect((await timeline(two.id)).slice(-2)).toEqual([
      'assigned: pending > assigned',
      'takenBack: assigned > pending',
    ])
    const page = await html(ada.get(`/admin/actions/${action}`))
    expect(page.match(/Taken back/g)?.length).toBeGreaterThanOrEqual(3)
  })

  test('tells a contractor whose e-mail is out, and gives a started job back to who had it', async () => {
    const dora = await aContractor({ firstName: 'Dora', lastName: 'Webb', email: 'dora@webb.example' })
    const job = await aJob(cast, 'in_progress')
    const { action } = await assignJobs(cast.admin, given(dora.id, job))
    await sendAll()
    await forgetNotified()
    // Those that were sent are only known by their rows.
    await db.execute(sql`insert into email_notifications (id, job_id, contractor_email, email_type, content, status, created_at)
      select gen_random_uuid(), id, 'x@x.example', kind::email_type, '{}', 'sent', updated_at
      from jobs, unnest(array['job_assigned', 'job_withdrawn']) kind where jobs.id = ${job.id}`)
    expect(toastOf(await takeBack(action))).toMatchObject({ title: 'Taken Back' })
    expect(await rowOf(job.id)).toMatchObject({ status: 'in_progress', contractorId: cast.contractor.id })
    await db.execute(sql`delete from email_notifications where status = 'sent'`)
    expect((await notified()).toSorted()).toEqual([
      `job_assigned → ${cast.contractor.email}`,
      'job_withdrawn → dora@webb.example',
    ])
  })

  test('restores a booked visit of which nobody was told that it is cancelled', async () => {
    const job = await aJob(cast, 'assigned')
    await bookVisit(cast.contractor, job.id, tomorrow())
    const before = await rowOf(job.id)
    const { action } = await assignJobs(cast.admin, given((await aContractor()).id, job))
    expect((await rowOf(job.id)).appointmentId).toBeNull()
    await takeBack(action)
    const { appointmentId, appointmentStartsAt, waitingFor } = before
    expect(await rowOf(job.id)).toMatchObject({ appointmentId, appointmentStartsAt, waitingFor })
  })

  test('refuses a job that somebody touched since, with the reason, and takes the others', async () => {
    const [one, two] = [await aJob(cast), await aJob(cast)]
    const { action } = await assignJobs(cast.admin, given(cast.contractor.id, one, two))
    expect((await (await signedInAs(cast.contractor)).post(`/api/jobs/${one.id}/start`)).status).toBe(200)
    const answer = await takeBack(action)
    expect(toastOf(answer)).toEqual({ title: 'Taken Back', text: '1 job taken back. 1 job not taken back.' })
    expect(await answer.text()).toContain('Carl Mason has changed it since: Work Started.')
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['in_progress', 'pending'])
  })

  test('goes once, within a minute, by whom it was done', async () => {
    const job = await aJob(cast)
    const { action } = await assignJobs(cast.admin, given(cast.contractor.id, job))
    const other = await signedInAs(await anAdmin({ firstName: 'Bea', lastName: 'Lund' }))
    const path = `/admin/actions/${action}/take-back`
    const theirs = await other.htmx(path, { method: 'POST', form: {} })
    expect([theirs.status, toastOf(theirs)?.text ?? (await theirs.text())]).toEqual([
      409,
      expect.stringContaining('Only Ada King'),
    ])
    await db.update(bulkActions).set({ createdAt: sql`now() - interval '61 seconds'` })
    const late = await takeBack(action)
    expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('is over')])
    // A minute of a clock years ahead lasts no years.
    await db.update(bulkActions).set({ createdAt: sql`now() + interval '10 years'` })
    expect((await takeBack(action)).status).toBe(409)
    expect(await (await ada.get(`/admin/actions/${action}`)).text()).not.toContain('take-back')
    await db.update(bulkActions).set({ createdAt: sql`now()` })
    const both = await Promise.all([takeBack(action), takeBack(action)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await statusOf(job.id)).toBe('pending')
  })

  test('of two administrators, one who reassigns and one who takes back, exactly one wins', async () => {
    const dora = await aContractor({ firstName: 'Dora', lastName: 'Webb' })
    const bea = await anAdmin({ firstName: 'Bea' })
    const others = await signedInAs(bea)
    for (let round = 0; round < 5; round++) {
      const job = await aJob(cast)
      const { action } = await assignJobs(cast.admin, given(cast.contractor.id, job))
      const [taken, moved] = await Promise.all([
        takeBack(action),
        others.post(`/api/jobs/${job.id}/assign`, { contractorId: dora.id, instead: cast.contractor.id }),
      ])
      const wasTaken = toastOf(taken)?.title === 'Taken Back'
      expect([wasTaken, moved.status === 200].filter(Boolean)).toHaveLength(1)
      expect((await rowOf(job.id)).contractorId).toBe(wasTaken ? null : dora.id)
    }
  })

  test('is offered on the page after a form without JavaScript, for one job and for many', async () => {
    const [one, two, three] = [await aJob(cast), await aJob(cast), await aJob(cast)]
    const form = { contractorId: cast.contractor.id }
    const single = await ada.submit(`/admin/jobs/${one.id}/assign`, form)
    const many = await ada.submit('/admin/jobs/assign', { ...form, id: [two.id, three.id], confirmed: 'yes' })
    for (const [answer, words] of [
      [single, `${one.jobRef} assigned to Carl Mason.`],
      [many, '2 jobs assigned.'],
    ] as const) {
      const told = answer.headers.getSetCookie().find((line) => line.startsWith('last-action='))!
      const page = await html(new Client(`${ada.cookie}; ${told.split(';')[0]}`).get('/admin/jobs'))
      expect(page).toContain(words)
      const [, path = ''] = /action="(\/admin\/actions\/[^"]+\/take-back)"/.exec(page)!
      expect((await ada.submit(path, {})).status).toBe(303)
    }
    expect([await statusOf(one.id), await statusOf(two.id)]).toEqual(['pending', 'pending'])
  })
})

describe('taking back the assignment of a job whose visit was booked, and is followed by its tenant', () => {
  const TENANT = 'tom@home.example'
  /** The worker has sent what is of this kind. */
  const send = (kind: EmailType) =>
    db.execute(sql`delete from outbox where subject in
      (select id from email_notifications where email_type = ${kind}::email_type)`)
  const told = async (kind: EmailType) =>
    db.$count(emailNotifications, and(eq(emailNotifications.emailType, kind), eq(emailNotifications.status, 'queued')))

  async function reassigned() {
    const job = await aJob(cast, 'assigned')
    await shareJob(cast.agent, job.id, { purpose: 'follow_job', email: TENANT })
    await db.update(links).set({ toldSince: sql`now()` })
    await bookVisit(cast.contractor, job.id, tomorrow())
    await forgetNotified()
    const { action } = await assignJobs(cast.admin, given((await aContractor()).id, job))
    expect(await notified()).toContain(`repair_visit → ${TENANT}`)
    return { id: job.id, action }
  }

  test('restores the visit while nobody was told that it is called off', async () => {
    const { id, action } = await reassigned()
    await takeBack(action)
    expect([(await rowOf(id)).waitingFor, await notified()]).toEqual(['visit', []])
  })

  test('leaves it called off where the tenant was told so, and the agent has no address', async () => {
    await db.update(users).set({ email: null }).where(eq(users.id, cast.agent.id))
    const { id, action } = await reassigned()
    await send('repair_visit')
    await takeBack(action)
    expect(await rowOf(id)).toMatchObject({ contractorId: cast.contractor.id, appointmentId: null, waitingFor: 'book' })
  })

  test.each([
    ['appointment_cancelled', 'repair_visit'],
    ['repair_visit', 'appointment_cancelled'],
  ] as const)('tells all of it where %s is out already, not %s', async (out, other) => {
    const { id, action } = await reassigned()
    await send(out)
    await takeBack(action)
    expect([(await rowOf(id)).appointmentId, await told(other)]).toEqual([null, 1])
  })

  test('of quote work lets its job wait as the work does', async () => {
    const { parent, work } = await quoteWork(cast)
    await bookVisit(cast.contractor, work.id, tomorrow())
    const since = new Date('2026-01-05T09:00:00Z')
    await db.update(jobs).set({ waitingSince: since })
    const { action } = await assignJobs(cast.admin, given((await aContractor()).id, work))
    await takeBack(action)
    for (const { id } of [work, parent])
      expect(await rowOf(id)).toMatchObject({ waitingOn: 'contractor', waitingFor: 'visit', waitingSince: since })
  })
})

describe('many at once, each to its own', () => {
  test('by a form that names a contractor for each; who has none stays as it is', async () => {
    const dora = await aContractor({ firstName: 'Dora', lastName: 'Webb' })
    const [one, two, three] = [await aJob(cast), await aJob(cast), await aJob(cast)]
    const form = {
      ...{ id: [one.id, two.id, three.id], confirmed: 'yes', contractorId: 'each' },
      ...{ [`to.${one.id}`]: cast.contractor.id, [`to.${two.id}`]: dora.id, [`to.${three.id}`]: '' },
    }
    const answer = await ada.htmx('/admin/jobs/assign', { method: 'POST', form })
    expect(toastOf(answer)).toEqual({ title: 'Jobs Assigned', text: '2 jobs assigned.' })
    const holders = await Promise.all([one, two, three].map(async ({ id }) => (await rowOf(id)).contractorId))
    expect(holders).toEqual([cast.contractor.id, dora.id, null])
    const [, action] = /\/admin\/actions\/([\w-]+)/.exec(await answer.text())!
    const page = await html(ada.get(`/admin/actions/${action}`))
    for (const words of ['2 assigned', 'by Ada King', one.jobRef, 'Dora Webb', 'Take back'])
      expect(page).toContain(words)
    expect(await html(ada.get('/admin/actions'))).toContain(`/admin/actions/${action}`)
    expect(await html(ada.get(`/admin/jobs/${one.id}`))).toContain(`/admin/actions/${action}`)
  })

  test('by a call with items, each by itself; both ways at once are refused', async () => {
    const dora = await aContractor({ firstName: 'Dora', lastName: 'Webb' })
    const [one, two, had] = [await aJob(cast), await aJob(cast), await aJob(cast, 'assigned')]
    const items = [
      { jobId: one.id, contractorId: dora.id, instead: null },
      { jobId: two.id, contractorId: cast.contractor.id },
      { jobId: had.id, contractorId: dora.id, instead: null },
    ]
    const { status, body } = await answerOf(ada.post('/api/jobs/assign', { items }))
    expect([status, body.results.map((one: { status: number }) => one.status)]).toEqual([200, [200, 200, 409]])
    expect(body.results[2].message).toBe('Carl Mason has this job by now.')
    const both = await answerOf(ada.post('/api/jobs/assign', { items, contractorId: dora.id }))
    expect([both.status, both.body.errors]).toEqual([422, { items: expect.stringContaining('either items') }])
    expect((await answerOf(ada.post('/api/jobs/assign', {}))).status).toBe(422)
  })
})
