import { appointmentLine, appointmentOf, isPast } from '#src/domain/appointment/appointment.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { ListedJob } from '#src/domain/job/listed.ts'
import { IN_HAND } from '#src/domain/job/status.ts'
import { LinkButton } from '../ui/button.tsx'
import { agentHears } from '../visits/completion-panel.tsx'

type Booked = Pick<Job, 'appointmentStartsAt' | 'appointmentEndsAt'>

export function bookedText(job: Booked): string {
  const booked = appointmentOf(job)
  return booked ? `${isPast(booked) ? 'Was booked for ' : 'Booked: '}${appointmentLine(booked)}` : ''
}

export const BookedText = ({ text }: { text: string }) =>
  text ? (
    <p className="small-text">
      <strong>{text}</strong>
    </p>
  ) : null

export const BookedLine = ({ job }: { job: Booked }) => <BookedText text={bookedText(job)} />

export const cancellationOf = (job: Job) => ({
  action: `/jobs/${job.id}/book/cancel`,
  title: `Cancel the booked visit to ${job.propertyName}?`,
  text: `${bookedText(job)}. The job stays yours. ${agentHears(job, 'is told by e-mail.')}`,
  confirm: 'Cancel Visit',
  busyLabel: 'Cancelling...',
})

export const BookLink = ({ job, page }: { job: ListedJob; page?: boolean }) =>
  IN_HAND.includes(job.status) ? (
    <LinkButton
      href={`/jobs/${job.id}/book`}
      dialog={!page}
      icon="calendar"
      aria-label={`${bookingTitle(job)}, ${job.propertyName}`}
    >
      {bookingTitle(job)}
    </LinkButton>
  ) : null

export const bookingTitle = (job: Booked) => (job.appointmentStartsAt ? 'Change Visit' : 'Book Visit')
