import { decimal, pounds } from '#src/domain/money.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import { Badge } from '../status/badge.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Tick } from '../ui/input/ticks.tsx'
import { Money } from '../ui/money.tsx'
import { contractorOrGone, InvoicingItem, type InvoicingJob, jobFacts } from './billable-item.tsx'
import { MANY_ITEMS, quoteItemId } from './work-ids.ts'

type QuoteToInvoice = Quote & { job: InvoicingJob }

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

export const QuoteItem = ({ quote }: { quote: QuoteToInvoice }) => (
  <InvoicingItem
    id={quoteItemId(quote.id)}
    job={quote.job}
    tick={
      <Tick
        form={MANY_ITEMS}
        name="id"
        value={quote.id}
        label={`Select the quote of ${quote.job.jobRef}`}
        amount={decimal(quote.amount)}
      />
    }
    badge={<Badge label="Quote Work" tone="purple" />}
    send={
      <Confirm
        {...sendingQuote(quote)}
        hx-post={sendingQuote(quote).action}
        button="Send to Invoiced"
        look={{ variant: 'primary' }}
      />
    }
    deletion={quoteDeletion(quote)}
    noun="quote"
    facts={[
      { term: 'Amount', detail: <Money pence={quote.amount} /> },
      { term: 'Contractor', detail: contractorOrGone(quote.contractor) },
      { term: 'Estate agency', detail: quote.job.estateAgency },
      { term: 'Description', detail: <span className="clamp">{quote.description}</span>, wide: true },
      ...jobFacts(quote.job),
    ]}
  />
)
