import type { ReactNode } from 'react'
import { appointmentLine, appointmentOf } from '#src/appointments/appointment.ts'
import { daysAgo } from '#src/dates.ts'
import type { OpenJob } from '#src/jobs/job.ts'
import type { WaitingFor } from '#src/jobs/waiting.ts'
import { Badge } from '../status/badge.tsx'
import { type Column, DataTable, Row } from '../ui/data-table.tsx'
import { oneLine } from '../ui/text.ts'
import { PersonLink } from './person-link.tsx'

const WAITS: Record<WaitingFor, string> = {
  assign: 'For a contractor',
  book: 'For a date',
  visit: 'For the booked visit',
  finish: 'To be finished',
  decide: 'For a decision',
  invoice: 'For its invoice',
}

const Waits = ({ job: { waitingFor, waitingSince, isLate } }: { job: OpenJob }) => (
  <span>
    {waitingFor && <span className="cell">{WAITS[waitingFor]}</span>}
    {waitingSince && <span className="hint cell">since {daysAgo(waitingSince)}</span>}
    {isLate && <Badge label="LATE" tone="red" />}
  </span>
)

const Property = ({ job, tick }: { job: OpenJob; tick?: boolean }) => {
  const named = (
    <span>
      <a className="cell" href={`/admin/jobs/${job.id}`}>
        {job.propertyName}
      </a>
      <span className="hint cell">
        {job.jobRef} · {oneLine(job.propertyAddress)}
      </span>
    </span>
  )
  if (!tick) return named
  return (
    <span className="ticked">
      <label>
        <input type="checkbox" name="jobIds" value={job.id} aria-label={`Choose ${job.jobRef}, ${job.propertyName}`} />
      </label>
      {named}
    </span>
  )
}

const Booked = ({ job }: { job: OpenJob }) => {
  const booked = appointmentOf(job)
  return booked ? appointmentLine(booked) : <span className="muted">No date yet</span>
}

const Whose = ({ job: { contractor } }: { job: OpenJob }) =>
  contractor ? <PersonLink of={contractor} /> : <span className="muted">Nobody</span>

const column = (label: string): Column => ({ label })
const columns = ['Property', 'Status', 'Waits', 'Booked'].map(column)

type OpenJobsProps = {
  caption: string
  jobs: readonly OpenJob[]
  /** With a box before each, in a form. */
  ticks?: boolean
  /** Where they are several people's. */
  withContractor?: boolean
}

export const OpenJobs = ({ caption, jobs, ticks, withContractor }: OpenJobsProps) => {
  const shown = withContractor ? [...columns, column('Contractor')] : columns
  const cellsOf = (job: OpenJob): ReactNode[] => [
    <Property key="property" job={job} tick={ticks} />,
    <span key="status" className="badges">
      <Badge kind="status" value={job.status} />
      <Badge kind="urgency" value={job.urgency} />
      {job.jobType === 'quote_work' && <Badge kind="jobType" value={job.jobType} />}
    </span>,
    <Waits key="waits" job={job} />,
    <Booked key="booked" job={job} />,
    ...(withContractor ? [<Whose key="contractor" job={job} />] : []),
  ]
  return (
    <div className="dense">
      <DataTable caption={caption} columns={shown}>
        {jobs.map((job) => (
          <Row key={job.id} columns={shown} cells={cellsOf(job)} />
        ))}
      </DataTable>
    </div>
  )
}
