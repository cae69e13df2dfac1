import { Fragment } from 'react'
import { fullName } from '#src/domain/account/account.ts'
import { labelsOf } from '#src/domain/list-view/labels.ts'
import { QUOTE_STATUS_LABELS, STATUSES_OFFERED } from '#src/domain/quote/quote.ts'
import type { ListedQuote } from '#src/domain/quote/quote-with-job.ts'
import { isPending } from '#src/domain/quote/state.ts'
import { FiltersSet } from '../jobs/filters.tsx'
import { WaitingText, waitingWords } from '../jobs/waiting.tsx'
import { Page, type PageFrame } from '../layout.tsx'
import { Badge } from '../status/badge.tsx'
import { cached } from '../ui/cached.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { FilterSelect, SearchBox } from '../ui/list/search-box.tsx'
import { Searched } from '../ui/list/searched.tsx'
import { Money } from '../ui/money.tsx'
import { excerpt } from '../ui/text.ts'
import { CompetingCard } from './competing.tsx'
import { decisionOf, QuoteCardFoot } from './decide.tsx'

type QuoteListProps = {
  quotes: readonly ListedQuote[]
  pendingCount: number
  search: string
  by: Readonly<Record<string, string>>
  set: readonly string[]
  instead?: string
  href: string
  nextHref: string | null
}

const filters = [
  { value: '', label: 'All Statuses' },
  ...STATUSES_OFFERED.map((value) => ({ value, label: QUOTE_STATUS_LABELS[value] })),
]

/** A link may ask for others. */
const filtersWith = (status = '') =>
  filters.some(({ value }) => value === status)
    ? filters
    : [...filters, { value: status, label: labelsOf(QUOTE_STATUS_LABELS, status) }]

const withoutStatus = ({ status: _, ...by }: QuoteListProps['by']) => by

export const QuotesPage = ({ frame, ...list }: { frame: PageFrame } & QuoteListProps) => (
  <Page {...frame} title="Quote Approvals" width="wide">
    <SearchBox action="/quotes" label="Search quotes..." value={list.search} target="#quotes" narrow="#quote-list">
      <FilterSelect name="status" label="Status" value={list.by.status} options={filtersWith(list.by.status)} />
      <HiddenFields values={withoutStatus(list.by)} />
    </SearchBox>
    <FiltersSet set={list.set} clear="/quotes" />
    <QuoteList {...list} />
  </Page>
)

export const QuoteList = (list: QuoteListProps) => (
  <div id="quotes">
    <p className="list-count" role="status">
      {list.pendingCount === 1 ? '1 pending quote' : `${list.pendingCount} pending quotes`}
    </p>
    <Searched {...list} shown={list.quotes.length} />
    {list.quotes.length === 0 ? (
      <EmptyState
        icon="pound"
        title={list.search || Object.keys(list.by).length ? 'No quotes match your filters' : 'No quotes yet'}
      />
    ) : (
      <CardList id="quote-list" columns>
        <QuoteItems {...list} />
      </CardList>
    )}
  </div>
)

export const QuoteItems = ({ quotes, href, nextHref }: Pick<QuoteListProps, 'quotes' | 'href' | 'nextHref'>) => (
  <>
    {quotes.map((quote) =>
      quote.rivals ? (
        <CompetingCard key={quote.id} quote={quote} rivals={quote.rivals} back={href} live />
      ) : (
        <Fragment key={quote.id}>{cards([wordsOf(quote, href)])}</Fragment>
      ),
    )}
    {nextHref && <LoadMore href={nextHref} />}
  </>
)

const wordsOf = (quote: ListedQuote, back: string) => ({
  id: quote.id,
  back,
  status: quote.status,
  amount: quote.amount,
  propertyName: quote.job.propertyName,
  jobRef: quote.job.jobRef,
  contractor: quote.contractor && fullName(quote.contractor),
  description: excerpt(quote.description),
  reason: quote.reason && excerpt(quote.reason),
  waiting: isPending(quote) ? waitingWords({ job: quote.job, reader: 'estate_agent' }) : null,
  decision: decisionOf(quote),
})

const cards = cached((quote: ReturnType<typeof wordsOf>) => (
  <Card
    className="whole"
    as="li"
    id={`quote-${quote.id}`}
    title={quote.propertyName}
    aside={<Badge kind="status" value={quote.status} />}
    footer={<QuoteCardFoot quote={quote} back={quote.back} />}
  >
    <p className="card-amount">
      <Money pence={quote.amount} />
    </p>
    <p className="small-text muted">
      {quote.jobRef}
      {quote.contractor !== null && ` · ${quote.contractor}`}
    </p>
    {quote.waiting && <WaitingText {...quote.waiting} />}
    <p className="clamp preserve">{quote.description}</p>
    {quote.reason && (
      <p className="clamp preserve">
        <strong>Reason:</strong> {quote.reason}
      </p>
    )}
  </Card>
))
