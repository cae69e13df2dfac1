import { expect, test } from 'bun:test'
import { db } from '#db/connect/client.ts'
import { complaints, emailNotifications } from '#db/schema.ts'
import { daysLeftInWords } from '#src/domain/account/complaint.ts'
import { complaintById } from '#src/privacy/complaints/queries.ts'
import { signedInAs, stranger } from '#tests/support/app.ts'
import { anAdmin } from '#tests/support/world.ts'
import { aComplaint, TOM } from './a-complaint.ts'

const sent = { ...TOM, formKey: 'once' }
const mails = () => db.select().from(emailNotifications).orderBy(emailNotifications.id)

test('anybody complains from the privacy page, and is told at once by e-mail', async () => {
  expect(await (await stranger.get('/privacy-policy')).text()).toContain('Complain about your data')
  const answer = await stranger.submit('/privacy-policy', sent)
  const text = await answer.text()
  expect([answer.status, text]).toEqual([200, expect.stringContaining('We Have Your Complaint')])
  const [mail, ...others] = await mails()
  expect([mail?.emailType, mail?.contractorEmail, others]).toEqual(['complaint_received', TOM.email, []])
  expect(JSON.stringify(mail?.content)).not.toContain(TOM.text)
  expect(text).toContain(mail!.content.complaint!.ref)
})

test('mails nothing that was typed to the address that was typed, save in an administrator’s answer', async () => {
  const { id } = await aComplaint({ name: 'You have won: https://prize.example' })
  await (await signedInAs(await anAdmin())).submit(`/admin/complaints/${id}/answer`, { text: 'We are sorry.' })
  const [received, answered] = (await mails()).map(({ content }) => content.recipientName)
  expect([received, answered]).toEqual(['', 'You have won: https://prize.example'])
})

test('a complaint that is sent twice is one, with one e-mail', async () => {
  for (let times = 0; times < 2; times++) expect((await stranger.submit('/privacy-policy', sent)).status).toBe(200)
  expect([await db.$count(complaints), (await mails()).length]).toEqual([1, 1])
})

test('what is missing is said at its field, with what was typed', async () => {
  const answer = await stranger.submit('/privacy-policy', { ...sent, email: 'tom' })
  const text = await answer.text()
  expect([answer.status, await db.$count(complaints)]).toEqual([422, 0])
  for (const words of ['Invalid email address', TOM.text, TOM.name]) expect(text).toContain(words)
})

test('one address sends five complaints in an hour, and no more', async () => {
  const send = (at: number) => stranger.submit('/privacy-policy', { ...sent, formKey: `key ${at}` })
  for (let at = 0; at < 5; at++) expect((await send(at)).status).toBe(200)
  const refused = await send(5)
  expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining(TOM.text)])
  expect([await db.$count(complaints), (await mails()).length]).toEqual([5, 3])
})

test('an administrator sees what is to be answered, answers by e-mail, and closes with a reason', async () => {
  const { id } = await aComplaint()
  const ada = await signedInAs(await anAdmin())
  expect(await (await ada.get('/')).text()).toContain('complaint to answer')
  expect(await (await ada.get('/admin/complaints')).text()).toContain('30 days left')
  const path = `/admin/complaints/${id}`
  expect((await ada.submit(`${path}/answer`, { text: '' })).status).toBe(422)
  expect((await ada.submit(`${path}/answer`, { text: 'We are sorry.' })).status).toBe(303)
  const mail = (await mails()).at(-1)
  expect([mail?.emailType, mail?.contractorEmail, mail?.content.reason]).toEqual([
    'complaint_answered',
    TOM.email,
    'We are sorry.',
  ])
  expect(await (await ada.get('/')).text()).not.toContain('complaint to answer')
  expect((await ada.submit(`${path}/close`, { reason: 'Settled' })).status).toBe(303)
  expect((await complaintById(id)).closeReason).toBe('Settled')
  expect(await (await ada.get('/admin/complaints?tab=closed')).text()).toContain(TOM.name)
})

test('its days are counted to the day, late ones too', () => {
  const createdAt = new Date('2026-11-01T23:30:00Z')
  const on = (day: string) => daysLeftInWords({ createdAt }, new Date(`${day}T12:00:00Z`))
  expect([on('2026-11-01'), on('2026-11-30'), on('2026-12-01'), on('2026-12-03')]).toEqual([
    '30 days left',
    '1 day left',
    'due today',
    '2 days late',
  ])
})
