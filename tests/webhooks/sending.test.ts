import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { db } from '#db/connect/client.ts'
import { emailNotifications, webhookDeliveries, webhooks } from '#db/schema.ts'
import { eventJson } from '#src/domain/event/event.ts'
import { eventsFrom } from '#src/events/queries.ts'
import { assignJob } from '#src/jobs/actions.ts'
import { changeWebhook, forgetPreviousSecrets, rotateSecret } from '#src/webhooks/actions.ts'
import { DELAYS, nextDelay } from '#src/webhooks/pace.ts'
import { webhookById } from '#src/webhooks/queries.ts'
import { sendAgain, sendTest } from '#src/webhooks/send.ts'
import { takeEvents, webhooksOn } from '#src/webhooks/take-events.ts'
import { numberAll } from '#tests/events/reading.ts'
import { signedInAs } from '#tests/support/app.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { aJob, anAdmin } from '#tests/support/world.ts'
import { composeEmail } from '#views/emails/compose.ts'
import { aReceiver, aWebhook, endThemAfterEachTest, logOf, type Received, sending, settled, until } from './receiver.ts'

setDefaultTimeout(40_000)

endThemAfterEachTest()
const cast = castOfEachTest()

const verified = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as {
    type: string
    timestamp: string
    data: object
  }

const idsOf = (received: readonly Received[]) => received.map(({ headers }) => headers['webhook-id'])

describe('what happens', () => {
  test('is sent to each webhook that wants it, once, signed, as GET /api/events tells it', async () => {
    const [all, some] = [await aReceiver(), await aReceiver()]
    const whole = await aWebhook(all.url)
    const part = await aWebhook(some.url, ['job.assigned'])
    sending()
    const job = await aJob(cast)
    await assignJob(cast.admin, job.id, cast.contractor.id)
    await numberAll()
    await settled(whole.id)
    await settled(part.id)
    const events = await eventsFrom(0, 1000)
    const told = all.received.map((one) => verified(whole.secret, one))
    const since = events.slice(-told.length)
    expect(told.map(({ data }) => data).sort(byId)).toEqual(since.map(eventJson).sort(byId))
    expect(told.map(({ type }) => type).sort()).toEqual(['job.assigned', 'job.created'])
    expect(idsOf(all.received).sort()).toEqual(since.map(({ id }) => id).sort())
    expect(some.received.map((one) => verified(part.secret, one).type)).toEqual(['job.assigned'])
    expect(() => verified(part.secret, all.received[0]!)).toThrow()
    const [delivery] = await logOf(part.id)
    expect(delivery!.attempts).toMatchObject([{ status: 200, reason: null }])
  })

  test('before a webhook was made, or while it was off, is not sent', async () => {
    await aJob(cast)
    await numberAll()
    const receiver = await aReceiver()
    const { id } = await aWebhook(receiver.url)
    sending()
    await changeWebhook(cast.admin, id, { on: false })
    await aJob(cast)
    await numberAll()
    await changeWebhook(cast.admin, id, { on: true })
    await sendTest(cast.admin, id)
    await settled(id)
    expect(receiver.received).toHaveLength(1)
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({ type: 'webhook.test' })
  })

  test('is written once for each webhook by any number of processes at once', async () => {
    const { id } = await aWebhook('http://127.0.0.1:1024/')
    for (let count = 0; count < 20; count++) await aJob(cast)
    await numberAll()
    const on = await webhooksOn()
    await Promise.all(Array.from({ length: 8 }, () => takeEvents(on)))
    await takeEvents(await webhooksOn())
    const events = await eventsFrom(0, 1000)
    const log = await logOf(id)
    expect(log.map(({ eventId }) => eventId).sort()).toEqual(events.map((event) => event.id).sort())
  })
})

const byId = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

describe('a failure', () => {
  test('is tried again under the same id, until it arrives', async () => {
    const receiver = await aReceiver((reply, count) => reply.writeHead(count < 3 ? 500 : 204).end(`no ${count}`))
    const { id, secret } = await aWebhook(receiver.url)
    sending()
    await sendTest(cast.admin, id)
    await settled(id)
    expect(new Set(idsOf(receiver.received)).size).toBe(1)
    for (const one of receiver.received) expect(verified(secret, one).type).toBe('webhook.test')
    const [delivery] = await logOf(id)
    expect(delivery!.status).toBe('delivered')
    expect(delivery!.attempts.map(({ status, reason, answer }) => [status, reason, answer])).toEqual([
      [204, null, null],
      [500, 'Status 500', 'no 2'],
      [500, 'Status 500', 'no 1'],
    ])
    expect((await webhookById(id)).failingSince).toBeNull()
  })

  test('is given up when there were enough, and can be sent again by hand, from the beginning', async () => {
    let isBroken = true
    const receiver = await aReceiver((reply) => reply.writeHead(isBroken ? 503 : 200).end())
    const { id } = await aWebhook(receiver.url)
    sending()
    const delivery = await sendTest(cast.admin, id)
    await settled(id)
    expect(await logOf(id)).toMatchObject([{ status: 'failed', runAt: null }])
    expect(receiver.received).toHaveLength(4)
    expect((await webhookById(id)).failingSince).toBeDate()
    isBroken = false
    await sendAgain(cast.admin, id, delivery.id)
    await settled(id)
    expect(await logOf(id)).toMatchObject([{ status: 'delivered' }])
    expect(new Set(idsOf(receiver.received)).size).toBe(1)
    expect((await webhookById(id)).failingSince).toBeNull()
  })

  test('waits as long as the receiver asks, within reason', async () => {
    const receiver = await aReceiver((reply, count) =>
      count === 1 ? reply.writeHead(429, { 'retry-after': '1' }).end() : reply.end(),
    )
    const { id } = await aWebhook(receiver.url)
    sending()
    await sendTest(cast.admin, id)
    await settled(id)
    const [first, second] = receiver.received
    expect(second!.at - first!.at).toBeGreaterThan(950)
    const greedy = await aReceiver((reply) => reply.writeHead(503, { 'retry-after': '99999999' }).end())
    const other = await aWebhook(greedy.url)
    await sendTest(cast.admin, other.id)
    await until(() => greedy.received.length === 1)
    await until(async () => (await logOf(other.id))[0]!.attempts.length === 1)
    const [delivery] = await logOf(other.id)
    expect(delivery!.runAt!.getTime() - Date.now()).toBeWithin(7.9 * 3_600_000, 8.1 * 3_600_000)
  })

  test('is tried eleven times within a day', () => {
    expect(DELAYS.reduce((sum, delay) => sum + delay, 0)).toBeWithin(23 * 3_600_000, 24 * 3_600_000)
    expect(nextDelay(DELAYS.length)).not.toBeNull()
    expect(nextDelay(DELAYS.length + 1)).toBeNull()
  })
})

describe('a webhook is turned off', () => {
  const emails = async () =>
    (await db.select().from(emailNotifications)).filter(({ emailType }) => emailType === 'webhook_off')

  test('at once by 410, once, and administrators are told', async () => {
    await anAdmin()
    const receiver = await aReceiver((reply) => reply.writeHead(410).end())
    const { id } = await aWebhook(receiver.url)
    await Promise.all([1, 2, 3].map(() => sendTest(cast.admin, id)))
    sending()
    await settled(id)
    expect(await webhookById(id)).toMatchObject({ offReason: 'gone' })
    expect((await logOf(id)).every(({ status, runAt }) => status === 'failed' && runAt === null)).toBe(true)
    const told = await emails()
    expect(told).toHaveLength(3)
    expect(told[0]!.content).toMatchObject({ path: `/admin/webhooks/${id}`, webhook: { name: 'Accounting' } })
    const { html, text } = composeEmail('webhook_off', told[0]!.content, 'https://fettle.example')
    for (const one of [html, text]) expect(one).toContain(`https://fettle.example/admin/webhooks/${id}`)
    expect((await (await signedInAs(cast.admin)).get(`/admin/webhooks/${id}`)).status).toBe(200)
    await expect(sendTest(cast.admin, id)).rejects.toThrow('off')
  })

  test('after a week of nothing but failures, not sooner', async () => {
    const receiver = await aReceiver((reply) => reply.writeHead(500).end())
    const { id } = await aWebhook(receiver.url)
    const since = (days: number) =>
      db.update(webhooks).set({ failingSince: sql`now() - ${days * 24} * interval '1 hour'` })
    await since(6.9)
    sending()
    await sendTest(cast.admin, id)
    await settled(id)
    expect((await webhookById(id)).offAt).toBeNull()
    expect(await emails()).toEqual([])
    await since(7.1)
    await sendTest(cast.admin, id)
    await until(async () => (await webhookById(id)).offReason === 'failing')
    expect((await emails()).length).toBeGreaterThan(0)
    await changeWebhook(cast.admin, id, { on: true })
    expect(await webhookById(id)).toMatchObject({ offAt: null, offReason: null, failingSince: null })
  })
})

describe('a new secret', () => {
  test('signs beside the one before for a day, then alone', async () => {
    const receiver = await aReceiver()
    const made = await aWebhook(receiver.url)
    const fresh = await rotateSecret(cast.admin, made.id)
    sending()
    await sendTest(cast.admin, made.id)
    await settled(made.id)
    for (const { secret } of [made, fresh]) expect(verified(secret, receiver.received[0]!).type).toBe('webhook.test')
    await db.update(webhooks).set({ previousUntil: sql`now() - interval '1 second'` })
    await sendTest(cast.admin, made.id)
    await until(() => receiver.received.length === 2)
    expect(() => verified(made.secret, receiver.received[1]!)).toThrow()
    expect(verified(fresh.secret, receiver.received[1]!).type).toBe('webhook.test')
    await forgetPreviousSecrets()
    const [row] = await db.select().from(webhooks).where(eq(webhooks.id, made.id))
    expect(row!.previousSecret).toBeNull()
    expect(JSON.stringify(row)).not.toContain(fresh.secret.slice(6))
  })

  test('within a day of others signs beside the three before, and beside none that has run out', async () => {
    const receiver = await aReceiver()
    const made = await aWebhook(receiver.url)
    const secrets = [made.secret]
    const rotate = async () => void secrets.push((await rotateSecret(cast.admin, made.id)).secret)
    const signing = async () => {
      const had = receiver.received.length
      await sendTest(cast.admin, made.id)
      await until(() => receiver.received.length > had)
      return secrets.filter((secret) => {
        try {
          return verified(secret, receiver.received.at(-1)!)
        } catch {
          return false
        }
      })
    }
    sending()
    for (const _ of ['one', 'another']) await rotate()
    expect(await signing()).toEqual(secrets)
    for (const _ of ['one', 'another']) await rotate()
    expect(await signing()).toEqual(secrets.slice(-4))
    await db.update(webhooks).set({ previousUntil: sql`now() - interval '1 second'` })
    await rotate()
    expect(await signing()).toEqual(secrets.slice(-2))
  })

  test('that cannot be read any more is told, and sends nothing', async () => {
    const receiver = await aReceiver()
    const { id } = await aWebhook(receiver.url)
    await db.update(webhooks).set({ secret: 'of another SECRET' })
    sending({ retryAfter: () => null })
    await sendTest(cast.admin, id)
    await settled(id)
    expect((await logOf(id))[0]!.attempts[0]!.reason).toContain('secret')
    expect(receiver.received).toEqual([])
  })
})

test('a dead receiver with a thousand waiting delays no other', async () => {
  const dead = await aReceiver(() => {})
  const deadHook = await aWebhook(dead.url)
  await db.execute(sql`
    insert into webhook_deliveries (id, webhook_id, event_id, type, body, run_at)
    select gen_random_uuid(), ${deadHook.id}, gen_random_uuid(), 'job.created', '{}', now() from generate_series(1, 1000)`)
  sending({ poll: 1000, timeout: 40_000 })
  await until(() => dead.received.length > 0)
  const live = await aReceiver()
  const { id } = await aWebhook(live.url)
  const delays: number[] = []
  for (let count = 1; count <= 20; count++) {
    const begun = performance.now()
    await sendTest(cast.admin, id)
    await until(() => live.received.length === count)
    delays.push(live.received.at(-1)!.at - begun)
  }
  delays.sort((a, b) => a - b)
  console.log(`  median ${delays[10]!.toFixed()} ms, longest ${delays[19]!.toFixed()} ms`)
  expect(delays[19]!).toBeLessThan(3000)
  expect(dead.received.length).toBeLessThanOrEqual(4)
  expect(await db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, deadHook.id))).toBe(1000)
})
