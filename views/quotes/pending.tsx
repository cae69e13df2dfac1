import { Fragment, type ReactNode } from 'react'
import { fullName } from '#src/domain/account/account.ts'
import type { ListedQuote } from '#src/domain/quote/quote-with-job.ts'
import { WaitingText, waitingWords } from '../jobs/waiting.tsx'
import { cachedRows } from '../ui/cached.tsx'
import { Card, CardList } from '../ui/card.tsx'
import type { KnownRows } from '../ui/known-rows.ts'
import { Money } from '../ui/money.tsx'
import { excerpt } from '../ui/text.ts'
import { CompetingCard } from './competing.tsx'
import { decisionOf, QuoteCardFoot } from './decide.tsx'

const shown = (quotes: readonly ListedQuote[]): number =>
  quotes.reduce((sum, { rivals }) => sum + (rivals?.quotes.length ?? 1), 0)

/** Called, not drawn: the region it stands in must know its rows. */
export function pendingQuoteCards(quotes: readonly ListedQuote[], total: number, known: KnownRows): ReactNode {
  const items = quotes.map((quote) =>
    quote.rivals ? (
      <CompetingCard key={quote.id} level={3} quote={quote} rivals={quote.rivals} back="/" live />
    ) : (
      <Fragment key={quote.id}>{cards([quote], known)}</Fragment>
    ),
  )
  return items.length === 0 ? null : (
    <Card
      title="Quotes Pending Approval"
      aside={total > shown(quotes) && <a href="/quotes?status=pending">View all {total}</a>}
    >
      <CardList>{items}</CardList>
    </Card>
  )
}

const wordsOf = (quote: ListedQuote) => ({
  id: quote.id,
  amount: quote.amount,
  propertyName: quote.job.propertyName,
  jobRef: quote.job.jobRef,
  contractor: quote.contractor && fullName(quote.contractor),
  completed: quote.workCompletion && excerpt(quote.workCompletion.workDescription, 160),
  description: excerpt(quote.description, 160),
  waiting: waitingWords({ job: quote.job, reader: 'estate_agent' }),
  decision: decisionOf(quote),
})

const cards = cachedRows(wordsOf, (quote) => (
  <Card
    className="whole"
    as="li"
    id={`quote-${quote.id}`}
    level={3}
    title={quote.propertyName}
    aside={
      <strong>
        <Money pence={quote.amount} />
      </strong>
    }
    footer={<QuoteCardFoot quote={quote} back="/" />}
  >
    <p className="small-text muted">
      {quote.jobRef}
      {quote.contractor !== null && ` · Submitted by ${quote.contractor}`}
    </p>
    <WaitingText {...quote.waiting} />
    {quote.completed !== null && (
      <p className="clamp">
        <strong>Work completed:</strong> {quote.completed}
      </p>
    )}
    <p className="clamp">
      <strong>Quote:</strong> {quote.description}
    </p>
  </Card>
))
