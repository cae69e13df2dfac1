import type { Role } from '#src/domain/account/account.ts'
import { today } from '#src/domain/dates.ts'
import type { LandlordLink } from '#src/domain/quote/landlord.ts'
import type { Revision } from '#src/domain/quote/quote.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { hasLapsed, isPending } from '#src/domain/quote/state.ts'
import { WaitingLine } from '../jobs/waiting.tsx'
import type { PageFrame } from '../layout.tsx'
import { LinkButton } from '../ui/button.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { VisitPhotos } from '../visits/photos.tsx'
import { ChangeOrWithdraw } from './change.tsx'
import { OtherQuotes } from './competing.tsx'
import { Decide, type DecidePlace } from './decide.tsx'
import { priceFacts, quotedJobFacts, termFacts } from './facts.tsx'
import { Landlords } from './landlord.tsx'
import { losesPhotos } from './photos-lost.ts'

type QuoteDetailsProps = DecidePlace & {
  quote: QuoteWithJob
  mayDecide: boolean
  role: Role | null
  readerId: string
  mayChange: boolean
  revisions: readonly Revision[]
  landlords?: readonly LandlordLink[]
  frame?: PageFrame
}

export const PhotosWarning = () =>
  losesPhotos() && (
    <p className="notice">
      <strong>Warning:</strong> Once the quote is accepted, all uploaded images are permanently deleted and cannot be
      recovered.
    </p>
  )

export const QuoteDetails = ({
  quote,
  mayDecide,
  mayChange,
  role,
  readerId,
  revisions,
  landlords = [],
  frame,
  ...place
}: QuoteDetailsProps) => {
  const visit = quote.workCompletion
  return (
    <DialogFrame
      title={`Quote for ${quote.job.propertyName}`}
      frame={frame}
      back={frame ? (mayDecide ? '/quotes' : '/completed-jobs') : place.back}
      backLabel={mayDecide ? 'Back to Quotes' : 'Back to Completed Jobs'}
      footer={
        <>
          {mayDecide && <Decide quote={quote} words="long" {...place} />}
          {mayDecide && isPending(quote) && !hasLapsed(quote, today()) && (
            <LinkButton href={`/quotes/${quote.id}/landlord`} icon="mail">
              Ask the Landlord
            </LinkButton>
          )}
          {mayChange && <ChangeOrWithdraw quote={quote} />}
          <LinkButton href={`/jobs/${quote.job.id}`} icon="list">
            View Job
          </LinkButton>
        </>
      }
    >
      <WaitingLine job={quote.job} reader={role} readerId={readerId} />
      <DescriptionList facts={[...priceFacts(quote, revisions), ...quotedJobFacts(quote, role), ...termFacts(quote)]} />
      <Landlords landlords={landlords} version={quote.version} />
      {visit && visit.photosUrls.length > 0 && (
        <section>
          <h3>Photos</h3>
          <VisitPhotos visit={visit} propertyName={quote.job.propertyName} />
        </section>
      )}
      {mayDecide && isPending(quote) && <PhotosWarning />}
      <OtherQuotes rivals={quote.rivals} shown={quote.id} {...place} />
    </DialogFrame>
  )
}
