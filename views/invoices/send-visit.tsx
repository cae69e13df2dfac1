import type { UsualFee } from '#src/domain/invoice/fee.ts'
import { decimal, pounds } from '#src/domain/money.ts'
import type { PageFrame } from '../layout.tsx'
import { DateText } from '../ui/date.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { DialogForm } from '../ui/input/dialog-form.tsx'
import { MoneyField } from '../ui/input/special-fields.tsx'
import { OutcomeOfVisit } from '../visits/entry.tsx'
import { contractorOrGone } from './billable-item.tsx'
import { type VisitToInvoice, wordsTerm } from './visit-item.tsx'
import { tabHref } from './work.tsx'

type SendVisitProps = {
  visit: VisitToInvoice
  usual: UsualFee
  typed?: string
  errors?: Readonly<Record<string, string>>
  frame?: PageFrame
}

const FORM = 'fee'

export function SendVisit({ visit, usual, typed = decimal(usual.pence), errors, frame }: SendVisitProps) {
  return (
    <DialogForm
      title={`Invoice the visit to ${visit.job.propertyName}`}
      {...{ frame, errors, form: FORM, action: `/admin/visits/${visit.id}/invoice` }}
      {...{ back: tabHref('visits'), backLabel: 'Back to Contractor Visits' }}
      width="narrow"
      meta={
        <>
          <span className="muted">{visit.job.jobRef}</span>
          <OutcomeOfVisit visit={visit} />
        </>
      }
      ready
      before={
        <DescriptionList
          facts={[
            { term: 'Contractor', detail: contractorOrGone(visit.contractor) },
            { term: 'Visit date', detail: <DateText value={visit.visitDate} /> },
            { term: wordsTerm(visit), detail: <span className="clamp">{visit.workDescription}</span>, wide: true },
          ]}
        />
      }
      button="Send to Invoiced"
      busyLabel="Sending..."
    >
      <MoneyField
        name="amount"
        form={FORM}
        label="Visit Fee (£)"
        hint={`${usual.from}: ${pounds(usual.pence)}`}
        value={typed}
        error={errors?.amount}
        autoFocus={!errors}
      />
    </DialogForm>
  )
}
