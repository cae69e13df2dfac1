import type { ComponentProps, ReactNode } from 'react'
import type { CompletionDraft } from '#src/visits/visit.ts'
import { QuoteFields } from '../quotes/fields.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { TextArea } from '../ui/field.tsx'
import { FormKey } from '../ui/form-key.tsx'
import { Checkbox } from '../ui/special-fields.tsx'

export type CompletionHandlers = {
  onChange(change: Partial<CompletionDraft>): void
  onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>
  disabled: boolean
  busy: boolean
}

export type CompletionIslandProps = {
  jobId: string
  jobType: 'visit' | 'quote_work'
  /** The user whose unfinished form the browser keeps. */
  userId: string
  form: string
  values: CompletionDraft
  errors: Readonly<Record<string, string>>
  vat: boolean
  region: string | null
}

export type CompletionFormProps = {
  jobId: string
  jobType: 'visit' | 'quote_work'
  form: string
  values: CompletionDraft
  /** Whether the contractor may charge VAT. */
  vat: boolean
  errors?: Readonly<Record<string, string>>
  photos: ReactNode
  notice?: ReactNode
  /** The region that Cancel fetches again, where the form is in a list. */
  region?: string | null
  handlers?: CompletionHandlers
}

/** The server renders it plain; the island gives it handlers. */
export function CompletionForm(props: CompletionFormProps) {
  const { jobId, jobType, form, values, errors = {}, photos, notice, handlers } = props
  const isVisit = jobType === 'visit'
  const text = (name: keyof CompletionDraft) => ({
    name,
    form,
    value: String(values[name] ?? ''),
    error: errors[name],
    onChange: handlers && (({ target }: { target: { value: string } }) => handlers.onChange({ [name]: target.value })),
  })
  return (
    <form
      className="completion"
      method="post"
      action={`/jobs/${jobId}/${isVisit ? 'complete' : 'mark-complete'}`}
      noValidate
      onSubmit={handlers?.onSubmit}
    >
      {!handlers && <FormKey />}
      <ErrorSummary errors={errors} form={form} />
      <TextArea
        {...text('workDone')}
        label={`What work did you complete?${isVisit ? '' : ' (Optional)'}`}
        maxLength={10_000}
      />
      {isVisit && (
        <Checkbox
          name="needsQuote"
          form={form}
          label="This job needs a quote"
          checked={values.needsQuote}
          onChange={handlers && (({ target }) => handlers.onChange({ needsQuote: target.checked }))}
        />
      )}
      {photos}
      {isVisit && (
        <fieldset className="quote-details" hidden={handlers && !values.needsQuote}>
          <legend>Quote Details</legend>
          <QuoteFields {...{ form, values, errors, text }} vat={props.vat} live={Boolean(handlers)} />
        </fieldset>
      )}
      {notice}
      <div className="row end">
        <LinkButton
          href="/jobs"
          {...(props.region && { 'hx-get': '/jobs', 'hx-target': props.region, 'hx-swap': 'outerHTML' })}
        >
          Cancel
        </LinkButton>
        <Button variant="primary" disabled={handlers?.disabled} busyLabel={handlers ? undefined : 'Submitting...'}>
          {handlers?.busy ? (
            'Submitting...'
          ) : (
            <SubmitLabel isVisit={isVisit} needsQuote={handlers && values.needsQuote} />
          )}
        </Button>
      </div>
    </form>
  )
}

/** Without JavaScript both labels are there, and the style sheet shows the one that fits the box. */
function SubmitLabel({ isVisit, needsQuote }: { isVisit: boolean; needsQuote?: boolean }) {
  if (!isVisit) return 'Mark Complete'
  if (needsQuote !== undefined) return needsQuote ? 'Submit Work & Quote' : 'Complete Job'
  return (
    <>
      <span className="without-quote">Complete Job</span>
      <span className="with-quote">Submit Work & Quote</span>
    </>
  )
}
