import type { ExportedOn } from '#src/domain/invoice/files/preview.ts'
import { billsNothing, GONE, INVOICE_TYPE_LABELS, type Invoice } from '#src/domain/invoice/invoice.ts'
import { amountToReplace, bearsVat, billsItsFee } from '#src/domain/invoice/state.ts'
import { decimal, pounds } from '#src/domain/money.ts'
import type { PageFrame } from '../layout.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { DialogForm } from '../ui/input/dialog-form.tsx'
import { TextArea } from '../ui/input/field.tsx'
import { MoneyField } from '../ui/input/special-fields.tsx'
import { invoiceDeletion, LEAVES_GAP } from './invoiced-item.tsx'
import { invoiceHref } from './work-ids.ts'

type VoidProps = {
  invoice: Invoice
  exports?: readonly ExportedOn[]
  typed?: { reason?: string; amount?: string }
  errors?: Readonly<Record<string, string>>
  list?: string
  frame?: PageFrame
}

const FORM = 'void'
export const REPLACE = 'replace'

export function VoidInvoice({ invoice, exports, typed = {}, errors, list, frame }: VoidProps) {
  const back = invoiceHref(invoice.id)
  const isFee = billsItsFee(invoice)
  const deletion = invoiceDeletion(invoice, exports, list)
  return (
    <DialogForm
      title={`Void ${invoice.invoiceNumber}`}
      {...{ frame, errors, form: FORM, action: `/admin/invoices/${invoice.id}/void` }}
      back={back}
      backLabel="Back to the invoice"
      width="narrow"
      meta={<span className="muted">{`${INVOICE_TYPE_LABELS[invoice.type]}, ${pounds(invoice.amount)}`}</span>}
      footer={
        <>
          <span className="small-text muted">{LEAVES_GAP}</span>
          <Confirm
            {...deletion}
            {...(!frame && { 'hx-post': deletion.action })}
            className="push-end"
            button="Delete"
            look={{ variant: 'quiet', size: 'small' }}
          />
        </>
      }
      before={
        <p className="form-note">
          It is kept with its number, marked as void
          {bearsVat(invoice) && ', and gets a credit note'}.{' '}
          {billsNothing(invoice) ? GONE : `Its ${isFee ? 'visit' : 'quote'} can then be invoiced again.`} This cannot be
          undone.
        </p>
      }
      buttons={
        <>
          <LinkButton href={back} data-close="">
            Back
          </LinkButton>
          <Button variant="primary" busyLabel="Voiding...">
            Void
          </Button>
          <Button name="as" value={REPLACE} busyLabel="Replacing...">
            Void and Replace
          </Button>
        </>
      }
    >
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
        value={typed.amount ?? decimal(amountToReplace(invoice))}
      />
    </DialogForm>
  )
}
