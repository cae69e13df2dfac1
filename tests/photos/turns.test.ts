import { expect, test } from 'bun:test'
import { turns } from '#src/photos/turns.ts'
import { Unavailable } from '#src/web/errors.ts'

test('work waits for a free place, in the order it came, and failures free theirs', async () => {
  const turn = turns(2, 1000)
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
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7].map((number) => turn(work(number))))
  expect(started).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(2)
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, true, false, true, true, false, true])
  expect(await turn(async () => 'still open')).toBe('still open')
})

test('whoever waits too long is told to come back, and nobody waits behind them for ever', async () => {
  const turn = turns(1, 20)
  let free = () => {}
  const stuck = turn(() => new Promise<void>((resolve) => (free = resolve)))
  expect(await turn(async () => 'never').catch((error: unknown) => error)).toBeInstanceOf(Unavailable)
  const waiting = turn(async () => 'next')
  free()
  await stuck
  expect(await waiting).toBe('next')
})
