import { expect, test } from 'bun:test'
import { desc, eq, sql } from 'drizzle-orm'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobEvents, jobs, users } from '#db/schema.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { longestLateToChase } from '#src/jobs/waiting/to-chase.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, anAdmin } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'
import { ChaseForm } from '#views/reminders/chase.tsx'

const TEXT = 'How do these stand?'
const chased = () =>
  db
    .select()
    .from(emailNotifications)
    .where(eq(emailNotifications.emailType, 'jobs_chased'))
    .orderBy(desc(emailNotifications.contractorEmail))

async function world() {
  const cast = await aCast()
  const [one, two, three] = [
    await aJob(cast, 'assigned'),
    await aJob(cast, 'in_progress'),
    await aJob(cast, 'quote_pending'),
  ]
  const [pending, done] = [await aJob(cast), await aJob(cast, 'completed')]
  return { cast, one, two, three, pending, done, ada: await signedInAs(cast.admin) }
}

const statuses = async (response: Response) =>
  ((await response.json()) as { results: { status: number; code?: string }[] }).results.map(
    ({ status, code }) => code ?? status,
  )

test('one e-mail to each person has all of their jobs and the text; what waits on the office is refused', async () => {
  const { cast, one, two, three, pending, done, ada } = await world()
  const jobIds = [one, pending, two, three, done, one].map(({ id }) => id)
  const answer = await ada.post('/api/jobs/chase', { jobIds, text: 'When? <b>&' })
  expect(answer.status).toBe(200)
  expect(await statuses(answer)).toEqual([200, 'conflict', 200, 200, 'conflict', 'named_twice'])
  const sent = await chased()
  expect(sent.map(({ contractorEmail }) => contractorEmail).sort()).toEqual(
    [cast.agent.email!, cast.contractor.email!].sort(),
  )
  const toCarl = sent.find(({ contractorEmail }) => contractorEmail === cast.contractor.email)!.content
  expect(toCarl.waiting).toMatchObject({ count: 2, lines: [{ path: `/jobs/${one.id}` }, { path: `/jobs/${two.id}` }] })
  const { html, subject, text } = composeEmail('jobs_chased', toCarl, 'https://f.example')
  expect(subject).toContain('asks about 2 jobs')
  expect(html).toContain('When? &lt;b&gt;&amp;')
  expect(text).toContain('When? <b>&')
  const notes = await db.select().from(jobEvents).where(eq(jobEvents.event, 'chased'))
  expect(notes.map(({ jobId }) => jobId).sort()).toEqual([one.id, two.id, three.id].sort())
})

test('a repeat under its key chases nobody again, and tries again what was refused', async () => {
  const { one, pending, cast, ada } = await world()
  const chase = async () => {
    const body = { jobIds: [one.id, pending.id, one.id], text: TEXT, again: true }
    const headers = { 'idempotency-key': 'chase-1' }
    return statuses(await ada.send('/api/jobs/chase', { method: 'POST', body, headers }))
  }
  for (let time = 0; time < 2; time++) expect(await chase()).toEqual([200, 'conflict', 'named_twice'])
  await assignJob(cast.admin, pending.id, cast.contractor.id)
  for (let time = 0; time < 2; time++) expect(await chase()).toEqual([200, 200, 'named_twice'])
  expect(await chased()).toHaveLength(2)
})

test('nobody is chased twice within a working day without being asked for', async () => {
  const { one, two, ada } = await world()
  const chase = async (jobIds: string[], more = {}) =>
    statuses(await ada.post('/api/jobs/chase', { jobIds, text: TEXT, ...more }))
  expect(await chase([one.id])).toEqual([200])
  expect(await chase([one.id, two.id])).toEqual(['chased_lately', 200])
  expect(await chase([one.id], { again: true })).toEqual([200])
  await db
    .update(jobs)
    .set({ chasedAt: sql`now() - interval '5 days'`, waitingSince: sql`now() - interval '9 days'` })
    .where(eq(jobs.id, one.id))
  expect(await chase([one.id])).toEqual([200])
  expect(await chased()).toHaveLength(4)
})

test('a chase of a clock years ahead silences none of today, and is told of nowhere', async () => {
  const { one, ada } = await world()
  const ahead = { chasedAt: sql`now() + interval '10 years'`, waitingSince: sql`now() - interval '9 days'` }
  await db
    .update(jobs)
    .set({ ...ahead, visitBy: sql`now() - interval '1 day'` })
    .where(eq(jobs.id, one.id))
  expect((await longestLateToChase(await anAdmin(), 5)).map(({ id }) => id)).toEqual([one.id])
  expect(await (await ada.get(`/admin/jobs/${one.id}`)).text()).not.toContain('Chased')
  expect(await statuses(await ada.post('/api/jobs/chase', { jobIds: [one.id], text: TEXT }))).toEqual([200])
})

test('two administrators at once send one e-mail', async () => {
  const { one, two } = await world()
  const clients = await Promise.all([1, 2, 3, 4].map(async () => signedInAs(await anAdmin())))
  const answers = await Promise.all(
    clients.map(async (client, at) =>
      statuses(
        await client.post('/api/jobs/chase', { jobIds: at % 2 ? [one.id, two.id] : [two.id, one.id], text: TEXT }),
      ),
    ),
  )
  expect(answers.flat().filter((status) => status === 200)).toHaveLength(2)
  expect(await chased()).toHaveLength(1)
})

test('who has no e-mail address, a job whose work is another and one booked for later are refused with a sentence', async () => {
  const { cast, one, two, ada } = await world()
  const carol = await aContractor()
  const theirs = await aJob({ ...cast, contractor: carol }, 'assigned')
  await db.update(users).set({ email: null, phone: '01483 1' }).where(eq(users.id, carol.id))
  const later = (days: number) => sql`now() + make_interval(days => ${days})`
  await db
    .update(jobs)
    .set({ waitingFor: 'visit', appointmentId: one.id, appointmentStartsAt: later(2), appointmentEndsAt: later(3) })
    .where(eq(jobs.id, one.id))
  await db.update(jobs).set({ status: 'quote_approved' }).where(eq(jobs.id, two.id))
  const answer = await ada.post('/api/jobs/chase', { jobIds: [theirs.id, one.id, two.id], text: TEXT })
  const { results } = (await answer.json()) as { results: { status: number; message: string }[] }
  expect(results.map(({ status }) => status)).toEqual([409, 409, 409])
  expect(results[0]!.message).toContain('01483 1')
  expect(results[1]!.message).toMatch(/^A visit is booked for /)
  expect(results[2]!.message).toContain('quote work')
  expect(await chased()).toHaveLength(0)
})

test('the form says who gets what, leaves out who was chased today, and chases them again where ticked', async () => {
  const { one, two, three, pending, ada } = await world()
  const form = (ids: string[], more = {}) => ada.submit('/admin/jobs/chase', { id: ids, back: '/admin/jobs', ...more })
  const asked = await (await form([one.id, three.id, pending.id])).text()
  for (const words of ['Chase 2 People', one.jobRef, three.jobRef, 'Please see to these', 'waits on administrators'])
    expect(asked).toContain(words)
  const sent = { confirmed: 'yes', text: TEXT }
  expect((await form([one.id, three.id], sent)).status).toBe(303)
  expect((await chased()).map(({ content }) => content.reason)).toEqual([TEXT, TEXT])
  const again = await (await form([one.id, two.id])).text()
  expect(again).toContain(`name="again" value="${one.id}"`)
  expect(again).toContain('Chased today')
  expect(again).not.toContain(`name="id" value="${one.id}"`)
  expect((await form([two.id], { ...sent, again: one.id })).status).toBe(303)
  expect(await chased()).toHaveLength(3)
  expect((await form([two.id], { confirmed: 'yes', text: '' })).status).toBe(422)
  const page = await (await ada.get(`/admin/jobs/${one.id}`)).text()
  expect(page).toContain('Chased today')
  expect(await (await ada.get('/admin/jobs')).text()).toContain('Chased today')
  expect((await ada.get(`/admin/jobs/${two.id}/chase`)).status).toBe(200)
  expect((await ada.get(`/admin/jobs/${pending.id}/chase`)).status).toBe(409)
})

test('the form promises that answers are read only where the office has an address', () => {
  const shown = (areRepliesRead: boolean) =>
    renderToStaticMarkup(createElement(ChaseForm, { people: [], left: [], back: '/admin/jobs', areRepliesRead }))
  const promises = /Answers go to the office|Answer this e-mail/g
  expect(shown(true).match(promises)).toHaveLength(2)
  expect(shown(false)).not.toMatch(promises)
  expect(shown(false)).toContain('Please see to these, or write on the job what stands in the way.')
})
