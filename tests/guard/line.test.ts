import { expect, test } from 'bun:test'
import { inLine } from '#src/guard/line.ts'

const tooLong = () => new Error('too long')

test('of one name, one is at work at a time, in the order they came; others are not held up', async () => {
  const told: string[] = []
  const at = (name: string, number: number, ms: number) =>
    inLine(
      name,
      async () => {
        told.push(`${name}${number} begins`)
        await Bun.sleep(ms)
        told.push(`${name}${number} ends`)
        return number
      },
      tooLong,
    )
  const results = await Promise.all([at('a', 1, 30), at('a', 2, 5), at('a', 3, 1), at('b', 1, 1)])
  expect(results).toEqual([1, 2, 3, 1])
  expect(told.filter((line) => line.startsWith('a'))).toEqual(
    [1, 2, 3].flatMap((number) => [`a${number} begins`, `a${number} ends`]),
  )
  expect(told.indexOf('b1 ends')).toBeLessThan(told.indexOf('a1 ends'))
})

test('who fails makes room for the next', async () => {
  const failing = inLine('c', () => Promise.reject(new RangeError('ours')), tooLong)
  const next = inLine('c', async () => 'done', tooLong)
  await expect(failing).rejects.toThrow(RangeError)
  expect(await next).toBe('done')
})

test('who waits too long goes away and is not done later; who comes after still waits', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const told: string[] = []
  const first = inLine('d', () => promise.then(() => void told.push('first')), tooLong, 20)
  const second = inLine('d', async () => void told.push('second'), tooLong, 20)
  await expect(second).rejects.toThrow('too long')
  const third = inLine('d', async () => void told.push('third'), tooLong, 5000)
  await Bun.sleep(20)
  expect(told).toEqual([])
  resolve()
  await Promise.all([first, third])
  expect(told).toEqual(['first', 'third'])
})
