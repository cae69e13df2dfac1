import { expect, setDefaultTimeout, test } from 'bun:test'
import { asc, eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { queuedWork, webhookDeliveries } from '#db/schema.ts'
import { takeOverDeliveries } from '#src/webhooks/earlier.ts'
import { aReceiver, aWebhook, endThemAfterEachTest, logOf, sending, settled } from './receiver.ts'

// The version before kept in the log of deliveries when each is due, and who has it in hand.

setDefaultTimeout(40_000)

endThemAfterEachTest()

type Left = { runAt: string; leasedUntil?: string }

async function written(webhookId: string, { runAt, leasedUntil = 'null' }: Left): Promise<string> {
  const [row] = await db.execute<{ id: string }>(sql`
    insert into webhook_deliveries (id, webhook_id, event_id, type, body, run_at, leased_until)
    values (gen_random_uuid(), ${webhookId}, gen_random_uuid(), 'job.created', '{}', ${sql.raw(runAt)}, ${sql.raw(leasedUntil)})
    returning id`)
  return row!.id
}

/** As it was left before the upgrade. */
async function left(webhookId: string, rows: Left[]): Promise<string[]> {
  await db.execute(sql`alter table webhook_deliveries disable trigger webhook_deliveries_queue`)
  const ids: string[] = []
  for (const row of rows) ids.push(await written(webhookId, row))
  await db.execute(sql`alter table webhook_deliveries enable trigger webhook_deliveries_queue`)
  return ids
}

const claimedByTheEarlier = (webhookId: string) =>
  db.execute(sql`
    update webhook_deliveries set tries = tries + 1, attempts = attempts + 1, leased_until = now() + interval '1 minute'
    where webhook_id = ${webhookId} and run_at <= now() and leased_until is null returning id`)

const queued = async () =>
  (
    await db
      .select({
        subject: queuedWork.subject,
        receiver: queuedWork.receiver,
        isDue: sql<boolean>`${queuedWork.runAt} <= now()`,
      })
      .from(queuedWork)
      .where(eq(queuedWork.kind, 'webhook'))
      .orderBy(asc(queuedWork.runAt))
  ).map(({ subject, receiver, isDue }) => [subject, receiver, isDue])

test('what waits before the upgrade is queued, and what is in hand is left to whoever has it', async () => {
  const { id } = await aWebhook('http://127.0.0.1:1024/')
  const [due, later, lost, arriving, failing] = (await left(id, [
    { runAt: `now() - interval '3 minutes'` },
    { runAt: `now() + interval '1 hour'` },
    { runAt: `now() - interval '2 minutes'`, leasedUntil: `now() - interval '1 second'` },
    { runAt: 'now()', leasedUntil: `now() + interval '30 seconds'` },
    { runAt: 'now()', leasedUntil: `now() + interval '30 seconds'` },
  ])) as [string, string, string, string, string]
  await Promise.all([takeOverDeliveries(), takeOverDeliveries()])
  const before: [string, string, boolean][] = [
    [due, id, true],
    [lost, id, true],
    [later, id, false],
  ]
  expect(await queued()).toEqual(before)
  expect(await claimedByTheEarlier(id)).toBeEmpty()
  const settledAs = (delivery: string, status: string, runAt: string) =>
    db.execute(sql`update webhook_deliveries set status = ${status}::webhook_delivery_status, run_at = ${sql.raw(runAt)},
      leased_until = null where id = ${delivery}`)
  await settledAs(arriving, 'delivered', 'null')
  await settledAs(failing, 'waiting', `now() + interval '5 seconds'`)
  expect(await queued()).toEqual([...before.slice(0, 2), [failing, id, false], before[2]!])
  expect(await db.$count(webhookDeliveries, sql`run_at is not null`)).toBe(0)
  expect((await logOf(id)).filter(({ runAt }) => runAt !== null)).toHaveLength(4)
})

test('what the earlier version queues beside this one is sent once, by this one', async () => {
  const receiver = await aReceiver()
  const { id } = await aWebhook(receiver.url)
  sending()
  const ids: string[] = []
  for (let count = 0; count < 20; count++) {
    ids.push(await written(id, { runAt: 'now()' }))
    expect(await claimedByTheEarlier(id)).toBeEmpty()
  }
  await settled(id)
  expect((await logOf(id)).map((one) => one.id).sort()).toEqual(ids.sort())
  expect(receiver.received).toHaveLength(20)
})

test('what the earlier version leaves for a webhook that it turned off is given up', async () => {
  const receiver = await aReceiver()
  const { id } = await aWebhook(receiver.url)
  await written(id, { runAt: 'now()' })
  await db.execute(sql`update webhooks set off_at = now(), off_reason = 'by_hand' where id = ${id}`)
  sending()
  await settled(id)
  expect(await logOf(id)).toMatchObject([{ status: 'failed', runAt: null }])
  expect(receiver.received).toBeEmpty()
})
