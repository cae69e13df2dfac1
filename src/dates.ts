const LONDON = 'Europe/London'
const shortDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: LONDON,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
})
const withTime = new Intl.DateTimeFormat('en-GB', {
  timeZone: LONDON,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: LONDON, hour: '2-digit', minute: '2-digit' })
const isoDay = new Intl.DateTimeFormat('en-CA', { timeZone: LONDON })

/** A 'YYYY-MM-DD' stays the day that it names. */
export const dayOf = (value: Date | string): string =>
  typeof value === 'string' ? value.split('-').reverse().join('/') : shortDay.format(value)

export const dayAndTime = (value: Date): string => withTime.format(value)

const inDays = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })

/** 'today', 'yesterday', '3 days ago'. */
export const daysAgo = (value: Date, now: Date = new Date()): string =>
  inDays.format((Date.parse(today(value)) - Date.parse(today(now))) / 86_400_000, 'day')

export const today = (now: Date = new Date()): string => isoDay.format(now)

/** 'HH:MM' */
export const timeOf = (value: Date): string => clock.format(value)

/** 'Monday 23 November', or 'Mon 23 November'. */
export function dayInWords(value: Date, weekday: 'long' | 'short'): string {
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: LONDON, day: 'numeric', month: 'long' })
  return `${new Intl.DateTimeFormat('en-GB', { timeZone: LONDON, weekday }).format(value)} ${day.format(value)}`
}

/** A time that the change to summer time leaves out is the hour after it; one that comes twice is the first. */
export function londonTime(day: string, time: string): Date {
  const winter = new Date(`${day}T${time}Z`)
  const summer = new Date(winter.getTime() - 3_600_000)
  return isoDay.format(summer) === day && clock.format(summer) === time ? summer : winter
}

export function endOfDay(day: string): Date {
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
  return new Date(londonTime(next, '00:00').getTime() - 1)
}

export const noonOf = (day: string): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: LONDON, plainTime: '12:00' }).epochMilliseconds)

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text
