import { fullName, type Role } from '#src/domain/account/account.ts'
import { dayOf, today } from '#src/domain/dates.ts'
import type { Quote, Revision } from '#src/domain/quote/quote.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { hasLapsed, isWithdrawn } from '#src/domain/quote/state.ts'
import { PropertyLink } from '../properties/link.tsx'
import { Badge } from '../status/badge.tsx'
import { DateText } from '../ui/date.tsx'
import type { Fact } from '../ui/description-list.tsx'
import { Money } from '../ui/money.tsx'
import { linesFact } from './lines.tsx'

const amount = (pence: number | null) => (pence === null ? null : <Money pence={pence} />)

export const contractorName = ({ contractor }: Pick<Quote, 'contractor'>): string =>
  contractor ? [fullName(contractor), contractor.company].filter(Boolean).join(', ') : ''

export const hasContractor = ({ contractor }: Pick<Quote, 'contractor'>): boolean =>
  contractor !== null && contractor.deletedAt === null

export const assignedBy = (quote: Pick<Quote, 'contractor'>): string =>
  hasContractor(quote) ? '' : 'An administrator must assign the work.'

export const ValidUntil = ({ quote, day }: { quote: Quote; day: string }) => (
  <>
    <time dateTime={day}>{dayOf(day)}</time>
    {hasLapsed(quote, today()) && ' (expired)'}
  </>
)

export const priceFacts = (quote: Quote, revisions: readonly Revision[] = []): Fact[] => [
  { term: 'Amount', detail: <strong>{amount(quote.amount)}</strong> },
  { term: 'Changed', detail: revisions.map(({ from, at }) => `from ${from} on ${dayOf(at)}`).join('\n') },
  { term: 'Status', detail: <Badge kind="status" value={quote.status} /> },
  { term: isWithdrawn(quote) ? 'Why withdrawn' : 'Why declined', detail: quote.reason, wide: true },
]

export const termFacts = (quote: Quote): Fact[] => [
  { term: 'Quote Description', detail: quote.description, wide: true },
  linesFact(quote),
  { term: 'Materials Cost', detail: amount(quote.materialsCost) },
  { term: 'Labour Cost', detail: amount(quote.laborCost) },
  { term: 'Estimated Duration', detail: quote.estimatedDuration },
  {
    term: 'Valid Until',
    detail: quote.validUntil && <ValidUntil quote={quote} day={quote.validUntil} />,
  },
  { term: 'Notes', detail: quote.notes, wide: true },
  { term: 'Contractor', detail: contractorName(quote) },
  { term: 'Created', detail: <DateText value={quote.createdAt} /> },
]

export const quoteFacts = (quote: Quote, revisions?: readonly Revision[]): Fact[] => [
  ...priceFacts(quote, revisions),
  ...termFacts(quote),
]

export const quotedJobFacts = ({ job, workCompletion }: QuoteWithJob, role: Role | null): Fact[] => [
  {
    term: 'Property',
    detail: (
      <>
        {`${job.propertyName}\n`}
        <PropertyLink address={job.propertyAddress} reader={role}>
          {job.propertyAddress}
        </PropertyLink>
      </>
    ),
    wide: true,
  },
  { term: 'Job Reference', detail: job.jobRef },
  { term: 'Original Issue', detail: job.issueDescription, wide: true },
  { term: 'Work Completed', detail: workCompletion?.workDescription, wide: true },
]
