import { afterEach, describe, expect, test } from 'bun:test'
import { londonTime } from '#src/domain/dates.ts'
import { nextRound, roundAt } from '#src/reminders/times.ts'
import { proclaim } from '#src/runtime/working-days.ts'

const at = (day: string, time = '08:00') => londonTime(day, time)
const round = (day: string, time?: string) => roundAt(at(day, time))

describe('a round of reminders', () => {
  afterEach(() => proclaim())

  test('is from eight until six on working days', () => {
    const times = ['00:00', '07:59', '08:00', '12:00', '17:59', '18:00', '23:59']
    expect(times.filter((time) => round('2027-03-08', time))).toEqual(['08:00', '12:00', '17:59'])
    for (const day of ['2027-03-06', '2027-03-07', '2027-03-26', '2027-03-29', '2026-12-25', '2026-12-28'])
      expect([day, round(day, '09:00')]).toEqual([day, null])
  })

  test('is the same whenever on that day a process comes to it', () => {
    expect(round('2027-03-08', '17:30')).toEqual(round('2027-03-08'))
  })

  test.each([
    ['Thursday', '2027-03-11', '2027-03-09'],
    ['Monday, over a weekend', '2027-03-08', '2027-03-04'],
    ['Tuesday after Easter', '2027-03-30', '2027-03-24'],
    ['first day after Christmas', '2026-12-29', '2026-12-23'],
    ['New Year', '2027-01-04', '2026-12-30'],
  ])('on a %s tells what has waited since eight two working days ago', (_, day, before) => {
    expect(round(day)).toMatchObject({ toldBy: before, waitedSince: at(before) })
  })

  test('keeps its hour when the clocks change', () => {
    // Forward on 28 March 2027, back on 31 October.
    expect(round('2027-03-25')!.at.toISOString()).toBe('2027-03-25T08:00:00.000Z')
    expect(round('2027-03-30')!.at.toISOString()).toBe('2027-03-30T07:00:00.000Z')
    expect(round('2027-03-30')!.waitedSince.toISOString()).toBe('2027-03-24T08:00:00.000Z')
    expect(round('2027-11-01')!.at.toISOString()).toBe('2027-11-01T08:00:00.000Z')
    expect(round('2027-11-01')!.waitedSince.toISOString()).toBe('2027-10-28T07:00:00.000Z')
  })

  test('knows the days that are proclaimed', () => {
    proclaim('+2027-03-09,-2027-03-29')
    expect(round('2027-03-09')).toBeNull()
    expect(round('2027-03-10')!.toldBy).toBe('2027-03-05')
    expect(round('2027-03-29')).not.toBeNull()
  })

  test('speaks of invoices on the first working day of a month', () => {
    const days = ['2027-03-01', '2027-03-02', '2027-05-03', '2027-05-04', '2027-05-05', '2027-01-04']
    expect(days.filter((day) => round(day)?.isFirstOfMonth)).toEqual(['2027-03-01', '2027-05-04', '2027-01-04'])
  })
})

test.each([
  ['before eight', at('2027-03-08', '07:59'), at('2027-03-08')],
  ['at eight', at('2027-03-08'), at('2027-03-09')],
  ['on a Friday', at('2027-03-05', '08:30'), at('2027-03-08')],
  ['before Easter', at('2027-03-25', '20:00'), at('2027-03-30')],
  ['before the clocks go back', at('2027-10-29', '09:00'), at('2027-11-01')],
  ['at midnight', at('2026-12-24', '23:59'), at('2026-12-29')],
])('the next one, asked for %s', (_, now, next) => {
  expect(nextRound(now)).toEqual(next)
})
