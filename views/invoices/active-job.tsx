import type { JobColumnName } from '#src/domain/job/columns.ts'
import { stackedColumns } from '#src/domain/job/columns.ts'
import type { JobForAdmins } from '#src/domain/job/listed.ts'
import { mayMove } from '#src/domain/job/transitions.ts'
import { deletionOf } from '../jobs/admin-actions.tsx'
import { jobCell, jobColumns, rowWords } from '../jobs/admin-row.tsx'
import { CancelLink, More } from '../jobs/card.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Row } from '../ui/list/data-table.tsx'
import { contractorOrGone, Issue } from './billable-item.tsx'
import { activeJobId } from './work-ids.ts'

const SHOWN: readonly JobColumnName[] = [
  ...(['address', 'type', 'company', 'issue', 'status', 'waiting', 'created', 'due', 'contractor', 'quote'] as const),
]

const STACKED = stackedColumns(SHOWN)
export const ACTIVE_COLUMNS = jobColumns(SHOWN)

export function ActiveJob({ job }: { job: JobForAdmins }) {
  const words = rowWords(job)
  return (
    <Row
      id={activeJobId(job.id)}
      columns={ACTIVE_COLUMNS}
      cells={[
        ...STACKED.map((names) => {
          if (names[0] === 'issue') return <Issue key="issue" job={job} />
          if (names[0] !== 'contractor' || job.contractor) return jobCell(words, names)
          return (
            <span key="contractor">
              {contractorOrGone(null)} {jobCell(words, ['quote'])}
            </span>
          )
        }),
        <More key="actions" of={job.jobRef}>
          {mayMove(job, 'cancelled') && <CancelLink job={job} form={`/admin/jobs/${job.id}/cancel`} />}
          <Confirm
            {...deletionOf(job)}
            hidden={{ from: 'dashboard' }}
            hx-post={`/admin/jobs/${job.id}/delete`}
            button="Delete"
            icon="trash"
            look={{ size: 'small', 'aria-label': `Delete ${job.jobRef}` }}
          />
        </More>,
      ]}
    />
  )
}
