import { fullName } from '#src/domain/account/account.ts'
import type { ListedQuote, Rivals } from '#src/domain/quote/quote-with-job.ts'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { Money } from '../ui/money.tsx'
import { excerpt } from '../ui/text.ts'
import { Decide, type DecidePlace } from './decide.tsx'
import { ValidUntil } from './facts.tsx'
import { theQuote, yetToQuote } from './rival-words.ts'

type RivalQuotesProps = DecidePlace & {
  rivals: Rivals
  shown?: string
}

export const RivalQuotes = ({ rivals, shown, ...place }: RivalQuotesProps) => (
  <div className="stack">
    <ul className="rivals">
      {rivals.quotes.map((quote) => (
        <RivalQuote key={quote.id} quote={{ ...quote, rivals }} isShown={quote.id === shown} {...place} />
      ))}
    </ul>
    {rivals.waiting > 0 && <p className="small-text muted">{yetToQuote(rivals)}</p>}
  </div>
)

const RivalQuote = ({ quote, isShown, ...place }: DecidePlace & { quote: ListedQuote; isShown: boolean }) => (
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

type RivalCardProps = DecidePlace & { quote: ListedQuote; rivals: Rivals; level?: 2 | 3 }

export const RivalCard = ({ quote: { job }, rivals, level, ...place }: RivalCardProps) => (
  <Card
    as="li"
    id={`rivals-${job.rivalOfJobId ?? job.id}`}
    className="wide"
    level={level}
    title={job.propertyName}
    aside={<strong>{rivals.quotes.length === 1 ? '1 quote' : `${rivals.quotes.length} quotes`}</strong>}
  >
    <RivalQuotes rivals={rivals} {...place} />
  </Card>
)

export const OtherQuotes = ({ rivals, ...props }: Omit<RivalQuotesProps, 'rivals'> & { rivals?: Rivals }) =>
  rivals && (
    <section>
      <h3>Quotes for This Repair</h3>
      <RivalQuotes rivals={rivals} {...props} />
    </section>
  )
