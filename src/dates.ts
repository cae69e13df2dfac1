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

export function endOfDay(day: string): Date {
  const next = new Date(Date.parse(day) + 86_400_000)
  const early = new Date(next.getTime() - 3_600_000)
  const midnight = isoDay.format(early) === next.toISOString().slice(0, 10) ? early : next
  return new Date(midnight.getTime() - 1)
}

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text
