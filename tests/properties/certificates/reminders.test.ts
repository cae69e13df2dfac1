import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { certificates, emailNotifications, jobs, users } from '#db/schema.ts'
import { dayOf, daysLater, today } from '#src/domain/dates.ts'
import { cancelJob } from '#src/jobs/actions.ts'
import { raiseForCertificate } from '#src/properties/certificates/raise.ts'
import { remindOfCertificates } from '#src/properties/certificates/remind.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { dayIn } from '#tests/support/times.ts'
import { anAgent } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'
import { certify, ending } from './at-rose-cottage.ts'

const END = '2027-05-01'
const before = (days: number) => daysLater(END, -days)

const cast = castOfEachTest()
const agency = () => cast.agent.company!

const sent = async () =>
  (await db.select().from(emailNotifications).orderBy(emailNotifications.id)).filter(
    ({ emailType }) => emailType === 'certificates_due',
  )

test('its agents are reminded 60, 30 and 7 days before a certificate ends and when it is late, once each', async () => {
  await certify(cast.agent, { doneOn: '2026-05-01', endsOn: END })
  const told: number[] = []
  for (let days = 70; days >= -40; days--) if (await remindOfCertificates(before(days))) told.push(days)
  expect(told).toEqual([60, 30, 7, -1])
  const [first, , , last] = await sent()
  expect(first!.content.changes).toBe('Gas safety, Rose Cottage: ends 01/05/2027')
  expect(last!.content.changes).toBe('Gas safety, Rose Cottage: late, ended 01/05/2027')
})

test('after days in which nothing ran one e-mail tells of what is next, and of all that are due', async () => {
  await certify(cast.agent, { doneOn: '2026-05-01', endsOn: END })
  await certify(cast.agent, { kind: 'epc', doneOn: '2017-04-20', endsOn: '2027-04-20' })
  await anAgent({ company: ` ${agency().toUpperCase()} ` })
  await anAgent({ company: 'Another Agency' })
  expect(await remindOfCertificates(before(6))).toBe(2)
  expect(await remindOfCertificates(before(6))).toBe(0)
  const [email] = await sent()
  const { html, text, subject } = composeEmail('certificates_due', email!.content, 'https://fettle.example')
  expect(subject).toContain('2 certificates to renew')
  expect(email!.content.unsubscribeId).toMatch(/^[0-9a-f-]{36}$/)
  for (const words of [html, text]) {
    expect(words).toContain('Energy performance (EPC), Rose Cottage: late, ended 20/04/2027')
    expect(words).toContain('/certificates')
    expect(words).not.toMatch(/undefined|null|\[object|NaN/)
  }
})

test('an agent reads which job is open for a certificate, and of none that was cancelled', async () => {
  const { id } = await certify(cast.agent, ending(40))
  await raiseForCertificate(id)
  const [job] = await db.select().from(jobs)
  await remindOfCertificates(today())
  await cancelJob(cast.admin, job!.id, 'Raised twice')
  await raiseForCertificate(id)
  await db.update(certificates).set({ remindedEnd: null })
  await remindOfCertificates(today())
  const line = `Gas safety, Rose Cottage: ends ${dayOf(dayIn(40))}`
  const mails = await sent()
  expect(mails.map(({ content }) => content.changes)).toEqual([`${line}, ${job!.jobRef}`, line])
  const { text } = composeEmail('certificates_due', mails[1]!.content, '')
  expect(text).toContain(
    'Where a job is open for one, its line names it. Please see that the others have theirs in time.',
  )
})

test('nobody is told of what was renewed, is not here, is done by another, or where reminders are off', async () => {
  await certify(cast.agent, { doneOn: '2026-05-01', endsOn: END })
  for (const excuse of ['not_here', 'elsewhere'] as const) {
    await db.update(certificates).set({ excuse })
    expect(await remindOfCertificates(before(5))).toBe(0)
  }
  await db.update(certificates).set({ excuse: null })
  await db.update(users).set({ reminders: false }).where(eq(users.id, cast.agent.id))
  expect(await remindOfCertificates(before(5))).toBe(0)
  await db.update(users).set({ reminders: true })
  await certify(cast.agent, { doneOn: '2026-08-01' })
  expect(await remindOfCertificates(before(5))).toBe(0)
  expect(await sent()).toEqual([])
})

test('of fifty processes at once one tells an agency', async () => {
  await certify(cast.agent, { doneOn: '2026-05-01', endsOn: END })
  const told = await Promise.all(Array.from({ length: 50 }, () => remindOfCertificates(before(7))))
  expect(told.reduce((all, one) => all + one, 0)).toBe(1)
  expect(await sent()).toHaveLength(1)
})
