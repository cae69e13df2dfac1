import type { Job } from '#src/jobs/job.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { oneLine } from '../ui/text.ts'
import { InHandBadges } from './job-in-hand.tsx'
import { NoJobs } from './your-jobs.tsx'

type JobChoice = { jobs: readonly Job[]; nextHref: string | null }

export const LogVisitPage = ({ frame, jobs, nextHref }: JobChoice & { frame: PageFrame }) => (
  <Page {...frame} title="Log Visit" subtitle={jobs.length > 0 ? 'Choose the job you visited' : undefined}>
    {jobs.length === 0 ? (
      <NoJobs />
    ) : (
      <CardList>
        <JobChoices jobs={jobs} nextHref={nextHref} />
      </CardList>
    )}
  </Page>
)

export const JobChoices = ({ jobs, nextHref }: JobChoice) => (
  <>
    {jobs.map((job) => (
      <JobLink key={job.id} job={job} />
    ))}
    {nextHref && <LoadMore href={nextHref} />}
  </>
)

export const JobLink = ({ job, level }: { job: Job; level?: 2 | 3 }) => (
  <Card
    as="li"
    level={level}
    title={
      <a className="stretched" href={`/visit/${job.id}`}>
        {job.propertyName}
      </a>
    }
    aside={<InHandBadges job={job} />}
  >
    <p className="small-text muted">
      {job.jobRef} · {oneLine(job.propertyAddress)}
    </p>
    <p className="clamp">{job.issueDescription}</p>
  </Card>
)
