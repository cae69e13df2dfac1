import { describe, expect, test } from 'bun:test'
import { countedText, readCounted } from '#src/domain/job/figures/counted.ts'
import { hoursInWords } from '#src/domain/job/figures/figures.ts'
import { before, daysInWords, monthOf, untilToday, yearBefore } from '#src/domain/job/figures/period.ts'

const days = (from: string, to: string) => ({ from, to })

describe('the periods that figures are compared with', () => {
  test.each([
    ['a month', monthOf('2026-11'), days('2026-10-01', '2026-10-31'), days('2025-11-01', '2025-11-30')],
    ['March after a leap day', monthOf('2028-03'), days('2028-02-01', '2028-02-29'), days('2027-03-01', '2027-03-31')],
    ['a leap February', monthOf('2028-02'), days('2028-01-01', '2028-01-31'), days('2027-02-01', '2027-02-28')],
    ['the one after it', monthOf('2029-02'), days('2029-01-01', '2029-01-31'), days('2028-02-01', '2028-02-29')],
    [
      'first days',
      days('2026-11-01', '2026-11-25'),
      days('2026-10-01', '2026-10-25'),
      days('2025-11-01', '2025-11-25'),
    ],
    [
      'more first days than February has',
      days('2026-03-01', '2026-03-30'),
      days('2026-02-01', '2026-02-28'),
      days('2025-03-01', '2025-03-30'),
    ],
    ['a year', days('2026-01-01', '2026-12-31'), days('2025-01-01', '2025-12-31'), days('2025-01-01', '2025-12-31')],
    ['a week', days('2026-11-09', '2026-11-15'), days('2026-11-02', '2026-11-08'), days('2025-11-09', '2025-11-15')],
  ])('of %s', (_, period, expectedBefore, expectedYear) => {
    expect(before(period)).toEqual(expectedBefore)
    expect(yearBefore(period)).toEqual(expectedYear)
  })

  test('a month that has not ended goes up to today, and one to come stays', () => {
    expect(untilToday(monthOf('2026-11'), '2026-11-25')).toEqual(days('2026-11-01', '2026-11-25'))
    expect(untilToday(monthOf('2026-12'), '2026-11-25')).toEqual(monthOf('2026-12'))
    expect(untilToday(monthOf('2026-10'), '2026-11-25')).toEqual(monthOf('2026-10'))
  })

  test('are named as people name them', () => {
    expect(daysInWords(monthOf('2026-11'))).toBe('November 2026')
    expect(daysInWords(days('2026-11-01', '2026-11-25'))).toBe('1 to 25 Nov 2026')
    expect(daysInWords(days('2026-10-28', '2026-11-25'))).toBe('28 Oct 2026 to 25 Nov 2026')
    expect(daysInWords(days('2026-11-25', '2026-11-25'))).toBe('25 Nov 2026')
  })
})

test('what a figure counts is read back from its address, and nothing else is', () => {
  const finished = { counted: 'finished', period: monthOf('2026-11') } as const
  expect(readCounted(countedText(finished))).toEqual(finished)
  for (const wrong of ['', 'finished', 'closed,2026-11-01,2026-11-30', 'finished,2026-11-31,2026-12-01'])
    expect(readCounted(wrong)).toBeNull()
  expect(readCounted('finished,2026-11-30,2026-11-01')).toBeNull()
  expect(readCounted('toString,2026-11-01,2026-11-30')).toBeNull()
})

test('hours are said as hours up to two days', () => {
  expect([0.4, 1, 5.4, 47.9, 48, 60].map(hoursInWords)).toEqual([
    '0 hours',
    '1 hour',
    '5 hours',
    '48 hours',
    '2 days',
    '2.5 days',
  ])
})
