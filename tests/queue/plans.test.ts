import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { emailFigures, failedEmails, sentInLastDay, waitingEmails } from '#src/emails/admin-queries.ts'
import { queueMetrics } from '#src/queue/metrics.ts'
import { countTables } from '#tests/support/database/count-tables.ts'
import { plansOf } from '#tests/support/database/plans.ts'

test.each([
  ['figures of /metrics', queueMetrics],
  ['figures of the screen', emailFigures],
  ['those that failed', () => failedEmails.read(null, 51)],
  ['those that failed, further on', () => failedEmails.read({ at: new Date(), id: Bun.randomUUIDv7() }, 51)],
  ['those that wait', () => waitingEmails.read(null, 51)],
  ['those that wait, further on', () => waitingEmails.read({ at: new Date(), id: Bun.randomUUIDv7() }, 51)],
])('among all that were sent the unsent are found by their index: %s', async (_, work) => {
  await db.execute(sql`
    insert into email_notifications (id, contractor_email, email_type, content, status, created_at)
    select gen_random_uuid(), 'c@x.example', 'job_assigned', '{}',
      (case when n % 500 = 0 then 'failed' when n % 501 = 0 then 'queued' else 'sent' end)::email_status,
      now() - n * interval '1 minute' from generate_series(1, 20000) n`)
  await db.execute(
    sql`insert into outbox (kind, subject) select 'email', id from email_notifications where status = 'queued'`,
  )
  await countTables()
  const plans = await plansOf('email_notifications', work)
  expect(plans.length).toBeGreaterThan(0)
  for (const plan of plans) {
    expect(plan).toContain('email_notifications_unsent_index')
    expect(plan).not.toContain('Seq Scan on email_notifications')
  }
})

test('e-mails sent lately are found by the index of creation', async () => {
  await db.execute(sql`
    insert into email_notifications (id, contractor_email, email_type, content, status, created_at, sent_at)
    select gen_random_uuid(), 'c@x.example', 'job_assigned', '{}', 'sent',
      now() - n * interval '1 hour', now() - n * interval '1 hour' from generate_series(1, 20000) n`)
  await countTables()
  expect(await sentInLastDay()).toBe(23)
  expect((await plansOf('email_notifications', sentInLastDay))[0]).toContain('email_notifications_created_index')
})
