import { today } from '#src/domain/dates.ts'
import { LINKS } from '#src/domain/link/link.ts'
import type { LandlordLink } from '#src/domain/quote/landlord.ts'
import type { ListedQuote, QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { hasLapsed } from '#src/domain/quote/state.ts'
import { LinkFrame, LinkPhotos } from '../links/page.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { Choices } from '../ui/input/choices.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { TextArea } from '../ui/input/field.tsx'
import { Money } from '../ui/money.tsx'
import { countedPhotos } from '../visits/photos.tsx'
import { othersLost } from './competing-words.ts'
import { assignedBy, contractorName, hasContractor, priceFacts, quotedJobFacts, termFacts } from './facts.tsx'
import { Landlords } from './landlord.tsx'
import { losesPhotos } from './photos-lost.ts'

type DecideByLinkProps = {
  quote: QuoteWithJob
  landlords: readonly LandlordLink[]
  token: string
  shown: string
  values: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
}

const OPTIONS = [
  ['approve', 'Approve'],
  ['decline', 'Decline'],
  ['askAgain', 'Decline and ask for a new price'],
] as const

export const DecideByLinkPage = (props: DecideByLinkProps) => {
  const { quote, token } = props
  const photos = [...(quote.workCompletion?.photosUrls ?? []), ...quote.job.photosUrls]
  // The property has a page for agents who are signed in, which contractors have not.
  const jobFacts = quotedJobFacts(quote, 'contractor')
  return (
    <LinkFrame title={`Quote for ${quote.job.propertyName}`} error={Boolean(props.errors)}>
      <ErrorSummary errors={props.errors} />
      <Card>
        <DescriptionList facts={[...priceFacts(quote), ...jobFacts, ...termFacts(quote)]} />
        <LinkPhotos photos={photos} path={`${LINKS.decide_quote.path}/${token}`} of={quote.job.propertyName} />
        <Landlords landlords={props.landlords} version={quote.version} heading="h2" />
      </Card>
      {quote.rivals && <Others quotes={quote.rivals.quotes.filter(({ id }) => id !== quote.id)} />}
      <Card title="Your Answer">
        <DecisionForm {...props} />
      </Card>
    </LinkFrame>
  )
}

const Others = ({ quotes }: { quotes: readonly ListedQuote[] }) => (
  <Card title="Other Quotes for This Repair">
    <ul className="rivals">
      {quotes.map((quote) => (
        <li key={quote.id} className="entry">
          <strong className="card-amount">
            <Money pence={quote.amount} />
          </strong>
          <p>{contractorName(quote)}</p>
          <p className="preserve">{quote.description}</p>
        </li>
      ))}
    </ul>
    <p className="small-text muted">Each has an e-mail of its own, from which it is approved.</p>
  </Card>
)

function DecisionForm({ quote, token, shown, values, errors }: DecideByLinkProps) {
  const expired = hasLapsed(quote, today())
  const photos = quote.workCompletion?.photosUrls ?? []
  const hidden = [expired && 'approve', !hasContractor(quote) && 'askAgain']
  const whenApproved = [assignedBy(quote), othersLost(quote.rivals)].filter(Boolean).join(' ')
  return (
    <form method="post" action={`/decide-quote/${token}`} noValidate>
      <HiddenFields values={{ shown }} />
      <Choices
        name="decision"
        legend="What shall happen?"
        options={OPTIONS.filter(([value]) => !hidden.includes(value))}
        chosen={values.decision}
        error={errors?.decision}
      />
      <p className="field hint">
        {expired ? 'This quote has expired, and can only be declined. ' : ''}
        {photos.length > 0 && !expired && losesPhotos()
          ? `Approving deletes ${countedPhotos(photos)} of the visit for good. `
          : ''}
        {whenApproved && !expired && `When approved: ${whenApproved}`}
      </p>
      <TextArea
        name="reason"
        label="Reason, when declined"
        hint={hasContractor(quote) ? 'A new price needs one.' : undefined}
        error={errors?.reason}
        value={values.reason}
        rows={2}
        maxLength={1000}
      />
      <Button variant="primary" block>
        Send Answer
      </Button>
    </form>
  )
}
