import { fullName } from '#src/accounts/account.ts'
import type { ListedQuote } from '#src/quotes/quote-with-job.ts'
import { WaitingLine } from '../jobs/waiting.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { Money } from '../ui/money.tsx'
import { excerpt } from '../ui/text.ts'
import { Decide } from './decide.tsx'
import { RivalCard } from './rivals.tsx'

type PendingQuotesProps = {
  quotes: readonly ListedQuote[]
  total: number
}

const shown = (quotes: readonly ListedQuote[]): number =>
  quotes.reduce((sum, { rivals }) => sum + (rivals?.quotes.length ?? 1), 0)

export const PendingQuotes = ({ quotes, total }: PendingQuotesProps) =>
  quotes.length === 0 ? null : (
    <Card
      title="Quotes Pending Approval"
      aside={total > shown(quotes) && <a href="/quotes?status=pending">View all {total}</a>}
    >
      <CardList>
        {quotes.map((quote) =>
          quote.rivals ? (
            <RivalCard key={quote.id} level={3} quote={quote} rivals={quote.rivals} back="/" live />
          ) : (
            <PendingQuote key={quote.id} quote={quote} />
          ),
        )}
      </CardList>
    </Card>
  )

const PendingQuote = ({ quote }: { quote: ListedQuote }) => (
  <Card
    as="li"
    id={`quote-${quote.id}`}
    level={3}
    title={quote.job.propertyName}
    aside={
      <strong>
        <Money pence={quote.amount} />
      </strong>
    }
    footer={
      <>
        <LinkButton href={`/quotes/${quote.id}`} dialog aria-label={`View the quote for ${quote.job.propertyName}`}>
          View
        </LinkButton>
        <Decide quote={quote} back="/" live />
      </>
    }
  >
    <p className="small-text muted">
      {quote.job.jobRef}
      {quote.contractor && ` · Submitted by ${fullName(quote.contractor)}`}
    </p>
    <WaitingLine job={quote.job} reader="estate_agent" />
    {quote.workCompletion && (
      <p className="clamp">
        <strong>Work completed:</strong> {excerpt(quote.workCompletion.workDescription, 160)}
      </p>
    )}
    <p className="clamp">
      <strong>Quote:</strong> {excerpt(quote.description, 160)}
    </p>
  </Card>
)
