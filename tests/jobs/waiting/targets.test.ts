import { describe, expect, test } from 'bun:test'
import { visitTarget } from '#src/domain/job/first-visit.ts'
import { visitByOf } from '#src/jobs/waiting/visit-target.ts'
import { parseEnv } from '#src/runtime/env.ts'

describe('the first visit of a job is due', () => {
  const raised = new Date('2026-12-23T10:00:00Z')

  test.each([
    ['within 24 hours when it is urgent, also over a holiday', 'high', '2026-12-24T10:00:00.000Z'],
    ['by the end of the fifth working day', 'medium', '2027-01-04T23:59:59.999Z'],
    ['by the end of the twentieth', 'low', '2027-01-25T23:59:59.999Z'],
  ] as const)('%s', (_, urgency, by) => {
    expect(visitByOf('visit', urgency, raised)?.toISOString()).toBe(by)
  })

  test('never for quote work, which follows a visit', () => {
    expect(visitByOf('quote_work', 'high', raised)).toBeNull()
  })
})

test.each([
  ['met by a visit in time', '2026-12-02', '2026-12-01', 'met'],
  ['late by a visit after it', '2026-12-02', '2026-12-03', 'late'],
  ['due while there is time', '2026-12-31', null, 'due'],
  ['late when there is none left', '2026-12-02', null, 'late'],
  ['none without a day', null, '2026-12-01', null],
])('a target is %s', (_, by, visited, target) => {
  const date = (day: string | null) => (day === null ? null : new Date(`${day}T12:00:00Z`))
  expect(visitTarget({ visitBy: date(by), firstVisitAt: date(visited) }, date('2026-12-20')!)).toBe(target as never)
})

describe('the settings', () => {
  const targets = (TARGETS: string) => parseEnv({ TARGETS }).TARGETS

  test('give each urgency hours or working days', () => {
    expect(targets('high:4h,medium:2d,low:30d')).toEqual({ high: { hours: 4 }, medium: { days: 2 }, low: { days: 30 } })
  })

  test.each(['high:24h,medium:5d', 'high:24h,medium:5d,low:0d', 'high:24h,medium:5d,low:20', 'high:1h,high:2h,low:3d'])(
    'refuse %s',
    (text) => expect(() => targets(text)).toThrow('TARGETS must give each urgency hours or working days'),
  )

  test.each(['2027-06-01', '+2027-06-31', '+01/06/2027'])('refuse %s as a bank holiday', (BANK_HOLIDAYS) => {
    expect(() => parseEnv({ BANK_HOLIDAYS })).toThrow('BANK_HOLIDAYS must be days with + or - before each')
  })
})
