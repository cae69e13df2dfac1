import { describe, expect, test } from 'bun:test'
import { Booking, BookingInput, bookingFormRule, bookingRule } from '#src/appointments/input.ts'
import { appointmentLine, appointmentWords, DAY_GROUPS, dayGroupOf } from '#src/domain/appointment/appointment.ts'
import { bookingDraft, bookingProblem } from '#src/domain/appointment/slots.ts'
import { endOfDay, londonTime } from '#src/domain/dates.ts'
import { check } from '#src/http/input.ts'
import { dayIn, onDay } from '#tests/support/times.ts'

const utc = (text: string) => new Date(`${text}:00Z`)

describe('a time of a day in London', () => {
  test.each([
    ['in winter', '2026-01-15', '08:00', '2026-01-15T08:00'],
    ['in summer', '2026-07-15', '08:00', '2026-07-15T07:00'],
    ['before the clocks go forward', '2026-03-28', '08:00', '2026-03-28T08:00'],
    ['on the day when they go forward', '2026-03-29', '08:00', '2026-03-29T07:00'],
    ['in the hour that is left out', '2026-03-29', '01:30', '2026-03-29T01:30'],
    ['at midnight of that day', '2026-03-29', '00:00', '2026-03-29T00:00'],
    ['on the day when they go back', '2026-10-25', '08:00', '2026-10-25T08:00'],
    ['in the hour that comes twice', '2026-10-25', '01:30', '2026-10-25T00:30'],
    ['at midnight of that day', '2026-10-25', '00:00', '2026-10-24T23:00'],
  ])('%s', (_, day, time, instant) => {
    expect(londonTime(day, time)).toEqual(utc(instant))
  })

  test('a day ends when the next begins', () => {
    expect(endOfDay('2026-03-29')).toEqual(new Date('2026-03-29T22:59:59.999Z'))
    expect(endOfDay('2026-10-25')).toEqual(new Date('2026-10-25T23:59:59.999Z'))
  })
})

describe('in words', () => {
  test.each([
    ['2026-11-23', 'Monday 23 November, 8:00 to 12:00', 'Mon 23 November, 8:00–12:00'],
    ['2026-03-29', 'Sunday 29 March, 8:00 to 12:00', 'Sun 29 March, 8:00–12:00'],
    ['2026-10-25', 'Sunday 25 October, 8:00 to 12:00', 'Sun 25 October, 8:00–12:00'],
  ])('%s', (day, words, line) => {
    expect([appointmentWords(onDay(day)), appointmentLine(onDay(day))]).toEqual([words, line])
  })
})

describe('a booking', () => {
  const now = utc('2026-11-22T14:00')
  const problem = (from: string, to: string) => bookingProblem({ startsAt: utc(from), endsAt: utc(to) }, now)

  test.each([
    ['today, begun already', '2026-11-22T12:00', '2026-11-22T17:00'],
    ['from midnight today', '2026-11-22T03:00', '2026-11-22T14:01'],
    ['over midnight', '2026-11-22T22:00', '2026-11-23T02:00'],
    ['for twelve hours', '2026-11-23T08:00', '2026-11-23T20:00'],
    ['for the same day of next year', '2027-11-22T08:00', '2027-11-22T12:00'],
  ])('%s may be', (_, from, to) => {
    expect(problem(from, to)).toBeNull()
  })

  test.each([
    ['that ends when it begins', '2026-11-23T08:00', '2026-11-23T08:00', 'The end must be after the start'],
    ['that ends before', '2026-11-23T08:00', '2026-11-23T07:59', 'The end must be after the start'],
    ['that ends now', '2026-11-22T12:00', '2026-11-22T14:00', 'This time is past. Please choose a later one'],
    ['from yesterday', '2026-11-21T23:59', '2026-11-22T11:00', 'This time is past. Please choose a later one'],
    ['longer than twelve hours', '2026-11-23T08:00', '2026-11-23T20:01', 'A visit may take at most 12 hours'],
    ['after more than a year', '2027-11-23T08:00', '2027-11-23T12:00', 'The day must be within a year'],
  ])('%s may not', (_, from, to, sentence) => {
    expect(problem(from, to)).toBe(sentence)
  })

  test('from yesterday in London may not, though it is today in UTC', () => {
    const at = utc('2026-07-15T01:00')
    const booking = { startsAt: utc('2026-07-14T22:59'), endsAt: utc('2026-07-15T02:00') }
    expect(bookingProblem(booking, at)).toBe('The start must be today or later')
    expect(bookingProblem({ ...booking, startsAt: utc('2026-07-14T23:00') }, at)).toBeNull()
  })
})

describe('what is sent', () => {
  test.each([
    ['2030-02-30T08:00:00Z'],
    ['2030-02-03'],
    ['2030-02-03T08:00:00'],
    ['2030-02-03T24:00:00Z'],
    ['2030-02-03T08:60:00Z'],
    ['tomorrow'],
    ['1'],
    ['+275760-09-13T00:00:00Z'],
  ])('%s is no moment', (startsAt) => {
    const { errors } = check(Booking, { startsAt, endsAt: startsAt }, bookingRule)
    expect(errors).toEqual({
      startsAt: 'This must be a date and time such as 2026-11-23T08:00:00Z',
      endsAt: 'This must be a date and time such as 2026-11-23T08:00:00Z',
    })
  })

  test('a moment has its offset', () => {
    const day = dayIn(10)
    const sent = { startsAt: `${day}T10:00+02:00`, endsAt: `${day}t09:30:00.250z` }
    expect(check(Booking, sent, bookingRule).value).toEqual({
      startsAt: new Date(`${day}T08:00:00Z`),
      endsAt: new Date(`${day}T09:30:00.250Z`),
    })
  })

  const form = (typed: Record<string, string>) => check(BookingInput, { day: dayIn(1), ...typed }, bookingFormRule)

  test.each([
    ['morning', '08:00', '12:00'],
    ['afternoon', '12:00', '17:00'],
    ['evening', '17:00', '20:00'],
  ])('a form has the slot %s, whatever times stand beside it', (slot, from, to) => {
    expect(form({ slot, from: 'x', to: '09:00' }).value).toEqual(onDay(dayIn(1), from, to))
  })

  test('a form has two times', () => {
    expect(form({ slot: 'times', from: '13:15', to: '13:45' }).value).toEqual(onDay(dayIn(1), '13:15', '13:45'))
  })

  test.each([
    ['no day', { day: '', slot: 'morning' }, ['day']],
    ['a day that is none', { day: '2027-02-29', slot: 'morning' }, ['day']],
    ['no slot', { slot: '' }, ['slot']],
    ['a slot that is none', { slot: 'toString' }, ['slot']],
    ['no times', { slot: 'times' }, ['from', 'to']],
    ['a time that is none', { slot: 'times', from: '8:00', to: '24:00' }, ['from', 'to']],
    ['a past day', { day: '2020-01-01', slot: 'morning' }, ['slot']],
    ['an end before the start', { slot: 'times', from: '13:00', to: '12:00' }, ['to']],
  ])('a form with %s says so at the field', (_, typed, fields) => {
    expect(Object.keys(form(typed as Record<string, string>).errors ?? {})).toEqual(fields)
  })
})

describe('a form begins with', () => {
  test.each([
    ['2026-11-22T06:00', '2026-11-22', 'morning'],
    ['2026-11-22T08:00', '2026-11-22', 'afternoon'],
    ['2026-11-22T14:00', '2026-11-22', 'evening'],
    ['2026-11-22T17:00', '2026-11-23', 'morning'],
    ['2026-07-15T16:30', '2026-07-16', 'morning'],
  ])('the next slot: at %s', (at, day, slot) => {
    expect(bookingDraft(null, utc(at))).toEqual({ day, slot, from: '', to: '' })
  })

  test('what is booked', () => {
    expect(bookingDraft(onDay('2026-10-25', '12:00', '17:00'))).toMatchObject({ day: '2026-10-25', slot: 'afternoon' })
    const other = { day: '2026-03-29', slot: 'times', from: '09:15', to: '10:00' }
    expect(bookingDraft(onDay('2026-03-29', '09:15', '10:00'))).toEqual(other)
  })
})

test.each([
  ['2026-11-21T23:59', 'Today'],
  ['2026-11-22T00:00', 'Today'],
  ['2026-11-22T23:59', 'Today'],
  ['2026-11-23T00:00', 'Tomorrow'],
  ['2026-11-24T00:00', 'Later'],
  [null, 'No date yet'],
] as const)('a visit at %s belongs under %s', (at, group) => {
  const now = utc('2026-11-22T14:00')
  expect(dayGroupOf({ appointmentStartsAt: at && utc(at) }, now)).toBe(group)
  expect(DAY_GROUPS).toContain(group)
})

test('an emergency without a date belongs under Today as long as something of it is due', () => {
  const group = (hazardDue: Date | null, hazardLevel: 'significant' | 'emergency' = 'emergency') =>
    dayGroupOf({ appointmentStartsAt: null, hazardLevel, hazardDue })
  expect([group(new Date()), group(null), group(new Date(), 'significant')]).toEqual([
    'Today',
    'No date yet',
    'No date yet',
  ])
})

test('days follow the clock of London', () => {
  const group = (at: string, now: string) => dayGroupOf({ appointmentStartsAt: utc(at) }, utc(now))
  expect(group('2026-07-14T23:30', '2026-07-14T22:30')).toBe('Tomorrow')
  expect(group('2026-07-14T23:30', '2026-07-14T23:10')).toBe('Today')
  expect(group('2026-10-25T23:30', '2026-10-24T23:30')).toBe('Today')
})
