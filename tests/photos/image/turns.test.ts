import { expect, test } from 'bun:test'
import { turns } from '#src/photos/image/turns.ts'
import { TooMany, Unavailable } from '#src/web/errors.ts'

const failure = (error: unknown) => error

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
  const turn = turns({ places: 2, each: 1, patience: 1000 })
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
    [1, 2, 3, 4, 5, 6, 7].map((number) => turn(`person ${number}`, work(number))),
  )
  expect(started).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(2)
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true, false, true])
  expect(await turn('anybody', async () => 'still open')).toBe('still open')
})

test('whoever waits too long is told to come back, and nobody waits behind them for ever', async () => {
  const turn = turns({ places: 1, each: 1, patience: 20 })
  let free = () => {}
  const stuck = turn('ann', () => new Promise<void>((resolve) => (free = resolve)))
  expect(await turn('bob', async () => 'never').catch(failure)).toBeInstanceOf(Unavailable)
  const waiting = turn('bob', async () => 'next')
  free()
  await stuck
  expect(await waiting).toBe('next')
})

test('of one person no more than `each` is done at once, however many places are free', async () => {
  const turn = turns({ places: 3, each: 1, patience: 1000 })
  const { begun, work, end, settled } = scene()
  const all = ['a1', 'a2', 'b1'].map((name) => turn(name[0]!, work(name)))
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  await end('a2')
  await end('b1')
  await Promise.all(all)
})

test('somebody with one piece of work is next, however much another has waiting', async () => {
  const turn = turns({ places: 1, each: 1, patience: 1000 })
  const { begun, work, end, settled } = scene()
  const names = Array.from({ length: 20 }, (_, index) => `a${index}`)
  const all = names.map((name) => turn('a', work(name)))
  all.push(turn('b', work('b')), turn('c', work('c')))
  await settled()
  await end('a0')
  await end('b')
  await end('c')
  expect(begun).toEqual(['a0', 'b', 'c', 'a1'])
  all.push(turn('b', work('b again')))
  await settled()
  await end('a1')
  expect(begun.at(-1)).toBe('b again')
  await end('b again')
  for (const name of names.slice(2)) await end(name)
  await Promise.all(all)
  expect(begun.slice(-18)).toEqual(names.slice(2))
})

test('who waits only for their own work may be told that it is too much', async () => {
  const turn = turns({ places: 2, each: 1, patience: 20, own: () => new TooMany('Too much.', 5) })
  const { work, end } = scene()
  const busy = turn('ann', work('ann'))
  expect(await turn('ann', async () => 'never').catch(failure)).toBeInstanceOf(TooMany)
  expect(await turn('bob', async () => 'at once')).toBe('at once')
  await end('ann')
  await busy
  expect(await turn('ann', async () => 'now')).toBe('now')
})
