import { fullName, type Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { INVOICE_TYPE_LABELS, type Invoice } from '#src/domain/invoice/invoice.ts'
import type { Job } from '#src/domain/job/job.ts'
import { isQuoteWork } from '#src/domain/job/state.ts'
import { isPastTarget } from '#src/domain/property/hazard/state.ts'
import type { JobThere, ListOf, PropertyPart } from '#src/domain/property/property.ts'
import type { ListedQuote } from '#src/domain/quote/quote-with-job.ts'
import type { Visit } from '#src/domain/visit/visit.ts'
import { StateBadge } from '../invoices/invoiced-item.tsx'
import { invoiceHref } from '../invoices/work-ids.ts'
import { LateBadge, WaitingLine } from '../jobs/waiting.tsx'
import { contractorName } from '../quotes/facts.tsx'
import { Badge } from '../status/badge.tsx'
import { DateText } from '../ui/date.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { Money } from '../ui/money.tsx'
import { excerpt, withCount } from '../ui/text.ts'
import { OutcomeOfVisit } from '../visits/entry.tsx'

type VisitThere = Visit & { job: Pick<Job, 'jobRef'> }

export type PropertyLists = {
  open: ListOf<JobThere>
  closed: ListOf<JobThere>
  visits: ListOf<VisitThere>
  quotes: ListOf<ListedQuote>
  invoices: ListOf<Invoice>
}

type Reader = { role: Role | null }

const rootOf = (reader: Reader): string => (isAdmin(reader) ? '/admin' : '')

const Ref = ({ href, children }: { href: string; children: string }) => (
  <a className="map-link" href={href} data-dialog="">
    {children}
  </a>
)

const JobLine = ({ job, reader }: { job: JobThere; reader: Reader }) => (
  <li className="entry">
    <p className="row">
      <Ref href={`${rootOf(reader)}/jobs/${job.id}`}>{job.jobRef}</Ref>
      <Badge kind="status" value={job.status} />
      <Badge kind="urgency" value={job.urgency} />
      <LateBadge late={isPastTarget(job)} />
      {isQuoteWork(job) && <Badge kind="jobType" value={job.jobType} />}
      <span className="small-text muted">
        <DateText value={job.createdAt} />
        {[job.estateAgency, job.contractor && fullName(job.contractor)].map((name) => name && ` · ${name}`)}
      </span>
    </p>
    <WaitingLine job={{ contractorId: null, estateAgentName: '', ...job }} reader={reader.role} />
    <p>{excerpt(job.issueDescription, 140)}</p>
  </li>
)

const VisitLine = ({ visit, reader }: { visit: VisitThere; reader: Reader }) => (
  <li className="entry">
    <p className="row">
      <Ref href={`${rootOf(reader)}/jobs/${visit.jobId}`}>{visit.job.jobRef}</Ref>
      <OutcomeOfVisit visit={visit} />
      <span className="small-text muted">
        <DateText value={visit.visitDate} />
        {visit.contractor && ` · ${contractorName(visit)}`}
        {visit.photosUrls.length > 0 && ` · ${withCount(visit.photosUrls.length, 'photo')}`}
      </span>
    </p>
    <p>{excerpt(visit.workDescription, 140)}</p>
  </li>
)

const QuoteLine = ({ quote, reader }: { quote: ListedQuote; reader: Reader }) => (
  <li className="entry">
    <p className="row">
      <Ref href={`${rootOf(reader)}/quotes/${quote.id}`}>{`Quote for ${quote.job.jobRef}`}</Ref>
      <Badge kind="status" value={quote.status} />
      <strong>
        <Money pence={quote.amount} />
      </strong>
      <span className="small-text muted">
        <DateText value={quote.createdAt} /> · {contractorName(quote) || 'No longer on Fettle'}
      </span>
    </p>
    <p>{excerpt(quote.description, 140)}</p>
  </li>
)

const InvoiceLine = ({ invoice }: { invoice: Invoice }) => (
  <li className="entry">
    <p className="row">
      <a className="map-link" href={invoiceHref(invoice.id)}>
        {invoice.invoiceNumber}
      </a>
      <span>{INVOICE_TYPE_LABELS[invoice.type]}</span>
      <strong>
        <Money pence={invoice.amount} />
      </strong>
      <StateBadge invoice={invoice} />
      <span className="small-text muted">
        <DateText value={invoice.invoiceDate} /> · {invoice.contractorName}
      </span>
    </p>
  </li>
)

type LinesProps = { part: PropertyPart; lists: PropertyLists; reader: Reader; path: string }

const linesOf = ({ part, lists, reader }: LinesProps) => {
  switch (part) {
    case 'visits':
      return lists.visits.items.map((visit) => <VisitLine key={visit.id} visit={visit} reader={reader} />)
    case 'quotes':
      return lists.quotes.items.map((quote) => <QuoteLine key={quote.id} quote={quote} reader={reader} />)
    case 'invoices':
      return lists.invoices.items.map((invoice) => <InvoiceLine key={invoice.id} invoice={invoice} />)
    default:
      return lists[part].items.map((job) => <JobLine key={job.id} job={job} reader={reader} />)
  }
}

export const PropertyLines = (props: LinesProps) => {
  const { next } = props.lists[props.part]
  return (
    <>
      {linesOf(props)}
      {next && <LoadMore href={`${props.path}?${new URLSearchParams({ list: props.part, cursor: next })}`} />}
    </>
  )
}
