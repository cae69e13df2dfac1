import type { Role } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import { today } from '#src/domain/dates.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import { hasLapsed, isApproved, isPending } from '#src/domain/quote/state.ts'
import type { Visit } from '#src/domain/visit/visit.ts'
import { FiltersSet } from '../jobs/filters.tsx'
import { Page, type PageFrame } from '../layout.tsx'
import { ChangeQuote } from '../quotes/change.tsx'
import { contractorName } from '../quotes/facts.tsx'
import { Badge } from '../status/badge.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { DateText } from '../ui/date.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { Money } from '../ui/money.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { oneLine } from '../ui/text.ts'
import { Invoiced, OutcomeOfVisit } from './entry.tsx'
import { VisitPhotos } from './photos.tsx'

export type VisitOfHistory = Visit & {
  job: Pick<Job, 'jobRef' | 'jobType' | 'status' | 'propertyName' | 'propertyAddress'>
}
type QuoteOfHistory = Quote & { job: Pick<Job, 'jobRef' | 'propertyName' | 'propertyAddress'> }

export type HistoryProps = {
  role: Role | null
  counts: { visits: number; quotes: number }
  set: readonly string[]
  nextHref: string | null
} & ({ show: 'visits'; items: readonly VisitOfHistory[] } | { show: 'quotes'; items: readonly QuoteOfHistory[] })

export const VisitHistoryPage = ({ frame, ...history }: HistoryProps & { frame: PageFrame }) => (
  <Page {...frame} title="History" subtitle="Your visits and quotes">
    <VisitHistory {...history} />
  </Page>
)

export const VisitHistory = (history: HistoryProps) => (
  <section id="history" aria-label="History">
    <Tabs
      label="History"
      target="#history"
      tabs={[
        { href: '/history', label: 'Visits', count: history.counts.visits, current: history.show === 'visits' },
        {
          href: '/history?show=quotes',
          label: 'Quotes',
          count: history.counts.quotes,
          current: history.show === 'quotes',
        },
      ]}
    />
    <div className="stack">
      <FiltersSet set={history.set} clear="/history?show=quotes" />
      {history.items.length > 0 ? (
        <CardList>
          <HistoryPart {...history} />
        </CardList>
      ) : history.show === 'visits' ? (
        <EmptyState icon="visit" title="No visits yet" text="Visits you log will appear here" />
      ) : (
        <EmptyState icon="pound" title="No quotes yet" text="Quotes you submit will appear here" />
      )}
    </div>
  </section>
)

export const HistoryPart = (history: HistoryProps) => (
  <>
    {history.show === 'visits'
      ? history.items.map((visit) => <VisitCard key={visit.id} visit={visit} role={history.role} />)
      : history.items.map((quote) => <QuoteCard key={quote.id} quote={quote} />)}
    {history.nextHref && <LoadMore href={history.nextHref} />}
  </>
)

export const VisitCard = ({ visit, role }: { visit: VisitOfHistory; role: Role | null }) => (
  <Card
    as="li"
    title={
      <a href={`${isAdmin({ role }) ? '/admin' : ''}/jobs/${visit.jobId}`} data-dialog="">
        {visit.job.propertyName}
      </a>
    }
    aside={
      <>
        <OutcomeOfVisit visit={visit} />
        <Badge kind="jobType" value={visit.job.jobType} />
        <Badge kind="status" value={visit.job.status} />
      </>
    }
  >
    <p className="small-text muted">
      {visit.job.jobRef} · Visited: <DateText value={visit.visitDate} time />
      {!isContractor({ role }) && visit.contractor && ` · ${contractorName(visit)}`} ·{' '}
      {oneLine(visit.job.propertyAddress)}
    </p>
    <p className="preserve">{visit.workDescription}</p>
    {visit.isQuoteRequired === 'yes' && <p className="small-text muted">A quote was submitted with this visit.</p>}
    <Invoiced visit={visit} />
    <VisitPhotos visit={visit} propertyName={visit.job.propertyName} own={isContractor({ role })} />
  </Card>
)

const QuoteCard = ({ quote }: { quote: QuoteOfHistory }) => (
  <Card
    as="li"
    title={
      <a href={`/quotes/${quote.id}`} data-dialog="">
        {quote.job.propertyName}
      </a>
    }
    aside={
      <>
        <Badge kind="status" value={quote.status} />
        {hasLapsed(quote, today()) && <Badge label="Expired" tone="amber" />}
        {isApproved(quote) && <Badge kind="workStatus" value={quote.workStatus} />}
      </>
    }
    footer={isPending(quote) && <ChangeQuote quote={quote} />}
  >
    <p className="small-text muted">
      {quote.job.jobRef} · Submitted: <DateText value={quote.createdAt} /> · {oneLine(quote.job.propertyAddress)}
    </p>
    <p className="card-amount">
      <Money pence={quote.amount} />
    </p>
    <p className="preserve">{quote.description}</p>
    {quote.reason && (
      <p className="clamp preserve">
        <strong>Reason:</strong> {quote.reason}
      </p>
    )}
  </Card>
)
