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

/** The day in London: 'DD/MM/YYYY'. A 'YYYY-MM-DD' is taken as the day it names. */
export const dayOf = (value: Date | string): string =>
  typeof value === 'string' ? value.split('-').reverse().join('/') : shortDay.format(value)

/** The day and time in London: 'DD/MM/YYYY, HH:MM'. */
export const dayAndTime = (value: Date): string => withTime.format(value)

/** Today in London, 'YYYY-MM-DD'. */
export const today = (now: Date = new Date()): string => isoDay.format(now)

/** Whether a text is a day of the calendar, written 'YYYY-MM-DD'. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().slice(0, 10) === text
