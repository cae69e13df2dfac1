import type { UsualFee } from '#src/domain/invoice/fee.ts'
import { decimal } from '#src/domain/money.ts'
import { isWorkDone } from '#src/domain/visit/state.ts'
import type { Visit } from '#src/domain/visit/visit.ts'
import { LinkButton } from '../ui/button.tsx'
import { DateText } from '../ui/date.tsx'
import { PoundsInput } from '../ui/input/special-fields.tsx'
import { Tick } from '../ui/input/ticks.tsx'
import { type Column, Row } from '../ui/list/data-table.tsx'
import { OutcomeOfVisit } from '../visits/entry.tsx'
import { Clamped, DoneBy, FeeBadge, type InvoicingJob, Issue, ItemActions, Place } from './billable-item.tsx'
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

export const VISIT_ITEM_COLUMNS: readonly Column[] = [
  { label: 'Property' },
  { label: 'Visit date' },
  { label: 'Work completed' },
  { label: 'Original issue' },
  { label: 'Contractor' },
  { label: 'Fee' },
  { label: 'Actions', hideLabel: true },
]

export const VisitItem = ({ visit, fee }: { visit: VisitToInvoice; fee?: UsualFee }) => {
  const { job } = visit
  const said = isWorkDone(visit) ? '' : `${wordsTerm(visit)}: `
  return (
    <Row
      id={visitItemId(visit.id)}
      columns={VISIT_ITEM_COLUMNS}
      cells={[
        <Place key="place" job={job}>
          <Tick form={MANY_ITEMS} name="id" value={visit.id} label={`Select the visit of ${job.jobRef}`} />
        </Place>,
        <span key="date">
          <DateText value={visit.visitDate} />
          <span className="badges">
            <OutcomeOfVisit visit={visit} />
            <FeeBadge />
          </span>
        </span>,
        <Clamped key="work" text={said + visit.workDescription} />,
        <Issue key="issue" job={job} />,
        <DoneBy key="contractor" contractor={visit.contractor} />,
        <PoundsInput
          key="fee"
          className="fee"
          form={MANY_ITEMS}
          name={feeName(visit.id)}
          defaultValue={fee && decimal(fee.pence)}
          title={fee?.from}
          aria-label={`Visit fee of ${job.jobRef} (£)`}
          data-fee=""
        />,
        <ItemActions key="actions" deletion={visitDeletion(visit)} of={`visit of ${job.jobRef}`}>
          <LinkButton
            href={`/admin/visits/${visit.id}/invoice`}
            dialog
            className="worded"
            size="small"
            aria-label={`Send to Invoiced, the visit of ${job.jobRef}`}
          >
            Send to Invoiced
          </LinkButton>
        </ItemActions>,
      ]}
    />
  )
}
