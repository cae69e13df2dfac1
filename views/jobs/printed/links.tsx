import type { Role } from '#src/domain/account/account.ts'
import type { Job } from '#src/domain/job/job.ts'
import { OPEN } from '#src/domain/job/status.ts'
import { can } from '#src/domain/permissions.ts'
import { LinkButton } from '../../ui/button.tsx'

export const PrintedLinks = ({ job, reader }: { job: Pick<Job, 'id' | 'status'>; reader: Role | null }) => {
  const isToDo = OPEN.includes(job.status)
  const hasEvidence = can(reader, 'readEvidence')
  return (
    (isToDo || hasEvidence) && (
      <div className="row">
        {isToDo && (
          <LinkButton href={`/jobs/${job.id}/sheet`} size="small">
            Job sheet
          </LinkButton>
        )}
        {hasEvidence && (
          <LinkButton href={`/jobs/${job.id}/evidence`} size="small">
            Evidence
          </LinkButton>
        )}
      </div>
    )
  )
}
