import { type Static, Type } from '@sinclair/typebox'
import type { Appointment } from '#src/domain/appointment/appointment.ts'
import { bookingErrors, bookingProblem, NO_BOOKING, timesOf } from '#src/domain/appointment/slots.ts'
import { isDay } from '#src/domain/dates.ts'
import { type Judged, judged } from '#src/http/input.ts'

const INSTANT = 'This must be a date and time such as 2026-11-23T08:00:00Z'
const instant = () => Type.String({ minLength: 1, maxLength: 40, error: INSTANT })

export const Booking = Type.Object({ startsAt: instant(), endsAt: instant() }, { $id: 'Booking' })

export const NEXT_VISIT = { startsAt: Type.Optional(instant()), endsAt: Type.Optional(instant()) }

export function nextVisitRule({
  startsAt = '',
  endsAt = '',
}: Partial<Static<typeof Booking>>): Judged<Appointment | undefined> {
  return startsAt || endsAt ? bookingRule({ startsAt, endsAt }) : { value: undefined }
}

export function bookingRule(sent: Static<typeof Booking>): Judged<Appointment> {
  const [startsAt, endsAt] = [instantOf(sent.startsAt), instantOf(sent.endsAt)]
  if (!startsAt || !endsAt)
    return { errors: { ...(!startsAt && { startsAt: INSTANT }), ...(!endsAt && { endsAt: INSTANT }) } }
  const problem = bookingProblem({ startsAt, endsAt })
  return judged({ startsAt, endsAt }, problem ? { endsAt: problem } : {})
}

/** A time without an offset could be any. */
const ISO = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

function instantOf(text: string): Date | null {
  const [, day] = ISO.exec(text) ?? []
  return day && isDay(day) ? new Date(text.toUpperCase()) : null
}

const typed = Type.Optional(Type.String({ maxLength: 10, error: 'This is no day or time' }))

export const BookingInput = Type.Object({ day: typed, slot: typed, from: typed, to: typed })

export function bookingFormRule(sent: Static<typeof BookingInput>): Judged<Appointment> {
  const draft = { ...NO_BOOKING, ...sent }
  const [appointment, errors] = [timesOf(draft), bookingErrors(draft)]
  return appointment ? judged(appointment, errors) : { errors }
}
