import { describe, expect, test } from 'bun:test'
import { eq, isNotNull } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { jobs, users } from '#db/schema.ts'
import { bookVisit } from '#src/appointments/actions.ts'
import { manyJobs } from '#tests/jobs/many.ts'
import { forgetNotified, notified } from '#tests/jobs/notified.ts'
import { html, toastOf } from '#tests/support/answers.ts'
import { castOfEachTest, signedInOfEachTest } from '#tests/support/cast.ts'
import { tomorrow } from '#tests/support/times.ts'
import { aContractor, aJob, quoteWork, statusOf } from '#tests/support/world.ts'

const cast = castOfEachTest()
const ada = signedInOfEachTest(cast, 'admin')

type Form = Record<string, string | string[]>
const live = (verb: string, form: Form) => ada.htmx(`/admin/jobs/${verb}`, { method: 'POST', form })
/** The ids that a dialog keeps. */
const kept = (text: string) => [...text.matchAll(/name="id" value="([^".]+)\.[^"]*"/g)].map(([, id]) => id)

describe('the list', () => {
  test('has a box in each row, which belongs to the form under it, and no form in another', async () => {
    const job = await aJob(cast)
    const text = await html(ada.get('/admin/jobs?status=pending'))
    expect(text).toMatch(new RegExp(`<input type="checkbox"[^>]*form="many-jobs"[^>]*value="${job.id}\\."`))
    expect(text).toContain(`aria-label="Select ${job.jobRef}"`)
    expect(text).toMatch(/<form id="many-jobs"[^>]*method="post"/)
    expect(text).toContain('name="back" value="/admin/jobs?status=pending"')
    expect(text).not.toMatch(/<form(?:(?!<\/form>).)*<form/s)
    // All that match are on the page.
    expect(text).not.toContain('name="all"')
  })

  test('offers all that match where not all are shown', async () => {
    await manyJobs(cast, 60)
    expect(await html(ada.get('/admin/jobs'))).toContain('All 60')
    await manyJobs(cast, 150, (n) => ({ jobRef: `JOB-8${String(n).padStart(5, '0')}` }))
    expect(await html(ada.get('/admin/jobs'))).toContain('The first 200 of 210')
  })
})

describe('assigning', () => {
  test('asks first, and says how many go, how many cannot and how many e-mails are sent', async () => {
    const dora = await aContractor({ firstName: 'Dora', lastName: 'Webb', company: null, email: null })
    const [first, second, had, done] = await Promise.all([
      aJob(cast),
      aJob(cast),
      aJob(cast, 'assigned'),
      aJob(cast, 'completed'),
    ])
    await bookVisit(cast.contractor, had.id, tomorrow())
    await forgetNotified()
    const ids = [first, second, had, done].map(({ id }) => id)
    const answer = await live('assign', { id: ids })
    const text = await answer.text()
    expect([answer.status, await statusOf(first.id), await notified()]).toEqual([200, 'pending', []])
    for (const words of [
      'Assign 3 Jobs',
      '3 jobs will be assigned. 5 e-mails will be sent. 1 booked visit will be called off.',
      `1 job cannot be assigned: ${done.jobRef}.`,
      '<strong>Dora Webb</strong>',
      'no e-mail: will not be told',
      '<strong>Carl Mason</strong><span class="badge green best">Best</span>',
      '<span class="hint cell">Carl&#x27;s Plumbing</span>',
      'been at 3 of these 3 before',
    ])
      expect(text).toContain(words)
    for (const { id } of [dora, cast.contractor])
      expect(text).toMatch(new RegExp(`name="contractorId"[^>]*value="${id}"`))
    expect(kept(text).sort()).toEqual(ids.sort())
  })

  test('says of the contractors what suits all the jobs, and finds among many by words', async () => {
    await db
      .update(users)
      .set({ contractorTypes: ['plumbing', 'roofing'], areas: ['GU'] })
      .where(eq(users.id, cast.contractor.id))
    const bob = await aContractor({ firstName: 'Bob', lastName: 'Away', contractorTypes: ['plumbing'] })
    for (let n = 0; n < 20; n++) await aContractor({ firstName: `Number${n}` })
    const wanting = (contractorType: 'plumbing' | 'roofing') => aJob(cast, 'pending', { job: { contractorType } })
    const [tap, roof] = [await wanting('plumbing'), await wanting('roofing')]
    const best = async (...id: string[]) =>
      /<label class="offer"><input[^>]*name="contractorId"(?:(?!<\/label>).)*<strong>Carl.*?<\/label>/s
        .exec(await html(live('assign', { id })))![0]
        .replace(/<[^>]*>/g, ' ')
    expect(await best(tap.id)).toMatch(/Carl Mason .* plumbing\s+GU1\s/)
    expect(await best(tap.id, roof.id)).toMatch(/Carl Mason .* every trade\s+GU1\s/)

    const search = { id: [tap.id, roof.id], back: '/admin/jobs?status=pending', search: 'away' }
    const part = await html(live('assign', search))
    expect(part).toStartWith('<div id="contractor-choice">')
    expect([part.includes(bob.id), part.includes(cast.contractor.id)]).toEqual([true, false])
    expect(await html(live('assign', { ...search, search: 'carl mason' }))).toContain(cast.contractor.id)
    // Without JavaScript, on a page that keeps what was selected.
    const page = await html(ada.submit('/admin/jobs/assign', search))
    expect(new Set(kept(page))).toEqual(new Set([tap.id, roof.id]))
    for (const words of ['value="away"', '1 found, the best first.', 'value="/admin/jobs?status=pending"'])
      expect(page).toContain(words)
    expect(await statusOf(tap.id)).toBe('pending')
  })

  test('changes the rows of those that went, and names the others with the reason', async () => {
    const dora = await aContractor({ firstName: 'Dora', lastName: 'Webb' })
    const [first, done] = [await aJob(cast), await aJob(cast, 'completed')]
    const form = { confirmed: 'yes', id: [first.id, done.id], contractorId: dora.id }
    const answer = await live('assign', form)
    const text = await answer.text()
    expect(toastOf(answer)).toEqual({ title: 'Jobs Assigned', text: '1 job assigned. 1 job not assigned.' })
    expect(text).toContain(`hx-target="#job-row-${first.id}"`)
    expect(text).toContain('Dora Webb')
    expect(text).not.toContain(`hx-target="#job-row-${done.id}"`)
    expect(text).toContain(
      `<li data-refused="${done.id}"><a href="/admin/jobs/${done.id}" data-dialog="">${done.jobRef}</a>: ` +
        'This is no longer possible: the job is now Completed.</li>',
    )
  })

  test('without JavaScript tells of each on a page of its own, or leads back to the list as it was', async () => {
    const [first, second, done] = [await aJob(cast), await aJob(cast), await aJob(cast, 'completed')]
    const back = '/admin/jobs?status=pending'
    const asked = await html(ada.submit('/admin/jobs/assign', { id: [first.id, done.id], back }))
    expect(asked).toContain('<title>Assign 1 Job – Fettle</title>')
    expect(asked).toContain('name="back" value="/admin/jobs?status=pending"')
    const form = { confirmed: 'yes', contractorId: cast.contractor.id, back }
    const mixed = await ada.submit('/admin/jobs/assign', { ...form, id: [first.id, done.id] })
    const page = await mixed.text()
    expect(mixed.status).toBe(200)
    for (const words of [
      '1 job not assigned.',
      done.jobRef,
      'the job is now Completed',
      'href="/admin/jobs?status=pending"',
    ])
      expect(page).toContain(words)
    const whole = await ada.submit('/admin/jobs/assign', { ...form, id: second.id })
    expect([whole.status, whole.headers.get('location')]).toEqual([303, back])
    expect(toastOf(whole)).toMatchObject({ title: 'Jobs Assigned', text: '1 job assigned.' })
  })

  test('all that match the list’s filter, and no others', async () => {
    const pending = await manyJobs(cast, 70, (n) => ({ status: n < 55 ? 'pending' : 'completed' }))
    const text = await html(live('assign', { all: 'yes', back: '/admin/jobs?status=pending' }))
    expect(kept(text).sort()).toEqual(
      pending
        .filter(({ status }) => status === 'pending')
        .map(({ id }) => id)
        .sort(),
    )
    expect(text).toContain('Assign 55 Jobs')
  })

  test('none where the address is too long to know what it finds', async () => {
    await manyJobs(cast, 3)
    const nobodys = Array.from({ length: 60 }, () => `agency=${crypto.randomUUID()}`)
    const answer = await live('assign', { all: 'yes', back: `/admin/jobs?${nobodys.join('&')}` })
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('too many to select all')])
  })

  test('the first 200 of more', async () => {
    await manyJobs(cast, 205)
    expect(kept(await html(live('assign', { all: 'yes', back: '/admin/jobs' })))).toHaveLength(200)
    const ids = (await db.select({ id: jobs.id }).from(jobs)).map(({ id }) => id)
    const answer = await live('assign', { id: ids, contractorId: cast.contractor.id, confirmed: 'yes' })
    expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('at most 200 jobs')])
    expect(await db.$count(jobs, isNotNull(jobs.contractorId))).toBe(0)
  })

  test('without a contractor shows the form again with what is wrong, and nothing goes', async () => {
    const job = await aJob(cast)
    const answer = await live('assign', { id: job.id, confirmed: 'yes', contractorId: '' })
    const text = await answer.text()
    expect(answer.status).toBe(422)
    expect(text).toContain('Please choose a contractor')
    expect(kept(text)).toEqual([job.id])
    expect(await statusOf(job.id)).toBe('pending')
  })

  test('sent again with its key answers as the first time, and tells nobody again', async () => {
    const made = [await aJob(cast), await aJob(cast)]
    const [, formKey] = /name="formKey" value="([^"]+)"/.exec(
      await html(live('assign', { id: made.map(({ id }) => id) })),
    )!
    await forgetNotified()
    const form = { confirmed: 'yes', id: made.map(({ id }) => id), contractorId: cast.contractor.id, formKey: formKey! }
    const answers = await Promise.all([live('assign', form), live('assign', form)])
    expect(answers.map(toastOf)).toEqual(Array(2).fill({ title: 'Jobs Assigned', text: '2 jobs assigned.' }))
    expect(await notified()).toHaveLength(2)
  })

  test('tells whom no e-mail reaches once, whatever they are given', async () => {
    const dora = await aContractor({ firstName: 'Dora', lastName: 'Webb', email: null, phone: null })
    const made = [await aJob(cast), await aJob(cast)]
    const answer = await live('assign', { id: made.map(({ id }) => id), contractorId: dora.id, confirmed: 'yes' })
    expect(toastOf(answer)?.text?.match(/Dora Webb/g)).toHaveLength(1)
  })
})

describe('cancelling', () => {
  test('says that it cannot be undone, and asks for the reason', async () => {
    const [pending, assigned] = [await aJob(cast), await aJob(cast, 'assigned')]
    const id = [pending.id, assigned.id]
    const text = await html(live('cancel', { id }))
    const refs = text
      .match(/JOB-\d+, JOB-\d+/)![0]
      .split(', ')
      .toSorted()
    expect(refs).toEqual([pending.jobRef, assigned.jobRef].toSorted())
    for (const words of ['Cancel 2 Jobs', '2 jobs will be cancelled. 3 e-mails will be sent.', 'This cannot be undone'])
      expect(text).toContain(words)
    const without = await live('cancel', { id, confirmed: 'yes', reason: ' ' })
    expect([without.status, await without.text()]).toEqual([422, expect.stringContaining('Please give a reason')])
    await forgetNotified()
    const answer = await live('cancel', { id, confirmed: 'yes', reason: 'Sold' })
    expect(toastOf(answer)).toEqual({ title: 'Jobs Cancelled', text: '2 jobs cancelled.' })
    expect([await statusOf(pending.id), await statusOf(assigned.id)]).toEqual(['cancelled', 'cancelled'])
    // As many as the question said.
    expect(await notified()).toHaveLength(3)
  })

  test('of quote work and the job it came from together: the one ends the other', async () => {
    const { parent, work } = await quoteWork(cast)
    const answer = await live('cancel', { id: [work.id, parent.id], confirmed: 'yes', reason: 'Sold' })
    expect(toastOf(answer)?.text).toBe('1 job cancelled. 1 job not cancelled.')
    expect([await statusOf(work.id), await statusOf(parent.id)]).toEqual(['cancelled', 'completed'])
  })
})
