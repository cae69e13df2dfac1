import { fullName } from '#src/domain/account/account.ts'
import { waitOf } from '#src/domain/job/whose-move.ts'
import { hasOpenHazard } from '#src/domain/property/hazard/state.ts'
import type { CompetingQuotes, ListedQuote } from '#src/domain/quote/quote-with-job.ts'
import { WaitingLine } from '../jobs/waiting.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { Money } from '../ui/money.tsx'
import { excerpt } from '../ui/text.ts'
import { theQuote, yetToQuote } from './competing-words.ts'
import { Decide, type DecidePlace } from './decide.tsx'
import { ValidUntil } from './facts.tsx'

type CompetingQuoteListProps = DecidePlace & {
  rivals: CompetingQuotes
  shown?: string
}

const CompetingQuoteList = ({ rivals, shown, ...place }: CompetingQuoteListProps) => (
  <div className="stack">
    <ul className="rivals">
      {rivals.quotes.map((quote) => (
        <CompetingQuote key={quote.id} quote={{ ...quote, rivals }} isShown={quote.id === shown} {...place} />
      ))}
    </ul>
    {rivals.waiting > 0 && <p className="small-text muted">{yetToQuote(rivals)}</p>}
  </div>
)

const CompetingQuote = ({ quote, isShown, ...place }: DecidePlace & { quote: ListedQuote; isShown: boolean }) => (
  <li id={isShown ? undefined : `quote-${quote.id}`} className="entry">
    <strong className="card-amount">
      <Money pence={quote.amount} />
    </strong>
    <p>
      <strong>{quote.contractor ? fullName(quote.contractor) : 'No longer on Fettle'}</strong>
      {quote.contractor?.company && (
        <>
          <br />
          {quote.contractor.company}
        </>
      )}
      <br />
      <span className="small-text muted">{quote.job.jobRef}</span>
    </p>
    <DescriptionList
      facts={[
        { term: 'Duration', detail: quote.estimatedDuration, wide: true },
        {
          term: 'Valid Until',
          detail: quote.validUntil && <ValidUntil quote={quote} day={quote.validUntil} />,
          wide: true,
        },
      ]}
    />
    <p className="clamp preserve">{excerpt(quote.description, 160)}</p>
    {isShown ? (
      <p className="small-text muted">This quote</p>
    ) : (
      <div className="row">
        <LinkButton href={`/quotes/${quote.id}`} dialog aria-label={`View ${theQuote(quote)}`}>
          View
        </LinkButton>
        <Decide quote={quote} {...place} />
      </div>
    )}
  </li>
)

type CompetingCardProps = DecidePlace & { quote: ListedQuote; rivals: CompetingQuotes; level?: 2 | 3 }

const earliest = <Of,>(all: readonly Of[], at: (one: Of) => Date | null): Of | undefined =>
  all.toSorted((a, b) => Number(at(a) ?? Infinity) - Number(at(b) ?? Infinity))[0]

function waitOfAll(quotes: readonly ListedQuote[]) {
  const jobs = quotes.map(({ job }) => job)
  const longest = earliest(jobs, (job) => waitOf(job).waitingSince)!
  const hazardous = earliest(jobs.filter(hasOpenHazard), ({ hazardDue }) => hazardDue)
  return { ...longest, ...(hazardous && { hazardLevel: hazardous.hazardLevel, hazardDue: hazardous.hazardDue }) }
}

export const CompetingCard = ({ quote, rivals, level, ...place }: CompetingCardProps) => (
  <Card
    as="li"
    id={`rivals-${quote.job.rivalOfJobId ?? quote.job.id}`}
    className="wide"
    level={level}
    title={quote.job.propertyName}
    aside={<strong>{rivals.quotes.length === 1 ? '1 quote' : `${rivals.quotes.length} quotes`}</strong>}
  >
    <WaitingLine job={waitOfAll([quote, ...rivals.quotes])} reader="estate_agent" />
    <CompetingQuoteList rivals={rivals} {...place} />
  </Card>
)

export const OtherQuotes = ({
  rivals,
  ...props
}: Omit<CompetingQuoteListProps, 'rivals'> & { rivals?: CompetingQuotes }) =>
  rivals && (
    <section>
      <h3>Quotes for This Repair</h3>
      <CompetingQuoteList rivals={rivals} {...props} />
    </section>
  )
