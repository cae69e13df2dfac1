import type { Tx } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { type Appointment, appointmentOf, appointmentWords, calendarOf } from '#src/domain/appointment/appointment.ts'
import { type Notified, notify } from '#src/emails/notify.ts'
import { Refused } from '#src/http/errors.ts'
import { setAppointment } from '#src/jobs/assignment/booked.ts'
import { endAppointment, recordEvent } from '#src/jobs/lifecycle/move.ts'
import { type JobRow, lockJob } from '#src/jobs/queries.ts'
import { refuseTooManyChanges } from '#src/jobs/timeline.ts'
import { tellFollowers } from '#src/outsiders/follow/told.ts'
import { transaction } from '#src/writes/transaction.ts'

export function bookVisit(user: Actor, id: string, appointment: Appointment): Promise<Notified<JobRow>> {
  authorize(user, 'bookVisit')
  return transaction(async (tx) => bookLocked(tx, user, await lockJob(tx, user, id), appointment))
}

/** Booking while a visit is booked moves that visit; the same times again change nothing. */
export async function bookLocked(
  tx: Tx,
  user: Actor,
  job: JobRow,
  { startsAt, endsAt }: Appointment,
): Promise<Notified<JobRow>> {
  const before = appointmentOf(job)
  if (before && +before.startsAt === +startsAt && +before.endsAt === +endsAt) return { ...job, unreached: [] }
  await refuseTooManyChanges(tx, job.id)
  const booked = await setAppointment(tx, job, user, {
    appointmentId: before ? job.appointmentId : Bun.randomUUIDv7(),
    appointmentStartsAt: startsAt,
    appointmentEndsAt: endsAt,
    appointmentSequence: before ? job.appointmentSequence + 1 : 0,
  })
  const appointment = appointmentWords({ startsAt, endsAt })
  const more = { by: user, appointment, calendar: calendarOf('REQUEST', booked) }
  if (!before) {
    await recordEvent(tx, booked, 'appointmentBooked', user, { detail: { when: appointment } })
    await tellFollowers(tx, booked, `Booked for ${appointment}`)
    return { ...booked, unreached: await notify(tx, 'appointment_booked', booked, more) }
  }
  await recordEvent(tx, booked, 'appointmentChanged', user, {
    detail: { when: appointment, before: appointmentWords(before) },
  })
  await tellFollowers(tx, booked, `Moved to ${appointment}`)
  return { ...booked, unreached: await notify(tx, 'appointment_changed', booked, more) }
}

export function cancelVisit(user: Actor, id: string): Promise<Notified<JobRow>> {
  authorize(user, 'bookVisit')
  return transaction(async (tx) => {
    const job = await lockJob(tx, user, id)
    if (!job.appointmentId) throw new Refused('No visit is booked.')
    const now = await setAppointment(tx, job, user, null)
    return { ...now, unreached: await endAppointment(tx, job, 'cancelled', user, { now }) }
  })
}
