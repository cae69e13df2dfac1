import { Fragment, type ReactNode } from 'react'
import { fullName } from '#src/domain/account/account.ts'
import { bookedDay } from '#src/domain/appointment/appointment.ts'
import { dayOf, daysAgo, today } from '#src/domain/dates.ts'
import { mayChase } from '#src/domain/job/chasing.ts'
import { headingOf, type JobColumnName, jobColumn, stackedColumns } from '#src/domain/job/columns.ts'
import { contractorTypeLabel } from '#src/domain/job/contractor-type.ts'
import { amountOf, type JobForAdmins } from '#src/domain/job/listed.ts'
import type { JobSort } from '#src/domain/job/sort.ts'
import { isQuoteWork, isToAssign } from '#src/domain/job/state.ts'
import { dueDay, isPastTarget } from '#src/domain/property/hazard/state.ts'
import { NameLink, personPath } from '../accounts/person-link.tsx'
import { UnreadMessages } from '../messages/unread.tsx'
import { PropertyName } from '../properties/name.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { cachedRows } from '../ui/cached.tsx'
import { Tick } from '../ui/input/ticks.tsx'
import { type Column, Row } from '../ui/list/data-table.tsx'
import { Money } from '../ui/money.tsx'
import { excerpt } from '../ui/text.ts'
import { LateBadge, waitingHint } from './waiting.tsx'

export const MANY_JOBS = 'many-jobs'

/** A ticked row names whom it showed: 'id.contractor', or 'id.' for nobody. */
export const tickOf = ({ id, contractorId }: Pick<JobForAdmins, 'id' | 'contractorId'>): string =>
  `${id}.${contractorId ?? ''}`

export const jobRowId = (id: string): string => `job-row-${id}`

export const rowWords = (job: JobForAdmins) => ({
  id: job.id,
  tick: tickOf(job),
  jobRef: job.jobRef,
  propertyName: job.propertyName,
  propertyAddress: job.propertyAddress,
  competesWith: job.rivalOfJobRef,
  status: job.status,
  urgency: job.urgency,
  trade: contractorTypeLabel(job.contractorType),
  jobType: job.jobType,
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
  age: daysAgo(job.createdAt),
  mayChase: mayChase(job),
  late: isPastTarget(job),
  due: dueDay(job),
  booked: bookedDay(job),
})

type Words = ReturnType<typeof rowWords>

const CELLS: Record<JobColumnName, (job: Words) => ReactNode> = {
  address: (job) => <PropertyName of={job} href={`/admin/jobs/${job.id}`} />,
  type: (job) => isQuoteWork(job) && <Badge kind="jobType" value={job.jobType} />,
  company: (job) => job.agency,
  agent: (job) => job.agent,
  issue: (job) => <span className="clamp">{job.issue}</span>,
  urgency: (job) => <Badge kind="urgency" value={job.urgency} />,
  trade: (job) => job.trade,
  status: (job) => <Badge kind="status" value={job.status} />,
  waiting: (job) => job.waiting && <span className="clamp">{job.waiting}</span>,
  created: (job) => (
    <>
      {job.age} <span className="hint">{dayOf(job.created)}</span>
    </>
  ),
  due: (job) =>
    (job.due || job.booked) && (
      <>
        {job.late ? (
          <span className="badges">
            <LateBadge late /> <span>{job.due}</span>
          </span>
        ) : (
          job.due
        )}
        {job.booked && <span className="hint">{job.booked}</span>}
      </>
    ),
  contractor: ({ contractor }) =>
    contractor ? <NameLink {...contractor} /> : <span className="muted">Awaiting assignment</span>,
  quote: (job) => (job.amount === null ? null : <Money pence={job.amount} />),
}

const Below = ({ children }: { children: ReactNode }) => <span className="hint cell">{children}</span>

type StackProps = { job: Words; below: readonly JobColumnName[] }

const PropertyCell = ({ job, below }: StackProps) => {
  const names = below.map((name) => (name === 'company' ? job.agency : job.agent))
  const words = [job.competesWith && `Another quote for ${job.competesWith}`, ...names]
  return (
    <>
      {CELLS.address(job)}
      <Below>
        <UnreadMessages job={job} /> {[job.jobRef, words.filter(Boolean).join(', ')].filter(Boolean).join(' · ')}
      </Below>
    </>
  )
}

const StatusCell = ({ job, below }: StackProps) => (
  <span className="clamp">
    {CELLS.status(job)} {below.includes('type') && CELLS.type(job)}{' '}
    {below.includes('waiting') && <span className="muted">{job.waiting}</span>}
  </span>
)

const ContractorCell = ({ job, below }: StackProps) => {
  const second = (below.includes('quote') && CELLS.quote(job)) || job.contractor?.company
  return (
    <>
      {job.contractor ? <span className="cell">{CELLS.contractor(job)}</span> : CELLS.contractor(job)}
      {second && <Below>{second}</Below>}
    </>
  )
}

const STACKS: Partial<Record<JobColumnName, (props: StackProps) => ReactNode>> = {
  address: PropertyCell,
  status: StatusCell,
  contractor: ContractorCell,
}

export function jobCell(job: Words, [name, ...below]: readonly JobColumnName[]): ReactNode {
  const Stack = STACKS[name!]
  if (Stack) return <Stack job={job} below={below} />
  return (
    <>
      {CELLS[name!](job)}
      {below.map((one) => {
        const second = CELLS[one](job)
        return second && <Below key={one}>{second}</Below>
      })}
    </>
  )
}

export const columnCount = (shown: readonly JobColumnName[]): number => stackedColumns(shown).length + 1

const SPARSE: readonly JobColumnName[] = ['trade', 'type', 'quote']
const ACTIONS: Column = { label: 'Actions', hideLabel: true }

/** `sorting` where headings lead to an order: the order now, and the address with another. */
export function jobColumns(
  shown: readonly JobColumnName[],
  sorting?: { sort?: JobSort; hrefBy: (sort: JobSort) => string },
): Column[] {
  const columns = stackedColumns(shown).map((names): Column => {
    const [name] = names
    const column: Column = { label: jobColumn(name!).label, sparse: SPARSE.includes(name!) }
    const headings = names.map((one) => headingOf(one, sorting?.sort)).filter(({ sort }, at) => at === 0 || sort)
    if (headings.length === 1 && !headings[0]!.sort) return column
    return {
      ...column,
      headings: headings.map(({ sort, ...heading }) =>
        sort && sorting ? { ...heading, href: sorting.hrefBy(sort) } : { label: heading.label },
      ),
    }
  })
  return [...columns, ACTIONS]
}

function rowsWith(shown: readonly JobColumnName[]) {
  const [columns, stacked] = [jobColumns(shown), stackedColumns(shown)]
  return cachedRows(rowWords, (job) => (
    <Row
      id={jobRowId(job.id)}
      columns={columns}
      cells={[
        ...stacked.map((names, at) => (
          <Fragment key={names[0]}>
            {at === 0 && <Tick form={MANY_JOBS} name="id" value={job.tick} label={`Select ${job.jobRef}`} />}
            {jobCell(job, names)}
          </Fragment>
        )),
        <Actions key="actions" job={job} />,
      ]}
    />
  ))
}

const kinds = new Map<string, ReturnType<typeof rowsWith>>()

/** What is rendered of a row is kept for each choice of columns. */
function rowsOf(shown: readonly JobColumnName[]) {
  const key = shown.join()
  const known = kinds.get(key)
  if (known) return known
  const rows = rowsWith(shown)
  kinds.set(key, rows)
  return rows
}

type AdminJobRowsProps = { jobs: readonly JobForAdmins[]; columns: readonly JobColumnName[] }

export const AdminJobRows = ({ jobs, columns }: AdminJobRowsProps) => rowsOf(columns)(jobs)

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
    {job.mayChase && (
      <LinkButton
        href={`/admin/jobs/${job.id}/chase`}
        dialog
        size="small"
        icon="mail"
        data-key="c"
        {...named('Chase', job)}
      >
        Chase
      </LinkButton>
    )}
  </span>
)

const named = (label: string, job: Words) => ({ 'aria-label': `${label}, ${job.jobRef}`, 'data-tooltip': label })
