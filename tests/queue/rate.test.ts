import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { deliveryRates, queuedWork } from '#db/schema.ts'
import { claim } from '#src/queue/queue.ts'
import { beginRate, perMinute } from '#src/queue/rate.ts'
import { aWorker, handlers, untilDelivered } from './working.ts'

const rows = (count: number) =>
  db.insert(queuedWork).values(
    Array.from({ length: count }, (_, index) => ({
      kind: 'email' as const,
      subject: Bun.randomUUIDv7(),
      turn: index,
      runAt: new Date(Date.now() - 60_000 + index * 10),
    })),
  )

/** The most of these times, in milliseconds, that lie in any window of this length. */
const mostWithin = (times: number[], window: number) =>
  Math.max(...times.map((from) => times.filter((time) => time >= from && time < from + window - 0.001).length))

test.each([1, 2, 7, 60, 120, 600, 3000])('%p a minute are never more in any minute, and hardly fewer', (count) => {
  const { burst, intervalMs } = perMinute('e-mails', count)
  // All at once that may be, then as soon as each may.
  const times = Array.from({ length: count * 3 }, (_, index) => Math.max(0, index - burst + 1) * intervalMs)
  expect(mostWithin(times.slice(0, count * 2), 60_000)).toBe(count)
})

describe('a rate', () => {
  const rare = { name: 'rare', burst: 4, intervalMs: 3_600_000 }

  test('holds for all workers together, however they race', async () => {
    await beginRate(rare)
    await rows(60)
    const began = performance.now()
    const taken = await Promise.all(Array.from({ length: 8 }, () => claim('email', 5, 60_000, [], { rate: rare })))
    expect(taken.flatMap(({ claims }) => claims)).toHaveLength(4)
    const waits = taken.flatMap(({ waitMs }) => waitMs ?? [])
    expect(waits).toHaveLength(8)
    // Each counts from its own beginning, though it waited for the others; and the column rounds to a millisecond.
    expect(Math.max(...waits)).toBeLessThanOrEqual(rare.intervalMs + performance.now() - began + 1)
  })

  test('says how long to wait, and is used up only by what is taken', async () => {
    await beginRate(rare)
    for (let look = 0; look < 10; look++) {
      expect(await claim('email', 5, 60_000, [], { rate: rare })).toEqual({ claims: [], waitMs: null })
    }
    await rows(3)
    expect((await claim('email', 5, 60_000, [], { rate: rare })).claims).toHaveLength(3)
    await rows(3)
    const { claims, waitMs } = await claim('email', 5, 60_000, [], { rate: rare })
    expect(claims).toHaveLength(1)
    expect(waitMs).toBeGreaterThan(rare.intervalMs - 10_000)
    expect(await claim('remove_object', 5, 60_000, [])).toEqual({ claims: [], waitMs: null })
  })

  test('that the database forgot begins anew', async () => {
    await rows(9)
    const quick = { name: 'quick', burst: 2, intervalMs: 10 }
    const done: string[] = []
    aWorker(handlers({ email: { rate: quick, work: async (subject) => void done.push(subject) } }))
    await Bun.sleep(30)
    await db.delete(deliveryRates)
    await untilDelivered()
    expect(done).toHaveLength(9)
  })

  test('spreads the work of two workers, oldest first', async () => {
    const all = (await rows(40).returning()).map(({ subject }) => subject)
    const rate = { name: 'spread', burst: 4, intervalMs: 40 }
    const done: { subject: string; taken: number }[] = []
    // When it was taken by the clock of the database, which the rate goes by: it may be worked off later.
    const work = async (subject: string) => {
      const [row] = await db.select().from(queuedWork).where(eq(queuedWork.subject, subject))
      done.push({ subject, taken: row!.leasedUntil!.getTime() })
    }
    aWorker(handlers({ email: { rate, work } }))
    aWorker(handlers({ email: { rate, work } }))
    await untilDelivered()
    expect(done).toHaveLength(40)
    const times = done.map(({ taken }) => taken).sort((a, b) => a - b)
    expect(times.at(-1)! - times[0]!).toBeGreaterThan(36 * 40 - 100)
    expect(mostWithin(times, 400)).toBeLessThanOrEqual(3 + 400 / 40 + 3)
    const inOrder = done.toSorted((one, other) => one.taken - other.taken)
    const moved = inOrder.map(({ subject }, place) => Math.abs(all.indexOf(subject) - place))
    expect(Math.max(...moved)).toBeLessThanOrEqual(8)
  })
})
