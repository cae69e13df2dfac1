import { decimal, pounds } from '#src/domain/money.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import { Badge } from '../status/badge.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Tick } from '../ui/input/ticks.tsx'
import { type Column, Row } from '../ui/list/data-table.tsx'
import { Money } from '../ui/money.tsx'
import { Clamped, contractorOrGone, DoneBy, type InvoicingJob, Issue, ItemActions, Place } from './billable-item.tsx'
import { MANY_ITEMS, quoteItemId } from './work-ids.ts'

export type QuoteToInvoice = Quote & { job: InvoicingJob }

export const quoteDeletion = (quote: QuoteToInvoice) => ({
  action: `/admin/quotes/${quote.id}/delete`,
  title: `Delete the quote of ${pounds(quote.amount)} for ${quote.job.propertyName}?`,
  text: `The quote of job ${quote.job.jobRef} will be deleted. This action cannot be undone.`,
  confirm: 'Delete Quote',
  busyLabel: 'Deleting...',
})

export const sendingQuote = (quote: QuoteToInvoice) => ({
  action: `/admin/quotes/${quote.id}/invoice`,
  title: `Send the quote work at ${quote.job.propertyName} to invoiced?`,
  text: `An invoice of ${pounds(quote.amount)} for the work of ${contractorOrGone(quote.contractor)} is created.`,
  confirm: 'Send to Invoiced',
  busyLabel: 'Sending...',
  safe: true,
})

export const QUOTE_ITEM_COLUMNS: readonly Column[] = [
  { label: 'Property' },
  { label: 'Description' },
  { label: 'Original issue' },
  { label: 'Contractor' },
  { label: 'Amount', align: 'end' },
  { label: 'Actions', hideLabel: true },
]

export const QuoteItem = ({ quote }: { quote: QuoteToInvoice }) => {
  const { job } = quote
  return (
    <Row
      id={quoteItemId(quote.id)}
      columns={QUOTE_ITEM_COLUMNS}
      cells={[
        <Place key="place" job={job}>
          <Tick
            form={MANY_ITEMS}
            name="id"
            value={quote.id}
            label={`Select the quote of ${job.jobRef}`}
            amount={decimal(quote.amount)}
          />
        </Place>,
        <Clamped key="description" text={quote.description} />,
        <Issue key="issue" job={job} />,
        <DoneBy key="contractor" contractor={quote.contractor} />,
        <span key="amount">
          <Money pence={quote.amount} />
          <Badge label="Quote Work" tone="purple" />
        </span>,
        <ItemActions key="actions" deletion={quoteDeletion(quote)} of={`quote of ${job.jobRef}`}>
          <Confirm
            {...sendingQuote(quote)}
            hx-post={sendingQuote(quote).action}
            button="Send to Invoiced"
            look={{ size: 'small', className: 'worded', 'aria-label': `Send to Invoiced, the quote of ${job.jobRef}` }}
          />
        </ItemActions>,
      ]}
    />
  )
}
