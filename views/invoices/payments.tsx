import { dayOf } from '#src/domain/dates.ts'
import { type JudgedPayment, MAX_PAYMENTS } from '#src/domain/invoice/payments.ts'
import { pounds } from '#src/domain/money.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { FieldError } from '../ui/input/field.tsx'
import { FormKey } from '../ui/input/form-key.tsx'
import { TableForm } from '../ui/input/table-form.tsx'
import { type ColumnOf, DataTable, ItemRow } from '../ui/list/data-table.tsx'
import { withCount } from '../ui/text.ts'
import { invoiceHref } from './work-ids.ts'

const PATH = '/admin/invoices/payments'

export type PaymentsProps = {
  text: string
  rows?: readonly JudgedPayment[]
  errors?: Readonly<Record<string, string>>
}

export const PaymentsPage = ({ frame, text, rows, errors }: { frame: PageFrame } & PaymentsProps) => (
  <Page
    {...frame}
    title="Payments from a Bank"
    subtitle="Marks as paid what a bank or Xero says was paid"
    back={{ href: '/invoices', label: 'Back to Invoiced Items' }}
    error={Boolean(errors) || rows?.some(({ problem }) => problem)}
    width="wide"
  >
    <ErrorSummary errors={errors} />
    {rows && <Looked text={text} rows={rows} />}
    <TableForm
      action={PATH}
      hint={`Its first row names the columns: invoice number (or reference), date, amount. At most ${MAX_PAYMENTS} rows.`}
      text={text}
      error={errors?.table}
      looked={Boolean(rows)}
    />
  </Page>
)

const Looked = ({ text, rows }: { text: string; rows: readonly JudgedPayment[] }) => {
  const wrong = rows.filter(({ problem }) => problem)
  const sum = rows.reduce((all, { pence, problem }) => all + (problem ? 0 : pence), 0)
  return (
    <section aria-label="What was found">
      {/* biome-ignore lint/a11y/noAutofocus: whoever just sent the table must land on what was found */}
      <p className={wrong.length ? 'error-summary' : 'notice'} role="status" tabIndex={-1} autoFocus>
        {wrong.length === 0
          ? `All ${withCount(rows.length, 'row')} match, ${pounds(sum)} together. Nothing has been marked yet.`
          : `${wrong.length} of ${withCount(rows.length, 'row')} ${wrong.length === 1 ? 'does' : 'do'} not match. Please put them right below: nothing has been marked yet.`}
      </p>
      {wrong.length === 0 && (
        <form method="post" action={PATH} encType="multipart/form-data" className="row import-create">
          <FormKey />
          <input type="hidden" name="take" value="yes" />
          <textarea name="table" defaultValue={text} hidden readOnly />
          <Button
            variant="primary"
            busyLabel="Marking..."
          >{`Mark ${withCount(rows.length, 'Invoice')} as Paid`}</Button>
        </form>
      )}
      <div className="dense import-table">
        <DataTable caption="The rows, those that do not match first" columns={COLUMNS}>
          {[...wrong, ...rows.filter(({ problem }) => !problem)].map((row) => (
            <ItemRow key={row.line} columns={COLUMNS} item={row} />
          ))}
        </DataTable>
      </div>
    </section>
  )
}

const COLUMNS: readonly ColumnOf<JudgedPayment>[] = [
  { label: 'Line', cell: ({ line }) => line },
  {
    label: 'Invoice',
    cell: (row) => (
      <div>
        {row.invoiceId ? <a href={invoiceHref(row.invoiceId)}>{row.number}</a> : row.number || row.typed}
        <FieldError id={`line-${row.line}`} error={row.problem} />
      </div>
    ),
  },
  { label: 'Paid on', cell: ({ day }) => day && dayOf(day) },
  { label: 'Amount', align: 'end', cell: ({ pence }) => (Number.isNaN(pence) ? '' : pounds(pence)) },
]
