import { expect, test } from 'bun:test'
import Holidays from 'date-holidays'
import { bankHolidays, proclaim } from '#src/runtime/working-days.ts'

const peer = new Holidays('GB', 'ENG')

/** The peer knows neither the royal wedding of 2011 nor 4 June 2012; the government's dates are in working-days.test.ts. */
const years = Array.from({ length: 2100 - 2012 }, (_, index) => 2013 + index)

const isWeekday = (day: string) => new Date(day).getUTCDay() % 6 !== 0

test('the rule gives the days that date-holidays gives, each year to 2100', () => {
  proclaim('')
  const differing = years.filter((year) => {
    const theirs = peer
      .getHolidays(year)
      .filter(({ type }) => type === 'public')
      .map(({ date }) => date.slice(0, 10))
      // It lists days at a weekend beside those that stand in for them.
      .filter(isWeekday)
    return [...new Set(theirs)].sort().join() !== bankHolidays(year).filter(isWeekday).join()
  })
  expect(differing).toEqual([])
})
