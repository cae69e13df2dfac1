import { contractorTypeLabel } from '#src/domain/job/contractor-type.ts'
import type { Job } from '#src/domain/job/job.ts'
import { bookedText } from '../../appointments/booked.tsx'
import { Badge } from '../../status/badge.tsx'
import { WaitingLine } from '../waiting.tsx'

export const AboutJob = ({ job }: { job: Job }) => (
  <section className="job-beside" aria-label="The job">
    <p>
      <strong>{job.propertyName}</strong>
      <span className="muted preserve">{`\n${job.propertyAddress}`}</span>
    </p>
    <p className="row">
      <Badge kind="urgency" value={job.urgency} />
      <span>{contractorTypeLabel(job.contractorType) ?? 'No trade given'}</span>
    </p>
    <p className="preserve">{job.issueDescription}</p>
    {job.appointmentStartsAt && <p className="small-text">{bookedText(job)}</p>}
    <WaitingLine job={job} reader="admin" whole />
  </section>
)
