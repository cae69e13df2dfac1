import { fullName } from '#src/accounts/account.ts'
import { dayOf } from '#src/dates.ts'
import type { Quote, QuoteWithJob } from '#src/quotes/quote.ts'
import { Badge } from '../ui/badge.tsx'
import { DateText } from '../ui/date.tsx'
import type { Fact } from '../ui/description-list.tsx'
import { Money } from '../ui/money.tsx'

const amount = (pence: number | null) => (pence === null ? null : <Money pence={pence} />)

/** Who made a quote or a visit: 'Carl Mason, Carl's Plumbing'. */
export const contractorName = ({ contractor }: Pick<Quote, 'contractor'>): string =>
  contractor ? [fullName(contractor), contractor.company].filter(Boolean).join(', ') : ''

/** What a quote says, with whichever of the optional fields it has. */
export const quoteFacts = (quote: Quote): Fact[] => [
  { term: 'Amount', detail: <strong>{amount(quote.amount)}</strong> },
  { term: 'Status', detail: <Badge kind="status" value={quote.status} /> },
  { term: 'Quote Description', detail: quote.description, wide: true },
  { term: 'Materials Cost', detail: amount(quote.materialsCost) },
  { term: 'Labour Cost', detail: amount(quote.laborCost) },
  { term: 'Estimated Duration', detail: quote.estimatedDuration },
  {
    term: 'Valid Until',
    detail: quote.validUntil && <time dateTime={quote.validUntil}>{dayOf(quote.validUntil)}</time>,
  },
  { term: 'Notes', detail: quote.notes, wide: true },
  { term: 'Contractor', detail: contractorName(quote) },
  { term: 'Created', detail: <DateText value={quote.createdAt} /> },
]

/** The job that a quote answers, and what its contractor did there. */
export const quotedJobFacts = ({ job, workCompletion }: QuoteWithJob): Fact[] => [
  { term: 'Property', detail: `${job.propertyName}\n${job.propertyAddress}` },
  { term: 'Job Reference', detail: job.jobRef },
  { term: 'Original Issue', detail: job.issueDescription, wide: true },
  { term: 'Work Completed', detail: workCompletion?.workDescription, wide: true },
]
