import { endOfDay, londonTime, today } from '#src/domain/dates.ts'
import { env } from './env.ts'

// Days are 'YYYY-MM-DD' in Europe/London, holidays those of England and Wales.

const PROCLAIMED =
  '+2011-04-29,+2012-06-04,+2012-06-05,-2012-05-28,+2020-05-08,-2020-05-04,+2022-06-02,+2022-06-03,-2022-05-30,+2022-09-19,+2023-05-08'

const holidaysOf = new Map<number, ReadonlySet<string>>()
let added = new Set<string>()
let removed = new Set<string>()

/** '+2027-06-01,-2027-05-31': days that become holidays, and holidays that become working days. */
export function proclaim(days = env.BANK_HOLIDAYS): void {
  const all = `${PROCLAIMED},${days}`.split(',').filter(Boolean)
  added = new Set(all.filter((day) => day.startsWith('+')).map((day) => day.slice(1)))
  removed = new Set(all.filter((day) => day.startsWith('-')).map((day) => day.slice(1)))
  holidaysOf.clear()
}
proclaim()

const isWeekend = (day: Temporal.PlainDate): boolean => day.dayOfWeek > 5

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterSunday(year: number): Temporal.PlainDate {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const epact = (19 * golden + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30
  const moon = epact - (epact > 28 || (epact === 28 && golden > 10) ? 1 : 0)
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  return Temporal.PlainDate.from({ year, month: 3, day: 28 }).add({ days: moon - weekday })
}

function firstMonday(year: number, month: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return first.add({ days: (8 - first.dayOfWeek) % 7 })
}

function lastMonday(year: number, month: number): Temporal.PlainDate {
  const next = Temporal.PlainDate.from({ year, month, day: 1 }).add({ months: 1 })
  return next.subtract({ days: next.dayOfWeek === 1 ? 7 : next.dayOfWeek - 1 })
}

/** In order: the days that stand in for those on a weekend come after all that do not move. */
export function bankHolidays(year: number): string[] {
  const easter = easterSunday(year)
  const fixed = [
    [1, 1],
    [12, 25],
    [12, 26],
  ].map(([month, day]) => Temporal.PlainDate.from({ year, month: month!, day: day! }))
  const taken = new Set(fixed.map(String))
  const days = [
    easter.subtract({ days: 2 }),
    easter.add({ days: 1 }),
    firstMonday(year, 5),
    lastMonday(year, 5),
    lastMonday(year, 8),
    ...fixed.map((day) => {
      if (!isWeekend(day)) return day
      let instead = day
      while (isWeekend(instead) || taken.has(String(instead))) instead = instead.add({ days: 1 })
      taken.add(String(instead))
      return instead
    }),
  ].map(String)
  const usual = days.filter((day) => !removed.has(day))
  return [...usual, ...[...added].filter((day) => day.startsWith(`${year}-`))].sort()
}

export function isWorkingDay(day: string): boolean {
  const date = Temporal.PlainDate.from(day)
  if (isWeekend(date)) return false
  const holidays = holidaysOf.get(date.year) ?? new Set(bankHolidays(date.year))
  holidaysOf.set(date.year, holidays)
  return !holidays.has(day)
}

export function endOfWorkingDay(from: Date, nth: number): Date {
  let day = Temporal.PlainDate.from(today(from))
  for (let left = nth; left > 0; ) {
    day = day.add({ days: 1 })
    if (isWorkingDay(String(day))) left--
  }
  return endOfDay(String(day))
}

export function workingDayBefore(day: string, nth: number): string {
  let before = Temporal.PlainDate.from(day)
  for (let left = nth; left > 0; ) {
    before = before.subtract({ days: 1 })
    if (isWorkingDay(String(before))) left--
  }
  return String(before)
}

const latestWorkingDay = (day: string): string => (isWorkingDay(day) ? day : workingDayBefore(day, 1))

/** Whether no working day has begun since that day. */
export const isWithinWorkingDay = (day: string, now: string): boolean => day >= latestWorkingDay(now)

export const startOfWorkingDay = (now = new Date()): Date => londonTime(latestWorkingDay(today(now)), '00:00')
