import { LINKS } from '#src/domain/link/link.ts'
import { LANDLORD_ANSWERS } from '#src/domain/quote/landlord.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { termFacts } from '../quotes/facts.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { Choices } from '../ui/input/choices.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { TextArea } from '../ui/input/field.tsx'
import { Money } from '../ui/money.tsx'
import { LinkFrame, LinkPhotos } from './page.tsx'

const LABELS = { yes: 'Yes, I agree', no: 'No' }

type LandlordPageProps = {
  quote: QuoteWithJob
  token: string
  shown: string
  values: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
}

export const LandlordPage = ({ quote, token, shown, values, errors = {} }: LandlordPageProps) => {
  const { job, workCompletion } = quote
  const path = `${LINKS.landlord.path}/${token}`
  return (
    <LinkFrame title={`Work at ${job.propertyName}`} error={Object.keys(errors).length > 0}>
      <ErrorSummary errors={errors} />
      <Card>
        <DescriptionList
          facts={[
            {
              term: 'Amount',
              detail: (
                <strong>
                  <Money pence={quote.amount} />
                </strong>
              ),
            },
            { term: 'Asked by', detail: job.estateAgency },
            { term: 'Property', detail: job.propertyAddress, wide: true },
            { term: 'The Issue', detail: job.issueDescription, wide: true },
            ...termFacts({ ...quote, contractor: null }),
          ]}
        />
        <LinkPhotos
          photos={[...(workCompletion?.photosUrls ?? []), ...job.photosUrls]}
          path={path}
          of={job.propertyName}
        />
      </Card>
      <Card title="Your Answer">
        <form method="post" action={path} noValidate>
          <HiddenFields values={{ shown }} />
          <Choices
            name="answer"
            legend="Do you agree?"
            options={LANDLORD_ANSWERS.map((answer) => [answer, LABELS[answer]] as const)}
            chosen={values.answer}
            error={errors.answer}
          />
          <TextArea name="note" label="Note" error={errors.note} value={values.note} rows={2} maxLength={1000} />
          <p className="field hint">{job.estateAgency} reads your answer and decides.</p>
          <Button variant="primary" block>
            Send Answer
          </Button>
        </form>
      </Card>
    </LinkFrame>
  )
}
