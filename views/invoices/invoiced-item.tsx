import { billsNothing, GONE, INVOICE_TYPE_LABELS, type Invoice } from '#src/domain/invoice/invoice.ts'
import { PropertyLink } from '../properties/link.tsx'
import { Badge } from '../status/badge.tsx'
import { Card } from '../ui/card.tsx'
import { Confirm, type ConfirmCheck } from '../ui/confirm.tsx'
import { DateText } from '../ui/date.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { Money } from '../ui/money.tsx'
import { invoiceId } from './work-ids.ts'

const hardDelete: ConfirmCheck = { name: 'hardDelete', label: 'Hard Delete', action: 'Permanently Delete' }

const restored = ({ type }: Pick<Invoice, 'type'>) => ({
  text:
    `Its ${type === 'quote' ? 'quote' : 'visit'} returns to pending and can be invoiced again. ` +
    'With Hard Delete the invoice is permanently removed and the item stays invoiced.',
  confirm: 'Delete & Restore',
  busyLabel: 'Deleting...',
  check: hardDelete,
})

const gone = {
  text: `${GONE} This action cannot be undone.`,
  confirm: hardDelete.action,
  busyLabel: 'Deleting...',
}

/** An invoice whose item is gone can only be deleted for good: its question has no box. */
export const invoiceDeletion = (invoice: Pick<Invoice, 'id' | 'invoiceNumber' | 'type' | 'visitId' | 'quoteId'>) => ({
  action: `/admin/invoices/${invoice.id}/delete`,
  title: `Delete invoice ${invoice.invoiceNumber}?`,
  ...(billsNothing(invoice) ? gone : restored(invoice)),
})

export const InvoiceItem = ({ invoice }: { invoice: Invoice }) => (
  <Card
    as="li"
    id={invoiceId(invoice.id)}
    level={3}
    title={invoice.invoiceNumber}
    aside={<Badge kind="invoiceType" value={invoice.type} label={INVOICE_TYPE_LABELS[invoice.type]} />}
    footer={
      <Confirm
        {...invoiceDeletion(invoice)}
        hx-post={`/admin/invoices/${invoice.id}/delete`}
        className="push-end"
        button="Delete"
        icon="trash"
        look={{ variant: 'quiet', size: 'small', 'aria-label': `Delete invoice ${invoice.invoiceNumber}` }}
      />
    }
  >
    <DescriptionList
      facts={[
        { term: 'Amount', detail: <Money pence={invoice.amount} /> },
        { term: 'Invoice date', detail: <DateText value={invoice.invoiceDate} /> },
        {
          term: 'Contractor',
          detail: [invoice.contractorName, invoice.contractorCompany].filter(Boolean).join(', '),
        },
        { term: 'Property address', detail: <PropertyLink address={invoice.propertyAddress} reader="admin" /> },
        { term: 'Description', detail: <span className="clamp">{invoice.description}</span>, wide: true },
      ]}
    />
  </Card>
)
