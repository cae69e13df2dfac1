import type { Found } from '#src/domain/limits.ts'
import { pounds, wholePounds } from '#src/domain/money.ts'
import type { QuoteStatus, QuoteTotals } from '#src/domain/quote/quote.ts'
import type { ListedQuote } from '#src/domain/quote/quote-with-job.ts'
import { isPending } from '#src/domain/quote/state.ts'
import { FiltersSet } from '../jobs/filters.tsx'
import { WaitingHint, waitingHint } from '../jobs/waiting.tsx'
import { Page, type PageFrame } from '../layout.tsx'
import { PropertyName } from '../properties/name.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { DateText } from '../ui/date.tsx'
import { type ColumnOf, DataTable, ItemRows } from '../ui/list/data-table.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { SearchBox } from '../ui/list/search-box.tsx'
import { Searched } from '../ui/list/searched.tsx'
import { Showing } from '../ui/list/showing.tsx'
import { Money } from '../ui/money.tsx'
import { Stats, StatTile } from '../ui/stat-tile.tsx'
import { excerpt } from '../ui/text.ts'
import { contractorName } from './facts.tsx'

const ADMIN_QUOTES = 'admin-quotes'

type AdminQuoteListProps = {
  items: readonly ListedQuote[]
  filter: Readonly<Record<string, string>>
  instead?: string
  figures: QuoteTotals & { set: readonly string[] }
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

const COLUMNS: readonly ColumnOf<ListedQuote>[] = [
  {
    label: 'Property',
    cell: ({ id, job }) => (
      <>
        <PropertyName of={job} href={`/admin/quotes/${id}`} />
        <span className="hint cell">
          {job.jobRef} · {job.estateAgency}
        </span>
      </>
    ),
  },
  { label: 'Description', cell: (quote) => <span className="clamp">{excerpt(quote.description, 140)}</span> },
  {
    label: 'Status',
    cell: (quote) => (
      <span>
        <Badge kind="status" value={quote.status} /> <span className="muted">{reviewNotes[quote.status]}</span>
        {isPending(quote) && <WaitingHint words={waitingHint(quote.job)} />}
      </span>
    ),
  },
  { label: 'Amount', align: 'end', cell: (quote) => <Money pence={quote.amount} /> },
  {
    label: 'Contractor',
    cell: (quote) => <span className="clamp">{contractorName(quote) || 'No longer on Fettle'}</span>,
  },
  { label: 'Created', cell: (quote) => <DateText value={quote.createdAt} /> },
  {
    label: 'Actions',
    hideLabel: true,
    cell: ({ id, job }) => (
      <LinkButton
        href={`/admin/quotes/${id}`}
        dialog
        size="small"
        icon="eye"
        aria-label={`View Quote for ${job.propertyName}, ${job.jobRef}`}
        data-tooltip="View Quote"
      >
        View Quote
      </LinkButton>
    ),
  },
]

export const AdminQuoteRows = ({ items, nextHref }: Pick<AdminQuoteListProps, 'items' | 'nextHref'>) => (
  <ItemRows columns={COLUMNS} items={items} rowId={(id) => `quote-row-${id}`} nextHref={nextHref} />
)

export const AdminQuoteList = (props: AdminQuoteListProps) => (
  <section id={ADMIN_QUOTES} aria-label="Quotes">
    <div className="list-head small-text">
      <Showing
        id={`${ADMIN_QUOTES}-showing`}
        rows={`#${ADMIN_QUOTES} tbody tr[id]`}
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
      <div className="dense job-table quote-table">
        <DataTable caption="Quotes, newest first" columns={COLUMNS}>
          <AdminQuoteRows {...props} />
        </DataTable>
      </div>
    )}
  </section>
)

const narrowed = ({ search: _, ...rest }: AdminQuoteListProps['filter']) => rest

/** All Quotes. The average is of all quotes, in whole pounds; all of them count as for review. */
export const AdminQuotesPage = ({ frame, ...list }: { frame: PageFrame } & AdminQuoteListProps) => (
  <Page {...frame} title="All Quotes" width="wide" rows>
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
    >
      <HiddenFields values={narrowed(list.filter)} />
    </SearchBox>
    <FiltersSet set={list.figures.set} clear="/admin/quotes" />
    <AdminQuoteList {...list} />
  </Page>
)
