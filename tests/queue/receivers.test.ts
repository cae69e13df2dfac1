import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { queuedWork } from '#db/schema.ts'
import { enqueueAll } from '#src/queue/enqueue.ts'
import { claim } from '#src/queue/queue.ts'
import { NO_OWNER } from '#src/queue/turn.ts'
import { aWorker, finish, until, untilDelivered } from './working.ts'

const put = (receiver: string, count: number, owner = NO_OWNER) =>
  db.transaction((tx) =>
    enqueueAll(
      tx,
      'webhook',
      Array.from({ length: count }, () => ({ subject: Bun.randomUUIDv7(), owner, receiver })),
    ),
  )
const ids = (count: number): string[] => Array.from({ length: count }, () => crypto.randomUUID())
const receiversOf = async () =>
  new Map((await db.select().from(queuedWork)).map(({ subject, receiver }) => [subject, receiver!]))

test('a claim takes no more for a receiver than it has room for', async () => {
  const [full, half, free] = ids(3) as [string, string, string]
  for (const receiver of [full, half, free]) await put(receiver, 10)
  const room = {
    most: 3,
    left: new Map([
      [full, 0],
      [half, 1],
    ]),
  }
  const { claims } = await claim('webhook', 30, 60_000, [], { room })
  const counts = Map.groupBy(claims, ({ receiver }) => receiver)
  expect([full, half, free].map((receiver) => counts.get(receiver)?.length ?? 0)).toEqual([0, 1, 3])
})

test('five receivers that never answer fill no more than their places, and others go on', async () => {
  const slow = ids(5)
  const [quick] = ids(1) as [string]
  for (const receiver of slow) await put(receiver, 50)
  const receivers = await receiversOf()
  const inHand = new Map<string, number>()
  let done = 0
  const stop = Promise.withResolvers<void>()
  const work = async (subject: string) => {
    const receiver = receivers.get(subject) ?? quick
    inHand.set(receiver, (inHand.get(receiver) ?? 0) + 1)
    if (slow.includes(receiver)) await stop.promise
    else done++
  }
  aWorker({ webhook: { work, places: { most: 4, fewer: () => [[slow[0]!, 1]] } } }, { parallel: 24 })
  await until(() => inHand.size === 5 && [...inHand.values()].reduce((sum, count) => sum + count) === 17)
  await put(quick, 20)
  await until(() => done === 20, 'All that goes to the quick one')
  expect(slow.map((receiver) => inHand.get(receiver))).toEqual([1, 4, 4, 4, 4])
  stop.resolve()
  await untilDelivered()
})

test('ten thousand that one person causes for a receiver hold up nobody else’s to it', async () => {
  const [receiver, flood, other] = ids(3) as [string, string, string]
  await put(receiver, 10_000, flood)
  for (let round = 0; round < 5; round++) {
    await put(receiver, 1, other)
    const { claims } = await claim('webhook', 4, 60_000, [], { room: { most: 4, left: new Map() } })
    expect(claims.map(({ owner }) => owner)).toContain(other)
    for (const claimed of claims) await finish(claimed)
  }
})

test('those who cause work together have their turns in its order', async () => {
  const [receiver, one, two] = ids(3) as [string, string, string]
  const given = [one, one, two, one, two].map((owner) => ({ subject: Bun.randomUUIDv7(), owner, receiver }))
  await db.transaction((tx) => enqueueAll(tx, 'webhook', given))
  const rows = await db.select().from(queuedWork).where(eq(queuedWork.kind, 'webhook')).orderBy(sql`turn, id`)
  const order = [0, 2, 1, 4, 3].map((place) => given[place]!.subject)
  expect(rows.map(({ subject }) => subject)).toEqual(order)
})
