import type { Visit } from '#src/visits/visit.ts'
import { LinkButton } from '../ui/button.tsx'
import { DateText } from '../ui/date.tsx'
import { Outcome } from '../visits/entry.tsx'
import { contractorName, FeeBadge, InvoicingItem, type InvoicingJob, jobFacts } from './billable-item.tsx'
import { visitItemId } from './work-ids.ts'

export type VisitToInvoice = Visit & { job: InvoicingJob }

/** What the contractor's words are about. */
export const wordsTerm = ({ outcome }: Pick<Visit, 'outcome'>): string =>
  outcome === 'done' ? 'Work completed' : 'What the contractor says'

export const visitDeletion = (visit: VisitToInvoice) => ({
  action: `/admin/visits/${visit.id}/delete`,
  title: `Delete the visit to ${visit.job.propertyName}?`,
  text: `The visit of job ${visit.job.jobRef} and its photos will be deleted. This action cannot be undone.`,
  confirm: 'Delete Visit',
  busyLabel: 'Deleting...',
})

export const VisitItem = ({ visit }: { visit: VisitToInvoice }) => (
  <InvoicingItem
    id={visitItemId(visit.id)}
    job={visit.job}
    badge={
      <>
        <Outcome visit={visit} />
        <FeeBadge />
      </>
    }
    send={
      <LinkButton
        href={`/admin/visits/${visit.id}/invoice`}
        dialog
        variant="primary"
        aria-label={`Send to Invoiced, the visit of ${visit.job.jobRef}`}
      >
        Send to Invoiced
      </LinkButton>
    }
    deletion={visitDeletion(visit)}
    noun="visit"
    facts={[
      { term: 'Estate agency', detail: visit.job.estateAgency },
      { term: 'Contractor', detail: contractorName(visit.contractor) },
      { term: 'Visit date', detail: <DateText value={visit.visitDate} /> },
      { term: wordsTerm(visit), detail: <span className="clamp">{visit.workDescription}</span>, wide: true },
      ...jobFacts(visit.job),
    ]}
  />
)
