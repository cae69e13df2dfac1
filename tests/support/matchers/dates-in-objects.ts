import { expect } from 'bun:test'

const own: (this: unknown, expected: unknown) => void = Object.getPrototypeOf(expect(null)).toMatchObject

/** The place of the first date that is expected and is not there; null where all are. */
function wrongDate(received: unknown, expected: unknown, place = 'the value'): string | null {
  if (expected instanceof Date) {
    const isThere = received instanceof Date && received.getTime() === expected.getTime()
    return isThere ? null : `${place} is ${JSON.stringify(received)} instead of ${expected.toJSON()}`
  }
  const isPlain = Array.isArray(expected) || Object.getPrototypeOf(expected ?? 0) === Object.prototype
  if (!isPlain || typeof received !== 'object' || received === null) return null
  for (const [name, value] of Object.entries(expected as object)) {
    const wrong = wrongDate((received as Record<string, unknown>)[name], value, `${place}.${name}`)
    if (wrong) return wrong
  }
  return null
}

// Bun's own takes any two dates as the same.
expect.extend({
  toMatchObject(received: unknown, expected: unknown) {
    const wrong = wrongDate(received, expected)
    if (wrong) return { pass: false, message: () => wrong }
    try {
      own.call(expect(received), expected)
      return { pass: true, message: () => 'It matches' }
    } catch (error) {
      return { pass: false, message: () => (error as Error).message }
    }
  },
})
