import { isDay, londonTime, timeOf, today } from '../dates.ts'
import type { Appointment } from './appointment.ts'

export const SLOTS = {
  morning: { from: '08:00', to: '12:00', label: '8:00–12:00' },
  afternoon: { from: '12:00', to: '17:00', label: '12:00–17:00' },
  evening: { from: '17:00', to: '20:00', label: '17:00–20:00' },
} as const
type Slot = keyof typeof SLOTS
export const SLOT_NAMES = Object.keys(SLOTS) as Slot[]
export const OTHER_TIMES = 'times'

const DAY = 'Please choose a day'
const SLOT = 'Please choose a time'

const HOUR = 3_600_000
export const MAX_HOURS = 12

export function bookingProblem({ startsAt, endsAt }: Appointment, now: Date = new Date()): string | null {
  if (endsAt <= startsAt) return 'The end must be after the start'
  if (endsAt <= now) return 'This time is past. Please choose a later one'
  if (today(startsAt) < today(now)) return 'The start must be today or later'
  if (endsAt.getTime() - startsAt.getTime() > MAX_HOURS * HOUR) return `A visit may take at most ${MAX_HOURS} hours`
  if (today(startsAt) > inAYear(today(now))) return 'The day must be within a year'
  return null
}

const inAYear = (day: string): string => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`

export type BookingDraft = { day: string; slot: string; from: string; to: string }

export function bookingDraft(booked: Appointment | null, now: Date = new Date()): BookingDraft {
  if (booked) {
    const [from, to] = [timeOf(booked.startsAt), timeOf(booked.endsAt)]
    const slot = SLOT_NAMES.find((name) => SLOTS[name].from === from && SLOTS[name].to === to)
    return slot
      ? { day: today(booked.startsAt), slot, from: '', to: '' }
      : { day: today(booked.startsAt), slot: OTHER_TIMES, from, to }
  }
  const slot = SLOT_NAMES.find((name) => londonTime(today(now), SLOTS[name].from) > now)
  const day = slot ? now : new Date(now.getTime() + 24 * HOUR)
  return { day: today(day), slot: slot ?? 'morning', from: '', to: '' }
}

export const NO_BOOKING: BookingDraft = { day: '', slot: '', from: '', to: '' }

export const isBooking = ({ day, slot }: BookingDraft): boolean => day !== '' || slot !== ''

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

export function timesOf({ day, slot, from, to }: BookingDraft): Appointment | null {
  const known = Object.hasOwn(SLOTS, slot) ? SLOTS[slot as Slot] : null
  const times = slot === OTHER_TIMES ? { from, to } : known
  if (!isDay(day) || !times || !isTime(times.from) || !isTime(times.to)) return null
  return { startsAt: londonTime(day, times.from), endsAt: londonTime(day, times.to) }
}

export function bookingErrors(draft: BookingDraft): Record<string, string> {
  const { day, slot, from, to } = draft
  const free = slot === OTHER_TIMES
  const errors: Record<string, string> = {}
  if (!isDay(day)) errors.day = DAY
  if (!free && !Object.hasOwn(SLOTS, slot)) errors.slot = SLOT
  if (free && !isTime(from)) errors.from = 'Please say from when'
  if (free && !isTime(to)) errors.to = 'Please say until when'
  const appointment = timesOf(draft)
  const problem = appointment && bookingProblem(appointment)
  return problem ? { [free ? 'to' : 'slot']: problem } : errors
}
