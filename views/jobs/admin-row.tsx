import type { ReactNode } from 'react'
import { fullName } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import { isLate } from '#src/domain/job/first-visit.ts'
import { amountOf, type JobForAdmins } from '#src/domain/job/listed.ts'
import { isQuoteWork, isToAssign } from '#src/domain/job/state.ts'
import { propertyPath } from '#src/domain/property/property.ts'
import { NameLink, personPath } from '../accounts/person-link.tsx'
import { UnreadMessages } from '../messages/unread.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { cachedRows } from '../ui/cached.tsx'
import { Day } from '../ui/date.tsx'
import { Tick } from '../ui/input/ticks.tsx'
import { type Column, Row } from '../ui/list/data-table.tsx'
import { Money } from '../ui/money.tsx'
import { excerpt, oneLine } from '../ui/text.ts'
import { LateBadge, WaitingHint, waitingHint } from './waiting.tsx'

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

export const MANY_JOBS = 'many-jobs'

/** A ticked row names whom it showed: 'id.contractor', or 'id.' for nobody. */
export const tickOf = ({ id, contractorId }: Pick<JobForAdmins, 'id' | 'contractorId'>): string =>
  `${id}.${contractorId ?? ''}`

export const jobRowId = (id: string): string => `job-row-${id}`

const wordsOf = (job: JobForAdmins) => ({
  id: job.id,
  tick: tickOf(job),
  jobRef: job.jobRef,
  propertyName: job.propertyName,
  property: job.rivalOfJobRef ? null : propertyPath(job.propertyAddress, 'admin'),
  place: job.rivalOfJobRef ? `Another quote for ${job.rivalOfJobRef}` : oneLine(job.propertyAddress),
  status: job.status,
  urgency: job.urgency,
  jobType: job.jobType,
  late: isLate(job),
  unreadMessages: job.unreadMessages,
  waiting: waitingHint(job),
  issue: excerpt(job.issueDescription, 140),
  agency: job.estateAgency,
  agent: job.estateAgentName,
  contractor: job.contractor && {
    name: fullName(job.contractor),
    path: personPath(job.contractor),
    company: job.contractor.company,
  },
  amount: amountOf(job),
  created: today(job.createdAt),
})

type Words = ReturnType<typeof wordsOf>

const rows = cachedRows(wordsOf, (job) => (
  <Row
    id={jobRowId(job.id)}
    columns={columns}
    cells={[
      <>
        <Tick form={MANY_JOBS} name="id" value={job.tick} label={`Select ${job.jobRef}`} />
        <a className="cell" href={`/admin/jobs/${job.id}`} data-dialog="">
          {job.propertyName}
        </a>
        <span className="hint cell">
          {job.jobRef} · {job.property ? <a href={job.property}>{job.place}</a> : job.place}
        </span>
      </>,
      <span key="status">
        <span className="badges">
          <Badge kind="status" value={job.status} />
          <Badge kind="urgency" value={job.urgency} />
          <LateBadge late={job.late} />
          {isQuoteWork(job) && <Badge kind="jobType" value={job.jobType} />}
          <UnreadMessages job={job} />
        </span>
        <WaitingHint words={job.waiting} />
      </span>,
      <span key="issue" className="clamp">
        {job.issue}
      </span>,
      <Lines key="company" first={job.agency} second={job.agent} />,
      job.contractor ? (
        <Lines key="contractor" first={<NameLink {...job.contractor} />} second={job.contractor.company} />
      ) : (
        <span key="contractor" className="muted">
          Awaiting assignment
        </span>
      ),
      job.amount === null ? null : <Money key="quote" pence={job.amount} />,
      <Day key="created" day={job.created} />,
      <Actions key="actions" job={job} />,
    ]}
  />
))

export const AdminJobRows = ({ jobs }: { jobs: readonly JobForAdmins[] }) => rows(jobs)

const Lines = ({ first, second }: { first: ReactNode; second: string | null }) => (
  <span>
    <span className="cell">{first}</span>
    {second && <span className="hint cell">{second}</span>}
  </span>
)

const Actions = ({ job }: { job: Words }) => (
  <span className="row row-actions">
    <LinkButton href={`/admin/jobs/${job.id}`} dialog size="small" icon="eye" {...named('View Details', job)}>
      View Details
    </LinkButton>
    {isToAssign(job) && (
      <>
        <LinkButton href={`/admin/jobs/${job.id}/edit`} dialog size="small" icon="edit" {...named('Edit Job', job)}>
          Edit Job
        </LinkButton>
        <LinkButton
          href={`/admin/jobs/${job.id}/assign`}
          dialog
          size="small"
          icon="user"
          data-key="a"
          {...named('Assign Contractor', job)}
        >
          Assign Contractor
        </LinkButton>
      </>
    )}
  </span>
)

const named = (label: string, job: Words) => ({ 'aria-label': `${label}, ${job.jobRef}`, 'data-tooltip': label })
