import { afterEach, describe, expect, test } from 'bun:test'
import { bankHolidays, endOfWorkingDay, isWorkingDay, proclaim } from '#src/runtime/working-days.ts'

/** As the government published them for England and Wales. */
const PUBLISHED: Record<number, string> = {
  2012: '01-02 04-06 04-09 05-07 06-04 06-05 08-27 12-25 12-26',
  2016: '01-01 03-25 03-28 05-02 05-30 08-29 12-26 12-27',
  2017: '01-02 04-14 04-17 05-01 05-29 08-28 12-25 12-26',
  2018: '01-01 03-30 04-02 05-07 05-28 08-27 12-25 12-26',
  2019: '01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26',
  2020: '01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28',
  2021: '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28',
  2022: '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27',
  2023: '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26',
  2024: '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26',
  2025: '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26',
  2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
  2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
}

test.each(Object.entries(PUBLISHED))('the bank holidays of %s', (year, days) => {
  expect(bankHolidays(Number(year)).join(' ')).toBe(days.replaceAll(/\S+/g, `${year}-$&`))
})

describe('working days', () => {
  afterEach(() => proclaim())

  test('are Monday to Friday but bank holidays', () => {
    const week = ['21', '22', '23', '24', '25', '26', '27', '28', '29'].map((day) => `2026-12-${day}`)
    expect(week.filter(isWorkingDay)).toEqual(['2026-12-21', '2026-12-22', '2026-12-23', '2026-12-24', '2026-12-29'])
  })

  test('a day proclaimed later is a holiday, and one that moved is not', () => {
    proclaim('+2027-06-01,-2027-05-31')
    expect(isWorkingDay('2027-06-01')).toBe(false)
    expect(isWorkingDay('2027-05-31')).toBe(true)
  })

  test.each([
    ['on a Monday', '2026-11-16T10:00:00Z', 5, '2026-11-23T23:59:59.999Z'],
    ['on a Saturday', '2026-11-21T10:00:00Z', 5, '2026-11-27T23:59:59.999Z'],
    ['before Christmas', '2026-12-23T10:00:00Z', 5, '2027-01-04T23:59:59.999Z'],
    ['before Easter and the clocks', '2027-03-25T10:00:00Z', 5, '2027-04-05T22:59:59.999Z'],
    ['in the last hour of a London day in summer', '2026-07-13T22:59:00Z', 1, '2026-07-14T22:59:59.999Z'],
    ['in the first hour of the next', '2026-07-13T23:01:00Z', 1, '2026-07-15T22:59:59.999Z'],
    ['over the day on which the clocks go back', '2026-10-23T12:00:00Z', 1, '2026-10-26T23:59:59.999Z'],
    ['for twenty days over a year’s end', '2026-12-11T12:00:00Z', 20, '2027-01-13T23:59:59.999Z'],
  ])('counted from a moment %s', (_, from, nth, end) => {
    expect(endOfWorkingDay(new Date(from), nth).toISOString()).toBe(end)
  })
})
