import { type Static, Type } from '@sinclair/typebox'
import { isDay, londonTime } from '#src/dates.ts'
import { type Judged, judged } from '#src/web/input.ts'
import type { Appointment } from './appointment.ts'
import { bookingProblem, OTHER_TIMES, SLOTS, type Slot } from './slots.ts'

const INSTANT = 'This must be a date and time such as 2026-11-23T08:00:00Z'
const instant = () => Type.String({ minLength: 1, maxLength: 40, error: INSTANT })

export const Booking = Type.Object({ startsAt: instant(), endsAt: instant() }, { $id: 'Booking' })

export function bookingRule(sent: Static<typeof Booking>): Judged<Appointment> {
  const [startsAt, endsAt] = [instantOf(sent.startsAt), instantOf(sent.endsAt)]
  if (!startsAt || !endsAt)
    return { errors: { ...(!startsAt && { startsAt: INSTANT }), ...(!endsAt && { endsAt: INSTANT }) } }
  const problem = bookingProblem({ startsAt, endsAt })
  return judged({ startsAt, endsAt }, problem ? { endsAt: problem } : {})
}

/** With its offset: a time without one could be any. */
const ISO = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

function instantOf(text: string): Date | null {
  const [, day] = ISO.exec(text) ?? []
  return day && isDay(day) ? new Date(text.toUpperCase()) : null
}

const DAY = 'Please choose a day'
const SLOT = 'Please choose a time'
const typed = (error: string) => Type.Optional(Type.String({ maxLength: 10, error }))

/** A booking as a form has it: a day, and a slot or two times. */
export const BookingForm = Type.Object({
  day: Type.String({ minLength: 1, maxLength: 10, error: DAY }),
  slot: Type.String({ minLength: 1, maxLength: 10, error: SLOT }),
  from: typed(SLOT),
  to: typed(SLOT),
})

export function bookingFormRule({ day, slot, from, to }: Static<typeof BookingForm>): Judged<Appointment> {
  const free = slot === OTHER_TIMES
  const known = Object.hasOwn(SLOTS, slot) ? SLOTS[slot as Slot] : null
  const times = free ? { from: from ?? '', to: to ?? '' } : known
  const errors: Record<string, string> = {}
  if (!isDay(day)) errors.day = DAY
  if (!times) errors.slot = SLOT
  if (free && !isTime(from)) errors.from = 'Please say from when'
  if (free && !isTime(to)) errors.to = 'Please say until when'
  if (Object.keys(errors).length || !times) return { errors }
  const appointment = { startsAt: londonTime(day, times.from), endsAt: londonTime(day, times.to) }
  const problem = bookingProblem(appointment)
  return judged(appointment, problem ? { [free ? 'to' : 'slot']: problem } : {})
}

const isTime = (text = ''): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
