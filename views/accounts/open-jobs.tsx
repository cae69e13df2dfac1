import type { ReactNode } from 'react'
import { appointmentLine, appointmentOf } from '#src/domain/appointment/appointment.ts'
import type { OpenJob } from '#src/domain/job/open-job.ts'
import { isQuoteWork } from '#src/domain/job/state.ts'
import { isPastTarget } from '#src/domain/property/hazard/state.ts'
import { LateBadge, WaitingHint, waitingHint } from '../jobs/waiting.tsx'
import { PropertyName } from '../properties/name.tsx'
import { Badge } from '../status/badge.tsx'
import { Tick } from '../ui/input/ticks.tsx'
import { type Column, DataTable, Row } from '../ui/list/data-table.tsx'
import { PersonLink } from './person-link.tsx'

const Property = ({ job, form }: { job: OpenJob; form?: string }) => (
  <>
    {form && <Tick form={form} name="jobIds" value={job.id} label={`Select ${job.jobRef}`} />}
    <PropertyName of={job} href={`/admin/jobs/${job.id}`} beside={false} />
    <span className="hint cell">{job.jobRef}</span>
  </>
)

const Booked = ({ job }: { job: OpenJob }) => {
  const booked = appointmentOf(job)
  return booked ? appointmentLine(booked) : <span className="muted">No date yet</span>
}

const Whose = ({ job: { contractor } }: { job: OpenJob }) =>
  contractor ? <PersonLink of={contractor} /> : <span className="muted">Nobody</span>

const column = (label: string): Column => ({ label })
const columns = ['Property', 'Status', 'Waiting', 'Booked'].map(column)

type OpenJobsProps = {
  caption: string
  jobs: readonly OpenJob[]
  form?: string
  withContractor?: boolean
}

export const OpenJobs = ({ caption, jobs, form, withContractor }: OpenJobsProps) => {
  const shown = withContractor ? [...columns, column('Contractor')] : columns
  const cellsOf = (job: OpenJob): ReactNode[] => [
    <Property key="property" job={job} form={form} />,
    <span key="status" className="badges">
      <Badge kind="status" value={job.status} />
      <Badge kind="urgency" value={job.urgency} />
      <LateBadge late={isPastTarget(job)} />
      {isQuoteWork(job) && <Badge kind="jobType" value={job.jobType} />}
    </span>,
    <WaitingHint key="waiting" words={waitingHint(job, { toDo: true, known: !withContractor })} />,
    <Booked key="booked" job={job} />,
    ...(withContractor ? [<Whose key="contractor" job={job} />] : []),
  ]
  return (
    <div className="dense work-table">
      <DataTable caption={caption} columns={shown}>
        {jobs.map((job) => (
          <Row key={job.id} columns={shown} cells={cellsOf(job)} />
        ))}
      </DataTable>
    </div>
  )
}
