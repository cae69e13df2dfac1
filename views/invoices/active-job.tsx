import { isLate } from '#src/domain/job/first-visit.ts'
import { amountOf, type JobForAdmins } from '#src/domain/job/listed.ts'
import { mayMove } from '#src/domain/job/transitions.ts'
import { deletionOf } from '../jobs/admin-actions.tsx'
import { CancelLink, More } from '../jobs/card.tsx'
import { CompetesWith } from '../jobs/competes-with.tsx'
import { LateBadge, WaitingHint, waitingHint } from '../jobs/waiting.tsx'
import { UnreadMessages } from '../messages/unread.tsx'
import { Badge } from '../status/badge.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { DateText } from '../ui/date.tsx'
import { type Column, Row } from '../ui/list/data-table.tsx'
import { Money } from '../ui/money.tsx'
import { contractorOrGone, Issue, Place } from './billable-item.tsx'
import { activeJobId } from './work-ids.ts'

export const ACTIVE_COLUMNS: readonly Column[] = [
  { label: 'Property' },
  { label: 'Status' },
  { label: 'Issue' },
  { label: 'Estate agency' },
  { label: 'Contractor' },
  { label: 'Quote', align: 'end' },
  { label: 'Created' },
  { label: 'Actions', hideLabel: true },
]

export function ActiveJob({ job }: { job: JobForAdmins }) {
  const amount = amountOf(job)
  return (
    <Row
      id={activeJobId(job.id)}
      columns={ACTIVE_COLUMNS}
      cells={[
        <Place key="place" job={job} />,
        <span key="status">
          <span className="badges">
            <Badge kind="status" value={job.status} />
            <LateBadge late={isLate(job)} />
            <UnreadMessages job={job} />
          </span>
          <WaitingHint words={waitingHint(job)} />
          <CompetesWith job={job} list="/admin/jobs" />
        </span>,
        <Issue key="issue" job={job} />,
        job.estateAgency,
        contractorOrGone(job.contractor),
        amount === null ? null : <Money key="quote" pence={amount} />,
        <DateText key="created" value={job.createdAt} />,
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
