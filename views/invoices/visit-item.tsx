import type { Visit } from '#src/visits/visit.ts'
import { DateText } from '../ui/date.tsx'
import { contractorName, FeeBadge, InvoicingItem, type InvoicingJob, jobFacts } from './invoicing-item.tsx'
import { visitItemId } from './work-ids.ts'

type VisitToInvoice = Visit & { job: InvoicingJob }

/** The question before a visit is deleted. */
export const visitDeletion = (visit: VisitToInvoice) => ({
  title: `Delete the visit to ${visit.job.propertyName}?`,
  text: `The visit of job ${visit.job.jobRef} and its photos will be deleted. This action cannot be undone.`,
  confirm: 'Delete Visit',
  busyLabel: 'Deleting...',
})

/** A visit whose fee is ready for invoicing. */
export const VisitItem = ({ visit }: { visit: VisitToInvoice }) => (
  <InvoicingItem
    id={visitItemId(visit.id)}
    job={visit.job}
    badge={<FeeBadge />}
    path={`/admin/visits/${visit.id}`}
    deletion={visitDeletion(visit)}
    noun="visit"
    facts={[
      { term: 'Estate agency', detail: visit.job.estateAgency },
      { term: 'Contractor', detail: contractorName(visit.contractor) },
      { term: 'Visit date', detail: <DateText value={visit.visitDate} /> },
      { term: 'Work completed', detail: <span className="clamp">{visit.workDescription}</span>, wide: true },
      ...jobFacts(visit.job),
    ]}
  />
)
