import { expect, test } from 'bun:test'
import { eq, inArray, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailNotifications, jobs, messageMarks } from '#db/schema.ts'
import type { EmailType } from '#src/domain/email/kinds.ts'
import { MAX_AT_ONCE } from '#src/domain/limits.ts'
import { handOver } from '#src/jobs/assignment/hand-over.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { notifyOfMessages } from '#src/messages/notify.ts'
import { remind } from '#src/reminders/actions.ts'
import { chaseJobs } from '#src/reminders/chase.ts'
import { forgetNotified } from '#tests/jobs/notified.ts'
import { roundOf } from '#tests/reminders/world.ts'
import { aCast, aJob, anAgent } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'
import { content } from './letters.ts'

const MANY = 10_000
/** Mail servers take ten megabytes or more, and mail readers cut at 100 KB. */
const MAX_BYTES = 100_000

async function letterTo(email: string, type: EmailType) {
  const [found] = await db.select().from(emailNotifications).where(eq(emailNotifications.contractorEmail, email))
  expect(found?.emailType).toBe(type)
  const letter = composeEmail(type, found!.content, 'https://fettle.example')
  expect(letter.html.length).toBeLessThan(MAX_BYTES)
  expect(letter.text.length).toBeLessThan(MAX_BYTES)
  return { ...letter, content: found!.content }
}

test('ten thousand messages are one e-mail with the newest twenty, how many more there are, and a link', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'assigned')
  await forgetNotified()
  await writeMessage(cast.agent, id, { text: 'The first' })
  await db.execute(sql`insert into messages (job_id, author_id, author_name, author_role, text)
    select ${id}, ${cast.agent.id}, 'Olivia Hart', 'estate_agent', 'No ' || n || '. ' || repeat('x', 1900)
    from generate_series(2, ${MANY}) n`)
  const [mark] = await db.select().from(messageMarks).where(eq(messageMarks.userId, cast.contractor.id))
  await notifyOfMessages(mark!.id)
  const { text, html, content } = await letterTo(cast.contractor.email!, 'new_messages')
  expect(content.messages).toHaveLength(20)
  for (const body of [text, html]) {
    expect(body.indexOf('No 9981.')).toBeGreaterThan(body.indexOf('And 9,980 more before these'))
    expect(body.indexOf('No 10000.')).toBeGreaterThan(body.indexOf('No 9981.'))
    expect(body).not.toContain('No 9980.')
    expect(body).toContain(`https://fettle.example/jobs/${id}#messages`)
  }
  // All of them count as told.
  await db.update(messageMarks).set({ toldAt: null })
  await notifyOfMessages(mark!.id)
  expect(await db.$count(emailNotifications, eq(emailNotifications.contractorEmail, cast.contractor.email!))).toBe(1)
})

test('an e-mail with thousands of messages that an earlier version queued is bounded when it is sent', () => {
  const messages = Array.from({ length: MANY }, (_, index) => ({ from: 'Olivia', text: `No ${index}.` }))
  const { text } = composeEmail('new_messages', content({ messages }), 'https://fettle.example')
  expect(text).toContain('And 9,980 more before these')
  expect(text.match(/No \d+\./g)).toHaveLength(20)
  expect(text).toContain('No 9999.')
})

test('twenty messages or fewer are all in the e-mail, which speaks of no more', () => {
  const messages = Array.from({ length: 20 }, (_, index) => ({ from: 'Olivia', text: `No ${index}.` }))
  const letter = composeEmail('new_messages', content({ messages }), 'https://fettle.example')
  expect(letter.text).toContain('No 0.')
  expect(letter.text + letter.html).not.toContain('more before these')
})

async function manyJobs(agentId: string) {
  await db.execute(sql`insert into jobs (id, job_ref, estate_agent_id, estate_agent_name, estate_agency, property_name,
      property_address, issue_description, waiting_on, waiting_for, waiting_since, visit_by, created_at)
    select gen_random_uuid(), 'JOB-' || lpad(n::text, 6, '0'), ${agentId}, 'O', 'R', 'Rose', 'Lane', 'Broken boiler',
      'admin', 'assign', now() - interval '90 days', now() - interval '60 days', now() - interval '90 days'
    from generate_series(1, ${MANY}) n`)
}

test('ten thousand jobs handed over are one e-mail with the newest twenty and how many more there are', async () => {
  const [cast, other] = [await aCast(), await anAgent({ firstName: 'Ben', lastName: 'Okafor' })]
  await manyJobs(cast.agent.id)
  await handOver(cast.admin, cast.agent.id, other.id)
  const { subject, text } = await letterTo(other.email!, 'jobs_handed_over')
  expect(subject).toContain('10000 jobs')
  expect(text.match(/JOB-\d+/g)).toHaveLength(20)
  expect(text).toContain('JOB-010000 and 9,980 more')
}, 60_000)

test('as many jobs as one call chases are one e-mail with twenty of them and how many more there are', async () => {
  const cast = await aCast()
  await manyJobs(cast.agent.id)
  const ids = (await db.select({ id: jobs.id }).from(jobs).limit(MAX_AT_ONCE)).map(({ id }) => id)
  await db
    .update(jobs)
    .set({
      ...{ status: 'assigned', contractorId: cast.contractor.id, waitingOn: 'contractor', waitingFor: 'book' },
      issueDescription: 'x'.repeat(5000),
    })
    .where(inArray(jobs.id, ids))
  await chaseJobs(cast.admin, ids, { text: 'x'.repeat(1000), again: true })
  const { subject, text } = await letterTo(cast.contractor.email!, 'jobs_chased')
  expect(subject).toContain(`${MAX_AT_ONCE} jobs`)
  expect(text.match(/JOB-\d+/g)).toHaveLength(20)
  expect(text).toContain(`And ${MAX_AT_ONCE - 20} more`)
}, 60_000)

test('ten thousand late jobs are one reminder with twenty of them and how many more there are', async () => {
  const cast = await aCast()
  await manyJobs(cast.agent.id)
  await db.update(jobs).set({ waitingSince: new Date('2026-01-05'), visitBy: new Date('2026-01-06') })
  await remind(cast.admin.id, roundOf('2026-11-16'))
  const { text } = await letterTo(cast.admin.email!, 'reminder')
  expect(text.match(/JOB-\d+/g)).toHaveLength(20)
  expect(text).toContain('And 9,980 more')
}, 60_000)
