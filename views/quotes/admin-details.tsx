import { AGENT_DECIDES } from '#src/domain/permissions.ts'
import type { Revision } from '#src/domain/quote/quote.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { ContactLinks } from '../accounts/contact-links.tsx'
import { WaitingLine } from '../jobs/waiting.tsx'
import { Page, type PageFrame } from '../layout.tsx'
import { LinkButton } from '../ui/button.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { VisitPhotos } from '../visits/photos.tsx'
import { quotedJobFacts, quoteFacts } from './facts.tsx'

type AdminQuoteDetailsProps = { quote: QuoteWithJob; revisions: readonly Revision[]; page?: boolean }

export const AdminQuoteDetails = ({ quote, revisions, page }: AdminQuoteDetailsProps) => (
  <DialogFrame
    title={`Quote for ${quote.job.propertyName}`}
    back="/admin/quotes"
    page={page}
    footer={
      <>
        <span className="small-text muted">{AGENT_DECIDES}</span>
        <LinkButton href={`/admin/jobs/${quote.job.id}/history`} dialog={!page} icon="clock" className="push-end">
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

type AdminQuotePageProps = Omit<AdminQuoteDetailsProps, 'page'> & { frame: PageFrame }

export const AdminQuotePage = ({ frame, quote, revisions }: AdminQuotePageProps) => (
  <Page
    {...frame}
    title={`Quote for ${quote.job.propertyName}`}
    back={{ href: '/admin/quotes', label: 'Back to All Quotes' }}
  >
    <AdminQuoteDetails page quote={quote} revisions={revisions} />
  </Page>
)
