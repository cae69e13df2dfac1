import type { Role } from '#src/accounts/account.ts'
import { mayEver } from '#src/guard/permissions.ts'
import { detailText, JOB_DETAILS, LISTED_DETAILS } from '#src/jobs/fields.ts'
import { contractorStatusLabel, IN_HAND, type Job, type JobEventEntry } from '#src/jobs/job.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Decide, type DecidePlace } from '../quotes/decide.tsx'
import { PhotosWarning } from '../quotes/details.tsx'
import { contractorName, quoteFacts } from '../quotes/facts.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { DateText } from '../ui/date.tsx'
import { DescriptionList, type Fact } from '../ui/description-list.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { VisitEntry } from '../visits/entry.tsx'
import { JobSteps } from './steps.tsx'

export type JobDetailsProps = DecidePlace & {
  job: Job
  timeline: readonly JobEventEntry[]
  role: Role | null
  page?: boolean
}

const contact = (job: Job): string => {
  const { phone, email } = job.estateAgent ?? {}
  return [`${job.estateAgentName}, ${job.estateAgency}`, phone, email].filter(Boolean).join('\n')
}

function jobFacts(job: Job, role: Role | null): Fact[] {
  const forContractor = role === 'contractor'
  return [
    ...LISTED_DETAILS.map((name) => ({ term: JOB_DETAILS[name].term, detail: detailText(job, name), wide: true })),
    {
      term: 'Status',
      detail: <Badge kind="status" value={job.status} label={forContractor ? contractorStatusLabel(job) : undefined} />,
    },
    { term: 'Urgency', detail: <Badge kind="urgency" value={job.urgency} /> },
    { term: 'Job Type', detail: <Badge kind="jobType" value={job.jobType} /> },
    { term: 'Contractor Type', detail: job.contractorType },
    { term: 'Contractor', detail: forContractor ? null : contractorName(job) || 'Awaiting assignment' },
    { term: 'Estate Agent', detail: forContractor ? contact(job) : null },
    { term: 'Created', detail: <DateText value={job.createdAt} /> },
    { term: 'Reason for Cancelling', detail: job.cancelReason, wide: true },
  ]
}

export const JobDetails = ({ job, timeline, role, page, ...place }: JobDetailsProps) => (
  <DialogFrame
    title={job.propertyName}
    meta={<span className="muted">Job: {job.jobRef}</span>}
    back={place.back}
    page={page}
    footer={role === 'contractor' && IN_HAND.includes(job.status) && <LogVisit job={job} />}
  >
    <JobSteps job={job} timeline={timeline} />
    <DescriptionList facts={jobFacts(job, role)} />
    <Visits job={job} />
    <Quotes job={job} role={role} {...place} />
  </DialogFrame>
)

const LogVisit = ({ job }: { job: Job }) => (
  <LinkButton href={`/visit/${job.id}`} variant="primary" icon="visit">
    {job.jobType === 'quote_work' ? 'Mark Complete' : 'Log Visit'}
  </LinkButton>
)

const Visits = ({ job }: { job: Job }) =>
  job.visits.length === 0 ? null : (
    <section>
      <h3>Visits</h3>
      <ul className="stack">
        {job.visits.map((visit) => (
          <li key={visit.id} className="entry">
            <VisitEntry visit={visit} propertyName={job.propertyName} />
          </li>
        ))}
      </ul>
    </section>
  )

const Quotes = ({ job, role, ...place }: DecidePlace & { job: Job; role: Role | null }) =>
  job.quotes.length === 0 ? null : (
    <section>
      <h3>{job.quotes.length === 1 ? 'Quote' : 'Quotes'}</h3>
      <ul className="stack">
        {job.quotes.map((quote) => (
          <li key={quote.id} className="entry">
            <DescriptionList facts={quoteFacts(quote)} />
            {mayEver(role, 'decideQuote') && quote.status === 'pending' && (
              <>
                <PhotosWarning />
                <div className="row">
                  <Decide quote={{ ...quote, job }} words="long" {...place} />
                </div>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )

export const JobPage = ({ frame, ...props }: { frame: PageFrame } & Omit<JobDetailsProps, 'page'>) => (
  <Page
    {...frame}
    title={props.job.propertyName}
    back={{ href: '/jobs', label: props.role === 'contractor' ? 'Back to Your Jobs' : 'Back to My Jobs' }}
  >
    <JobDetails page {...props} />
  </Page>
)
