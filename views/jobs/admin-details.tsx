import type { ReactNode } from 'react'
import type { BulkAction } from '#src/domain/bulk.ts'
import { detailText, JOB_DETAILS, LISTED_DETAILS } from '#src/domain/job/fields.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { JobsAtProperty } from '#src/domain/job/open-job.ts'
import type { JobEventEntry } from '#src/domain/job/timeline.ts'
import type { Conversation } from '#src/domain/message/message.ts'
import { ContactLinks } from '../accounts/contact-links.tsx'
import { PersonLink } from '../accounts/person-link.tsx'
import { BookedLine } from '../appointments/booked.tsx'
import type { PageFrame } from '../layout.tsx'
import { Messages } from '../messages/conversation.tsx'
import { AddressLinks } from '../properties/address-links.tsx'
import { type HazardOnPage, HazardTrack, WhoToCall } from '../properties/hazard/track.tsx'
import { quoteFacts } from '../quotes/facts.tsx'
import { Badge } from '../status/badge.tsx'
import { DateText } from '../ui/date.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { VisitEntry } from '../visits/entry.tsx'
import { AdminJobActions, DeleteJob } from './admin-actions.tsx'
import { BulkActionLines } from './assignment/bulk-action.tsx'
import { OtherJobsAtProperty } from './at-property.tsx'
import { CompetesWith } from './competes-with.tsx'
import { moreFacts } from './contacts.tsx'
import { JobPhotos } from './photos.tsx'
import { PrintedLinks } from './printed/links.tsx'
import { JobSteps } from './steps.tsx'
import { Timeline } from './timeline.tsx'
import { WaitingLine } from './waiting.tsx'

const BACK = 'Back to All Jobs'

type AdminJobHistoryProps = {
  job: Job
  events: readonly JobEventEntry[]
  atOnce: readonly BulkAction[]
  frame?: PageFrame
}
type AdminJobDetailsProps = AdminJobHistoryProps & {
  conversation: Conversation
  otherJobs: JobsAtProperty
  hazard: HazardOnPage
}

type PartProps = { title: string; className?: string; children: ReactNode }

const Part = ({ title, className, children }: PartProps) => (
  <section className={className}>
    <h3>{title}</h3>
    {children}
  </section>
)

const TimelineWithOthers = ({ atOnce, ...props }: Omit<AdminJobHistoryProps, 'frame'>) => (
  <>
    <Timeline {...props} />
    {atOnce.length > 0 && (
      <>
        <h4>Together with other jobs</h4>
        <BulkActionLines actions={atOnce} />
      </>
    )}
  </>
)

export const AdminJobDetails = ({
  job,
  hazard,
  events,
  atOnce,
  conversation,
  otherJobs,
  frame,
}: AdminJobDetailsProps) => (
  <DialogFrame
    title={job.propertyName}
    frame={frame}
    back="/admin/jobs"
    backLabel={BACK}
    className="job-page"
    meta={
      <>
        <span className="muted">{job.jobRef}</span>
        <Badge kind="status" value={job.status} />
        <Badge kind="urgency" value={job.urgency} />
        <Badge kind="jobType" value={job.jobType} />
      </>
    }
    footer={<DeleteJob job={job} page={Boolean(frame)} />}
  >
    <WhoToCall
      {...hazard}
      call={[
        { name: 'the contractor', phone: job.contractor?.phone },
        { name: 'the estate agent', phone: job.estateAgent?.phone },
        { name: 'the tenant', phone: job.tenantPhone },
      ]}
    />
    <CompetesWith job={job} list="/admin/jobs" />
    <BookedLine job={job} />
    <WaitingLine job={job} reader="admin" whole />
    {job.cancelReason && <p className="notice">Cancelled: {job.cancelReason}</p>}
    {job.hiddenFromEstateAgent === 'yes' && <p className="notice">The estate agent has removed this job.</p>}
    <Part title={JOB_DETAILS.issueDescription.term} className="job-issue">
      <p className="preserve">{job.issueDescription}</p>
    </Part>
    <div className="row job-actions">
      <AdminJobActions job={job} page={Boolean(frame)} />
    </div>
    <div className="stack">
      <Part title="Estate Agent">
        <p>
          <PersonLink of={job.estateAgent} kind="estate_agent" name={job.estateAgentName} />, {job.estateAgency}
        </p>
        <ContactLinks of={job.estateAgent} />
      </Part>
      <Part title="Assigned Contractor">
        {job.contractor ? (
          <>
            <p>
              <PersonLink of={job.contractor} />
              {job.contractor.company && `, ${job.contractor.company}`}
            </p>
            <ContactLinks of={job.contractor} />
          </>
        ) : (
          <p className="muted">Awaiting assignment</p>
        )}
      </Part>
      <HazardTrack {...hazard} />
      <JobSteps job={job} timeline={events} />
      <Part title="Property Information">
        <DescriptionList
          facts={[
            { term: 'Property', detail: job.propertyName },
            { term: 'Address', detail: <AddressLinks address={job.propertyAddress} reader="admin" /> },
            { term: 'Created', detail: <DateText value={job.createdAt} /> },
            ...moreFacts(job),
            {
              term: 'Quoted in',
              detail: job.parentJobId && (
                <a href={`/admin/jobs/${job.parentJobId}`} data-dialog="">
                  The job this work was quoted in
                </a>
              ),
            },
          ]}
        />
      </Part>
      {LISTED_DETAILS.filter((name) => name !== 'propertyAddress' && name !== 'issueDescription').map((name) => (
        <Part key={name} title={name === 'accessNotes' ? 'Access Instructions' : JOB_DETAILS[name].term}>
          <p className="preserve">{detailText(job, name)}</p>
        </Part>
      ))}
      <JobPhotos job={job} />
    </div>
    <div className="stack">
      <Part title="Quotes">
        {job.quotes.length === 0 && <p className="muted">No quotes</p>}
        {job.quotes.map((quote) => (
          <DescriptionList key={quote.id} facts={quoteFacts(quote)} />
        ))}
      </Part>
      <Part title="Visit History">
        {job.visits.length === 0 && <p className="muted">No visits yet</p>}
        {job.visits.map((visit) => (
          <div key={visit.id} className="entry">
            <VisitEntry visit={visit} propertyName={job.propertyName} />
          </div>
        ))}
      </Part>
    </div>
    <div className="stack">
      <Messages conversation={conversation} job={`/admin/jobs/${job.id}`} admin />
    </div>
    <Part title="Timeline" className="job-timeline">
      <TimelineWithOthers job={job} events={events} atOnce={atOnce} />
    </Part>
    <PrintedLinks job={job} reader="admin" />
    <OtherJobsAtProperty {...otherJobs} path="/admin/jobs" />
  </DialogFrame>
)

export const AdminJobHistory = ({ job, events, atOnce, frame }: AdminJobHistoryProps) => (
  <DialogFrame
    title={`History of ${job.jobRef}`}
    frame={frame}
    back={frame ? `/admin/jobs/${job.id}` : '/admin/jobs'}
    backLabel={BACK}
    meta={job.propertyName}
  >
    <JobSteps job={job} timeline={events} />
    <TimelineWithOthers job={job} events={events} atOnce={atOnce} />
  </DialogFrame>
)
