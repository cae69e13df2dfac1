const LONDON = 'Europe/London'
const HOUR = 3_600_000
const MAX_HOURS = 10_000

/** London's clock is whole hours from UTC, so one answer serves a whole hour. */
function ofItsHour<Said>(say: (at: Date) => Said): (at: Date) => Said {
  const kept = new Map<number, Said>()
  return (at) => {
    const hour = Math.floor(at.getTime() / HOUR)
    let said = kept.get(hour)
    if (said === undefined) {
      said = say(at)
      if (kept.size >= MAX_HOURS) kept.clear()
      kept.set(hour, said)
    }
    return said
  }
}

/** Made lazily: each takes a millisecond or two, which a start would wait for. */
function inLondon(locale: string, words: Intl.DateTimeFormatOptions): (at: Date) => string {
  let made: Intl.DateTimeFormat | undefined
  return (at) => {
    made ??= new Intl.DateTimeFormat(locale, { timeZone: LONDON, ...words })
    return made.format(at)
  }
}

const dayFormat = (locale: string, words: Intl.DateTimeFormatOptions): ((at: Date) => string) =>
  ofItsHour(inLondon(locale, words))

// Marked, so that a browser gets only those that it uses.
const shortDay = /* @__PURE__ */ dayFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' })
const isoDay = /* @__PURE__ */ dayFormat('en-CA', {})
const dayAndMonth = /* @__PURE__ */ dayFormat('en-GB', { day: 'numeric', month: 'long' })
const WEEKDAYS = {
  long: /* @__PURE__ */ dayFormat('en-GB', { weekday: 'long' }),
  short: /* @__PURE__ */ dayFormat('en-GB', { weekday: 'short' }),
}
const withTime = /* @__PURE__ */ inLondon('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const shortDayAndMonth = /* @__PURE__ */ dayFormat('en-GB', { day: 'numeric', month: 'short' })
const clock = /* @__PURE__ */ inLondon('en-GB', { hour: '2-digit', minute: '2-digit' })

/** A 'YYYY-MM-DD' stays the day that it names. */
export const dayOf = (value: Date | string): string =>
  typeof value === 'string' ? value.split('-').reverse().join('/') : shortDay(value)

export const dayAndTime = (value: Date): string => withTime(value)

/** More than one server's clock is ahead of another's: what is noted as done then counts as none. */
export const isAheadOf = (at: Date, now: Date): boolean => at.getTime() > now.getTime() + 300_000

const inDays = /* @__PURE__ */ new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** 'today', 'yesterday', '3 days ago'. */
export const daysAgo = (value: Date, now: Date = new Date()): string => relativeDay(today(value), today(now))

export const daysBetween = (day: string, later: string): number => (Date.parse(later) - Date.parse(day)) / 86_400_000

export const relativeDay = (day: string, now: string): string => inDays.format(daysBetween(now, day), 'day')

export const today = (now: Date = new Date()): string => isoDay(now)

const hourOf = /* @__PURE__ */ ofItsHour((at) => clock(at).slice(0, 2))

export const timeOf = (value: Date): string => `${hourOf(value)}:${String(value.getUTCMinutes()).padStart(2, '0')}`

const dayNumber = /* @__PURE__ */ ofItsHour((at) => Date.parse(isoDay(at)) / 86_400_000)

export const daysFrom = (since: Date, until: Date): number => dayNumber(until) - dayNumber(since)

export const dayInWords = (value: Date, weekday: keyof typeof WEEKDAYS): string =>
  `${WEEKDAYS[weekday](value)} ${dayAndMonth(value)}`

export const weekdayOf = (value: Date): string => WEEKDAYS.long(value)

/** '27 Nov' */
export const shortDayInWords = (value: Date): string => shortDayAndMonth(value)

/** A time that the change to summer time leaves out is the hour after it; one that comes twice is the first. */
export function londonTime(day: string, time: string): Date {
  const winter = new Date(`${day}T${time}Z`)
  const summer = new Date(winter.getTime() - HOUR)
  return isoDay(summer) === day && clock(summer) === time ? summer : winter
}

export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

export const endOfDay = (day: string): Date => new Date(londonTime(daysLater(day, 1), '00:00').getTime() - 1)

export const noonOf = (day: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: LONDON, plainTime: '12:00' }).epochMilliseconds)

/** Of days and moments that are known: others are typing errors, or beyond what a calendar here holds. */
export const YEARS = 'from 1900 to 2999'

export const isDay = (text: string): boolean =>
  /^(19|2\d)\d{2}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text

/** Of '31/03/2026', '31-03-26' or '2026-03-31'; '' of what is no day. */
export function typedDay(text: string): string {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})$/.exec(text.trim()) ?? []
  const iso = day
    ? `${year.length === 2 ? '20' : ''}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : text.trim().slice(0, 10)
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) && isDay(iso) ? iso : ''
}
