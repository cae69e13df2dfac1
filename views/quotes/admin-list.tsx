import type { Found } from '#src/domain/limits.ts'
import { pounds, wholePounds } from '#src/domain/money.ts'
import type { QuoteStatus, QuoteTotals } from '#src/domain/quote/quote.ts'
import type { ListedQuote } from '#src/domain/quote/quote-with-job.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { PropertyLink } from '../properties/link.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { DateText } from '../ui/date.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { SearchBox } from '../ui/list/search-box.tsx'
import { Searched } from '../ui/list/searched.tsx'
import { Showing } from '../ui/list/showing.tsx'
import { Money } from '../ui/money.tsx'
import { Stats, StatTile } from '../ui/stat-tile.tsx'
import { excerpt } from '../ui/text.ts'
import { contractorName } from './facts.tsx'

const ADMIN_QUOTES = 'admin-quotes'

export type AdminQuoteListProps = {
  items: readonly ListedQuote[]
  filter: { search: string }
  instead?: string
  figures: QuoteTotals
  found?: Found
  nextHref: string | null
  exportHref: string
}

const reviewNotes: Record<QuoteStatus, string> = {
  pending: 'Quote pending estate agent review',
  approved: 'Quote approved by estate agent',
  declined: 'Quote declined by estate agent',
  rejected: 'Quote declined by estate agent',
  withdrawn: 'Quote withdrawn by contractor',
}

const AdminQuoteCard = ({ quote }: { quote: ListedQuote }) => (
  <Card
    className="whole"
    as="li"
    title={
      <a className="stretched" href={`/admin/quotes/${quote.id}`} data-dialog="">
        {quote.job.propertyName}
      </a>
    }
    aside={
      <>
        <Badge kind="status" value={quote.status} />
        <strong>
          <Money pence={quote.amount} />
        </strong>
      </>
    }
    footer={
      <>
        <span className="small-text muted">{reviewNotes[quote.status]}</span>
        <LinkButton
          href={`/admin/quotes/${quote.id}`}
          dialog
          size="small"
          icon="eye"
          className="push-end"
          aria-label={`View Quote for ${quote.job.propertyName}, ${quote.job.jobRef}`}
        >
          View Quote
        </LinkButton>
      </>
    }
  >
    <p className="small-text muted">
      {quote.job.jobRef} · <PropertyLink address={quote.job.propertyAddress} reader="admin" />
    </p>
    <p className="clamp preserve">{excerpt(quote.description)}</p>
    <p className="small-text">
      {contractorName(quote) || 'No longer on Fettle'} · {quote.job.estateAgency} · <DateText value={quote.createdAt} />
    </p>
  </Card>
)

export const AdminQuoteCards = ({ items, nextHref }: Pick<AdminQuoteListProps, 'items' | 'nextHref'>) => (
  <>
    {items.map((quote) => (
      <AdminQuoteCard key={quote.id} quote={quote} />
    ))}
    {nextHref && <LoadMore href={nextHref} />}
  </>
)

export const AdminQuoteList = (props: AdminQuoteListProps) => (
  <section id={ADMIN_QUOTES} aria-label="Quotes">
    <div className="list-head">
      <Showing
        id={`${ADMIN_QUOTES}-showing`}
        rows={`#${ADMIN_QUOTES} li.card`}
        shown={props.items.length}
        total={props.figures.count}
        found={props.found}
        noun="quotes"
      />
      <LinkButton href={props.exportHref} download="" size="small" icon="download">
        Export Quotes
      </LinkButton>
    </div>
    <Searched search={props.filter.search} instead={props.instead} />
    {props.items.length === 0 ? (
      <EmptyState
        icon="pound"
        title={props.figures.count === 0 ? 'No quotes yet' : 'No quotes match your search'}
        text={props.figures.count === 0 ? 'Quotes appear here when contractors submit them' : undefined}
      />
    ) : (
      <CardList columns>
        <AdminQuoteCards {...props} />
      </CardList>
    )}
  </section>
)

/** All Quotes. The average is of all quotes, in whole pounds; all of them count as for review. */
export const AdminQuotesPage = ({ frame, ...list }: { frame: PageFrame } & AdminQuoteListProps) => (
  <Page {...frame} title="All Quotes" width="wide">
    <Stats>
      <StatTile label="Total Quotes" value={list.figures.count} />
      <StatTile label="Total Value" value={pounds(list.figures.value)} />
      <StatTile label="Average Quote" value={wholePounds(list.figures.value / (list.figures.count || 1))} />
      <StatTile
        label="Pending Review"
        value={list.figures.count}
        note={`all quotes; ${list.figures.pending} ${list.figures.pending === 1 ? 'waits' : 'wait'} for a decision`}
      />
    </Stats>
    <SearchBox
      action="/admin/quotes"
      label="Search by property, address, job reference or contractor..."
      value={list.filter.search}
      target={`#${ADMIN_QUOTES}`}
    />
    <AdminQuoteList {...list} />
  </Page>
)
