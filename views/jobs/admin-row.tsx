import type { ReactNode } from 'react'
import { firstQuote, type JobForAdmins, type ListedJob } from '#src/jobs/job.ts'
import { PersonLink } from '../accounts/person-link.tsx'
import { UnreadMessages } from '../messages/unread.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { type Column, Row } from '../ui/data-table.tsx'
import { DateText } from '../ui/date.tsx'
import { Money } from '../ui/money.tsx'
import { excerpt, oneLine } from '../ui/text.ts'
import { Tick } from '../ui/ticks.tsx'
import { LateBadge, WaitingHint } from './waiting.tsx'

export const columns: readonly Column[] = [
  { label: 'Property' },
  { label: 'Status' },
  { label: 'Issue' },
  { label: 'Company' },
  { label: 'Contractor' },
  { label: 'Quote', align: 'end' },
  { label: 'Created' },
  { label: 'Actions', hideLabel: true },
]

/** The form of what is done with many. */
export const MANY_JOBS = 'many-jobs'

export const jobRowId = (id: string): string => `job-row-${id}`

export function AdminJobRow({ job }: { job: JobForAdmins }) {
  const amount = firstQuote(job)
  return (
    <Row
      id={jobRowId(job.id)}
      columns={columns}
      cells={[
        <>
          <Tick form={MANY_JOBS} name="id" value={job.id} label={`Select ${job.jobRef}`} />
          <a className="cell" href={`/admin/jobs/${job.id}`} data-dialog="">
            {job.propertyName}
          </a>
          <span className="hint cell">
            {job.jobRef} · {job.rivalOfJobRef ? `Another quote for ${job.rivalOfJobRef}` : oneLine(job.propertyAddress)}
          </span>
        </>,
        <span key="status">
          <span className="badges">
            <Badge kind="status" value={job.status} />
            <Badge kind="urgency" value={job.urgency} />
            <LateBadge job={job} />
            {job.jobType === 'quote_work' && <Badge kind="jobType" value={job.jobType} />}
            <UnreadMessages job={job} />
          </span>
          <WaitingHint job={job} />
        </span>,
        <span key="issue" className="clamp">
          {excerpt(job.issueDescription, 140)}
        </span>,
        <Lines key="company" first={job.estateAgency} second={job.estateAgentName} />,
        job.contractor ? (
          <Lines key="contractor" first={<PersonLink of={job.contractor} />} second={job.contractor.company} />
        ) : (
          <span key="contractor" className="muted">
            Awaiting assignment
          </span>
        ),
        amount === null ? null : <Money key="quote" pence={amount} />,
        <DateText key="created" value={job.createdAt} />,
        <Actions key="actions" job={job} />,
      ]}
    />
  )
}

const Lines = ({ first, second }: { first: ReactNode; second: string | null }) => (
  <span>
    <span className="cell">{first}</span>
    {second && <span className="hint cell">{second}</span>}
  </span>
)

const Actions = ({ job }: { job: ListedJob }) => (
  <span className="row row-actions">
    <LinkButton href={`/admin/jobs/${job.id}`} dialog size="small" icon="eye" {...named('View Details', job)}>
      View Details
    </LinkButton>
    {job.status === 'pending' && (
      <>
        <LinkButton href={`/admin/jobs/${job.id}/edit`} dialog size="small" icon="edit" {...named('Edit Job', job)}>
          Edit Job
        </LinkButton>
        <LinkButton
          href={`/admin/jobs/${job.id}/assign`}
          dialog
          size="small"
          icon="user"
          {...named('Assign Contractor', job)}
        >
          Assign Contractor
        </LinkButton>
      </>
    )}
  </span>
)

/** On wide screens the buttons are icons alone. */
const named = (label: string, job: ListedJob) => ({ 'aria-label': `${label}, ${job.jobRef}`, 'data-tooltip': label })
