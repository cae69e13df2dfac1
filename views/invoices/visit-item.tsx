import { decimal } from '#src/domain/money.ts'
import { isWorkDone } from '#src/domain/visit/state.ts'
import type { Visit } from '#src/domain/visit/visit.ts'
import { LinkButton } from '../ui/button.tsx'
import { DateText } from '../ui/date.tsx'
import { PoundsInput } from '../ui/input/special-fields.tsx'
import { Tick } from '../ui/input/ticks.tsx'
import { OutcomeOfVisit } from '../visits/entry.tsx'
import { contractorOrGone, FeeBadge, InvoicingItem, type InvoicingJob, jobFacts } from './billable-item.tsx'
import { feeName, MANY_ITEMS, visitItemId } from './work-ids.ts'

export type VisitToInvoice = Visit & { job: InvoicingJob }

export const wordsTerm = ({ outcome }: Pick<Visit, 'outcome'>): string =>
  isWorkDone({ outcome }) ? 'Work completed' : 'What the contractor says'

export const visitDeletion = (visit: VisitToInvoice) => ({
  action: `/admin/visits/${visit.id}/delete`,
  title: `Delete the visit to ${visit.job.propertyName}?`,
  text: `The visit of job ${visit.job.jobRef} and its photos will be deleted. This action cannot be undone.`,
  confirm: 'Delete Visit',
  busyLabel: 'Deleting...',
})

export const VisitItem = ({ visit, fee }: { visit: VisitToInvoice; fee: number }) => (
  <InvoicingItem
    id={visitItemId(visit.id)}
    job={visit.job}
    tick={<Tick form={MANY_ITEMS} name="id" value={visit.id} label={`Select the visit of ${visit.job.jobRef}`} />}
    badge={
      <>
        <OutcomeOfVisit visit={visit} />
        <FeeBadge />
      </>
    }
    send={
      <>
        <PoundsInput
          className="fee"
          form={MANY_ITEMS}
          name={feeName(visit.id)}
          defaultValue={decimal(fee)}
          aria-label={`Visit fee of ${visit.job.jobRef} (£)`}
          data-fee=""
        />
        <LinkButton
          href={`/admin/visits/${visit.id}/invoice`}
          dialog
          variant="primary"
          aria-label={`Send to Invoiced, the visit of ${visit.job.jobRef}`}
        >
          Send to Invoiced
        </LinkButton>
      </>
    }
    deletion={visitDeletion(visit)}
    noun="visit"
    facts={[
      { term: 'Estate agency', detail: visit.job.estateAgency },
      { term: 'Contractor', detail: contractorOrGone(visit.contractor) },
      { term: 'Visit date', detail: <DateText value={visit.visitDate} /> },
      { term: wordsTerm(visit), detail: <span className="clamp">{visit.workDescription}</span>, wide: true },
      ...jobFacts(visit.job),
    ]}
  />
)
