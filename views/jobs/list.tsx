import { today } from '#src/domain/dates.ts'
import type { JobForAgents } from '#src/domain/job/listed.ts'
import { JOB_STATUSES, STATUS_LABELS } from '#src/domain/job/status.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { LinkButton } from '../ui/button.tsx'
import { cached, cachedRows } from '../ui/cached.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { Day } from '../ui/date.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { FilterSelect, SearchBox } from '../ui/list/search-box.tsx'
import { Searched } from '../ui/list/searched.tsx'
import { excerpt } from '../ui/text.ts'
import { cardWords, OwnJobLines } from './card.tsx'
import { FiltersSet } from './filters.tsx'

type JobListProps = {
  jobs: readonly JobForAgents[]
  search: string
  status?: string
  instead?: string
  nextHref: string | null
  /** What a figure counts, that was asked for by its link, and the same in words. */
  narrowed: Readonly<Record<string, string | undefined>>
  set: readonly string[]
}

const statuses = [
  { value: '', label: 'All Statuses' },
  ...JOB_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] })),
]

export const MyJobsPage = ({ frame, ...list }: { frame: PageFrame } & JobListProps) => (
  <Page {...frame} title="My Jobs" width="wide" actions={newJob([{}])}>
    {searchBar([{ search: list.search, status: list.status, narrowed: list.narrowed }])}
    <FiltersSet set={list.set} clear="/jobs" />
    <JobList {...list} />
  </Page>
)

const newJob = cached(() => (
  <LinkButton href="/create-job" variant="primary" icon="plus">
    New Job
  </LinkButton>
))

const searchBar = cached(({ search, status, narrowed }: Pick<JobListProps, 'search' | 'status' | 'narrowed'>) => (
  <SearchBox action="/jobs" label="Search jobs..." value={search} target="#jobs" narrow="#job-list">
    <HiddenFields values={narrowed} />
    <FilterSelect name="status" label="Status" value={status} options={statuses} />
  </SearchBox>
))

export const JobList = (list: JobListProps) => (
  <div id="jobs">
    <Searched {...list} shown={list.jobs.length} />
    {list.jobs.length > 0 ? (
      <CardList id="job-list" columns>
        <JobItems {...list} />
      </CardList>
    ) : list.search || list.status || list.set.length > 0 ? (
      <EmptyState icon="search" title="No jobs match your search" />
    ) : (
      <EmptyState title="No jobs yet">
        <LinkButton href="/create-job" variant="primary" icon="plus">
          Create Your First Job
        </LinkButton>
      </EmptyState>
    )}
  </div>
)

export const JobItems = ({ jobs, nextHref }: Pick<JobListProps, 'jobs' | 'nextHref'>) => (
  <>
    {cards(jobs)}
    {nextHref && <LoadMore href={nextHref} />}
  </>
)

const wordsOf = (job: JobForAgents) => ({
  ...cardWords(job),
  issue: excerpt(job.issueDescription),
  created: today(job.createdAt),
})

const cards = cachedRows(wordsOf, (job) => (
  <Card
    className="whole"
    as="li"
    id={`job-${job.id}`}
    title={job.propertyName}
    footer={
      <>
        <span className="small-text muted">
          Job: {job.jobRef}
          <br />
          Created: <Day day={job.created} />
        </span>
        <LinkButton
          href={`/jobs/${job.id}`}
          dialog
          icon="eye"
          className="push-end stretched"
          aria-label={`View the job for ${job.propertyName}`}
        >
          View
        </LinkButton>
      </>
    }
  >
    <OwnJobLines job={job} />
    <p className="clamp preserve">{job.issue}</p>
  </Card>
))
