import type { ReactNode } from 'react'
import type { Office } from '#src/domain/account/account.ts'
import type { JobForContractors } from '#src/domain/job/listed.ts'
import { BookedLine } from '../appointments/booked.tsx'
import { ByDay } from '../appointments/by-day.tsx'
import { JobContacts, MapLink } from '../jobs/contacts.tsx'
import { WaitingLine } from '../jobs/waiting.tsx'
import { Page, type PageFrame } from '../layout.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { Searched } from '../ui/list/searched.tsx'
import { oneLine } from '../ui/text.ts'
import { InHandBadges, jobInHandId, QuotedWork, StartJob } from './job-in-hand.tsx'
import { NoJobs, SearchInHand, type YourJobsProps } from './your-jobs.tsx'

const CHOICES = 'job-choices'

export const LogVisitPage = ({ frame, ...list }: YourJobsProps & { frame: PageFrame }) => (
  <Page {...frame} title="Log Visit" subtitle={list.total > 0 ? 'Choose the job you visited' : undefined}>
    <SearchInHand {...list} action="/visit" target={`#${CHOICES}`} />
    <JobChoiceList {...list} />
  </Page>
)

export const JobChoiceList = ({ total, search, instead, ...list }: YourJobsProps) => (
  <section id={CHOICES} aria-label="Jobs">
    <Searched search={search} instead={instead} shown={list.jobs.length} nextHref={list.nextHref} />
    {total === 0 ? (
      <NoJobs search={search} />
    ) : (
      <CardList>
        <JobChoices {...list} />
      </CardList>
    )}
  </section>
)

export const JobChoices = ({ jobs, after, nextHref }: Pick<YourJobsProps, 'jobs' | 'after' | 'nextHref'>) => (
  <>
    <ByDay jobs={jobs} after={after}>
      {(job) => <JobLink key={job.id} job={job} level={3} />}
    </ByDay>
    {nextHref && <LoadMore href={nextHref} />}
  </>
)

type JobLinkProps = { job: JobForContractors; level?: 2 | 3 | 4; address?: ReactNode; footer?: ReactNode }

type TodaysJobProps = { job: JobForContractors; office: Office | null; level?: 2 | 3 | 4 }

export const TodaysJob = ({ job, office, level }: TodaysJobProps) => (
  <JobLink
    job={job}
    level={level}
    address={<MapLink address={oneLine(job.propertyAddress)} />}
    footer={
      <>
        <JobContacts job={job} office={office} />
        <StartJob job={job} />
      </>
    }
  />
)

export const JobLink = ({ job, level, address = oneLine(job.propertyAddress), footer }: JobLinkProps) => (
  <Card
    id={jobInHandId(job)}
    className="whole"
    as="li"
    level={level}
    title={
      <a className="stretched" href={`/visit/${job.id}`}>
        {job.propertyName}
      </a>
    }
    aside={<InHandBadges job={job} />}
    footer={footer}
  >
    <p className="small-text muted">
      {job.jobRef} · {address}
    </p>
    <BookedLine job={job} />
    <WaitingLine job={job} reader="contractor" />
    <QuotedWork job={job} />
    <p className="clamp">{job.issueDescription}</p>
  </Card>
)
