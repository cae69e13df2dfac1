import type { ComponentProps, ReactNode } from 'react'
import { isVisitJob } from '#src/domain/job/state.ts'
import type { JobCertificate } from '#src/domain/property/certificate/raised.ts'
import { type CompletionDraft, comesAgain, HAPPENED_QUESTIONS } from '#src/domain/visit/visit.ts'
import { QuoteFields } from '../quotes/fields.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { ErrorSummary } from '../ui/input/error-summary.tsx'
import { TextArea, TextField } from '../ui/input/field.tsx'
import { FormKey } from '../ui/input/form-key.tsx'
import { Checkbox } from '../ui/input/special-fields.tsx'
import { CertificateFields } from './certificate-fields.tsx'
import { NextVisit } from './coming-again.tsx'
import { ByChoice, WhatHappened } from './what-happened.tsx'

type CompletionHandlers = {
  onChange(change: Partial<CompletionDraft>): void
  onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>
  disabled: boolean
  busy: boolean
}

export type CompletionIslandProps = {
  jobId: string
  jobType: 'visit' | 'quote_work'
  userId: string
  form: string
  values: CompletionDraft
  errors: Readonly<Record<string, string>>
  vat: boolean
  region: string | null
  list: string
  days: VisitDays
  certificate: JobCertificate | null
}

type VisitDays = { min: string; max: string }

type CompletionFormProps = {
  jobId: string
  jobType: 'visit' | 'quote_work'
  form: string
  values: CompletionDraft
  vat: boolean
  errors?: Readonly<Record<string, string>>
  photos: ReactNode
  document?: ReactNode
  notice?: ReactNode
  region?: string | null
  list: string
  days: VisitDays
  certificate: JobCertificate | null
  handlers?: CompletionHandlers
}

/** The server renders it plain; the island gives it handlers. */
export function CompletionForm(props: CompletionFormProps) {
  const { jobId, jobType, form, values, errors = {}, photos, document, notice, days, handlers } = props
  const isVisit = isVisitJob({ jobType })
  const { happened, needsQuote } = values
  const part = (when: 'when-done' | 'when-visited' | 'when-again', shown: boolean) => ({
    className: when,
    hidden: handlers && !shown,
  })
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
      encType={props.certificate ? 'multipart/form-data' : undefined}
      noValidate
      onSubmit={handlers?.onSubmit}
    >
      {!handlers && <FormKey />}
      <ErrorSummary errors={errors} form={form} />
      <WhatHappened
        form={form}
        chosen={happened}
        error={errors.happened}
        onChoose={handlers && ((chosen) => handlers.onChange({ happened: chosen }))}
      />
      <TextArea
        {...text('workDone')}
        label={
          <ByChoice
            of={(one) => `${HAPPENED_QUESTIONS[one]}${one === 'done' && !isVisit ? ' (Optional)' : ''}`}
            chosen={handlers && happened}
          />
        }
        maxLength={10_000}
      />
      {isVisit && (
        <div {...part('when-done', happened === 'done')}>
          <Checkbox
            name="needsQuote"
            form={form}
            label="This job needs a quote"
            checked={needsQuote}
            onChange={handlers && (({ target }) => handlers.onChange({ needsQuote: target.checked }))}
          />
        </div>
      )}
      {props.certificate && (
        <div {...part('when-done', happened === 'done')}>
          <CertificateFields of={props.certificate} today={days.max} {...{ form, text, values, document, handlers }} />
        </div>
      )}
      <div {...part('when-visited', happened !== 'hand_back')}>{photos}</div>
      <div {...part('when-again', comesAgain(values))}>
        <NextVisit text={text} today={days.max} />
      </div>
      {isVisit && (
        <div {...part('when-done', happened === 'done')}>
          <fieldset className="quote-details" hidden={handlers && !needsQuote}>
            <legend>Quote Details</legend>
            <QuoteFields {...{ form, values, errors, text }} vat={props.vat} live={Boolean(handlers)} />
          </fieldset>
        </div>
      )}
      <div {...part('when-visited', happened !== 'hand_back')}>
        <details className="more-detail" open={Boolean(values.visitDate || errors.visitDate)}>
          <summary>Visit was on another day</summary>
          <TextField {...text('visitDate')} label="Day of the visit" type="date" {...days} />
        </details>
      </div>
      {notice}
      <div className="row end">
        <LinkButton
          href={props.list}
          {...(props.region && { 'hx-get': props.list, 'hx-target': props.region, 'hx-swap': 'outerHTML' })}
        >
          Cancel
        </LinkButton>
        <Button variant="primary" disabled={handlers?.disabled} busyLabel={handlers ? undefined : 'Submitting...'}>
          {handlers?.busy ? (
            'Submitting...'
          ) : (
            <ByChoice
              of={(one) =>
                one === 'done' ? <DoneLabel isVisit={isVisit} needsQuote={handlers && needsQuote} /> : SUBMIT[one]
              }
              chosen={handlers && happened}
            />
          )}
        </Button>
      </div>
    </form>
  )
}

const SUBMIT = { no_access: 'Save Visit', return: 'Save Visit', hand_back: 'Hand Back' }

/** Without JavaScript both labels are there, and the style sheet shows the one that fits the box. */
function DoneLabel({ isVisit, needsQuote }: { isVisit: boolean; needsQuote?: boolean }) {
  if (!isVisit) return 'Mark Complete'
  if (needsQuote !== undefined) return needsQuote ? 'Submit Work & Quote' : 'Complete Job'
  return (
    <>
      <span className="without-quote">Complete Job</span>
      <span className="with-quote">Submit Work & Quote</span>
    </>
  )
}
