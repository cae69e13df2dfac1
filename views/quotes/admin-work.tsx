import type { Job } from '#src/domain/job/job.ts'
import { amountOf } from '#src/domain/job/listed.ts'
import type { Found } from '#src/domain/limits.ts'
import { pounds } from '#src/domain/money.ts'
import type { QuoteWorkTotals } from '#src/domain/quote/quote.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { PropertyName } from '../properties/name.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
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

const QUOTE_WORK = 'quote-work'

type QuoteWorkListProps = {
  items: readonly Job[]
  filter: { search: string }
  instead?: string
  figures: QuoteWorkTotals
  found?: Found
  nextHref: string | null
}

/** What the approved quote came to; an administrator may have deleted it. */
export const QuoteAmount = ({ job }: { job: Job }) => {
  const amount = amountOf(job)
  return amount === null ? <span className="muted">Quote amount not recorded</span> : <Money pence={amount} />
}

function photoCount(job: Job): string {
  const photos = job.visits.reduce((sum, visit) => sum + visit.photosUrls.length, 0)
  if (photos === 0) return 'No photos'
  return photos === 1 ? '1 photo' : `${photos} photos`
}

const COLUMNS: readonly ColumnOf<Job>[] = [
  {
    label: 'Property',
    cell: (job) => (
      <>
        <PropertyName of={job} href={`/admin/quote-work/${job.id}`} />
        <span className="hint cell">
          {job.jobRef} · {job.estateAgency}
        </span>
      </>
    ),
  },
  { label: 'Issue', cell: (job) => <span className="clamp">{excerpt(job.issueDescription, 140)}</span> },
  { label: 'Status', cell: (job) => <Badge kind="status" value={job.status} /> },
  { label: 'Amount', align: 'end', cell: (job) => <QuoteAmount job={job} /> },
  { label: 'Photos', cell: photoCount },
  {
    label: 'Contractor',
    cell: (job) => <span className="clamp">{contractorName(job) || 'No longer on Fettle'}</span>,
  },
  { label: 'Updated', cell: (job) => <DateText value={job.updatedAt} /> },
  {
    label: 'Actions',
    hideLabel: true,
    cell: (job) => (
      <LinkButton
        href={`/admin/quote-work/${job.id}`}
        dialog
        size="small"
        icon="eye"
        aria-label={`View Details & Photos of ${job.propertyName}, ${job.jobRef}`}
        data-tooltip="View Details & Photos"
      >
        View Details & Photos
      </LinkButton>
    ),
  },
]

export const QuoteWorkRows = ({ items, nextHref }: Pick<QuoteWorkListProps, 'items' | 'nextHref'>) => (
  <ItemRows columns={COLUMNS} items={items} rowId={(id) => `work-row-${id}`} nextHref={nextHref} />
)

export const QuoteWorkList = (props: QuoteWorkListProps) => (
  <section id={QUOTE_WORK} aria-label="Quote work">
    <div className="list-head small-text">
      <Showing
        id={`${QUOTE_WORK}-showing`}
        rows={`#${QUOTE_WORK} tbody tr[id]`}
        shown={props.items.length}
        total={props.figures.jobs}
        found={props.found}
        noun="jobs"
      />
    </div>
    <Searched search={props.filter.search} instead={props.instead} />
    {props.items.length === 0 ? (
      <EmptyState
        icon="wrench"
        title={props.figures.jobs === 0 ? 'No completed quote work yet' : 'No quote work matches your search'}
        text={props.figures.jobs === 0 ? 'Approved quotes appear here when their work is completed' : undefined}
      />
    ) : (
      <div className="dense job-table quote-table">
        <DataTable caption="Completed quote work, newest first" columns={COLUMNS}>
          <QuoteWorkRows {...props} />
        </DataTable>
      </div>
    )}
  </section>
)

export const QuoteWorkPage = ({ frame, ...list }: { frame: PageFrame } & QuoteWorkListProps) => (
  <Page {...frame} title="All Quote Work" width="wide" rows>
    <Stats>
      <StatTile label="Completed Jobs" value={list.figures.jobs} />
      <StatTile label="Total Value" value={pounds(list.figures.value)} />
      <StatTile label="With Photos" value={list.figures.withPhotos} />
    </Stats>
    <SearchBox
      action="/admin/quote-work"
      label="Search by property, address, job reference or contractor..."
      value={list.filter.search}
      target={`#${QUOTE_WORK}`}
    />
    <QuoteWorkList {...list} />
  </Page>
)
