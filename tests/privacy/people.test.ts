import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import {
  accountingCodes,
  certificateExcuses,
  certificates,
  hazardSummaries,
  invoices,
  jobVisits,
  links,
  passkeys,
  personRecords,
  quotes,
  sessions,
  signInDevices,
} from '#db/schema.ts'
import { queueEmail } from '#src/emails/actions.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { content } from '#tests/emails/letters.ts'
import { aToken, bearer, signedInAs, stranger } from '#tests/support/app.ts'
import { aCast, aJob, anAgent } from '#tests/support/world.ts'
import { exported } from './exported.ts'

const TOM = { tenantName: 'Tom Reed', tenantPhone: '07700 900456' }

async function office() {
  const cast = await aCast()
  const jobs = [await aJob(cast, 'completed', { job: TOM })]
  jobs.push(await aJob(cast, 'assigned', { job: { ...TOM, tenantPhone: '+44 (0)7700 900456' } }))
  await aJob(cast, 'assigned', { job: { tenantName: 'Tom Reed', tenantPhone: '020 7946 0018' } })
  return { cast, jobs, ada: await signedInAs(cast.admin) }
}

test('a search that finds more than fifty says that only the first are shown', async () => {
  const { ada } = await office()
  const before = await (await ada.get('/admin/people?search=Reed')).text()
  for (let count = 0; count < 51; count++) await anAgent({ lastName: 'Reed' })
  const after = await (await ada.get('/admin/people?search=Reed')).text()
  expect([before, after].map((page) => page.includes('Only the first are shown'))).toEqual([false, true])
})

const SPELLINGS: [string, string][] = [
  ['01483 567890', '01483 56 78 90'],
  ['07700 900456', '0044 7700 900456'],
  ['07700 900456', 'Mob 07700 900456'],
  ['Mob 07700 900456', '07700 900456'],
]

test.each(SPELLINGS)('a tenant whose number is written %s, then %s, has both jobs', async (older, newer) => {
  const cast = await aCast()
  for (const tenantPhone of [older, newer]) await aJob(cast, 'completed', { job: { ...TOM, tenantPhone } })
  const ada = await signedInAs(cast.admin)
  const [tom]: Found[] = await (await ada.get('/api/people?search=tom')).json()
  expect(tom?.jobs).toBe(2)
  expect((await exported(await ada.get(`/api/people/${tom!.id}/export.zip`)))['jobs.json']).toHaveLength(2)
})

type Found = { id: string; name: string; jobs: number; isTenant: boolean }

test('an administrator finds accounts and tenants, these by name and phone over all jobs', async () => {
  const { cast, ada } = await office()
  const found = async (search: string): Promise<Found[]> =>
    (await ada.get(`/api/people?search=${encodeURIComponent(search)}`)).json()
  expect((await found('carl')).map(({ id, isTenant, jobs }) => [id, isTenant, jobs])).toEqual([
    [cast.contractor.id, false, 3],
  ])
  expect((await found('reed tom')).map(({ name, jobs }) => [name, jobs]).sort()).toEqual([
    ['Tom Reed', 1],
    ['Tom Reed', 2],
  ])
  expect((await found('07700900456')).map(({ jobs }) => jobs)).toEqual([2])
  expect(await found('')).toEqual([])
  const page = await (await ada.get('/admin/people?search=Reed')).text()
  for (const words of ['Tom Reed', 'Tenant', '020 7946 0018']) expect(page).toContain(words)
})

test('all that is held on a contractor is one ZIP, without what opens the account', async () => {
  const { cast, ada } = await office()
  const answer = await ada.get(`/api/people/${cast.contractor.id}/export.zip`)
  const files = await exported(answer)
  expect([files['account.json']?.length, files['jobs.json']?.length, files['visits.json']?.length]).toEqual([1, 3, 1])
  expect((files['account.json'] as { first_name: string }[])[0]?.first_name).toBe('Carl')
  expect(JSON.stringify(files)).not.toMatch(/hashed_password|token_hash|argon2/)
  const [record] = await db.select().from(personRecords)
  expect([record?.action, record?.byId, record?.subjects]).toEqual(['exported', cast.admin.id, [cast.contractor.id]])
})

test('all that is held on a tenant is their jobs, and what names them there', async () => {
  const { jobs, ada } = await office()
  const files = await exported(await ada.get(`/api/people/tenant.${jobs[0]!.id}/export.zip`))
  expect(files['jobs.json']).toHaveLength(2)
  expect(JSON.stringify(files)).not.toContain('020 7946 0018')
})

test('what of their job names a tenant is in the ZIP, and what was sent to their address', async () => {
  const { cast, ada } = await office()
  const job = await aJob(cast, 'quote_pending', { job: { tenantName: 'Tom Quill' } })
  const ids = { jobId: job.id, contractorId: cast.contractor.id }
  await db.insert(jobVisits).values({ ...ids, workDescription: 'Tom Quill let me in.' })
  await db.update(quotes).set({ reason: 'Tom Quill says no.' })
  const bill = {
    type: 'contractor_visit',
    amount: 60,
    contractorName: 'Carl',
    propertyAddress: '12 Mill Lane',
  } as const
  await db.insert(invoices).values([
    { ...bill, jobId: job.id, invoiceNumber: 'INV-000001', description: 'Visit to Tom Quill' },
    { ...bill, jobId: job.id, invoiceNumber: 'INV-000002', description: 'Another visit' },
  ])
  const link = { purpose: 'follow_job', jobId: job.id, expiresAt: new Date() } as const
  await db.insert(links).values([
    { ...link, tokenHash: '1', email: 'tom@quill.example' },
    { ...link, tokenHash: '2', email: 'landlord@rent.example' },
  ])
  const sent = { propertyName: '', propertyAddress: '', agency: '', contact: '', found: '', toDo: '', byWhen: '' }
  await db
    .insert(hazardSummaries)
    .values({ ...sent, jobId: job.id, email: 'tom@quill.example', sentByName: 'Olivia Hart' })
  await db.transaction((tx) =>
    queueEmail(tx, {
      ...{ jobId: job.id, to: 'Tom@quill.example', emailType: 'hazard_summary' },
      content: content({ recipientName: '' }),
    }),
  )
  const files = await exported(await ada.get(`/api/people/tenant.${job.id}/export.zip`))
  expect(files).toMatchObject({
    'visits.json': [{ work_description: 'Tom Quill let me in.' }],
    'quotes.json': [{ reason: 'Tom Quill says no.' }],
    'invoices.json': [{ description: 'Visit to Tom Quill' }],
    'links.json': [{ email: 'tom@quill.example' }],
  })
  expect(files['e-mails.json']).toContainEqual(expect.objectContaining({ contractor_email: 'Tom@quill.example' }))
})

test('an account’s ZIP has the certificates, excuses and codes that are its own', async () => {
  const { cast, ada } = await office()
  const place = { agencyKey: 'rightway lettings', propertyKey: '12milllane', kind: 'gas_safety' } as const
  const named = { agency: 'Rightway Lettings', propertyName: 'Rose Cottage', propertyAddress: '12 Mill Lane' }
  const days = { doneOn: '2026-03-04', endsOn: '2027-03-04' }
  await db.insert(certificates).values([
    { ...place, ...named, ...days, doneBy: 'Carl Mason, Gas Safe 12345' },
    { ...place, ...named, ...days, createdBy: cast.contractor.id },
    { ...place, ...named, ...days, doneBy: 'Carla Masonry' },
  ])
  for (const [index, byId] of [cast.contractor.id, cast.agent.id].entries())
    await db.insert(certificateExcuses).values({ ...place, name: String(index), excuse: 'elsewhere', byId })
  for (const owner of [cast.contractor.id, 'office'])
    await db.insert(accountingCodes).values({ owner, target: 'xero', kind: 'sales', codes: { account: '200' } })
  const files = await exported(await ada.get(`/api/people/${cast.contractor.id}/export.zip`))
  const counted = ['certificates', 'certificate-excuses', 'accounting-codes'].map(
    (name) => files[`${name}.json`]?.length,
  )
  expect(counted).toEqual([2, 1, 1])
})

test('a tenant known by phone alone is given what has their number, and nothing else of the job', async () => {
  const { cast, ada } = await office()
  const job = await aJob(cast, 'assigned', { job: { tenantPhone: '07700 900789' } })
  await writeMessage(cast.admin, job.id, { text: 'The agent pays late.', adminsOnly: true })
  await writeMessage(cast.agent, job.id, { text: 'Please ring +44 7700 900 789 first.' })
  await editJob(cast.admin, job.id, { accessNotes: 'Dog in the garden' })
  await editJob(cast.admin, job.id, { tenantPhone: '+44 (0)7700 900789' })
  const files = await exported(await ada.get(`/api/people/tenant.${job.id}/export.zip`))
  expect(files['messages.json']).toMatchObject([{ text: 'Please ring +44 7700 900 789 first.' }])
  expect(files['timeline.json']).toMatchObject([{ detail: { 'before.tenantPhone': '07700 900789' } }])
  const emails = files['e-mails.json']!.map((email) => JSON.stringify(email))
  expect(emails.length).toBeGreaterThan(0)
  for (const email of emails) expect(email).toMatch(/900 ?789/)
})

test('a tenant whose phone is no number is given their job, and no text of it', async () => {
  const { cast, ada } = await office()
  const job = await aJob(cast, 'assigned', { job: { tenantPhone: 'none' } })
  await writeMessage(cast.admin, job.id, { text: 'There is none.', adminsOnly: true })
  const files = await exported(await ada.get(`/api/people/tenant.${job.id}/export.zip`))
  expect(['jobs', 'messages', 'timeline', 'e-mails'].map((name) => files[`${name}.json`]?.length)).toEqual([1, 0, 0, 0])
})

test('a short name is looked for as a word, not inside others', async () => {
  const { cast, ada } = await office()
  const job = await aJob(cast, 'assigned', { job: { tenantName: 'Al' } })
  await writeMessage(cast.admin, job.id, { text: 'We shall call again.' })
  await writeMessage(cast.admin, job.id, { text: 'Al has the key.' })
  const files = await exported(await ada.get(`/api/people/tenant.${job.id}/export.zip`))
  expect(files['messages.json']).toMatchObject([{ text: 'Al has the key.' }])
})

test('an account’s sessions, passkeys and devices are in the ZIP, without what they are proved by', async () => {
  const { cast, ada } = await office()
  const { id: userId } = cast.contractor
  await signedInAs(cast.contractor)
  await signedInAs(cast.contractor)
  await db.insert(signInDevices).values({ userId, deviceHash: 'hash-of-a-device' })
  const passkey = { userId, credentialId: 'id-of-a-credential', publicKey: 'a-public-key', counter: 0, name: 'Pixel 9' }
  await db.insert(passkeys).values(passkey)
  const own = await db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(sessions.sid)
  const files = await exported(await ada.get(`/api/people/${userId}/export.zip`))
  expect(files['sessions.json']).toHaveLength(2)
  expect(files['sessions.json']).toMatchObject(own.map(({ sess }) => ({ user_id: userId, sess })))
  expect(files['passkeys.json']).toMatchObject([{ name: 'Pixel 9' }])
  expect(files['sign-in-devices.json']).toMatchObject([{ user_id: userId }])
  const text = JSON.stringify(files)
  for (const proof of [...own.map(({ sid }) => sid), 'hash-of-a-device', 'id-of-a-credential', 'a-public-key'])
    expect(text).not.toContain(proof)
})

test('a token neither finds nor exports nor erases anybody', async () => {
  const { cast } = await office()
  const headers = bearer((await aToken(cast.admin)).token)
  for (const path of ['/api/people?search=tom', `/api/people/${cast.contractor.id}/export.zip`])
    expect((await stranger.get(path, headers)).status).toBe(403)
  const erasing = await stranger.send(`/api/people/${cast.contractor.id}/erase`, { method: 'POST', headers })
  expect(erasing.status).toBe(403)
})

test('nobody is found by an id of nobody', async () => {
  const { ada } = await office()
  for (const id of ['tenant.x', 'x', crypto.randomUUID(), `tenant.${crypto.randomUUID()}`])
    expect((await ada.get(`/admin/people/${id}`)).status).toBe(404)
})
