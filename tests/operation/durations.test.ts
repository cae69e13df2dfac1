import { expect, test } from 'bun:test'
import { Histogram, Registry } from 'prom-client'
import { Durations } from '#src/operation/durations.ts'

test('durations are told as prom-client tells a histogram', async () => {
  const registry = new Registry()
  const theirs = new Histogram({
    name: 'taken',
    help: 'How long it took.',
    labelNames: ['route', 'method'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const ours = new Durations('/api/jobs/:id', 'GET')
  for (const seconds of [0, 0.0049, 0.005, 0.0051, 0.025, 0.3, 1, 1.0001, 10, 10.5, 300]) {
    theirs.observe({ route: '/api/jobs/:id', method: 'GET' }, seconds)
    ours.add(seconds)
  }
  const told = (await registry.metrics()).split('\n').filter((line) => line.startsWith('taken'))
  expect(ours.lines('taken')).toEqual(told)
})
