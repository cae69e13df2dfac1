import { AGENT_DECIDES } from '#src/domain/permissions.ts'
import type { Revision } from '#src/domain/quote/quote.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { ContactLinks } from '../accounts/contact-links.tsx'
import { WaitingLine } from '../jobs/waiting.tsx'
import type { PageFrame } from '../layout.tsx'
import { LinkButton } from '../ui/button.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { VisitPhotos } from '../visits/photos.tsx'
import { quotedJobFacts, quoteFacts } from './facts.tsx'

type AdminQuoteDetailsProps = { quote: QuoteWithJob; revisions: readonly Revision[]; frame?: PageFrame }

export const AdminQuoteDetails = ({ quote, revisions, frame }: AdminQuoteDetailsProps) => (
  <DialogFrame
    title={`Quote for ${quote.job.propertyName}`}
    frame={frame}
    back="/admin/quotes"
    backLabel="Back to All Quotes"
    footer={
      <>
        <span className="small-text muted">{AGENT_DECIDES}</span>
        <LinkButton href={`/admin/jobs/${quote.job.id}/history`} dialog={!frame} icon="clock" className="push-end">
          View Job History
        </LinkButton>
      </>
    }
  >
    <WaitingLine job={quote.job} reader="admin" />
    <DescriptionList facts={[...quotedJobFacts(quote, 'admin'), ...quoteFacts(quote, revisions)]} />
    {(quote.contractor?.email || quote.contractor?.phone) && (
      <section>
        <h3>Contact Contractor</h3>
        <ContactLinks of={quote.contractor} />
      </section>
    )}
    {quote.workCompletion && <VisitPhotos visit={quote.workCompletion} propertyName={quote.job.propertyName} />}
  </DialogFrame>
)
