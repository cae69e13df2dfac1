import type { Job } from '#src/domain/job/job.ts'
import { amountOf } from '#src/domain/job/listed.ts'
import type { Found } from '#src/domain/limits.ts'
import { pounds } from '#src/domain/money.ts'
import type { QuoteWorkTotals } from '#src/domain/quote/quote.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { PropertyLink } from '../properties/link.tsx'
import { Badge } from '../status/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { DateText } from '../ui/date.tsx'
import { Icon } from '../ui/icon.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { SearchBox } from '../ui/list/search-box.tsx'
import { Searched } from '../ui/list/searched.tsx'
import { Showing } from '../ui/list/showing.tsx'
import { Money } from '../ui/money.tsx'
import { Stats, StatTile } from '../ui/stat-tile.tsx'
import { excerpt } from '../ui/text.ts'
import { contractorName } from './facts.tsx'

const QUOTE_WORK = 'quote-work'

export type QuoteWorkListProps = {
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

const QuoteWorkCard = ({ job }: { job: Job }) => (
  <Card
    className="whole"
    as="li"
    title={
      <a className="stretched" href={`/admin/quote-work/${job.id}`} data-dialog="">
        {job.propertyName}
      </a>
    }
    aside={
      <>
        <Badge kind="status" value={job.status} />
        <strong>
          <QuoteAmount job={job} />
        </strong>
      </>
    }
    footer={
      <>
        <span className="small-text muted with-icon">
          <Icon name="photo" /> {photoCount(job)}
        </span>
        <LinkButton
          href={`/admin/quote-work/${job.id}`}
          dialog
          size="small"
          icon="eye"
          className="push-end"
          aria-label={`View Details & Photos of ${job.propertyName}, ${job.jobRef}`}
        >
          View Details & Photos
        </LinkButton>
      </>
    }
  >
    <p className="small-text muted">
      {job.jobRef} · <PropertyLink address={job.propertyAddress} reader="admin" />
    </p>
    <p className="clamp preserve">{excerpt(job.issueDescription)}</p>
    <p className="small-text">
      {contractorName(job) || 'No longer on Fettle'} · {job.estateAgency} · <DateText value={job.updatedAt} />
    </p>
  </Card>
)

export const QuoteWorkCards = ({ items, nextHref }: Pick<QuoteWorkListProps, 'items' | 'nextHref'>) => (
  <>
    {items.map((job) => (
      <QuoteWorkCard key={job.id} job={job} />
    ))}
    {nextHref && <LoadMore href={nextHref} />}
  </>
)

export const QuoteWorkList = (props: QuoteWorkListProps) => (
  <section id={QUOTE_WORK} aria-label="Quote work">
    <div className="list-head">
      <Showing
        id={`${QUOTE_WORK}-showing`}
        rows={`#${QUOTE_WORK} li.card`}
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
      <CardList columns>
        <QuoteWorkCards {...props} />
      </CardList>
    )}
  </section>
)

export const QuoteWorkPage = ({ frame, ...list }: { frame: PageFrame } & QuoteWorkListProps) => (
  <Page {...frame} title="All Quote Work" width="wide">
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
