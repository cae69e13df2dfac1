import type { ReactNode } from 'react'
import type { Evidence, EvidenceOfQuote } from '#src/domain/job/evidence.ts'
import { JOB_DETAILS, labelOf } from '#src/domain/job/fields.ts'
import type { Job } from '#src/domain/job/job.ts'
import { SHOWN_STATUS_LABELS } from '#src/domain/job/status.ts'
import { EVENT_LABELS } from '#src/domain/job/transitions.ts'
import { URGENCY_LABELS } from '#src/domain/job/urgency.ts'
import { MessageItem } from '../../messages/conversation.tsx'
import { SummaryEntry } from '../../properties/hazard/summary.tsx'
import { HazardTrack } from '../../properties/hazard/track.tsx'
import { contractorName, quoteFacts } from '../../quotes/facts.tsx'
import { DateText } from '../../ui/date.tsx'
import { DescriptionList, type Fact } from '../../ui/description-list.tsx'
import { oneLine } from '../../ui/text.ts'
import { VisitEntry } from '../../visits/entry.tsx'
import { JobPhotos } from '../photos.tsx'
import { Timeline } from '../timeline.tsx'
import { JobPaper, type PrintedJobProps } from './frame.tsx'

const jobFacts = (job: Job, others: Evidence['others']): Fact[] => [
  { term: JOB_DETAILS.propertyAddress.term, detail: oneLine(job.propertyAddress), wide: true },
  { term: 'Raised', detail: <DateText value={job.createdAt} time /> },
  { term: 'Status', detail: SHOWN_STATUS_LABELS[job.status] },
  { term: 'Urgency', detail: URGENCY_LABELS[job.urgency] },
  { term: JOB_DETAILS.contractorType.label, detail: labelOf('contractorType', job.contractorType) },
  { term: 'Estate Agent', detail: `${job.estateAgentName}, ${job.estateAgency}`, wide: true },
  { term: 'Contractor', detail: contractorName(job), wide: true },
  ...others.map(({ id, jobRef, words }) => ({
    term: words,
    detail: (
      <a className="map-link" href={`/jobs/${id}/evidence`}>
        {jobRef}
      </a>
    ),
  })),
  { term: 'Reason for Cancelling', detail: job.cancelReason, wide: true },
  { term: JOB_DETAILS.issueDescription.term, detail: job.issueDescription, wide: true },
]

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2>{title}</h2>
    {children}
  </section>
)

const Entries = ({ title, none, children }: { title: string; none: string; children: readonly ReactNode[] }) => (
  <Part title={title}>
    {children.length > 0 ? <ol className="stack">{children}</ol> : <p className="muted">{none}</p>}
  </Part>
)

const decisionFact = ({ decision }: EvidenceOfQuote): Fact => ({
  term: 'Decision',
  detail: decision && (
    <>
      {EVENT_LABELS[decision.event]}, <DateText value={decision.createdAt} time /> by {decision.actorName}
    </>
  ),
  wide: true,
})

/** A part of its own for each thing that is kept of a job, in the order in which a stranger asks for it. */
const EvidenceOfJob = ({ job, hazard, summaries, timeline, messages, quotes, others }: Evidence) => (
  <>
    <Part title="The job">
      <DescriptionList facts={jobFacts(job, others)} />
      <JobPhotos job={job} />
    </Part>
    <Entries title="Visits" none="No visits yet">
      {job.visits.map((visit) => (
        <li key={visit.id} className="entry">
          <VisitEntry visit={visit} propertyName={job.propertyName} />
        </li>
      ))}
    </Entries>
    <Entries title="Quotes" none="No quotes">
      {quotes.map((of) => (
        <li key={of.quote.id} className="entry">
          <DescriptionList
            facts={[
              { term: 'Version', detail: of.quote.version },
              ...quoteFacts(of.quote, of.revisions),
              decisionFact(of),
            ]}
          />
        </li>
      ))}
    </Entries>
    {(hazard.hazard || summaries.length > 0) && (
      <Part title="Hazard">
        <HazardTrack {...hazard} />
        {summaries.map((summary) => (
          <div key={summary.id} className="entry">
            <SummaryEntry summary={summary} />
          </div>
        ))}
      </Part>
    )}
    <Entries title="Messages" none="No messages yet">
      {messages.map((message) => (
        <MessageItem key={message.id} {...message} />
      ))}
    </Entries>
    <Part title="Timeline">
      <Timeline job={job} events={timeline} />
    </Part>
  </>
)

export const EvidencePage = ({ frame, reader, letterhead, ...evidence }: Evidence & PrintedJobProps) => (
  <JobPaper {...{ frame, reader, letterhead }} job={evidence.job} title="Evidence">
    <EvidenceOfJob {...evidence} />
  </JobPaper>
)
