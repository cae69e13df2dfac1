import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { db } from '#db/connect/client.ts'
import { queuedWork } from '#db/schema.ts'
import { eventsFrom } from '#src/events/queries.ts'
import { numberAll } from '#tests/events/reading.ts'
import { castOfEachTest } from '#tests/support/cast.ts'
import { ROOT } from '#tests/support/root.ts'
import { aJob } from '#tests/support/world.ts'
import { aReceiver, aWebhook, endThemAfterEachTest, logOf, type Received, until } from './receiver.ts'

setDefaultTimeout(120_000)

endThemAfterEachTest()
const cast = castOfEachTest()
const running = new Set<{ kill(): Promise<void> }>()
afterEach(async () => {
  for (const one of running) await one.kill()
})

async function aSendingProcess(...patience: string[]) {
  const child = Bun.spawn([process.execPath, join(ROOT, 'tests/webhooks/sending-process.ts'), ...patience], {
    cwd: ROOT,
    env: process.env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  await child.stdout.getReader().read()
  const one = {
    kill: async () => {
      running.delete(one)
      child.kill('SIGKILL')
      await child.exited
    },
  }
  running.add(one)
  return one
}

const idsOf = (received: readonly Received[]) => new Set(received.map(({ headers }) => headers['webhook-id']))

test('processes that are killed between event and delivery, and between sending and noting it, lose nothing', async () => {
  // Slow enough that a kill hits what is under way.
  const receiver = await aReceiver((reply, count) => void setTimeout(() => reply.end(), (count % 5) * 20))
  const { id } = await aWebhook(receiver.url)
  let processes = await Promise.all([aSendingProcess(), aSendingProcess()])
  let isWriting = true
  let kills = 0
  const writing = (async () => {
    for (let count = 0; count < 60 || kills < 4; count++) await aJob(cast)
    isWriting = false
  })()
  while (isWriting) {
    await Bun.sleep(100 + Math.random() * 300)
    const [oldest, ...others] = processes
    await oldest!.kill()
    kills++
    processes = [...others, await aSendingProcess()]
  }
  await writing
  await numberAll()
  const events = await eventsFrom(0, 1000)
  await until(async () => {
    const log = await logOf(id)
    return log.length >= events.length && log.every(({ status }) => status === 'delivered')
  })
  const log = await logOf(id)
  expect(log.map(({ eventId }) => eventId).sort()).toEqual(events.map((event) => event.id).sort())
  expect([...idsOf(receiver.received)].sort()).toEqual(events.map((event) => event.id).sort() as never)
  console.log(`  ${events.length} events, ${kills} kills, ${receiver.received.length} messages`)
})

test('a process that is killed after it has sent and before it has noted it: the message comes again, under the same id', async () => {
  let answered = 0
  const first = await aReceiver((reply) => void (answered++ > 0 && reply.end()))
  const { id } = await aWebhook(first.url)
  // None gives up by itself, however slow the machine.
  const one = await aSendingProcess('60000')
  await aJob(cast)
  await until(() => first.received.length === 1)
  // It has been received, and the answer has not been read.
  await one.kill()
  // A minute passes.
  await db.update(queuedWork).set({ leasedUntil: new Date() })
  await aSendingProcess('60000')
  await until(async () => (await logOf(id)).every(({ status }) => status === 'delivered'))
  expect(first.received).toHaveLength(2)
  expect(idsOf(first.received).size).toBe(1)
})
