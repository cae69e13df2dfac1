import { expect, test } from 'bun:test'
import { Invalid, NotFound, Refused, Unauthorized, Unavailable } from '#src/http/errors.ts'
import { changeEach } from '#src/writes/each.ts'

const failing = (errors: Record<string, Error>) => {
  const done: string[] = []
  const change = async (id: string) => {
    if (errors[id]) throw errors[id]
    done.push(id)
    return { name: id.toUpperCase() }
  }
  return { done, change }
}

test('each goes or is refused by itself, in order', async () => {
  const { done, change } = failing({ b: new Refused('Too late.'), c: new NotFound(), d: new Invalid({ to: 'Nobody' }) })
  expect(await changeEach(['a', 'b', 'c', 'd', 'e'], change)).toEqual([
    { ok: true, name: 'A' },
    { ok: false, status: 409, code: 'conflict', message: 'Too late.' },
    { ok: false, status: 404, code: 'not_found', message: 'Not found' },
    { ok: false, status: 422, code: 'invalid_input', message: 'Nobody', errors: { to: 'Nobody' } },
    { ok: true, name: 'E' },
  ])
  expect(done).toEqual(['a', 'e'])
})

test('an item named twice is changed once, in whatever letters', async () => {
  const { done, change } = failing({})
  const twice = { ok: false, status: 409, code: 'named_twice', message: 'This is in the list twice.' } as const
  expect(await changeEach(['a', 'A', 'b'], change)).toEqual([{ ok: true, name: 'A' }, twice, { ok: true, name: 'B' }])
  expect(done).toEqual(['a', 'b'])
})

test.each([new Unauthorized(), new Unavailable(), new Error('broken')])(
  'what is no refusal of one item ends the rest: %s',
  async (error) => {
    const { done, change } = failing({ b: error })
    await expect(changeEach(['a', 'b', 'c'], change)).rejects.toBe(error)
    expect(done).toEqual(['a'])
  },
)
