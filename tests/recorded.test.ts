import { describe, expect, test } from 'bun:test'
import { cameMuchLater, recordedOf } from '#src/domain/recorded.ts'

const NOW = new Date('2026-11-24T14:00:00Z')
const YEAR = 365 * 86_400

describe('a phone that says when something was done', () => {
  test.each([
    // At once, this morning, last week, also with an offset in its text.
    ['2026-11-24T14:00:00Z', undefined, '2026-11-24T14:00:00.000Z', '2026-11-24'],
    ['2026-11-24T09:41:12Z', undefined, '2026-11-24T09:41:12.000Z', '2026-11-24'],
    ['2026-11-17T10:41:12+01:00', undefined, '2026-11-17T09:41:12.000Z', '2026-11-17'],
    // Its clock is four seconds ahead, an hour behind, a year ahead, a year behind, and it knows.
    ['2026-11-24T14:00:04Z', 4, '2026-11-24T14:00:00.000Z', '2026-11-24'],
    ['2026-11-24T12:30:00Z', -3600, '2026-11-24T13:30:00.000Z', '2026-11-24'],
    ['2027-11-24T09:41:00Z', YEAR, '2026-11-24T09:41:00.000Z', '2027-11-24'],
    ['2025-11-24T09:41:00Z', -YEAR, '2026-11-24T09:41:00.000Z', '2025-11-24'],
    // Up to ten minutes ahead is now.
    ['2026-11-24T14:10:00Z', undefined, '2026-11-24T14:00:00.000Z', '2026-11-24'],
    ['2026-11-24T14:00:00Z', -600, '2026-11-24T14:00:00.000Z', '2026-11-24'],
    // What lies ahead is passed over, and its day stands for now.
    ['2026-11-24T14:10:00.001Z', undefined, null, '2026-11-24'],
    ['2027-11-24T09:41:00Z', undefined, null, '2027-11-24'],
    // Ninety days, and no more.
    ['2026-08-26T14:00:00Z', undefined, '2026-08-26T14:00:00.000Z', '2026-08-26'],
    ['2026-08-26T13:59:59.999Z', undefined, null, null],
    ['2025-11-24T09:41:00Z', undefined, null, null],
    // The day is London's.
    ['2026-07-01T23:30:00Z', -145 * 86_400, '2026-11-23T23:30:00.000Z', '2026-07-02'],
  ])('%s, its clock %p s ahead, is taken as %s of its %s', (recordedAt, clockAhead, at, day) => {
    const recorded = recordedOf({ recordedAt: new Date(recordedAt), clockAhead }, NOW)
    expect([recorded.at?.toISOString() ?? null, recorded.day]).toEqual([at, day])
  })

  test('is shown beside the arrival where ten minutes lie between', () => {
    const before = (seconds: number) => cameMuchLater(new Date(NOW.getTime() - seconds * 1000), NOW)
    expect([before(0), before(600), before(601), before(-601), cameMuchLater(null, NOW)]).toEqual([
      ...[false, false, true, false, false],
    ])
  })
})
