import type { Role } from '#src/domain/account/account.ts'
import type { Job } from '#src/domain/job/job.ts'
import { OPEN } from '#src/domain/job/status.ts'
import { can } from '#src/domain/permissions.ts'

export const PrintedLinks = ({ job, reader }: { job: Pick<Job, 'id' | 'status'>; reader: Role | null }) => {
  const isToDo = OPEN.includes(job.status)
  const hasEvidence = can(reader, 'readEvidence')
  return (
    (isToDo || hasEvidence) && (
      <p className="row">
        {isToDo && <a href={`/jobs/${job.id}/sheet`}>Job sheet</a>}
        {hasEvidence && <a href={`/jobs/${job.id}/evidence`}>Evidence</a>}
      </p>
    )
  )
}
