import { expect, test } from 'bun:test'
import { asc, eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, queuedWork } from '#db/schema.ts'
import { deleteAccount } from '#src/accounts/actions.ts'
import { editAccount } from '#src/accounts/admin/edit.ts'
import { resendAllEmails } from '#src/emails/actions.ts'
import { emailHandler } from '#src/emails/handler.ts'
import type { EmailMessage } from '#src/emails/message.ts'
import { assignJob, cancelJob, unassignJob } from '#src/jobs/actions.ts'
import { deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { PACE } from '#src/queue/pace.ts'
import { claim, settleClaim } from '#src/queue/queue.ts'
import { workOff } from '#src/queue/run-one.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aContractor, aJob, complete, completion } from '#tests/support/world.ts'

const cast = castOfEachTest()
const HIDDEN = { accessNotes: 'Sesame 4411', tenantName: 'Winifred Quill', tenantPhone: '07700 900987' }
const SECRETS = /Sesame|Winifred|900987/
const SENT = ['job_assigned', 'job_changed']

/** Assigned and edited while the mail server was away. */
async function queuedForCarl() {
  const { id } = await aJob(cast, 'assigned', { job: HIDDEN })
  await editJob(cast.agent, id, { accessNotes: 'Sesame 5522', tenantPhone: '07700 9009876', propertyName: 'Ivy House' })
  return { id, to: cast.contractor.email! }
}

/** The two of `queuedForCarl`, as they are sent now. */
async function arriving(to: string): Promise<string[]> {
  const letters: EmailMessage[] = []
  const handler = emailHandler({ send: async (letter) => void letters.push(letter), close: () => {} })
  for (const claimed of (await claim('email', 100, 60_000, [])).claims) {
    const { settle } = await workOff(claimed, handler, PACE)
    await settleClaim(claimed, settle)
  }
  const all = await db.select().from(emailNotifications).orderBy(asc(emailNotifications.id))
  const rows = all.filter(({ emailType, contractorEmail }) => contractorEmail === to && SENT.includes(emailType))
  expect(rows.map(({ emailType, status }) => `${emailType} ${status}`)).toEqual(SENT.map((kind) => `${kind} sent`))
  const kept = rows.map(({ content }) => JSON.stringify([content.accessNotes, content.tenantPhone, content.changes]))
  const sent = letters.filter(({ id }) => rows.some((row) => row.id === id))
  return [...sent.flatMap(({ html, text }) => [html, text]), ...kept]
}

test('e-mails that waited tell a contractor whose job it still is how to get in', async () => {
  const { to } = await queuedForCarl()
  const letters = await arriving(to)
  expect(letters).toHaveLength(6)
  for (const letter of letters) expect(letter).toMatch(SECRETS)
})

test.each<[string, (id: string) => Promise<unknown>]>([
  ['went to somebody else', async (id) => assignJob(cast.admin, id, (await aContractor()).id)],
  ['was withdrawn', (id) => unassignJob(cast.admin, id)],
  ['was cancelled', (id) => cancelJob(cast.admin, id, 'Raised twice')],
  ['is finished', (id) => complete(cast.contractor, id, completion())],
  ['is deleted', (id) => deleteJob(cast.admin, id)],
  ['was theirs until their account was deleted', () => deleteAccount(cast.admin, cast.contractor.id, 'contractor')],
])('e-mails that waited tell nobody how to get in whose job %s', async (_, lose) => {
  const { id, to } = await queuedForCarl()
  await lose(id)
  const letters = await arriving(to)
  expect(letters).toHaveLength(6)
  for (const letter of letters) expect(letter).not.toMatch(SECRETS)
  expect(letters.filter((letter) => letter.includes('Ivy House')).length).toBeGreaterThanOrEqual(3)
})

test('e-mails that waited tell a contractor how to get in at their corrected address alone', async () => {
  const { to } = await queuedForCarl()
  await editAccount(cast.admin, cast.contractor.id, { email: 'new@carl.example' })
  const letters = await arriving('new@carl.example')
  expect(letters).toHaveLength(6)
  for (const letter of letters) expect(letter).toMatch(SECRETS)
  const old = await db.select().from(emailNotifications).where(eq(emailNotifications.contractorEmail, to))
  expect(old.map(({ emailType }) => emailType)).toEqual(['address_changed'])
})

test('e-mails that failed are judged anew when they are sent again', async () => {
  const { id, to } = await queuedForCarl()
  await db.update(emailNotifications).set({ status: 'failed' })
  await db.delete(queuedWork)
  await unassignJob(cast.admin, id)
  await resendAllEmails(cast.admin)
  for (const letter of await arriving(to)) expect(letter).not.toMatch(SECRETS)
})
