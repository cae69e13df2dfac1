import type { Role } from '#src/domain/account/account.ts'
import type { CompletedCounts } from '#src/domain/job/counts.ts'
import type { Job } from '#src/domain/job/job.ts'
import { RESPONDED } from '#src/domain/job/status.ts'
import { can } from '#src/domain/permissions.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { PropertyLink } from '../properties/link.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { liveForm } from '../ui/htmx.ts'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { Money } from '../ui/money.tsx'
import { excerpt, withCount } from '../ui/text.ts'
import { JobBadges } from './card.tsx'
import { CompetesWith } from './competes-with.tsx'
import { FiltersSet } from './filters.tsx'
import { WaitingLine } from './waiting.tsx'

type CompletedJobsProps = {
  jobs: readonly Job[]
  counts: CompletedCounts
  role: Role | null
  readerId: string
  nextHref: string | null
}

const deletionAction = '/completed-jobs/delete-all'

export const deletionOfAll = ({ going, ...staying }: CompletedCounts) => ({
  action: deletionAction,
  title: going === 1 ? 'Delete the completed job?' : `Delete all ${going} completed jobs?`,
  text: [
    `This will permanently delete all ${going} completed jobs and their related data (visits, quotes, etc.).`,
    'This action cannot be undone.',
    whatStays(staying),
  ]
    .filter(Boolean)
    .join(' '),
  confirm: 'Delete All',
  busyLabel: 'Deleting...',
})

function whatStays({ toDecide, unfinished }: Omit<CompletedCounts, 'going'>): string {
  const staying = toDecide + unfinished
  const reasons = [
    toDecide && `${toDecide} ${toDecide === 1 ? 'waits' : 'wait'} for your decision on a quote`,
    unfinished && `the quote work of ${unfinished} is not finished`,
  ].filter(Boolean)
  return staying ? `${withCount(staying, 'job')} ${staying === 1 ? 'stays' : 'stay'}: ${reasons.join(', ')}.` : ''
}

export const CompletedJobsPage = ({ frame, ...list }: { frame: PageFrame } & CompletedJobsProps) => (
  <Page
    {...frame}
    title="Completed Jobs"
    subtitle="Jobs where contractor has submitted their response"
    back={{ href: '/', label: 'Back to Dashboard' }}
    width="wide"
  >
    <CompletedJobs {...list} />
  </Page>
)

export const CompletedJobs = (list: CompletedJobsProps) => (
  <div id="completed">
    {list.jobs.length === 0 ? (
      <EmptyState
        icon="done"
        title="No completed jobs yet"
        text="Jobs will appear here after contractors submit their first response"
      />
    ) : (
      <>
        {can(list.role, 'deleteAllCompleted') && <DeleteAll counts={list.counts} />}
        <CardList columns>
          <CompletedItems {...list} />
        </CardList>
      </>
    )}
  </div>
)

type CountedJobsProps = ItemsProps & { set: readonly string[] }

export const CountedJobsPage = ({ frame, ...list }: { frame: PageFrame } & CountedJobsProps) => (
  <Page {...frame} title="Jobs" back={{ href: '/figures', label: 'Back to Figures' }} width="wide">
    <div className="stack">
      <FiltersSet set={list.set} clear="/jobs" />
      <CountedJobs {...list} />
    </div>
  </Page>
)

export const CountedJobs = (list: ItemsProps) => (
  <div id="counted">
    {list.jobs.length === 0 ? (
      <EmptyState title="No jobs" />
    ) : (
      <CardList columns>
        <CompletedItems {...list} />
      </CardList>
    )}
  </div>
)

const DeleteAll = ({ counts }: { counts: CompletedCounts }) => (
  <div className="list-head">
    {counts.going > 0 ? (
      <Confirm
        className="push-end"
        {...deletionOfAll(counts)}
        {...liveForm(deletionAction)}
        button={`Delete All ${counts.going}`}
        icon="trash"
        look={{ variant: 'danger' }}
      />
    ) : (
      <p className="muted">{whatStays(counts)}</p>
    )}
  </div>
)

type ItemsProps = Pick<CompletedJobsProps, 'jobs' | 'role' | 'readerId' | 'nextHref'>

export const CompletedItems = ({ jobs, role, readerId, nextHref }: ItemsProps) => (
  <>
    {jobs.map((job) => (
      <CompletedJob key={job.id} job={job} role={role} readerId={readerId} />
    ))}
    {nextHref && <LoadMore href={nextHref} />}
  </>
)

type CardProps = Pick<CompletedJobsProps, 'role' | 'readerId'> & { job: Job }

const CompletedJob = ({ job, role, readerId }: CardProps) => (
  <Card
    className="whole"
    as="li"
    id={`job-${job.id}`}
    title={
      <a className="stretched" href={`/jobs/${job.id}`} data-dialog="">
        {job.propertyName}
      </a>
    }
    footer={
      <>
        {RESPONDED.includes(job.status) && (
          <span className="small-text responded">
            <Icon name="done" /> Contractor responded
          </span>
        )}
        <span className="small-text muted">
          {withCount(job.visits.length, 'visit')} logged, {withCount(job.quotes.length, 'quote')} submitted
        </span>
      </>
    }
  >
    <JobBadges job={job} type />
    <CompetesWith job={job} />
    <WaitingLine job={job} reader={role} readerId={readerId} />
    <p className="small-text muted">
      {job.jobRef} · <PropertyLink address={job.propertyAddress} reader={role} />
    </p>
    <p className="clamp preserve">{excerpt(job.issueDescription)}</p>
    {job.quotes.length > 0 && (
      <ul className="quote-lines">
        {job.quotes.map((quote) => (
          <QuoteLine key={quote.id} quote={quote} property={job.propertyName} />
        ))}
      </ul>
    )}
  </Card>
)

const QuoteLine = ({ quote, property }: { quote: Quote; property: string }) => (
  <li className="row">
    <strong>
      <Money pence={quote.amount} />
    </strong>
    <Badge kind="status" value={quote.status} />
    <LinkButton
      href={`/quotes/${quote.id}`}
      dialog
      size="small"
      className="push-end"
      aria-label={`View Quote for ${property}`}
    >
      View Quote
    </LinkButton>
  </li>
)
