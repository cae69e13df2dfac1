import { today } from '#src/domain/dates.ts'
import { type Invoice, PAID_BY_LABELS } from '#src/domain/invoice/invoice.ts'
import { pounds } from '#src/domain/money.ts'
import type { PageFrame } from '../layout.tsx'
import { DialogForm } from '../ui/input/dialog-form.tsx'
import { SelectField, TextField } from '../ui/input/field.tsx'
import { optionsOf } from '../ui/input/options.ts'
import { TickedForm } from '../ui/input/ticked-form.tsx'
import { withCount } from '../ui/text.ts'
import { invoiceHref } from './work-ids.ts'

type Typed = { paidOn?: string; paidBy?: string }
type Errors = Readonly<Record<string, string>>

const PaymentFields = ({ typed, errors, form }: { typed: Typed; errors?: Errors; form: string }) => (
  <div className="field-pair">
    <TextField
      type="date"
      {...{ name: 'paidOn', form, label: 'Paid on', error: errors?.paidOn }}
      value={typed.paidOn ?? today()}
    />
    <SelectField
      {...{ name: 'paidBy', form, label: 'By', error: errors?.paidBy, value: typed.paidBy }}
      options={optionsOf(PAID_BY_LABELS)}
    />
  </div>
)

type PaidProps = { invoice: Invoice; typed?: Typed; errors?: Errors; frame?: PageFrame }

const FORM = 'paid'

export function MarkPaid({ invoice, typed = {}, errors, frame }: PaidProps) {
  return (
    <DialogForm
      title={`Mark ${invoice.invoiceNumber} as Paid`}
      {...{ frame, errors, form: FORM, action: `/admin/invoices/${invoice.id}/paid` }}
      back={invoiceHref(invoice.id)}
      backLabel="Back to the invoice"
      width="narrow"
      meta={<span className="muted">{pounds(invoice.amount)}</span>}
      button="Mark as Paid"
      busyLabel="Saving..."
    >
      <PaymentFields form={FORM} typed={typed} errors={errors} />
    </DialogForm>
  )
}

export const unmarking = ({ id, invoiceNumber }: Pick<Invoice, 'id' | 'invoiceNumber'>) => ({
  action: `/admin/invoices/${id}/unpaid`,
  title: `Take back that ${invoiceNumber} is paid?`,
  text: 'It is owed again.',
  confirm: 'Take Back',
  busyLabel: 'Taking back...',
  safe: true,
})

type ManyPaidProps = {
  invoices: readonly Invoice[]
  filter: Readonly<Record<string, string>>
  typed: Typed
  errors?: Errors
  frame?: PageFrame
}

const MANY = 'many-paid'

export const MarkManyPaid = ({ invoices, filter, typed, errors, frame }: ManyPaidProps) => (
  <TickedForm
    title={`Mark ${withCount(invoices.length, 'Invoice')} as Paid`}
    {...{ form: MANY, action: '/admin/invoices/paid', frame, errors, busyLabel: 'Saving...', hidden: filter }}
    {...{ back: '/invoices', backLabel: 'Back to Invoiced Items' }}
    width="narrow"
    ids={invoices.map(({ id }) => id)}
  >
    <p className="form-note">{pounds(invoices.reduce((sum, { amount }) => sum + amount, 0))} together</p>
    <PaymentFields form={MANY} typed={typed} errors={errors} />
  </TickedForm>
)
