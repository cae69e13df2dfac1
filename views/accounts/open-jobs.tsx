import { appointmentLine, appointmentOf } from '#src/domain/appointment/appointment.ts'
import type { OpenJob } from '#src/domain/job/open-job.ts'
import { isQuoteWork } from '#src/domain/job/state.ts'
import { isPastTarget } from '#src/domain/property/hazard/state.ts'
import { LateBadge, WaitingHint, waitingHint } from '../jobs/waiting.tsx'
import { PropertyName } from '../properties/name.tsx'
import { Badge } from '../status/badge.tsx'
import { Tick } from '../ui/input/ticks.tsx'
import { type ColumnOf, ItemTable } from '../ui/list/data-table.tsx'
import { PersonLink } from './person-link.tsx'

const Property = ({ job, form }: { job: OpenJob; form?: string }) => (
  <>
    {form && <Tick form={form} name="jobIds" value={job.id} label={`Select ${job.jobRef}`} />}
    <PropertyName of={job} href={`/admin/jobs/${job.id}`} beside={false} />
    <span className="hint cell">{job.jobRef}</span>
  </>
)

const Status = ({ job }: { job: OpenJob }) => (
  <span className="badges">
    <Badge kind="status" value={job.status} />
    <Badge kind="urgency" value={job.urgency} />
    <LateBadge late={isPastTarget(job)} />
    {isQuoteWork(job) && <Badge kind="jobType" value={job.jobType} />}
  </span>
)

const Booked = ({ job }: { job: OpenJob }) => {
  const booked = appointmentOf(job)
  return booked ? appointmentLine(booked) : <span className="muted">No date yet</span>
}

const WHOSE: ColumnOf<OpenJob> = {
  label: 'Contractor',
  cell: ({ contractor }) => (contractor ? <PersonLink of={contractor} /> : <span className="muted">Nobody</span>),
}

type OpenJobsProps = {
  caption: string
  jobs: readonly OpenJob[]
  form?: string
  withContractor?: boolean
}

export const OpenJobs = ({ caption, jobs, form, withContractor }: OpenJobsProps) => {
  const columns: ColumnOf<OpenJob>[] = [
    { label: 'Property', cell: (job) => <Property job={job} form={form} /> },
    { label: 'Status', cell: (job) => <Status job={job} /> },
    {
      label: 'Waiting',
      cell: (job) => <WaitingHint words={waitingHint(job, { toDo: true, known: !withContractor })} />,
    },
    { label: 'Booked', cell: (job) => <Booked job={job} /> },
    ...(withContractor ? [WHOSE] : []),
  ]
  return (
    <div className="dense work-table">
      <ItemTable caption={caption} columns={columns} items={jobs} />
    </div>
  )
}
