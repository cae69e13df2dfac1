import { describe, expect, test } from 'bun:test'
import { oneAtATime } from '#islands/one-at-a-time.ts'
import { Final, type Wait, withRetries } from '#islands/retry.ts'

/** A clock that only notes how long it was asked to wait. */
function noting() {
  const waits: number[] = []
  const wait: Wait = async (milliseconds) => void waits.push(milliseconds)
  return { waits, wait }
}

/** Fails so many times, then gives 'stored'. */
function failing(times: number, error: Error = new Error('No connection')) {
  let calls = 0
  const task = async () => {
    calls += 1
    if (calls <= times) throw error
    return 'stored'
  }
  return { task, calls: () => calls }
}

describe('withRetries', () => {
  test('waits longer each time until it succeeds, at most a minute', async () => {
    const { waits, wait } = noting()
    expect(await withRetries(failing(9).task, { wait })).toBe('stored')
    expect(waits).toEqual([1000, 3000, 9000, 20_000, 40_000, 60_000, 60_000, 60_000, 60_000])
  })

  test('says so from the fourth failure on, and goes on by itself', async () => {
    const { waits, wait } = noting()
    const told: number[] = []
    await withRetries(failing(6).task, { wait, onTold: () => told.push(waits.length) })
    expect(told).toEqual([3, 4, 5])
  })

  test('does not try again what is final', async () => {
    const { waits, wait } = noting()
    const { task, calls } = failing(1, new Final('This is not a photo'))
    expect(withRetries(task, { wait })).rejects.toThrow('This is not a photo')
    await Bun.sleep(0)
    expect([calls(), waits]).toEqual([1, []])
  })

  test('does nothing more once it is aborted', async () => {
    const { task, calls } = failing(9)
    const work = new AbortController()
    const wait: Wait = async (_, signal) => {
      work.abort(new Error('removed'))
      signal?.throwIfAborted()
    }
    expect(withRetries(task, { wait, signal: work.signal })).rejects.toThrow('removed')
    await Bun.sleep(0)
    expect(calls()).toBe(1)
  })
})

test('turns run one after the other, also after one that failed', async () => {
  const turn = oneAtATime()
  const log: string[] = []
  const work =
    (name: string, ms: number, fail = false) =>
    async () => {
      log.push(`${name} begins`)
      await Bun.sleep(ms)
      log.push(`${name} ends`)
      if (fail) throw new Error(name)
      return name
    }
  const results = await Promise.allSettled([turn(work('a', 5, true)), turn(work('b', 1)), turn(work('c', 0))])
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
})

test('a turn may be over before its work has ended', async () => {
  const turn = oneAtATime()
  const log: string[] = []
  const first = turn(async (over) => {
    log.push('a begins')
    over()
    await Bun.sleep(5)
    log.push('a ends')
    return 'a'
  })
  const second = turn(async () => {
    log.push('b')
    return 'b'
  })
  expect(await Promise.all([first, second])).toEqual(['a', 'b'])
  expect(log).toEqual(['a begins', 'b', 'a ends'])
})
