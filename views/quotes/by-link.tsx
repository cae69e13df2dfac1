import { today } from '#src/domain/dates.ts'
import { photoPath } from '#src/domain/photo/photo.ts'
import type { ListedQuote, QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { hasLapsed } from '#src/domain/quote/state.ts'
import { LinkFrame } from '../links/page.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { FieldError, TextArea } from '../ui/input/field.tsx'
import { errorId, fieldId } from '../ui/input/ids.ts'
import { Money } from '../ui/money.tsx'
import { countedPhotos, Thumbnails } from '../visits/photos.tsx'
import { othersLost } from './competing-words.ts'
import { contractorName, priceFacts, quotedJobFacts, termFacts } from './facts.tsx'

type DecideByLinkProps = {
  quote: QuoteWithJob
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
  const path = `/decide-quote/${token}/photos`
  // The property has a page for agents who are signed in, which contractors have not.
  const jobFacts = quotedJobFacts(quote, 'contractor')
  return (
    <LinkFrame title={`Quote for ${quote.job.propertyName}`} error={Boolean(props.errors)}>
      <ErrorSummary errors={props.errors} />
      <Card>
        <DescriptionList facts={[...priceFacts(quote), ...jobFacts, ...termFacts(quote)]} />
        {photos.length > 0 && (
          <figure className="photos">
            <Thumbnails
              photos={photos.map((photo) => photo.replace(photoPath(''), `${path}/`))}
              propertyName={quote.job.propertyName}
            />
            <figcaption>{countedPhotos(photos)}</figcaption>
          </figure>
        )}
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
  const id = fieldId('decision')
  const error = errors?.decision
  const expired = hasLapsed(quote, today())
  const photos = quote.workCompletion?.photosUrls ?? []
  return (
    <form method="post" action={`/decide-quote/${token}`} noValidate>
      <HiddenFields values={{ shown }} />
      <fieldset className={error ? 'field checkbox invalid' : 'field checkbox'}>
        <legend>What shall happen?</legend>
        <FieldError id={errorId(id)} error={error} />
        {OPTIONS.filter(([value]) => !(expired && value === 'approve')).map(([value, label], index) => (
          <label key={value}>
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${value}`}
              name="decision"
              value={value}
              defaultChecked={value === values.decision}
              aria-describedby={error ? errorId(id) : undefined}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <p className="hint">
        {expired ? 'This quote has expired, and can only be declined. ' : ''}
        {photos.length > 0 && !expired ? `Approving deletes ${countedPhotos(photos)} of the visit for good. ` : ''}
        {othersLost(quote.rivals) && `When approved: ${othersLost(quote.rivals)}`}
      </p>
      <TextArea
        name="reason"
        label="Reason, when declined"
        hint="A new price needs one."
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
