export type Appointment = { startsAt: Date; endsAt: Date }

type Booked = { appointmentStartsAt: Date | null; appointmentEndsAt: Date | null }

export const appointmentOf = ({ appointmentStartsAt: startsAt, appointmentEndsAt: endsAt }: Booked) =>
  startsAt && endsAt ? { startsAt, endsAt } : null
