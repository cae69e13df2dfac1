import type { Actor } from '#src/domain/account/account.ts'
import type { ListedJob } from '#src/domain/job/listed.ts'
import { mayMove } from '#src/domain/job/transitions.ts'
import type { AgentFigures } from '#src/domain/job/waiting.ts'
import type { ListedQuote } from '#src/domain/quote/quote-with-job.ts'
import { CancelLink, cardWords, DeleteOwnJob, OwnJobLines, ownDeletionOf } from '../jobs/card.tsx'
import { Page, type PageFrame } from '../layout.tsx'
import { pendingQuoteCards } from '../quotes/pending.tsx'
import { LinkButton } from '../ui/button.tsx'
import { cached, cachedAround, cachedRows } from '../ui/cached.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { Icon } from '../ui/icon.tsx'
import { KnownRows } from '../ui/known-rows.ts'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { Stats, StatTile } from '../ui/stat-tile.tsx'
import { excerpt } from '../ui/text.ts'
import { AgentToDoLine } from './to-do.tsx'

export type DashboardProps = {
  recent: readonly ListedJob[]
  figures: AgentFigures
  pendingQuotes: readonly ListedQuote[]
  /** What the poll sends, so that the server can answer 'unchanged'; with the marks of the rows it has. */
  version: string
  known?: KnownRows
}

type AgentDashboardProps = DashboardProps & { frame: PageFrame; user: Actor }

export const AgentDashboardPage = ({ frame, user, ...live }: AgentDashboardProps) => (
  <Page
    {...frame}
    title="Dashboard"
    heading={`Hello, ${user.firstName || 'Agent'}`}
    subtitle="Jobs waiting for contractor response"
    width="wide"
  >
    <Dashboard {...live} />
  </Page>
)

export const dashboardTag = (version: string, { marks }: KnownRows): string => [version, ...marks].join('.')

export const Dashboard = ({
  recent,
  figures: { nextDue: _, ...figures },
  pendingQuotes: pending,
  version,
  known = new KnownRows(),
}: DashboardProps) => {
  const first = head([figures], known)
  const quotes = pendingQuoteCards(pending, figures.pendingQuotes, known)
  const jobs = cards(recent, known)
  return (
    <div
      id="dashboard"
      className="dashboard"
      hx-get="/"
      hx-trigger="every 5s"
      hx-swap="outerMorph"
      hx-ptag={dashboardTag(version, known)}
    >
      {first}
      <div className="dashboard-lists">
        {quotes}
        {recentJobs({ any: recent.length > 0 }, ...(recent.length > 0 ? [jobs] : []))}
      </div>
    </div>
  )
}

const head = cached((figures: Omit<AgentFigures, 'nextDue'>) => (
  <div id="dashboard-head">
    <AgentToDoLine figures={figures} />
    <a className="card create-card" href="/create-job">
      <Icon name="plus" />
      <span>
        <strong>Create New Job</strong>
        <span>Report a repair at a property</span>
      </span>
    </a>
    <Stats>
      <StatTile label="Active" value={figures.activeJobs} note="not completed" href="/jobs" />
      <StatTile label="Quotes" value={figures.pendingQuotes} note="to be decided" href="/quotes" />
    </Stats>
  </div>
))

const recentJobs = cachedAround(({ any }: { any: boolean }, hole) => (
  <Card title="Recent Jobs" aside={<a href="/completed-jobs">View Completed</a>}>
    {any ? (
      <CardList>{hole}</CardList>
    ) : (
      <EmptyState title="No recent jobs" text="Jobs appear here until contractors submit their first response">
        <LinkButton href="/create-job" variant="primary" icon="plus">
          Create New Job
        </LinkButton>
      </EmptyState>
    )}
  </Card>
))

const wordsOf = (job: ListedJob) => ({
  ...cardWords(job),
  issue: excerpt(job.issueDescription, 160),
  deletion: ownDeletionOf(job),
  cancellable: mayMove(job, 'cancelled'),
})

const cards = cachedRows(wordsOf, (job) => (
  <Card
    className="whole"
    as="li"
    id={`job-${job.id}`}
    level={3}
    title={
      <a className="stretched" href={`/jobs/${job.id}`} data-dialog="">
        {job.propertyName}
      </a>
    }
  >
    <OwnJobLines job={job} type />
    <p className="clamp">{job.issue}</p>
    <div className="row">
      <span className="small-text muted">Job: {job.jobRef}</span>
      {job.cancellable && <CancelLink job={job} form={`/jobs/${job.id}/cancel?back=%2F`} />}
      <DeleteOwnJob question={job.deletion} propertyName={job.propertyName} back="/" />
    </div>
  </Card>
))
