import { describe, expect, test } from 'bun:test'
import { dayAndTime, dayOf, daysAgo, endOfDay, isDay, today } from '#src/domain/dates.ts'

describe('times are told in London', () => {
  test.each([
    ['winter', '2026-01-15T23:59:00Z', '15/01/2026', '15/01/2026, 23:59', '2026-01-15'],
    ['summer, an hour before midnight UTC', '2026-07-15T23:30:00Z', '16/07/2026', '16/07/2026, 00:30', '2026-07-16'],
    [
      'the minute before the clocks go forward',
      '2026-03-29T00:59:00Z',
      '29/03/2026',
      '29/03/2026, 00:59',
      '2026-03-29',
    ],
    ['the minute they do', '2026-03-29T01:00:00Z', '29/03/2026', '29/03/2026, 02:00', '2026-03-29'],
    ['the hour that comes twice, first', '2026-10-25T00:30:00Z', '25/10/2026', '25/10/2026, 01:30', '2026-10-25'],
    ['the hour that comes twice, second', '2026-10-25T01:30:00Z', '25/10/2026', '25/10/2026, 01:30', '2026-10-25'],
    ["New Year's Eve", '2026-12-31T23:59:59Z', '31/12/2026', '31/12/2026, 23:59', '2026-12-31'],
  ])('%s', (_, instant, day, time, iso) => {
    const at = new Date(instant)
    expect(dayOf(at)).toBe(day)
    expect(dayAndTime(at)).toBe(time)
    expect(today(at)).toBe(iso)
  })

  test('a day is the day it names, whatever the clocks do', () => {
    expect(dayOf('2026-03-29')).toBe('29/03/2026')
  })
})

test.each(['2026-01-31', '2024-02-29', '2000-02-29', '1999-12-31'])('%s is a day', (text) => {
  expect(isDay(text)).toBe(true)
})

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-1',
  '01/02/2026',
  '2026-01-01T00:00:00Z',
  ' 2026-01-01',
  '2026-01-01\n',
  '-2026-01-01',
  '',
  'tomorrow',
])('%p is none', (text) => {
  expect(isDay(text)).toBe(false)
})

test.each([
  ['2026-12-01', '2026-12-01T23:59:59.999Z'],
  ['2026-07-01', '2026-07-01T22:59:59.999Z'],
  // The days before, of and after the clocks go forward, and back.
  ['2026-03-28', '2026-03-28T23:59:59.999Z'],
  ['2026-03-29', '2026-03-29T22:59:59.999Z'],
  ['2026-03-30', '2026-03-30T22:59:59.999Z'],
  ['2026-10-24', '2026-10-24T22:59:59.999Z'],
  ['2026-10-25', '2026-10-25T23:59:59.999Z'],
  ['2026-10-26', '2026-10-26T23:59:59.999Z'],
  ['2026-12-31', '2026-12-31T23:59:59.999Z'],
  ['2028-02-29', '2028-02-29T23:59:59.999Z'],
])('%s ends in London at %s', (day, end) => {
  expect(endOfDay(day).toISOString()).toBe(end)
  // Its last moment is of the day itself, the next one is not.
  expect([today(endOfDay(day)), today(new Date(endOfDay(day).getTime() + 1)) > day]).toEqual([day, true])
})

test('how long ago a day was, by London’s calendar', () => {
  const now = new Date('2026-07-10T10:00:00Z')
  const ago = (value: string) => daysAgo(new Date(value), now)
  expect(ago('2026-07-10T00:30:00Z')).toBe('today')
  expect(ago('2026-07-09T23:30:00Z')).toBe('today')
  expect(ago('2026-07-09T22:30:00Z')).toBe('yesterday')
  expect(ago('2026-07-07T10:00:00Z')).toBe('3 days ago')
})
