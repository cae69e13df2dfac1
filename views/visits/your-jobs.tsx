import type { Office } from '#src/domain/account/account.ts'
import type { DayGroup } from '#src/domain/appointment/appointment.ts'
import type { JobForContractors } from '#src/domain/job/listed.ts'
import { IN_HAND_FILTERS, type InHandFilter } from '#src/domain/job/waiting.ts'
import { ByDay } from '../appointments/by-day.tsx'
import { FiltersSet } from '../jobs/filters.tsx'
import { Page, type PageFrame } from '../layout.tsx'
import { CardList } from '../ui/card.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { SearchBox } from '../ui/list/search-box.tsx'
import { Searched } from '../ui/list/searched.tsx'
import { JobInHand } from './job-in-hand.tsx'

export type YourJobsProps = {
  jobs: readonly JobForContractors[]
  total: number
  search: string
  waiting?: InHandFilter
  instead?: string
  nextHref: string | null
  after: DayGroup | null
  office: Office | null
}

export const YOUR_JOBS = 'your-jobs'

export const YourJobsPage = ({ frame, ...list }: YourJobsProps & { frame: PageFrame }) => (
  <Page {...frame} title="Your Jobs">
    <SearchInHand {...list} action="/jobs" target={`#${YOUR_JOBS}`} />
    <FiltersSet set={list.waiting ? [IN_HAND_FILTERS[list.waiting]] : []} clear="/jobs" />
    <YourJobs {...list} />
  </Page>
)

type SearchProps = Pick<YourJobsProps, 'total' | 'search' | 'waiting'> & { action: string; target: string }

export const SearchInHand = ({ total, search, waiting, action, target }: SearchProps) =>
  total === 0 && !search ? null : (
    <SearchBox action={action} label="Search jobs..." value={search} target={target} narrow={`${target} .cards`}>
      <HiddenFields values={{ waiting }} />
    </SearchBox>
  )

export const YourJobs = ({ total, search, waiting, instead, ...list }: YourJobsProps) => (
  <section id={YOUR_JOBS} aria-label="Your jobs">
    <Searched search={search} instead={instead} shown={list.jobs.length} nextHref={list.nextHref} />
    {total === 0 ? (
      <NoJobs search={search || waiting} />
    ) : (
      <>
        <p className="subtitle">{total === 1 ? '1 job for review' : `${total} jobs for review`}</p>
        <CardList>
          <YourJobsPart {...list} />
        </CardList>
      </>
    )}
  </section>
)

export const YourJobsPart = ({
  jobs,
  after,
  nextHref,
  office,
}: Pick<YourJobsProps, 'jobs' | 'after' | 'nextHref' | 'office'>) => (
  <>
    <ByDay jobs={jobs} after={after}>
      {(job) => <JobInHand key={job.id} job={job} office={office} />}
    </ByDay>
    {nextHref && <LoadMore href={nextHref} />}
  </>
)

export const NoJobs = ({ search }: { search?: string }) =>
  search ? (
    <EmptyState icon="search" title="No jobs match your search" />
  ) : (
    <EmptyState icon="visit" title="No jobs assigned" text="New jobs will appear here when assigned to you" />
  )
