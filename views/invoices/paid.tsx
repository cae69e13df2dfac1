import { today } from '#src/domain/dates.ts'
import { type Invoice, PAID_BY, PAID_BY_LABELS } from '#src/domain/invoice/invoice.ts'
import { pounds } from '#src/domain/money.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx'
import { inDialog } from '../ui/htmx.ts'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { SelectField, TextField } from '../ui/input/field.tsx'
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
      options={PAID_BY.map((value) => ({ value, label: PAID_BY_LABELS[value] }))}
    />
  </div>
)

type PaidProps = { invoice: Invoice; typed?: Typed; errors?: Errors; page?: boolean }

const FORM = 'paid'
const titleOf = ({ invoiceNumber }: Invoice) => `Mark ${invoiceNumber} as Paid`

export function MarkPaid({ invoice, typed = {}, errors, page }: PaidProps) {
  const action = `/admin/invoices/${invoice.id}/paid`
  return (
    <DialogFrame
      title={titleOf(invoice)}
      back={invoiceHref(invoice.id)}
      page={page}
      focusInside={Boolean(errors)}
      meta={<span className="muted">{pounds(invoice.amount)}</span>}
    >
      <form method="post" action={action} noValidate hx-disable="find button" {...inDialog(page, action)}>
        <ErrorSummary errors={errors} form={FORM} />
        <PaymentFields form={FORM} typed={typed} errors={errors} />
        <div className="row end">
          <DialogButtons back={invoiceHref(invoice.id)} busyLabel="Saving...">
            Mark as Paid
          </DialogButtons>
        </div>
      </form>
    </DialogFrame>
  )
}

export const MarkPaidPage = ({ frame, ...props }: { frame: PageFrame } & Omit<PaidProps, 'page'>) => (
  <Page
    {...frame}
    title={titleOf(props.invoice)}
    error={Boolean(props.errors)}
    back={{ href: invoiceHref(props.invoice.id), label: 'Back to the invoice' }}
    width="narrow"
  >
    <MarkPaid page {...props} />
  </Page>
)

export const unmarking = ({ id, invoiceNumber }: Pick<Invoice, 'id' | 'invoiceNumber'>) => ({
  action: `/admin/invoices/${id}/unpaid`,
  title: `Take back that ${invoiceNumber} is paid?`,
  text: 'It is owed again.',
  confirm: 'Take Back',
  busyLabel: 'Taking back...',
  safe: true,
})
