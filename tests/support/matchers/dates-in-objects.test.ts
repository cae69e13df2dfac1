import { expect, test } from 'bun:test'

test('toMatchObject compares dates, wherever they are, and all else as ever', () => {
  const a = new Date(1)
  const other = { a: new Date(5) }
  expect({ a, b: [{ c: a }], d: 'x' }).toMatchObject({ a: new Date(1), b: [{ c: new Date(1) }] })
  expect(() => expect({ a }).toMatchObject(other)).toThrow('the value.a is "1970')
  expect(() => expect({ a: [{ b: a }] }).toMatchObject({ a: [{ b: other.a }] })).toThrow('the value.a.0.b')
  expect(() => expect({ a: null }).toMatchObject(other)).toThrow('null instead of')
  expect({ a }).not.toMatchObject(other)
  expect({ a }).toMatchObject({ a: expect.any(Date) })
  expect(() => expect({ a: 1 }).toMatchObject({ a: 2 })).toThrow()
  expect(() => expect({ a: 1 }).not.toMatchObject({ a: 1 })).toThrow()
})
