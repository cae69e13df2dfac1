import { expect, test } from 'bun:test'
import { env } from '#src/runtime/env.ts'
import { settings } from './server.ts'

test('no limit refuses what is measured', () => {
  const limits = Object.keys(env).filter((name) => name.startsWith('RATE_'))
  expect(limits.length).toBeGreaterThan(3)
  expect(limits.filter((name) => settings('/nowhere')[name] !== '0')).toEqual([])
})
