import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, hazardSummaries, hazards, jobs } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { sendSummary } from '#src/jobs/hazards/summary/sending.ts'
import { summariesOf } from '#src/jobs/hazards/summary/summaries.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { mailedSecret, withSecret } from '#src/links/mailed.ts'
import { recordUnfinishedVisit } from '#src/visits/unfinished.ts'
import { read } from '#tests/checklist/reading.ts'
import { expireLink, linksFor } from '#tests/links/by-link.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { A_SUMMARY } from '#tests/support/targets.ts'
import { aJob, complete, completion, withQuote } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'

const cast = castOfEachTest()
const TOM = 'tom@home.example'

async function looked(): Promise<string> {
  const { id } = await aJob(cast, 'assigned')
  await changeHazard(cast.agent, id, { level: 'significant', kinds: ['damp'] })
  await recordUnfinishedVisit(cast.contractor, id, { outcome: 'return', workDone: 'Damp all over' })
  return id
}
const path = (id: string) => `/jobs/${id}/hazard/summary`
const api = async (id: string) => (await signedInAs(cast.agent)).get(`/api${path(id)}`).then((answer) => answer.json())

test('an agent mails the tenant what was found: it meets the target and stands on the job as it was sent', async () => {
  const id = await looked()
  const client = await signedInAs(cast.agent)
  expect((await read(await client.get(`/jobs/${id}`))).words).toContain('Write Summary')
  expect((await read(await client.get(path(id)))).words).toContain('Damp all over')
  const sent = await client.submit(path(id), { ...A_SUMMARY, email: TOM })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, path(id)])
  const [hazard] = await db.select().from(hazards)
  expect(hazard!.summarySentAt).toBeInstanceOf(Date)
  await editJob(cast.admin, id, { propertyName: 'Ivy House' })
  const [summary] = await summariesOf(id)
  expect(summary).toMatchObject({ ...A_SUMMARY, propertyName: 'Rose Cottage', email: TOM, sentByName: 'Olivia Hart' })
  const paper = (await read(await client.get(`/hazard-summaries/${summary!.id}`))).words
  for (const words of [...Object.values(A_SUMMARY), 'Rose Cottage', 'Rightway Lettings']) expect(paper).toContain(words)
  const [link] = await linksFor('hazard_summary')
  const opened = await stranger.get(`/hazard-summary/${mailedSecret(link!.id)}`)
  expect((await read(opened)).words).toContain('Black mould')
  const page = (await read(await client.get(`/jobs/${id}`))).words
  expect(page).toContain('Summary of Hazard Sent')
  expect(page).not.toContain(TOM)
})

test('the e-mail has all of it, and nothing of access, prices or who does the work', async () => {
  const id = await looked()
  await sendSummary(cast.admin, id, { ...A_SUMMARY, email: 'Tom@Home.example' })
  const [mail] = await db.select().from(emailNotifications).where(eq(emailNotifications.emailType, 'hazard_summary'))
  expect(mail!.contractorEmail).toBe(TOM)
  const { text } = composeEmail('hazard_summary', withSecret(mail!.content), 'https://fettle.example')
  for (const words of [...Object.values(A_SUMMARY), '020 7946 0001', '/hazard-summary/']) expect(text).toContain(words)
  for (const words of ['Key at the office', 'Carl', '£']) expect(text).not.toContain(words)
})

test('without an address the link is shown once, and a second sending keeps the time of the first', async () => {
  const id = await looked()
  const client = await signedInAs(cast.admin)
  const made = await (await client.send(`/api${path(id)}`, { method: 'POST', body: A_SUMMARY })).json()
  expect((await stranger.get(new URL(made.url).pathname)).status).toBe(200)
  const [first] = await db.select().from(hazards)
  await sendSummary(cast.agent, id, { ...A_SUMMARY, byWhen: 'By Monday', email: TOM })
  const [second] = await db.select().from(hazards)
  expect(second!.summarySentAt).toEqual(first!.summarySentAt)
  expect((await api(id)).sent.map(({ byWhen, email }: typeof made) => [byWhen, email])).toEqual([
    ['By Friday', null],
    ['By Monday', TOM],
  ])
})

test('the link opens for as long as it was given, whatever becomes of the agent', async () => {
  const [id, other] = [await looked(), await looked()]
  const shown = await sendSummary(cast.agent, id, A_SUMMARY)
  await sendSummary(cast.agent, id, { ...A_SUMMARY, email: TOM })
  const [mailed] = (await linksFor('hazard_summary')).filter(({ email }) => email)
  await db.update(jobs).set({ estateAgentId: null }).where(eq(jobs.id, other))
  const agentless = await sendSummary(cast.admin, other, A_SUMMARY)
  const statuses = async () =>
    Promise.all([shown, agentless].map(async ({ url }) => (await stranger.get(new URL(url!).pathname)).status))
  expect(await statuses()).toEqual([200, 200])
  await complete(cast.contractor, id, completion())
  await deleteAccount(cast.admin, cast.agent.id, 'estate_agent')
  expect(await statuses()).toEqual([200, 200])
  await expireLink(mailed!.id)
  const again = await stranger.submit(`/hazard-summary/${mailedSecret(mailed!.id)}/again`)
  expect([again.status, await db.$count(emailNotifications, eq(emailNotifications.contractorEmail, TOM))]).toEqual([
    200, 2,
  ])
  await db.update(jobs).set({ hiddenFromEstateAgent: 'yes' })
  expect(await statuses()).toEqual([410, 410])
})

test('it begins with visits inside, quotes without prices and the targets, in words', async () => {
  const { id } = await aJob(cast, 'assigned')
  await changeHazard(cast.agent, id, { level: 'significant', kinds: ['damp', 'electrics'] })
  await recordUnfinishedVisit(cast.contractor, id, { outcome: 'no_access', workDone: 'Nobody in' })
  await complete(cast.contractor, id, withQuote({ workDone: 'The wall is cold.' }))
  const { draft } = await api(id)
  expect(draft.found).toMatch(/^Damp and mould, Electrics\n\w+day \d+ \w+: The wall is cold\.$/)
  expect(draft.toDo).toBe('Replace the expansion vessel.')
  expect(draft.byWhen).toMatch(/^Made safe: by \w+day \d+ \w+\nPreventive work begun: by \w+day \d+ \w+$/)
  expect(JSON.stringify(draft)).not.toContain('480')
})

test('nothing is sent before somebody has looked at it, nor with a part missing', async () => {
  const { id } = await aJob(cast, 'assigned')
  const client = await signedInAs(cast.agent)
  const post = (body: object) => client.send(`/api${path(id)}`, { method: 'POST', body })
  expect((await post(A_SUMMARY)).status).toBe(404)
  await changeHazard(cast.agent, id, { level: 'significant' })
  expect((await post(A_SUMMARY)).status).toBe(409)
  await changeHazard(cast.agent, id, { investigatedAt: new Date() })
  const wrong = await client.submit(path(id), { ...A_SUMMARY, toDo: '', email: 'tom' })
  expect(wrong.status).toBe(422)
  const words = await wrong.text()
  for (const said of ['Please say what will be done', 'Invalid email address', 'Black mould'])
    expect(words).toContain(said)
  expect(await db.$count(hazardSummaries)).toBe(0)
})

test('an agent sends an address five within an hour, the office as many as it needs', async () => {
  const jobs = [await looked(), await looked(), await looked()]
  const send = (by: typeof cast.agent) => (id: string) => sendSummary(by, id, { ...A_SUMMARY, email: TOM })
  for (const id of jobs.slice(1)) for (const _ of [1, 2]) await send(cast.agent)(id)
  await send(cast.agent)(jobs[0]!)
  await expect(send(cast.agent)(jobs[0]!)).rejects.toThrow('was sent five links within an hour')
  await send(cast.admin)(jobs[0]!)
  expect(await linksFor('hazard_summary')).toHaveLength(6)
})

test('another agency reads none of it, a contractor neither', async () => {
  const id = await looked()
  const { id: summary } = await sendSummary(cast.agent, id, A_SUMMARY)
  const contractor = await signedInAs(cast.contractor)
  expect((await contractor.get(`/hazard-summaries/${summary}`)).status).toBe(403)
  expect((await read(await contractor.get(`/jobs/${id}`))).words).not.toContain('Write Summary')
  await db.update(jobs).set({ hiddenFromEstateAgent: 'yes' })
  expect((await (await signedInAs(cast.agent)).get(`/hazard-summaries/${summary}`)).status).toBe(404)
})
