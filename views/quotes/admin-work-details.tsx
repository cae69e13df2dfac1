import type { Job } from '#src/domain/job/job.ts'
import { standingQuote } from '#src/domain/quote/quote.ts'
import { ContactLinks } from '../accounts/contact-links.tsx'
import { WaitingLine } from '../jobs/waiting.tsx'
import type { PageFrame } from '../layout.tsx'
import { PropertyLink } from '../properties/link.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { VisitEntry } from '../visits/entry.tsx'
import { QuoteAmount } from './admin-work.tsx'
import { contractorName } from './facts.tsx'

type QuoteWorkDetailsProps = { job: Job; frame?: PageFrame }

export const QuoteWorkDetails = ({ job, frame }: QuoteWorkDetailsProps) => (
  <DialogFrame
    title={job.propertyName}
    frame={frame}
    back="/admin/quote-work"
    backLabel="Back to All Quote Work"
    meta={
      <>
        <span className="muted">{job.jobRef}</span>
        <Badge kind="status" value={job.status} />
      </>
    }
    footer={
      <LinkButton href={`/admin/jobs/${job.id}`} dialog={!frame} icon="list">
        View Job
      </LinkButton>
    }
  >
    <WaitingLine job={job} reader="admin" />
    <DescriptionList
      facts={[
        {
          term: 'Property Address',
          detail: (
            <PropertyLink address={job.propertyAddress} reader="admin">
              {job.propertyAddress}
            </PropertyLink>
          ),
          wide: true,
        },
        { term: 'Issue Description', detail: job.issueDescription, wide: true },
        { term: 'Access Instructions', detail: job.accessNotes || 'No access notes provided', wide: true },
        { term: 'Quote', detail: <QuoteAmount job={job} /> },
        { term: 'Quote Description', detail: standingQuote(job.quotes)?.description, wide: true },
        { term: 'Contractor', detail: contractorName(job) || 'No longer on Fettle' },
      ]}
    />
    <ContactLinks of={job.contractor} />
    <section>
      <h3>Documentation Photos</h3>
      {job.visits.length === 0 && <p className="muted">No photos</p>}
      {job.visits.map((visit) => (
        <div key={visit.id} className="entry">
          <VisitEntry visit={visit} propertyName={job.propertyName} withoutPhotos="No photos" />
        </div>
      ))}
    </section>
  </DialogFrame>
)
