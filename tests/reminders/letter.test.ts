import { expect, onTestFinished, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import PostalMime from 'postal-mime'
import { db } from '#db/connect/client.ts'
import { users } from '#db/schema.ts'
import { londonTime } from '#src/domain/dates.ts'
import { fileMailer } from '#src/emails/file-mailer.ts'
import { emailHandler } from '#src/emails/handler.ts'
import { remind } from '#src/reminders/actions.ts'
import { env } from '#src/runtime/env.ts'
import { aWorker, handlers, untilDelivered } from '#tests/queue/working.ts'
import { stranger } from '#tests/support/app.ts'
import { aCast, aJob, anAdmin } from '#tests/support/world.ts'
import { roundOf, since } from './world.ts'

/** Delivers what is queued, and reads it as a mail reader does. */
async function delivered() {
  const folder = await mkdtemp(join(tmpdir(), 'fettle-reminders-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  aWorker(handlers({ email: emailHandler(fileMailer(folder, 'Fettle <no-reply@fettle.example>')) }))
  await untilDelivered()
  const names = (await readdir(folder)).sort()
  return Promise.all(names.map(async (name) => PostalMime.parse(await Bun.file(join(folder, name)).arrayBuffer())))
}
type Mail = Awaited<ReturnType<typeof delivered>>[number]
const header = ({ headers }: Mail, name: string) => headers.find(({ key }) => key === name)?.value

test('a reminder says its number, links to each thing, and can be ended by one click', async () => {
  const { contractor, ...cast } = await aCast()
  const { id } = await aJob({ contractor, ...cast }, 'assigned')
  await since(id, { waitingSince: londonTime('2027-03-01', '09:00'), visitBy: londonTime('2027-03-05', '12:00') })
  await remind(contractor.id, roundOf('2027-03-08'))
  const mails = await delivered()
  const mail = mails.find(({ subject }) => subject === '1 thing waits on you')!
  expect(mail.to?.[0]?.address).toBe(contractor.email!)
  const address = /^<(\S+)>$/.exec(header(mail, 'list-unsubscribe') ?? '')?.[1]
  expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  for (const text of [mail.html, mail.text]) {
    for (const said of [`${env.PUBLIC_URL}/jobs/${id}`, 'Rose Cottage', 'Mon 1 March', 'by Fri 5 March', address!])
      expect(text).toContain(said)
    expect(text).not.toMatch(/\{\{|undefined|null|more\./)
  }
  // Other e-mails are no reminders.
  expect(mails.filter((one) => header(one, 'list-unsubscribe'))).toEqual([mail])
  const form = { 'List-Unsubscribe': 'One-Click' }
  expect((await stranger.submit(new URL(address!).pathname, form)).status).toBe(200)
  expect((await db.query.users.findFirst({ where: eq(users.id, contractor.id) }))!.reminders).toBe(false)
})

test('an urgent job is told to administrators who want reminders, and can be ended likewise', async () => {
  const cast = await aCast()
  const other = await anAdmin()
  await db.update(users).set({ reminders: false }).where(eq(users.id, other.id))
  await aJob(cast, 'pending', { job: { urgency: 'high' } })
  const [mail, ...more] = await delivered()
  expect(more).toEqual([])
  expect(mail!.to?.[0]?.address).toBe(cast.admin.email!)
  expect(header(mail!, 'list-unsubscribe')).toMatch(/^<\S+\/unsubscribe\/[\w-]{43}>$/)
})
