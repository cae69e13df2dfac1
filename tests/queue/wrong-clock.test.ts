import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { changes, deliveryRates, messageMarks, queuedWork, settings, uploadedObjects } from '#db/schema.ts'
import { WORK_KINDS } from '#src/domain/queue.ts'
import { mailServerAwaySince, noteMailServer } from '#src/emails/outage.ts'
import { removeOldEvents } from '#src/events/removal.ts'
import { writeMessage } from '#src/messages/actions.ts'
import { notifyOfMessages } from '#src/messages/notify.ts'
import { removeOrphans } from '#src/photos/removal.ts'
import { enqueueAt } from '#src/queue/enqueue.ts'
import { claim, settleClaim } from '#src/queue/queue.ts'
import { beginRate } from '#src/queue/rate.ts'
import { remindEverybody } from '#src/reminders/actions.ts'
import { createWebhook, forgetPreviousSecrets, rotateSecret } from '#src/webhooks/actions.ts'
import { nextDelay } from '#src/webhooks/pace.ts'
import { deliveryToSend } from '#src/webhooks/queries.ts'
import { sendTest } from '#src/webhooks/send.ts'
import { settle } from '#src/webhooks/settle.ts'
import { numberAll } from '#tests/events/reading.ts'
import { forgetNotified, notified } from '#tests/jobs/notified.ts'
import { jpeg } from '#tests/photos/pictures.ts'
import { askForUrl, bodyOf, idOf, put } from '#tests/photos/uploads.ts'
import { remindersSent, roundOf, since } from '#tests/reminders/world.ts'
import { aCast, aContractor, aJob, anAdmin } from '#tests/support/world.ts'
import { anEmail } from './working.ts'

// A clock was ten years ahead for a moment. What it wrote down as done or as begun counts as nothing afterwards.
const THEN = sql`now() + interval '10 years'`

test('a round of reminders of ten years ahead silences none of the rounds of today', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'assigned')
  await since(id, { waitingSince: new Date('2026-11-02T09:00:00Z') })
  const toCarl = async () =>
    (await remindersSent()).filter((email) => email.contractorEmail === cast.contractor.email).length
  await remindEverybody(roundOf('2036-11-17'))
  expect(await toCarl()).toBe(1)
  await remindEverybody(roundOf('2026-11-17'))
  expect(await toCarl()).toBe(2)
  await remindEverybody(roundOf('2026-11-18'))
  expect(await toCarl()).toBe(2)
})

test('messages are told though somebody was told of others then', async () => {
  const cast = await aCast()
  const { id } = await aJob(cast, 'assigned')
  await writeMessage(cast.agent, id, { text: 'One' })
  const marks = await db.select().from(messageMarks)
  for (const { id } of marks) await notifyOfMessages(id)
  await db.execute(sql`update message_marks set told_at = ${THEN}`)
  await forgetNotified()
  await db.delete(queuedWork)
  await writeMessage(cast.agent, id, { text: 'Two' })
  for (const { subject } of (await claim('messages', 10, 60_000, [])).claims) await notifyOfMessages(subject)
  expect(await notified()).toHaveLength(2)
})

test('a rate that was used up then holds nothing up', async () => {
  const rate = { name: 'wrong clock', burst: 2, intervalMs: 1000 }
  await beginRate(rate)
  await anEmail()
  await db.update(deliveryRates).set({ usedUpTo: THEN })
  const { waitMs } = await claim('email', 5, 60_000, [], { rate })
  expect(waitMs).toBeLessThanOrEqual(2000)
})

test('a mail server that is away since then is away since now', async () => {
  await noteMailServer(false)
  await db.update(settings).set({ since: THEN }).where(eq(settings.name, 'mail_server_away_since'))
  await noteMailServer(false)
  expect((await mailServerAwaySince())!.getTime()).toBeLessThan(Date.now() + 60_000)
})

test('an upload that began then is taken over, and one that nobody took goes after its day', async () => {
  const url = await askForUrl(await aContractor())
  await db.execute(sql`update uploaded_objects set size = 1, claimed_at = ${THEN}`)
  expect((await put(url, bodyOf(await jpeg()))).status).toBe(200)
  await db.execute(sql`update uploaded_objects set claimed_at = ${THEN}, created_at = ${THEN}`)
  const state = async () =>
    (
      await db
        .select()
        .from(uploadedObjects)
        .where(eq(uploadedObjects.id, idOf(url)))
    )[0]!.state
  await removeOrphans()
  expect(await state()).toBe('stored')
  await db.execute(sql`update uploaded_objects set created_at = created_at - interval '25 hours'`)
  await removeOrphans()
  expect(await state()).toBe('removing')
})

test('events of then do not keep the old ones after them', async () => {
  await aJob(await aCast(), 'assigned')
  await numberAll()
  await db.execute(sql`insert into changes (id, type, subject_id, by_name, at, seq)
    select gen_random_uuid(), 'job.created', 'x', 'O', ${THEN}, (select max(seq) from changes) + n from generate_series(1, 1100) n`)
  await db.execute(sql`insert into changes (id, type, subject_id, by_name, at, seq)
    select gen_random_uuid(), 'job.created', 'x', 'O', now() - interval '1 year', (select max(seq) from changes) + 1`)
  await db.execute(
    sql`delete from changes where seq <= (select min(seq) + 1 from changes) or at between now() - interval '1 day' and now() + interval '1 day'`,
  )
  await removeOldEvents()
  expect(await db.$count(changes)).toBe(0)
})

test('webhooks: what was put off or leased then is sent, failures count from now, an old secret signs no more', async () => {
  const admin = await anAdmin()
  const { id } = await createWebhook(admin, { name: 'Accounting', url: 'https://8.8.8.8/' })
  await sendTest(admin, id)
  const claimed = async () => (await claim('webhook', 5, 60_000, [])).claims
  for (const column of ['run_at', 'leased_until']) {
    await db.execute(sql`update outbox set run_at = now(), leased_until = null`)
    await db.execute(sql`update outbox set ${sql.identifier(column)} = ${THEN}`)
    expect({ column, claimed: (await claimed()).length }).toEqual({ column, claimed: 1 })
  }
  await rotateSecret(admin, id)
  await db.execute(sql`update outbox set run_at = now(), leased_until = null`)
  await db.execute(sql`update webhooks set previous_until = ${THEN}, failing_since = ${THEN}`)
  const [one] = await claimed()
  const delivery = (await deliveryToSend(one!.subject))!
  expect(delivery.previousSecret).toBeNull()
  await forgetPreviousSecrets()
  const tried = {
    arrived: false,
    gone: false,
    at: new Date(),
    ms: 1,
    status: 500,
    answer: '',
    reason: 'x',
    retryAfter: null,
  }
  await settleClaim(one!, (tx) => settle(tx, delivery, tried as unknown as Parameters<typeof settle>[2], nextDelay))
  const [row] = await db.execute<{ failing: boolean; secret: string | null }>(
    sql`select failing_since <= now() as failing, previous_secret as secret from webhooks`,
  )
  expect(row).toEqual({ failing: true, secret: null })
})
test('work put off or leased into a wrong clock’s future is delivered, and its age counts from now', async () => {
  await anEmail()
  for (const column of ['run_at', 'leased_until']) {
    await db.execute(sql`update outbox set run_at = now() - interval '1 minute', leased_until = null, attempts = 0`)
    await db.execute(sql`update outbox set ${sql.identifier(column)} = ${THEN}, created_at = ${THEN}`)
    const { claims } = await claim('email', 5, 60_000, [])
    expect({ column, claimed: claims.length }).toEqual({ column, claimed: 1 })
    const [row] = await db.select().from(queuedWork)
    expect(row!.createdAt.getTime()).toBeLessThan(Date.now() + 60_000)
  }
})

test.each(WORK_KINDS)('%s: what is put off, however long, is not taken at once', async (kind) => {
  await db.transaction((tx) => enqueueAt(tx, kind, Bun.randomUUIDv7(), THEN))
  expect((await claim(kind, 5, 60_000, [])).claims).toEqual([])
})
