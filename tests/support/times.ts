import { londonTime, today } from '#src/domain/dates.ts'

/** So many days from today in London, as 'YYYY-MM-DD'. */
export const dayIn = (days: number): string =>
  new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10)

/** Times of a London day as an appointment. */
export const onDay = (day: string, from = '08:00', to = '12:00') => ({
  startsAt: londonTime(day, from),
  endsAt: londonTime(day, to),
})

export const tomorrow = () => onDay(dayIn(1))
