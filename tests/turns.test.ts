import { expect, test } from 'bun:test'
import { Turns } from '#src/runtime/turns.ts'

const tooLate = (own: boolean) => new Error(own ? 'your own' : 'too late')

/** Work that lasts until it is ended, and the order in which it began. */
function scene() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<void>((resolve) => ends.set(name, resolve))
  }
  const settled = () => Bun.sleep(1)
  const end = async (name: string) => {
    ends.get(name)!()
    await settled()
  }
  return { begun, work, end, settled }
}

test('work of many people waits for a free place, in the order it came, and failures free theirs', async () => {
  const turns = new Turns({ places: 2, each: 1, patience: 60_000 })
  const started: number[] = []
  let running = 0
  let most = 0
  const work = (number: number) => async () => {
    started.push(number)
    most = Math.max(most, ++running)
    await Bun.sleep(3)
    running--
    if (number % 3 === 0) throw new Error(`${number} failed`)
    return number
  }
  const outcomes = await Promise.allSettled(
    [1, 2, 3, 4, 5, 6, 7].map((number) => turns.run(`person ${number}`, work(number), tooLate)),
  )
  expect(started).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(2)
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true, false, true])
  expect(await turns.run('anybody', async () => 'still open', tooLate)).toBe('still open')
})

test('a waiter who waits too long is refused, and nobody waits behind them for ever', async () => {
  const turns = new Turns({ places: 1, each: 1, patience: 20 })
  let free = () => {}
  const stuck = turns.run('ann', () => new Promise<void>((resolve) => (free = resolve)), tooLate)
  await expect(turns.run('bob', async () => 'never', tooLate)).rejects.toThrow('too late')
  const waiting = turns.run('bob', async () => 'next', tooLate)
  free()
  await stuck
  expect(await waiting).toBe('next')
})

test('one person has at most `each` at work, however many places are free', async () => {
  const turns = new Turns({ places: 3, each: 1, patience: 60_000 })
  const { begun, work, end, settled } = scene()
  const all = ['a1', 'a2', 'b1'].map((name) => turns.run(name[0]!, work(name), tooLate))
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  await end('a2')
  await end('b1')
  await Promise.all(all)
})

test('somebody with one piece of work is next, however much another has waiting', async () => {
  const turns = new Turns({ places: 1, each: 1, patience: 60_000 })
  const { begun, work, end, settled } = scene()
  const names = Array.from({ length: 20 }, (_, index) => `a${index}`)
  const all = names.map((name) => turns.run('a', work(name), tooLate))
  all.push(turns.run('b', work('b'), tooLate), turns.run('c', work('c'), tooLate))
  await settled()
  await end('a0')
  await end('b')
  await end('c')
  expect(begun).toEqual(['a0', 'b', 'c', 'a1'])
  all.push(turns.run('b', work('b again'), tooLate))
  await settled()
  await end('a1')
  expect(begun.at(-1)).toBe('b again')
  await end('b again')
  for (const name of names.slice(2)) await end(name)
  await Promise.all(all)
  expect(begun.slice(-18)).toEqual(names.slice(2))
})

test('a person who waits only for their own work is refused as too many', async () => {
  const turns = new Turns({ places: 2, each: 1, patience: 20 })
  const { work, end } = scene()
  const busy = turns.run('ann', work('ann'), tooLate)
  await expect(turns.run('ann', async () => 'never', tooLate)).rejects.toThrow('your own')
  expect(await turns.run('bob', async () => 'at once', tooLate)).toBe('at once')
  await end('ann')
  await busy
  expect(await turns.run('ann', async () => 'now', tooLate)).toBe('now')
})

test('one name has one at work at a time, in order, and holds nobody else up', async () => {
  const turns = new Turns({ places: Number.POSITIVE_INFINITY, each: 1, patience: 60_000 })
  const told: string[] = []
  const at = (name: string, number: number, ms: number) =>
    turns.run(
      name,
      async () => {
        told.push(`${name}${number} begins`)
        await Bun.sleep(ms)
        told.push(`${name}${number} ends`)
        return number
      },
      tooLate,
    )
  const results = await Promise.all([at('a', 1, 30), at('a', 2, 5), at('a', 3, 1), at('b', 1, 1)])
  expect(results).toEqual([1, 2, 3, 1])
  expect(told.filter((line) => line.startsWith('a'))).toEqual(
    [1, 2, 3].flatMap((number) => [`a${number} begins`, `a${number} ends`]),
  )
  expect(told.indexOf('b1 ends')).toBeLessThan(told.indexOf('a1 ends'))
})

test('failed work makes room for the next', async () => {
  const turns = new Turns({ places: Number.POSITIVE_INFINITY, each: 1, patience: 60_000 })
  const failing = turns.run('c', () => Promise.reject(new RangeError('ours')), tooLate)
  const next = turns.run('c', async () => 'done', tooLate)
  await expect(failing).rejects.toThrow(RangeError)
  expect(await next).toBe('done')
})

test('work that waited too long is dropped; what comes after still waits', async () => {
  const turns = new Turns({ places: Number.POSITIVE_INFINITY, each: 1, patience: 100 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const told: string[] = []
  const first = turns.run('d', () => promise.then(() => void told.push('first')), tooLate)
  const second = turns.run('d', async () => void told.push('second'), tooLate)
  await expect(second).rejects.toThrow('your own')
  const third = turns.run('d', async () => void told.push('third'), tooLate)
  // Who comes after them is done at once, so they could have been.
  await turns.run('e', async () => void told.push('another'), tooLate)
  expect(told).toEqual(['another'])
  resolve()
  await Promise.all([first, third])
  expect(told).toEqual(['another', 'first', 'third'])
})
