import type { Person } from '#src/domain/account/account.ts'
import { dayOf, today } from '#src/domain/dates.ts'
import type { Job } from '#src/domain/job/job.ts'
import type { QuoteStatus } from '#src/domain/quote/quote.ts'
import type { CompetingQuotes } from '#src/domain/quote/quote-with-job.ts'
import { hasLapsed, isPending } from '#src/domain/quote/state.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { theQuote } from './competing-words.ts'

type Decidable = {
  id: string
  status: QuoteStatus
  version: number
  validUntil: string | null
  contractor: Person | null
  job: Pick<Job, 'propertyName'>
  rivals?: CompetingQuotes
}

export type DecidePlace = {
  back: string
  /** Whether that list is on this page: its region is then swapped. */
  live?: boolean
}

export const decisionOf = (quote: Decidable) =>
  isPending(quote)
    ? {
        version: String(quote.version),
        path: `/quotes/${quote.id}`,
        whose: theQuote(quote),
        expired: hasLapsed(quote, today()) ? dayOf(quote.validUntil ?? '') : '',
      }
    : null

type Words = { words?: 'short' | 'long' }
type DecisionProps = DecidePlace & Words & { decision: ReturnType<typeof decisionOf> }

function QuoteDecision({ decision, back, live, words = 'short' }: DecisionProps) {
  if (!decision) return null
  const { version, path, whose, expired } = decision
  const asking = (verb: 'Approve' | 'Decline') => {
    const action = `${path}/${verb.toLowerCase()}`
    return (
      <form action={action}>
        <HiddenFields values={{ back, version }} />
        <Button
          variant={verb === 'Approve' ? 'primary' : undefined}
          formAction={`${action}?${new URLSearchParams({ back, version })}`}
          data-dialog={live ? '' : undefined}
          aria-label={words === 'long' ? undefined : `${verb} ${whose}`}
        >
          {words === 'long' ? `${verb} Quote` : verb}
        </Button>
      </form>
    )
  }
  return (
    <>
      {!expired && asking('Approve')}
      {asking('Decline')}
      {expired && (
        <span className="small-text muted">
          Expired on {expired}
          {words === 'long' && ': decline it for a new price, or ask its contractor to change it'}
        </span>
      )}
    </>
  )
}

type CardFoot = { quote: { id: string; propertyName: string } & Pick<DecisionProps, 'decision'>; back: string }

export const QuoteCardFoot = ({ quote, back }: CardFoot) => (
  <>
    <LinkButton
      href={`/quotes/${quote.id}`}
      dialog
      className="stretched"
      aria-label={`View the quote for ${quote.propertyName}`}
    >
      View
    </LinkButton>
    <QuoteDecision decision={quote.decision} back={back} live />
  </>
)

export const Decide = ({ quote, ...props }: DecidePlace & Words & { quote: Decidable }) => (
  <QuoteDecision decision={decisionOf(quote)} {...props} />
)
