import { dayInWords, daysLater, shortDayInWords, timeOf, today } from '../dates.ts'
import type { HazardLevel } from '../property/hazard/hazard.ts'

export type Appointment = { startsAt: Date; endsAt: Date }

type Booked = { appointmentStartsAt: Date | null; appointmentEndsAt: Date | null }

export const appointmentOf = ({ appointmentStartsAt: startsAt, appointmentEndsAt: endsAt }: Booked) =>
  startsAt && endsAt ? { startsAt, endsAt } : null

/** 'Monday 23 November, 8:00 to 12:00' */
export const appointmentWords = ({ startsAt, endsAt }: Appointment): string =>
  `${dayInWords(startsAt, 'long')}, ${hour(startsAt)} to ${hour(endsAt)}`

export const appointmentLine = ({ startsAt, endsAt }: Appointment): string =>
  `${dayInWords(startsAt, 'short')}, ${hour(startsAt)}–${hour(endsAt)}`

/** 'Booked 23 Nov' */
export const bookedDay = (job: Booked): string => {
  const booked = appointmentOf(job)
  return booked ? `${isPast(booked) ? 'Was booked' : 'Booked'} ${shortDayInWords(booked.startsAt)}` : ''
}

export type CalendarNote = {
  method: 'REQUEST' | 'CANCEL'
  uid: string
  sequence: number
  startsAt: string
  endsAt: string
}

export function calendarOf(
  method: CalendarNote['method'],
  {
    appointmentId: uid,
    appointmentSequence: sequence,
    ...job
  }: Booked & { appointmentId: string | null; appointmentSequence: number },
): CalendarNote | undefined {
  const booked = appointmentOf(job)
  if (!uid || !booked) return undefined
  return { method, uid, sequence, startsAt: booked.startsAt.toISOString(), endsAt: booked.endsAt.toISOString() }
}

const hour = (at: Date): string => timeOf(at).replace(/^0/, '')

export const isPast = ({ endsAt }: Appointment, now: Date = new Date()): boolean => endsAt <= now

export const DAY_GROUPS = ['Today', 'Tomorrow', 'Later', 'No date yet'] as const
export type DayGroup = (typeof DAY_GROUPS)[number]

type Hazardous = { hazardLevel: HazardLevel | null; hazardDue: Date | null }
export type OnDay = Pick<Booked, 'appointmentStartsAt'> & Partial<Hazardous>

/** What was booked for a day before today, or is an emergency without a date, is due today. */
export function dayGroupOf({ appointmentStartsAt: at, hazardLevel, hazardDue }: OnDay, now = new Date()): DayGroup {
  if (!at) return hazardLevel === 'emergency' && hazardDue ? 'Today' : 'No date yet'
  const day = today(at)
  if (day <= today(now)) return 'Today'
  return day === daysLater(today(now), 1) ? 'Tomorrow' : 'Later'
}
