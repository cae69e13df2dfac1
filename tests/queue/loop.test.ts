import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { queuedWork } from '#db/schema.ts'
import { PermanentFailure } from '#src/queue/handler.ts'
import { retryAfter } from '#src/queue/pace.ts'
import { claim } from '#src/queue/queue.ts'
import { schedule } from '#src/queue/schedule.ts'
import { captureLog } from '#tests/support/log.ts'
import { aWorker, finish, handlers, postpone, queue, until, untilDelivered } from './working.ts'

const claimed = async (limit: number, lease: number, holding: number[] = []) =>
  (await claim('email', limit, lease, holding)).claims

const rows = (count: number) =>
  db
    .insert(queuedWork)
    .values(Array.from({ length: count }, () => ({ kind: 'email' as const, subject: Bun.randomUUIDv7() })))

describe('claims', () => {
  test('are exclusive until their lease ends', async () => {
    await rows(3)
    expect(await claimed(2, 60_000, [])).toHaveLength(2)
    expect(await claimed(5, 60_000, [])).toHaveLength(1)
    expect(await claimed(5, 60_000, [])).toHaveLength(0)
  })

  test('that ran out belong to whoever comes next, and the first can settle nothing', async () => {
    await rows(1)
    const [first] = await claimed(1, 1, [])
    await Bun.sleep(10)
    const [second] = await claimed(1, 60_000, [])
    expect(second).toMatchObject({ id: first!.id, attempts: 2 })
    expect(await finish(first!)).toBe(false)
    expect(await postpone(first!, 0, 'late')).toBe(false)
    expect(await queue()).toMatchObject([{ attempts: 2, lastError: null }])
    expect(await finish(second!)).toBe(true)
    expect(await queue()).toEqual([])
  })

  test('leave alone what this process still has in hand', async () => {
    await rows(2)
    const [first] = await claimed(1, 1, [])
    await Bun.sleep(10)
    expect((await claimed(5, 60_000, [first!.id])).map(({ id }) => id)).not.toContain(first!.id)
  })

  test('skip rows that are locked instead of waiting for them', async () => {
    await rows(2)
    await db.transaction(async (tx) => {
      await tx.execute(sql`select id from outbox order by id limit 1 for update`)
      expect(await claimed(5, 60_000, [])).toHaveLength(1)
    })
  })

  test('come oldest first, and not before they are due', async () => {
    await rows(3)
    const [a, b, c] = await queue()
    await db.execute(sql`update outbox set run_at = now() + interval '1 hour' where id = ${a!.id}`)
    await db.execute(sql`update outbox set run_at = now() - interval '1 hour' where id = ${c!.id}`)
    expect((await claimed(1, 60_000, [])).map(({ id }) => id)).toEqual([c!.id])
    expect((await claimed(5, 60_000, [])).map(({ id }) => id)).toEqual([b!.id])
  })

  test('are undone with what was to be written beside them', async () => {
    await rows(1)
    const [first] = await claimed(1, 60_000, [])
    const broken = finish(first!, () => Promise.reject(new Error('full disk')))
    await expect(broken).rejects.toThrow('full disk')
    expect(await queue()).toHaveLength(1)
  })
})

describe('workers', () => {
  test('two of them racing over 200 rows do each row once', async () => {
    await rows(200)
    const done: string[] = []
    const email = {
      work: async (subject: string) => {
        await Bun.sleep(Math.random() * 3)
        done.push(subject)
      },
    }
    aWorker(handlers({ email }))
    aWorker(handlers({ email }))
    await untilDelivered()
    expect(done).toHaveLength(200)
    expect(new Set(done).size).toBe(200)
  })

  test('take over what a killed one left in hand', async () => {
    await rows(1)
    await claimed(1, 150, []) // By a process that is no more.
    const [row] = await queue()
    const begun: Date[] = []
    const work = async () => {
      const [clock] = await db.execute<{ now: Date }>(sql`select clock_timestamp() as now`)
      begun.push(clock!.now)
    }
    aWorker(handlers({ email: { work } }))
    await untilDelivered()
    expect(begun).toHaveLength(1)
    expect(begun[0]!.getTime()).toBeGreaterThanOrEqual(row!.leasedUntil!.getTime())
  })

  test('wait for the work in hand when they stop, and begin nothing new', async () => {
    await rows(3)
    let begun = 0
    const ended: string[] = []
    const inHand = Promise.withResolvers<void>()
    const work = async () => {
      begun++
      await inHand.promise
      ended.push('work')
    }
    const worker = aWorker(handlers({ email: { work } }), { parallel: 1 })
    await until(() => begun === 1)
    const stopped = worker.stop().then(() => ended.push('worker'))
    await Bun.sleep(80)
    inHand.resolve()
    await stopped
    expect([begun, ...ended]).toEqual([1, 'work', 'worker'])
    expect(await queue()).toHaveLength(2)
  })

  test('look at once when they are woken', async () => {
    let done = 0
    const worker = aWorker(handlers({ email: { work: async () => void done++ } }), {
      poll: 60_000,
      longestPause: 60_000,
    })
    await Bun.sleep(50)
    await rows(7)
    worker.wake()
    await until(() => done === 7, 'All of the work')
  })

  test('give up on work that takes too long, and try it again', async () => {
    await rows(1)
    let tries = 0
    const work = (_subject: string, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        if (++tries === 2) resolve()
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    aWorker(handlers({ email: { work } }), { work: 40 })
    await untilDelivered()
    expect(tries).toBe(2)
  })

  test('try for ever what has no way to fail', async () => {
    await rows(1)
    let tries = 0
    const work = async () => {
      if (++tries < 8) throw new PermanentFailure('never')
    }
    aWorker(handlers({ email: { work } }), { giveUp: 0, fewestTries: 1, retryAfter: () => 1 })
    await untilDelivered()
    expect(tries).toBe(8)
  })

  test('do what was done once only, even when that cannot be written down at first', async () => {
    await rows(1)
    let worked = 0
    let written = 0
    const email = {
      work: async () => {
        worked++
        return async () => {
          if (++written < 3) throw new Error('the database is away')
          return null
        }
      },
    }
    aWorker(handlers({ email }), { lease: 1 })
    await untilDelivered()
    expect([worked, written]).toEqual([1, 3])
  })
})

test('delays grow from seconds to an hour, and differ', () => {
  for (const [attempts, seconds] of [
    [1, 5],
    [2, 10],
    [5, 80],
    [20, 3600],
    [60, 3600],
  ] as const) {
    const delays = Array.from({ length: 50 }, () => retryAfter(attempts) / 1000)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(seconds * 0.8)
    expect(Math.max(...delays)).toBeLessThanOrEqual(seconds * 1.2)
    expect(new Set(delays).size).toBeGreaterThan(10)
  }
})

test('a periodic task goes on after a failure, and stopping waits for it', async () => {
  using log = captureLog()
  let runs = 0
  let busy = false
  const task = schedule(
    {
      name: 'Sweeping',
      everyMs: 5,
      run: async () => {
        if (++runs === 1) throw new Error('no broom')
        busy = true
        await Bun.sleep(30)
        busy = false
      },
    },
    1,
  )
  await until(() => busy)
  await task.stop()
  expect(busy).toBe(false)
  const last = runs
  await Bun.sleep(30)
  expect(runs).toBe(last)
  expect(log.events()).toMatchObject([{ level: 'error', msg: 'Sweeping failed and will be tried again.' }])
})
