import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, hazardSummaries, jobs, messages, queuedWork } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { editAccount } from '#src/accounts/admin/edit.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { signedInAs } from '#tests/support/app.ts'
import { aCast, aContractor, aJob, type Cast } from '#tests/support/world.ts'
import { aComplaint } from './a-complaint.ts'
import { erased } from './erased.ts'
import { exported } from './exported.ts'

const PHONE = '07700 900789'
const ADDRESS = 'x@quillfeather.example'

const rowOf = async (id: string) => (await db.select().from(jobs).where(eq(jobs.id, id)))[0]!
const textsOf = async (id: string) =>
  (await db.select().from(messages).where(eq(messages.jobId, id)).orderBy(messages.id)).map(({ text }) => text)
const idsIn = (rows: unknown[] | undefined) => (rows as { id: string }[]).map(({ id }) => id).sort()
const sentTo = async (email: string) =>
  idsIn(await db.select().from(emailNotifications).where(eq(emailNotifications.contractorEmail, email)))

async function flatmates(theirs = PHONE) {
  const cast = await aCast()
  const anns = await aJob(cast, 'completed', { job: { tenantName: 'Ann Bell', tenantPhone: PHONE } })
  const bobs = await aJob(cast, 'assigned', { job: { tenantName: 'Bob Bell', tenantPhone: theirs } })
  const text = 'Please ring 07700900789.'
  for (const { id } of [anns, bobs]) await writeMessage(cast.agent, id, { text })
  return { cast, anns, bobs, text }
}

for (const theirs of [PHONE, '+44 7700 900789', `020 7946 0018 or ${PHONE}`])
  test(`a flatmate’s number ${theirs} stays where they are to be rung, and goes with the tenant who is erased`, async () => {
    const { cast, anns, bobs, text } = await flatmates(theirs)
    await erased(cast, `tenant.${anns.id}`)
    expect(await rowOf(bobs.id)).toMatchObject({ tenantName: 'Bob Bell', tenantPhone: theirs })
    expect(await textsOf(bobs.id)).toEqual([text])
    expect(await rowOf(anns.id)).toMatchObject({ tenantName: 'Former tenant', tenantPhone: null })
    expect(await textsOf(anns.id)).toEqual(['Please ring Former tenant.'])
  })

test('a contractor’s number that a tenant has too stays the tenant’s, on the contractor’s own jobs as well', async () => {
  const cast = await aCast()
  const contractor = await aContractor({ phone: PHONE })
  const job = await aJob({ ...cast, contractor }, 'assigned', { job: { tenantPhone: PHONE } })
  await deleteAccount(cast.admin, contractor.id, 'contractor')
  await erased(cast, contractor.id)
  expect((await rowOf(job.id)).tenantPhone).toBe(PHONE)
})

test('a number that a live account has too stays in texts of others', async () => {
  const { cast, anns, bobs } = await flatmates('')
  await aContractor({ phone: '+44 7700 900 789' })
  await erased(cast, `tenant.${anns.id}`)
  expect(await textsOf(bobs.id)).toEqual(['Please ring 07700900789.'])
})

async function anAddressOfTwo() {
  const cast = await aCast()
  const leaver = await aContractor({ email: ADDRESS, firstName: 'Xanthippa', lastName: 'Quillfeather', phone: PHONE })
  const first = await aJob({ ...cast, contractor: leaver }, 'completed')
  await aComplaint({ name: 'Xanthippa Quillfeather', email: ADDRESS })
  await db.update(emailNotifications).set({ status: 'sent' })
  const before = await sentTo(ADDRESS)
  await deleteAccount(cast.admin, leaver.id, 'contractor')
  const heir = await aContractor({ email: ADDRESS.toUpperCase(), firstName: 'Yorick', lastName: 'Stone' })
  return { cast, leaver, heir, first, before }
}

async function assignedTo(cast: Cast, contractor: Cast['contractor']) {
  const job = await aJob({ ...cast, contractor }, 'assigned')
  await writeMessage(cast.agent, job.id, { text: `Write to ${ADDRESS}.` })
  return job
}

test('what waits for whoever has the address of a deleted account now is sent to them, after its erasure too', async () => {
  const { cast, leaver, heir, first, before } = await anAddressOfTwo()
  const job = await assignedTo(cast, heir)
  await writeMessage(cast.agent, first.id, { text: `Write to ${ADDRESS}.` })
  const theirs = await sentTo(heir.email!)
  expect([before.length, theirs.length]).toEqual([2, 1])
  await erased(cast, leaver.id)
  expect(await sentTo(heir.email!)).toEqual(theirs)
  expect(await db.select().from(queuedWork).where(eq(queuedWork.subject, theirs[0]!))).toHaveLength(1)
  expect(await sentTo(ADDRESS)).toEqual([])
  expect(await textsOf(job.id)).toEqual([`Write to ${ADDRESS}.`])
  expect(await textsOf(first.id)).toEqual(['Write to Former contractor 1.'])
})

test('the ZIP of either has what was sent to the address while it was theirs', async () => {
  const { cast, leaver, heir, before } = await anAddressOfTwo()
  await assignedTo(cast, heir)
  await aComplaint({ name: 'Yorick Stone', email: ADDRESS })
  const ada = await signedInAs(cast.admin)
  const filesOf = async ({ id }: { id: string }) => exported(await ada.get(`/api/people/${id}/export.zip`))
  const [old, now] = [await filesOf(leaver), await filesOf(heir)]
  expect(idsIn(old['e-mails.json'])).toEqual(before)
  expect(old['complaints.json']).toMatchObject([{ name: 'Xanthippa Quillfeather' }])
  const since = (await sentTo(ADDRESS)).filter((id) => !before.includes(id))
  expect(idsIn(now['e-mails.json'])).toEqual([...(await sentTo(heir.email!)), ...since].sort())
  expect(now['complaints.json']).toMatchObject([{ name: 'Yorick Stone' }])
})

test('who moved from an address is given what went there before, and whoever has it now what went there since', async () => {
  const cast = await aCast()
  const mover = await aContractor({ email: ADDRESS })
  await aJob({ ...cast, contractor: mover }, 'assigned')
  await db.update(emailNotifications).set({ status: 'sent', sentAt: new Date() })
  await editAccount(cast.admin, mover.id, { email: 'moved@quillfeather.example' })
  const before = await sentTo(ADDRESS)
  const heir = await aContractor({ email: ADDRESS })
  await aJob({ ...cast, contractor: heir }, 'assigned')
  const since = (await sentTo(ADDRESS)).filter((id) => !before.includes(id))
  const ada = await signedInAs(cast.admin)
  const emailsOf = async ({ id }: { id: string }) =>
    idsIn((await exported(await ada.get(`/api/people/${id}/export.zip`)))['e-mails.json'])
  expect([before.length, since.length]).toEqual([2, 1])
  expect([await emailsOf(mover), await emailsOf(heir)]).toEqual([before, since])
})

test('a username that somebody has again stays in texts of others', async () => {
  const cast = await aCast()
  const leaver = await aContractor({ username: 'xq.1', phone: null })
  await deleteAccount(cast.admin, leaver.id, 'contractor')
  await aContractor({ username: 'xq.1' })
  const job = await aJob(cast, 'assigned')
  await writeMessage(cast.agent, job.id, { text: 'Ask xq.1 for it.' })
  await erased(cast, leaver.id)
  expect(await textsOf(job.id)).toEqual(['Ask xq.1 for it.'])
})

test('an address that summaries of others’ jobs went to stays there, and goes from the tenant’s own', async () => {
  const { cast, anns, bobs } = await flatmates()
  const email = 'office@bells.example'
  const text = { propertyName: '', propertyAddress: '', agency: '', contact: '', found: '', toDo: '', byWhen: '' }
  for (const { id } of [anns, bobs]) {
    await db.insert(hazardSummaries).values({ ...text, jobId: id, email, sentByName: 'Ada King' })
    await db
      .insert(emailNotifications)
      .values({ jobId: id, contractorEmail: email, emailType: 'hazard_summary', content: sql`'{}'` })
  }
  await erased(cast, `tenant.${anns.id}`)
  const summaries = await db.select().from(hazardSummaries)
  expect(new Map(summaries.map((one) => [one.jobId, one.email]))).toEqual(
    new Map([
      [anns.id, 'Former tenant'],
      [bobs.id, email],
    ]),
  )
  expect(await sentTo(email)).toHaveLength(1)
})
