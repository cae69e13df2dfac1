import { londonTime, today } from '#src/domain/dates.ts'
import { isWorkingDay, workingDayBefore } from '#src/runtime/working-days.ts'

const BEGINS = '08:00'
/** A process that was down at eight catches up until then, never in the evening. */
const ENDS = '18:00'
const PATIENCE = 2

/** The reminders of one working day: the same for every process, whenever on that day it comes to them. */
export type Round = {
  day: string
  at: Date
  waitedSince: Date
  toldBy: string
  isFirstOfMonth: boolean
}

/** Null on days off, before eight and in the evening. */
export function roundAt(now: Date): Round | null {
  const day = today(now)
  const at = londonTime(day, BEGINS)
  if (!isWorkingDay(day) || now < at || now >= londonTime(day, ENDS)) return null
  const toldBy = workingDayBefore(day, PATIENCE)
  return {
    ...{ day, at, toldBy, waitedSince: londonTime(toldBy, BEGINS) },
    isFirstOfMonth: workingDayBefore(day, 1).slice(0, 7) !== day.slice(0, 7),
  }
}

export function nextRound(now: Date): Date {
  let day = Temporal.PlainDate.from(today(now))
  for (;;) {
    const at = londonTime(String(day), BEGINS)
    if (at > now && isWorkingDay(String(day))) return at
    day = day.add({ days: 1 })
  }
}
