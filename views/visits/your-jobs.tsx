import type { Job } from '#src/jobs/job.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { CardList } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { JobInHand } from './job-in-hand.tsx'

export type YourJobsProps = { jobs: readonly Job[]; total: number; nextHref: string | null }

export const YOUR_JOBS = 'your-jobs'

export const YourJobsPage = ({ frame, ...list }: YourJobsProps & { frame: PageFrame }) => (
  <Page {...frame} title="Your Jobs">
    <YourJobs {...list} />
  </Page>
)

export const YourJobs = ({ jobs, total, nextHref }: YourJobsProps) => (
  <section id={YOUR_JOBS} aria-label="Your jobs">
    {total === 0 ? (
      <NoJobs />
    ) : (
      <>
        <p className="subtitle">{total === 1 ? '1 job for review' : `${total} jobs for review`}</p>
        <CardList>
          <YourJobsPart jobs={jobs} nextHref={nextHref} />
        </CardList>
      </>
    )}
  </section>
)

export const YourJobsPart = ({ jobs, nextHref }: Pick<YourJobsProps, 'jobs' | 'nextHref'>) => (
  <>
    {jobs.map((job) => (
      <JobInHand key={job.id} job={job} />
    ))}
    {nextHref && <LoadMore href={nextHref} />}
  </>
)

export const NoJobs = () => (
  <EmptyState icon="visit" title="No jobs assigned" text="New jobs will appear here when assigned to you" />
)
