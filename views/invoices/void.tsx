import { INVOICE_TYPE_LABELS, type Invoice } from '#src/domain/invoice/invoice.ts'
import { bearsVat, billsItsFee } from '#src/domain/invoice/state.ts'
import { decimal, pounds } from '#src/domain/money.ts'
import type { PageFrame } from '../layout.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { inDialog } from '../ui/htmx.ts'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { TextArea } from '../ui/input/field.tsx'
import { MoneyField } from '../ui/input/special-fields.tsx'
import { invoiceDeletion, LEAVES_GAP } from './invoiced-item.tsx'
import { invoiceHref } from './work-ids.ts'

type VoidProps = {
  invoice: Invoice
  typed?: { reason?: string; amount?: string }
  errors?: Readonly<Record<string, string>>
  frame?: PageFrame
}

const FORM = 'void'
export const REPLACE = 'replace'

export function VoidInvoice({ invoice, typed = {}, errors, frame }: VoidProps) {
  const action = `/admin/invoices/${invoice.id}/void`
  const isFee = billsItsFee(invoice)
  return (
    <DialogFrame
      title={`Void ${invoice.invoiceNumber}`}
      {...{ frame, errors }}
      back={invoiceHref(invoice.id)}
      backLabel="Back to the invoice"
      width="narrow"
      meta={<span className="muted">{`${INVOICE_TYPE_LABELS[invoice.type]}, ${pounds(invoice.amount)}`}</span>}
      footer={
        <>
          <span className="small-text muted">{LEAVES_GAP}</span>
          <Confirm
            {...invoiceDeletion(invoice)}
            {...(!frame && { 'hx-post': invoiceDeletion(invoice).action })}
            className="push-end"
            button="Delete"
            look={{ variant: 'quiet', size: 'small' }}
          />
        </>
      }
    >
      <p className="form-note">
        It is kept with its number, marked as void
        {bearsVat(invoice) && ', and gets a credit note'}.
      </p>
      <form method="post" action={action} noValidate hx-disable="find button" {...inDialog(Boolean(frame), action)}>
        <ErrorSummary errors={errors} form={FORM} />
        <TextArea
          {...{ name: 'reason', form: FORM, value: typed.reason, error: errors?.reason }}
          label="Reason"
          rows={2}
          maxLength={1000}
        />
        <MoneyField
          {...{ name: 'amount', form: FORM, error: errors?.amount }}
          label={isFee ? 'Replace: the right fee, without VAT (£)' : 'Replace: the right amount, with VAT (£)'}
          hint="The replacement has the names and VAT number of today."
          value={typed.amount ?? decimal(isFee ? invoice.net : invoice.amount)}
        />
        <div className="row end">
          <Button variant="primary" busyLabel="Voiding...">
            Void
          </Button>
          <Button name="as" value={REPLACE} busyLabel="Replacing...">
            Void and Replace
          </Button>
        </div>
      </form>
    </DialogFrame>
  )
}
