import { pounds } from '#src/domain/money.ts'
import { LANDLORD_WORDS, type LandlordLink } from '#src/domain/quote/landlord.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { FormEnd } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DateText } from '../ui/date.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { TextField } from '../ui/input/field.tsx'

type AskLandlordProps = {
  frame: PageFrame
  quote: QuoteWithJob
  email?: string
  errors?: Readonly<Record<string, string>>
}

const FORM = 'landlord'

export const AskLandlordPage = ({ frame, quote, email, errors }: AskLandlordProps) => {
  const path = `/quotes/${quote.id}`
  return (
    <Page
      {...frame}
      title="Ask the Landlord"
      back={{ href: path, label: 'Back to the quote' }}
      error={Boolean(errors)}
      width="narrow"
    >
      <Card title={quote.job.propertyName}>
        <p className="field">
          They get the quote of {pounds(quote.amount)} with its photos by e-mail, and answer yes or no. They are
          reminded once, and asked again if the quote changes. You decide.
        </p>
        <form method="post" action={`${path}/landlord`} noValidate>
          <ErrorSummary errors={errors} form={FORM} />
          <TextField
            {...{ name: 'email', form: FORM, value: email, error: errors?.email }}
            label="The landlord’s e-mail"
            type="email"
            autoComplete="off"
          />
          <FormEnd back={path} variant="primary" busyLabel="Sending...">
            Ask the Landlord
          </FormEnd>
        </form>
      </Card>
    </Page>
  )
}

type LandlordsProps = { landlords: readonly LandlordLink[]; version: number; heading?: 'h2' | 'h3' }

export const Landlords = ({ landlords, version, heading: Heading = 'h3' }: LandlordsProps) =>
  landlords.length > 0 && (
    <section>
      <Heading>The Landlord</Heading>
      <ul className="stack">
        {landlords.map(({ id, email, answer, note, quoteVersion, createdAt, usedAt }) => (
          <li key={id} className="entry">
            <strong>{answer ? LANDLORD_WORDS[answer] : 'Not answered'}</strong>
            <p className="hint">
              {email}, <DateText value={usedAt ?? createdAt} time />
              {quoteVersion !== version && ', about the quote as it was'}
            </p>
            {note && <p className="preserve">{note}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
