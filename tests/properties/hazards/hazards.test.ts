import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { hazards, jobs, jobVisits } from '#db/schema.ts'
import { noonOf, today } from '#src/domain/dates.ts'
import type { JobEventEntry } from '#src/domain/job/timeline.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { hazardOf } from '#src/jobs/hazards/hazard-of-job.ts'
import { jobVisibleTo } from '#src/jobs/queries.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import { read } from '#tests/checklist/reading.ts'
import { sentBy } from '#tests/support/answers.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aJob, complete, completion, finishedQuoteWork, jobInput, quoteWork } from '#tests/support/world.ts'

const cast = castOfEachTest()
const page = async (who: keyof typeof cast, path: string) => (await read((await signedInAs(cast[who])).get(path))).words
const json = async (who: keyof typeof cast, id: string) =>
  (await signedInAs(cast[who])).get(`/api/jobs/${id}`).then((answer) => answer.json())
const change = async (who: keyof typeof cast, id: string, body: object) =>
  (await signedInAs(cast[who])).send(`/api/jobs/${id}/hazard`, { method: 'PATCH', body })
const hazard = async (id: string) => hazardOf(await jobVisibleTo(cast.admin, id))!
const HOUR = 3_600_000

test('an agent marks an emergency at raising: due in 24 hours, never later than by its urgency', async () => {
  const client = await signedInAs(cast.agent)
  const sent = { ...jobInput({ urgency: 'low' }), hazardLevel: 'emergency', 'kind.gas': 'yes', 'kind.fire': 'yes' }
  expect((await client.submit('/create-job', sent)).status).toBe(303)
  const [job] = await db.select().from(jobs)
  const { id, createdAt } = job!
  const by = new Date(createdAt.getTime() + 24 * HOUR)
  expect(job).toMatchObject({ hazardLevel: 'emergency', hazardDue: by, visitBy: by })
  expect((await json('agent', id)).hazard).toEqual({
    ...{ level: 'emergency', kinds: ['gas', 'fire'], awareAt: createdAt.toISOString(), investigatedAt: null },
    ...{ summarySentAt: null, safeAt: null, workBegunAt: null, ending: null, attempts: [], due: by.toISOString() },
  })
  for (const [who, path] of [
    ['agent', `/jobs/${id}`],
    ['admin', `/admin/jobs/${id}`],
  ] as const) {
    const words = await page(who, path)
    expect(words).toContain('0800 111 999')
    expect(words).toContain('Emergency hazard')
    expect(words).toContain('Awaab’s Law targets (social housing; good practice elsewhere)')
  }
})

test('a form that was opened before undoes nothing that was saved since', async () => {
  const { id } = await aJob(cast, 'assigned')
  await change('admin', id, { level: 'significant', kinds: ['damp'] })
  const client = await signedInAs(cast.agent)
  const form = sentBy(await (await client.get(`/jobs/${id}/hazard`)).text(), 'Save')
  await change('admin', id, { level: 'emergency', kinds: ['damp', 'gas'], ending: 'refused', reason: 'They move.' })
  const before = await hazard(id)
  const sent = await client.submit(`/jobs/${id}/hazard`, { ...form, attemptOn: today(), attemptWay: 'phone' })
  expect(sent.status).toBe(303)
  expect(await hazard(id)).toEqual({ ...before, attempts: [{ on: today(), way: 'phone' }] })
})

test('updatedSince finds a job whose hazard has changed, and one whose quote work is booked', async () => {
  const { id } = await aJob(cast, 'assigned')
  const { parent, work } = await quoteWork(cast)
  const old = new Date('2026-03-29T00:30:00Z')
  const changedBy = async (act: () => Promise<Response>) => {
    await db.update(jobs).set({ updatedAt: old })
    expect((await act()).status).toBe(200)
    const listed = await (await signedInAs(cast.admin)).get('/api/jobs?updatedSince=2026-03-30T00:00:00Z')
    return ((await listed.json()) as { id: string }[]).map((job) => job.id)
  }
  expect(await changedBy(() => change('admin', id, { level: 'significant' }))).toEqual([id])
  expect(await changedBy(() => change('admin', id, { attemptOn: today(), attemptWay: 'phone' }))).toEqual([id])
  const [startsAt, endsAt] = [9, 11].map((hour) => new Date(noonOf(today()).getTime() + 48 * HOUR + hour * HOUR))
  const carl = await signedInAs(cast.contractor)
  const book = () => carl.send(`/api/jobs/${work.id}/appointment`, { method: 'PUT', body: { startsAt, endsAt } })
  expect((await changedBy(book)).sort()).toEqual([parent.id, work.id].sort())

  await recordUnfinishedVisit(cast.contractor, id, { outcome: 'no_access', workDone: 'Nobody in' })
  const [visit] = await db.select().from(jobVisits).where(eq(jobVisits.jobId, id))
  const ada = await signedInAs(cast.admin)
  expect(await changedBy(() => ada.delete(`/api/visits/${visit!.id}`))).toEqual([id])
  const done = await finishedQuoteWork(cast)
  const both = [done.parent.id, done.work.id].sort()
  expect((await changedBy(() => ada.delete(`/api/quotes/${done.quote.id}`))).sort()).toEqual(both)
})

test('kinds without a level are asked about, with what was typed', async () => {
  const answer = await (await signedInAs(cast.agent)).submit('/create-job', { ...jobInput(), 'kind.damp': 'yes' })
  expect(answer.status).toBe(422)
  expect(await answer.text()).toContain('Please say how soon it could harm somebody')
  expect(await db.$count(jobs)).toBe(0)
})

test('the first visit inside, not a closed door, says when it was looked at; the work done makes it safe', async () => {
  const { id } = await aJob(cast, 'assigned')
  await change('admin', id, { level: 'significant', kinds: ['damp'] })
  await recordUnfinishedVisit(cast.contractor, id, { outcome: 'no_access', workDone: 'Nobody in' })
  expect(await hazard(id)).toMatchObject({ investigatedAt: null })
  expect(await page('agent', `/jobs/${id}`)).toContain('Three by different ways are expected: there is 1.')
  await recordUnfinishedVisit(cast.contractor, id, { outcome: 'return', workDone: 'Damp all over' })
  const looked = await hazard(id)
  expect(looked.investigatedAt).toBeInstanceOf(Date)
  expect(looked.due).toEqual(looked.targets.summarySentAt!)
  await complete(cast.contractor, id, completion())
  expect(await hazard(id)).toMatchObject({ safeAt: expect.any(Date), workBegunAt: expect.any(Date), due: null })
})

test('a correction, an ending and what makes less of it ask for a reason and stay in the timeline', async () => {
  const { id } = await aJob(cast, 'assigned')
  expect((await change('agent', id, { level: 'emergency' })).status).toBe(200)
  for (const less of [
    { level: 'significant' },
    { ending: 'not_found' },
    { level: 'none' },
    { awareAt: '2026-01-05T09:00:00Z' },
  ])
    expect([less, (await change('agent', id, less)).status]).toEqual([less, 422])
  const ended = await change('agent', id, { ending: 'refused', reason: 'She will not have it done' })
  expect((await ended.json()).hazard).toMatchObject({ ending: 'refused', due: null })
  expect(await db.select({ level: jobs.hazardLevel, due: jobs.hazardDue }).from(jobs)).toEqual([
    { level: null, due: null },
  ])
  const events = await (await signedInAs(cast.admin)).get(`/api/jobs/${id}/events`).then((answer) => answer.json())
  expect(events.at(-1)).toMatchObject({
    event: 'hazardChanged',
    detail: { reason: 'She will not have it done', 'after.ending': 'Consent or access refused' },
  })
})

test('known of before it was raised, never looked at before it was known of', async () => {
  const { id } = await aJob(cast, 'assigned')
  const before = new Date(Date.now() - 48 * HOUR).toISOString()
  expect((await change('agent', id, { level: 'emergency', awareAt: before })).status).toBe(200)
  const wrong = await change('agent', id, { investigatedAt: new Date(Date.now() - 50 * HOUR).toISOString() })
  expect((await wrong.json()).errors).toEqual({ investigatedAt: 'It was looked at before it was known of' })
  const late = await (await signedInAs(cast.admin)).get('/api/jobs?hazard=late').then((answer) => answer.json())
  expect(late).toHaveLength(1)
  expect(
    await (await signedInAs(cast.admin)).get('/api/jobs?hazard=significant').then((answer) => answer.json()),
  ).toEqual([])
})

test('another urgency leaves the hazard’s own target', async () => {
  const { id } = await aJob(cast, 'assigned')
  await changeHazard(cast.agent, id, { level: 'emergency' })
  await (await signedInAs(cast.agent)).send(`/api/jobs/${id}`, { method: 'PATCH', body: { urgency: 'low' } })
  const [job] = await db.select().from(jobs)
  expect(job!.visitBy).toEqual(job!.hazardDue!)
})

test('the form shows the times, keeps what was typed, and takes an attempt', async () => {
  const { id } = await aJob(cast, 'assigned')
  const client = await signedInAs(cast.agent)
  const path = `/jobs/${id}/hazard`
  expect((await client.submit(path, { level: 'significant', 'kind.damp': 'yes' })).status).toBe(303)
  const shown = await client.get(path).then((answer) => answer.text())
  expect(shown).toContain('name="awareAt"')
  const refused = await client.submit(path, { level: 'significant', 'kind.damp': 'yes', attemptOn: '2026-01-05' })
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('Please choose how')
  const noDay = { level: 'significant', 'kind.damp': 'yes', awareAt: '2026-02-30T09:00' }
  expect(await (await client.submit(path, noDay)).text()).toContain('Must be a time')
  const attempt = { level: 'significant', 'kind.damp': 'yes', attemptOn: '2026-01-05', attemptWay: 'phone' }
  expect((await client.submit(path, attempt)).status).toBe(303)
  expect(await hazard(id)).toMatchObject({ attempts: [{ on: '2026-01-05', way: 'phone' }], kinds: ['damp'] })
})

test('of attempts at access a hundred are kept, two of one day too, and the timeline tells each by itself', async () => {
  const { id } = await aJob(cast, 'assigned')
  await changeHazard(cast.agent, id, { level: 'significant' })
  const attempts = Array.from({ length: 98 }, (_, day) => ({
    on: today(new Date(Date.UTC(2025, 0, 1 + day, 12))),
    way: 'phone' as const,
  }))
  await db.update(hazards).set({ attempts }).where(eq(hazards.jobId, id))
  const attempt = { attemptOn: '2026-01-05', attemptWay: 'letter' }
  for (const sent of [attempt, attempt]) expect((await change('agent', id, sent)).status).toBe(200)
  expect((await hazard(id)).attempts).toHaveLength(100)
  const events = await (await signedInAs(cast.admin)).get(`/api/jobs/${id}/events`).then((answer) => answer.json())
  expect(events.flatMap(({ event, detail }: JobEventEntry) => (event === 'hazardChanged' ? [detail] : []))).toEqual([
    { attempt: 'Letter 2026-01-05' },
    { attempt: 'Letter 2026-01-05' },
  ])
  expect(await page('admin', `/admin/jobs/${id}`)).toContain('Attempt at access: Letter 2026-01-05')

  const sentence = 'A hazard keeps at most 100 attempts at access.'
  const refused = await change('agent', id, { ...attempt, attemptWay: 'phone' })
  expect([refused.status, (await refused.json()).message]).toEqual([409, sentence])
  const typed = { level: 'significant', attemptOn: '2026-01-06', attemptWay: 'letter' }
  const form = await (await signedInAs(cast.agent)).submit(`/jobs/${id}/hazard`, typed)
  expect(form.status).toBe(409)
  const html = await form.text()
  for (const shown of [sentence, 'value="2026-01-06"']) expect(html).toContain(shown)
  expect((await change('agent', id, { level: 'none', reason: 'A mistake' })).status).toBe(200)
})

test('quote work has no hazard of its own; its beginning begins the work of the job it was quoted in', async () => {
  const { work, parent: job } = await quoteWork(cast)
  expect((await change('agent', work.id, { level: 'significant' })).status).toBe(409)
  await changeHazard(cast.agent, job.id, { level: 'significant' })
  await (await signedInAs(cast.contractor)).send(`/api/jobs/${work.id}/start`, { method: 'POST' })
  const [kept] = await db.select().from(hazards).where(eq(hazards.jobId, job.id))
  expect(kept).toMatchObject({ workBegunAt: expect.any(Date), investigatedAt: expect.any(Date) })
})

describe('by the day of a visit that was logged later', () => {
  const raisedOn = async (id: string, createdAt: Date, level: 'significant' | 'emergency' = 'significant') => {
    await db.update(jobs).set({ createdAt }).where(eq(jobs.id, id))
    await changeHazard(cast.agent, id, { level })
  }
  const daysAgo = (days: number) => today(new Date(Date.now() - days * 24 * HOUR))
  const logged = async (id: string, verb: string, body: object) =>
    expect((await (await signedInAs(cast.contractor)).post(`/api/jobs/${id}/${verb}`, body)).status).toBe(200)
  const timesOf = async (id: string) => {
    const { investigatedAt, safeAt, workBegunAt } = await hazard(id)
    return [investigatedAt, safeAt, workBegunAt]
  }
  const day = daysAgo(3)

  test('an hour before it was raised on that day, it was looked at when it was known of', async () => {
    const [before, after] = [await aJob(cast, 'assigned'), await aJob(cast, 'assigned')]
    const evening = new Date(`${day}T20:00:00Z`)
    await raisedOn(before.id, evening)
    await logged(before.id, 'visits', { outcome: 'return', workDone: 'Damp all over', visitDate: day })
    expect(await timesOf(before.id)).toEqual([evening, null, null])
    await db.update(jobs).set({ createdAt: evening }).where(eq(jobs.id, after.id))
    await logged(after.id, 'visits', { outcome: 'return', workDone: 'Damp all over', visitDate: day })
    await changeHazard(cast.agent, after.id, { level: 'significant' })
    expect(await timesOf(after.id)).toEqual([evening, null, null])
  })

  test('it was made safe on the day of the work, not on that of the sending', async () => {
    const visited = await aJob(cast, 'assigned')
    await raisedOn(visited.id, new Date(`${day}T07:00:00Z`), 'emergency')
    await logged(visited.id, 'complete', { workDone: 'Made safe', visitDate: day })
    expect(await timesOf(visited.id)).toEqual([noonOf(day), noonOf(day), noonOf(day)])

    const { work, parent } = await quoteWork(cast)
    await db
      .update(jobs)
      .set({ createdAt: new Date(`${day}T07:00:00Z`) })
      .where(eq(jobs.id, work.id))
    await raisedOn(parent.id, new Date(`${daysAgo(4)}T07:00:00Z`))
    await logged(work.id, 'mark-complete', { workDone: 'Replaced', visitDate: day })
    expect(await timesOf(parent.id)).toEqual([expect.any(Date), noonOf(day), noonOf(day)])
  })

  test('nothing was made safe before it was known of', async () => {
    const { id } = await aJob(cast, 'assigned')
    const evening = new Date(`${day}T20:00:00Z`)
    await raisedOn(id, evening)
    await logged(id, 'complete', { workDone: 'Made safe', visitDate: day })
    expect(await timesOf(id)).toEqual([evening, evening, evening])
  })

  test('to have to come back begins the work of the job it was quoted in', async () => {
    const { work, parent } = await quoteWork(cast)
    const raised = new Date(`${day}T07:00:00Z`)
    await raisedOn(work.parentJobId!, raised)
    await db.update(jobs).set({ createdAt: raised }).where(eq(jobs.id, work.id))
    await logged(work.id, 'visits', { outcome: 'return', workDone: 'Stripped the plaster', visitDate: day })
    expect((await hazard(parent.id)).workBegunAt).toEqual(noonOf(day))
  })
})
