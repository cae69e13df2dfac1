import { isWorkDone } from '#src/domain/visit/state.ts'
import type { Visit } from '#src/domain/visit/visit.ts'
import { contractorName } from '../quotes/facts.tsx'
import { Badge } from '../status/badge.tsx'
import { DateText } from '../ui/date.tsx'
import { Money } from '../ui/money.tsx'
import { VisitPhotos } from './photos.tsx'

type VisitEntryProps = {
  visit: Visit
  propertyName: string
  withoutPhotos?: string
}

export const OutcomeOfVisit = ({ visit: { outcome } }: { visit: Pick<Visit, 'outcome'> }) =>
  !isWorkDone({ outcome }) && <Badge kind="outcome" value={outcome} />

export const Invoiced = ({ visit: { fee, invoiceNumber } }: { visit: Pick<Visit, 'fee' | 'invoiceNumber'> }) =>
  fee !== null && (
    <p className="small-text muted">
      {invoiceNumber}: <Money pence={fee} />
    </p>
  )

export const VisitEntry = ({ visit, propertyName, withoutPhotos }: VisitEntryProps) => (
  <>
    <p className="small-text muted">
      <DateText value={visit.visitDate} time />
      {visit.contractor && ` · ${contractorName(visit)}`} <OutcomeOfVisit visit={visit} />
    </p>
    <p className="preserve">{visit.workDescription}</p>
    <Invoiced visit={visit} />
    {withoutPhotos && visit.photosUrls.length === 0 && <p className="muted">{withoutPhotos}</p>}
    <VisitPhotos visit={visit} propertyName={propertyName} />
  </>
)
