import { decimal } from '#src/domain/money.ts'
import { draftLines, EMPTY_QUOTE, type QuoteDraft } from '#src/domain/quote/draft.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import { isPending } from '#src/domain/quote/state.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { FormEnd, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { TextArea } from '../ui/input/field.tsx'
import { Island } from '../ui/island.tsx'
import { QuoteFields, textFieldOf } from './fields.tsx'

type FormPageProps = {
  frame: PageFrame
  quote: QuoteWithJob
  errors?: Readonly<Record<string, string>>
}

const FORM = 'quote'
const inPounds = (pence: number | null) => (pence === null ? '' : decimal(pence))

/** With lines the amount is left empty, as it is their sum. */
const draftOf = (quote: Quote): QuoteDraft => ({
  ...EMPTY_QUOTE,
  quoteAmount: quote.lines ? '' : decimal(quote.amount),
  quoteDescription: quote.description,
  materialsCost: inPounds(quote.materialsCost),
  laborCost: inPounds(quote.laborCost),
  estimatedDuration: quote.estimatedDuration ?? '',
  validUntil: quote.validUntil ?? '',
  notes: quote.notes ?? '',
  ...draftLines((quote.lines ?? []).map((line) => ({ ...line, unitPrice: decimal(line.unitPrice) }))),
})

type ChangePageProps = FormPageProps & { values?: QuoteDraft; vat: boolean }

export function ChangeQuotePage({ frame, quote, values = draftOf(quote), vat, errors = {} }: ChangePageProps) {
  const path = `/quotes/${quote.id}`
  const fields = { form: FORM, values, errors, vat }
  return (
    <Page
      {...frame}
      island="quote-fields"
      title="Change Quote"
      back={{ href: path, label: 'Back to the quote' }}
      error={Object.keys(errors).length > 0}
      width="narrow"
    >
      <Card title={quote.job.propertyName}>
        <p className="small-text muted field">Job: {quote.job.jobRef}. The estate agent is told what changes.</p>
        <form method="post" action={`${path}/edit`} noValidate>
          <HiddenFields values={{ version: String(quote.version) }} />
          <ErrorSummary errors={errors} form={FORM} />
          <Island name="quote-fields" props={fields}>
            <QuoteFields {...fields} live={false} text={textFieldOf(fields)} />
          </Island>
          <FormEnd back={path} variant="primary" busyLabel="Saving...">
            Change Quote
          </FormEnd>
        </form>
      </Card>
    </Page>
  )
}

export const WithdrawQuotePage = ({ frame, quote, reason, errors }: FormPageProps & { reason?: string }) => (
  <Page
    {...frame}
    title="Withdraw Quote"
    back={{ href: `/quotes/${quote.id}`, label: 'Back to the quote' }}
    error={Boolean(errors)}
    width="narrow"
  >
    <Card title={quote.job.propertyName}>
      <p className="field">
        The estate agent can then no longer approve this quote. The job stays yours, and you may send another.
      </p>
      <form method="post" action={`/quotes/${quote.id}/withdraw`} noValidate>
        <ErrorSummary errors={errors} form={FORM} />
        <TextArea
          {...{ name: 'reason', form: FORM, value: reason, error: errors?.reason }}
          label="Reason"
          hint="The estate agent reads it."
          rows={2}
          maxLength={1000}
        />
        <FormEnd back={`/quotes/${quote.id}`} variant="danger" busyLabel="Withdrawing...">
          Withdraw Quote
        </FormEnd>
      </form>
    </Card>
  </Page>
)

export const ChangeQuote = ({ quote }: { quote: Quote }) => (
  <LinkButton href={`/quotes/${quote.id}/edit`} icon="edit">
    Change Quote
  </LinkButton>
)

export const ChangeOrWithdraw = ({ quote }: { quote: Quote }) =>
  isPending(quote) && (
    <>
      <ChangeQuote quote={quote} />
      <LinkButton href={`/quotes/${quote.id}/withdraw`} variant="quiet">
        Withdraw
      </LinkButton>
    </>
  )
