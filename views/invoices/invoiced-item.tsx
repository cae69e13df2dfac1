import { dayOf, today } from '#src/domain/dates.ts'
import type { ExportedOn } from '#src/domain/invoice/files/preview.ts'
import { PROGRAM_LABELS } from '#src/domain/invoice/files/program.ts'
import { billsNothing, GONE, INVOICE_TYPE_LABELS, type Invoice } from '#src/domain/invoice/invoice.ts'
import { isOverdue, isOwed, isPaid, isVoid } from '#src/domain/invoice/state.ts'
import { decimal } from '#src/domain/money.ts'
import { PropertyLink } from '../properties/link.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import type { ConfirmCheck } from '../ui/confirm.tsx'
import { DateText } from '../ui/date.tsx'
import { Tick } from '../ui/input/ticks.tsx'
import { type ColumnOf, ItemRow } from '../ui/list/data-table.tsx'
import { Money } from '../ui/money.tsx'
import { oneLine } from '../ui/text.ts'
import { Clamped, ItemActions } from './billable-item.tsx'
import { invoiceHref, invoiceId, MANY_INVOICES } from './work-ids.ts'

export const LEAVES_GAP = 'Delete leaves a gap in the numbers, Void does not.'

const hardDelete: ConfirmCheck = { name: 'hardDelete', label: 'Hard Delete', action: 'Permanently Delete' }

const restored = ({ type }: Pick<Invoice, 'type'>) => ({
  text:
    `Its ${type === 'quote' ? 'quote' : 'visit'} returns to pending and can be invoiced again. ` +
    'With Hard Delete the invoice is permanently removed and the item stays invoiced. ' +
    LEAVES_GAP,
  confirm: 'Delete & Restore',
  busyLabel: 'Deleting...',
  check: hardDelete,
})

const gone = {
  text: `${GONE} ${LEAVES_GAP} This action cannot be undone.`,
  confirm: hardDelete.action,
  busyLabel: 'Deleting...',
}

/** An invoice whose item is gone can only be deleted for good: its question has no box. */
export const invoiceDeletion = (
  invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'type' | 'visitId' | 'quoteId'>,
  exports: readonly ExportedOn[] = [],
  list?: string,
) => {
  const question = billsNothing(invoice) ? gone : restored(invoice)
  const had = new Set(exports.map(({ program, at }) => `${PROGRAM_LABELS[program]} had it on ${dayOf(at)}`))
  return {
    action: `/admin/invoices/${invoice.id}/delete`,
    title: `Delete invoice ${invoice.invoiceNumber}?`,
    ...(list && { hidden: { back: list } }),
    ...question,
    ...(had.size > 0 && { text: `${question.text} ${[...had].join(', ')}: delete it there by hand.` }),
  }
}

export const StateBadge = ({ invoice }: { invoice: Invoice }) => {
  if (isVoid(invoice)) return <Badge label="Void" tone="red" />
  if (isPaid(invoice)) return <Badge label="Paid" tone="green" />
  return isOverdue(invoice, today()) ? <Badge label="Late" tone="amber" /> : null
}

/** `list` is the address of the list in which it can be ticked. */
type ItemProps = { invoice: Invoice; exports?: readonly ExportedOn[]; list?: string }

export const INVOICED_COLUMNS: readonly ColumnOf<ItemProps>[] = [
  {
    label: 'Number',
    cell: ({ invoice, list }) => (
      <>
        {list && (
          <Tick
            {...{ form: MANY_INVOICES, name: 'id', value: invoice.id, amount: decimal(invoice.amount) }}
            label={`Select ${invoice.invoiceNumber}`}
          />
        )}
        <a href={invoiceHref(invoice.id)}>{invoice.invoiceNumber}</a>{' '}
        <Badge kind="invoiceType" value={invoice.type} label={INVOICE_TYPE_LABELS[invoice.type]} />{' '}
        <StateBadge invoice={invoice} />
      </>
    ),
  },
  { label: 'Description', cell: ({ invoice }) => <Clamped text={invoice.description} /> },
  {
    label: 'Property address',
    cell: ({ invoice: { propertyAddress } }) => (
      <PropertyLink address={propertyAddress} reader="admin">
        <span className="clamp">{oneLine(propertyAddress)}</span>
      </PropertyLink>
    ),
  },
  {
    label: 'Contractor',
    cell: ({ invoice }) => (
      <span>
        <span className="cell">{invoice.contractorName}</span>
        {invoice.contractorCompany && <span className="hint cell">{invoice.contractorCompany}</span>}
      </span>
    ),
  },
  { label: 'Invoice date', cell: ({ invoice }) => <DateText value={invoice.invoiceDate} /> },
  { label: 'Amount', align: 'end', cell: ({ invoice }) => <Money pence={invoice.amount} /> },
  {
    label: 'Actions',
    hideLabel: true,
    cell: ({ invoice, exports, list }) =>
      isOwed(invoice) && (
        <ItemActions deletion={invoiceDeletion(invoice, exports, list)} of={`invoice ${invoice.invoiceNumber}`}>
          <LinkButton
            href={`/admin/invoices/${invoice.id}/void`}
            dialog
            className="worded"
            variant="quiet"
            size="small"
            aria-label={`Void invoice ${invoice.invoiceNumber}`}
          >
            Void
          </LinkButton>
        </ItemActions>
      ),
  },
]

export const InvoiceItem = (item: ItemProps) => (
  <ItemRow id={invoiceId(item.invoice.id)} columns={INVOICED_COLUMNS} item={item} />
)
