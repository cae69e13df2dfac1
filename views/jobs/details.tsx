import type { Office, Role } from '#src/domain/account/account.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import { detailText, JOB_DETAILS, LISTED_DETAILS } from '#src/domain/job/fields.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { JobsAtProperty } from '#src/domain/job/open-job.ts'
import { mayBeDeletedByAgent } from '#src/domain/job/state.ts'
import { contractorStatusLabel, IN_HAND, LOST, OPEN } from '#src/domain/job/status.ts'
import type { JobEventEntry } from '#src/domain/job/timeline.ts'
import type { Conversation } from '#src/domain/message/message.ts'
import { can } from '#src/domain/permissions.ts'
import type { CompetingQuotes } from '#src/domain/quote/quote-with-job.ts'
import { isPending } from '#src/domain/quote/state.ts'
import { BookedLine, BookLink } from '../appointments/booked.tsx'
import type { PageFrame } from '../layout.tsx'
import { Messages } from '../messages/conversation.tsx'
import { AddressLinks } from '../properties/address-links.tsx'
import { type HazardOnPage, HazardTrack, WhoToCall } from '../properties/hazard/track.tsx'
import { ChangeOrWithdraw } from '../quotes/change.tsx'
import { OtherQuotes } from '../quotes/competing.tsx'
import { Decide, type DecidePlace } from '../quotes/decide.tsx'
import { PhotosWarning } from '../quotes/details.tsx'
import { quoteFacts } from '../quotes/facts.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { DateText } from '../ui/date.tsx'
import { DescriptionList, type Fact } from '../ui/description-list.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { oneLine } from '../ui/text.ts'
import { VisitEntry } from '../visits/entry.tsx'
import { AgentJobActions, agentVerbs } from './agent-actions.tsx'
import { OtherJobsAtProperty } from './at-property.tsx'
import { DeleteOwnJob, ownDeletionOf } from './card.tsx'
import { CompetesWith } from './competes-with.tsx'
import { agentFact, contractorFact, moreFacts, officeFact } from './contacts.tsx'
import { JobPhotos } from './photos.tsx'
import { PrintedLinks } from './printed/links.tsx'
import { JobSteps } from './steps.tsx'
import { FoldedTimeline } from './timeline.tsx'
import { WaitingLine } from './waiting.tsx'

type JobDetailsProps = DecidePlace & {
  job: Job
  timeline: readonly JobEventEntry[]
  conversation: Conversation
  otherJobs: JobsAtProperty
  role: Role | null
  readerId: string
  rivals?: CompetingQuotes
  office: Office | null
  hazard: HazardOnPage
  frame?: PageFrame
}

const listedFact = (job: Job, name: (typeof LISTED_DETAILS)[number], role: Role | null): Fact => ({
  term: JOB_DETAILS[name].term,
  detail:
    name === 'propertyAddress' ? (
      <AddressLinks address={oneLine(job.propertyAddress)} reader={role} />
    ) : (
      detailText(job, name)
    ),
  wide: true,
})

const firstFacts = (job: Job, role: Role | null): Fact[] => [
  listedFact(job, 'issueDescription', role),
  listedFact(job, 'propertyAddress', role),
  ...(job.status === LOST ? [] : [isContractor({ role }) ? agentFact(job) : contractorFact(job)]),
]
const FIRST: readonly string[] = ['issueDescription', 'propertyAddress']

function jobFacts(job: Job, role: Role | null, office: Office | null): Fact[] {
  const forContractor = isContractor({ role })
  return [
    ...LISTED_DETAILS.filter((name) => !FIRST.includes(name))
      .filter((name) => name !== 'accessNotes' || !forContractor || OPEN.includes(job.status))
      .map((name) => listedFact(job, name, role)),
    {
      term: 'Status',
      detail: <Badge kind="status" value={job.status} label={forContractor ? contractorStatusLabel(job) : undefined} />,
    },
    { term: 'Urgency', detail: <Badge kind="urgency" value={job.urgency} /> },
    { term: 'Job Type', detail: <Badge kind="jobType" value={job.jobType} /> },
    ...moreFacts(job),
    officeFact(office),
    { term: 'Created', detail: <DateText value={job.createdAt} /> },
    { term: 'Reason for Cancelling', detail: job.cancelReason, wide: true },
  ]
}

export const JobDetailsDialog = ({
  job,
  timeline,
  conversation,
  otherJobs,
  role,
  readerId,
  rivals,
  office,
  hazard,
  frame,
  ...place
}: JobDetailsProps) => (
  <DialogFrame
    title={job.propertyName}
    meta={<span className="muted">Job: {job.jobRef}</span>}
    frame={frame}
    back={frame ? '/jobs' : place.back}
    backLabel={isContractor({ role }) ? 'Back to Your Jobs' : 'Back to My Jobs'}
  >
    <WhoToCall {...hazard} call={[{ name: 'the office', phone: office?.phone }, ...callsOf(job, role)]} />
    <CompetesWith job={job} />
    <BookedLine job={job} />
    <WaitingLine job={job} reader={role} readerId={readerId} whole />
    <DescriptionList facts={firstFacts(job, role)} />
    {can(role, 'decideQuote') && <QuoteToDecide job={job} page={Boolean(frame)} />}
    {isContractor({ role }) ? (
      IN_HAND.includes(job.status) && <LogVisit job={job} page={Boolean(frame)} />
    ) : (
      <OwnActions job={job} timeline={timeline} place={place} page={Boolean(frame)} />
    )}
    <HazardTrack {...hazard} />
    <JobSteps job={job} timeline={timeline} />
    <DescriptionList facts={jobFacts(job, role, office)} />
    <JobPhotos job={job} />
    <Visits job={job} />
    <Quotes job={job} role={role} rivals={rivals} {...place} />
    <Messages conversation={conversation} job={`/jobs/${job.id}`} />
    <FoldedTimeline job={job} events={timeline} />
    <PrintedLinks job={job} reader={role} />
    <OtherJobsAtProperty {...otherJobs} />
  </DialogFrame>
)

type OwnActionsProps = Pick<JobDetailsProps, 'job' | 'timeline'> & { place: DecidePlace; page: boolean }

const callsOf = ({ contractor, tenantName, tenantPhone }: Job, role: Role | null) =>
  isContractor({ role })
    ? [{ name: tenantName || 'the tenant', phone: tenantPhone }]
    : [{ name: 'the contractor', phone: contractor?.phone }]

function OwnActions({ job, timeline, place, page }: OwnActionsProps) {
  return (
    <div className="row">
      <AgentJobActions job={job} verbs={agentVerbs(job, timeline)} back={place.back} page={page} />
      <LinkButton href={`/jobs/${job.id}/links`}>Share</LinkButton>
      {mayBeDeletedByAgent(job) && (
        <DeleteOwnJob
          question={ownDeletionOf(job)}
          propertyName={job.propertyName}
          back={page ? '/jobs' : place.back}
          live={!page && place.live}
        />
      )}
    </div>
  )
}

function QuoteToDecide({ job, page }: { job: Job; page?: boolean }) {
  const quote = job.quotes.find(isPending)
  return (
    quote && (
      <LinkButton href={`/quotes/${quote.id}`} dialog={!page} variant="primary" icon="pound">
        View Quote
      </LinkButton>
    )
  )
}

const LogVisit = ({ job, page }: { job: Job; page?: boolean }) => (
  <div className="row">
    <LinkButton href={`/visit/${job.id}`} variant="primary" icon="visit">
      Log Visit
    </LinkButton>
    <BookLink job={job} page={page} />
  </div>
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

type QuotesProps = DecidePlace & Pick<JobDetailsProps, 'job' | 'role' | 'rivals'>

const Quotes = ({ job, role, rivals, ...place }: QuotesProps) =>
  job.quotes.length === 0 ? null : (
    <section>
      <h3>{job.quotes.length === 1 ? 'Quote' : 'Quotes'}</h3>
      <ul className="stack">
        {job.quotes.map((quote) => (
          <li key={quote.id} className="entry">
            <DescriptionList facts={quoteFacts(quote)} />
            {can(role, 'changeQuote') && isPending(quote) && (
              <div className="row">
                <ChangeOrWithdraw quote={quote} />
              </div>
            )}
            {can(role, 'decideQuote') && isPending(quote) && (
              <>
                <PhotosWarning />
                <div className="row">
                  <Decide quote={{ ...quote, job, rivals }} words="long" {...place} />
                </div>
                <OtherQuotes rivals={rivals} shown={quote.id} {...place} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
