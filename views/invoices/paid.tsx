import { today } from '#src/domain/dates.ts'
import type { FoundBy } from '#src/domain/invoice/found.ts'
import { type Invoice, PAID_BY, PAID_BY_LABELS } from '#src/domain/invoice/invoice.ts'
import { pounds } from '#src/domain/money.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { DialogButtons, DialogFrame } from '../ui/dialog-frame.tsx'
import { inDialog } from '../ui/htmx.ts'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { SelectField, TextField } from '../ui/input/field.tsx'
import { TickedForm } from '../ui/input/ticked-form.tsx'
import { withCount } from '../ui/text.ts'
import { OfInvoicePage } from './step-page.tsx'
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
  <OfInvoicePage frame={frame} title={titleOf(props.invoice)} {...props}>
    <MarkPaid page {...props} />
  </OfInvoicePage>
)

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
  filter: FoundBy
  typed: Typed
  errors?: Errors
  page?: boolean
}

const MANY = 'many-paid'
const manyTitle = (count: number) => `Mark ${withCount(count, 'Invoice')} as Paid`

export const MarkManyPaid = ({ invoices, filter, typed, errors, page }: ManyPaidProps) => (
  <TickedForm
    {...{ form: MANY, title: manyTitle(invoices.length), action: '/admin/invoices/paid', back: '/invoices' }}
    {...{ errors, page, busyLabel: 'Saving...', hidden: filter }}
    ids={invoices.map(({ id }) => id)}
  >
    <p className="form-note">{pounds(invoices.reduce((sum, { amount }) => sum + amount, 0))} together</p>
    <PaymentFields form={MANY} typed={typed} errors={errors} />
  </TickedForm>
)

export const MarkManyPaidPage = ({ frame, ...props }: { frame: PageFrame } & Omit<ManyPaidProps, 'page'>) => (
  <Page
    {...frame}
    title={manyTitle(props.invoices.length)}
    error={Boolean(props.errors)}
    back={{ href: '/invoices', label: 'Back to Invoiced Items' }}
    width="narrow"
  >
    <MarkManyPaid page {...props} />
  </Page>
)
