import { hears } from '#src/domain/account/account.ts'
import { pounds } from '#src/domain/money.ts'
import { otherVersion } from '#src/domain/quote/quote.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import type { PageFrame } from '../layout.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { DialogButtons } from '../ui/dialog-frame.tsx'
import { DialogForm } from '../ui/input/dialog-form.tsx'
import { countedPhotos, VisitPhotos } from '../visits/photos.tsx'
import { othersLost, theQuote } from './competing-words.ts'
import type { DecidePlace } from './decide.tsx'
import { assignedBy } from './facts.tsx'
import { losesPhotos } from './photos-lost.ts'

export type ApproveProps = DecidePlace & {
  quote: QuoteWithJob
  /** The version that was shown where Approve was pressed. */
  seen?: number
  frame?: PageFrame
}

const approveText = (quote: QuoteWithJob): string =>
  [
    `Are you sure you want to approve this quote for ${pounds(quote.amount)}?`,
    hears('The contractor', quote.contractor, 'will be notified and can begin work.'),
    assignedBy(quote),
    othersLost(quote.rivals),
  ]
    .filter(Boolean)
    .join(' ')

export function Approve(props: ApproveProps) {
  const { quote, seen = quote.version, back, live, frame } = props
  const visit = quote.workCompletion
  const photos = visit?.photosUrls ?? []
  return (
    <DialogForm
      title={`Approve ${theQuote(quote)}?`}
      {...{ frame, back, page: !live, action: `/quotes/${quote.id}/approve` }}
      width="narrow"
      before={
        <>
          {seen !== quote.version && <p className="notice">{otherVersion(quote)}</p>}
          <p>{approveText(quote)}</p>
          {visit && <VisitPhotos visit={visit} propertyName={quote.job.propertyName} />}
        </>
      }
      hidden={<HiddenFields values={{ back, version: String(quote.version), confirmed: 'yes' }} />}
      buttons={
        <>
          {photos.length > 0 && losesPhotos() && (
            <p className="loss">{countedPhotos(photos)} will be deleted permanently and cannot be recovered.</p>
          )}
          <DialogButtons back={back} busyLabel="Approving...">
            Approve Quote
          </DialogButtons>
        </>
      }
    />
  )
}
