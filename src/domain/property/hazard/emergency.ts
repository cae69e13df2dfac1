import { daysLater, londonTime, timeOf, today } from '../../dates.ts'

const EVERY = 2 * 3_600_000
const [BEGINS, ENDS] = ['07:00', '22:00']

/** In two hours; what falls into the night comes at seven. */
export function nextReminderAt(now: Date): Date {
  const next = new Date(now.getTime() + EVERY)
  const [day, time] = [today(next), timeOf(next)]
  if (time >= BEGINS && time < ENDS) return next
  const morning = time < BEGINS ? day : daysLater(day, 1)
  return londonTime(morning, BEGINS)
}
