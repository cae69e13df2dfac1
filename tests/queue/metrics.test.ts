import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { queueMetrics } from '#src/queue/metrics.ts'
import { anEmail } from './working.ts'

test('an empty queue is no deep and no seconds old', async () => {
  expect(await queueMetrics()).toEqual({ depth: 0, oldestSeconds: 0, failed: 0 })
})

test('waiting work is counted from when it was queued, and given-up work is not', async () => {
  const [old, failed] = [await anEmail(), await anEmail()]
  await anEmail()
  await db.execute(sql`update outbox set created_at = now() - interval '90 seconds' where subject = ${old}`)
  await db.execute(sql`update email_notifications set status = 'failed' where id = ${failed}`)
  await db.execute(sql`delete from outbox where subject = ${failed}`)
  const { depth, oldestSeconds, failed: given } = await queueMetrics()
  expect([depth, given]).toEqual([2, 1])
  expect(oldestSeconds).toBeGreaterThanOrEqual(90)
  expect(oldestSeconds).toBeLessThan(100)
})
