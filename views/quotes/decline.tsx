import { hears } from '#src/domain/account/account.ts'
import { otherVersion } from '#src/domain/quote/quote.ts'
import type { QuoteWithJob } from '#src/domain/quote/quote-with-job.ts'
import type { PageFrame } from '../layout.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { DialogForm } from '../ui/input/dialog-form.tsx'
import { TextArea } from '../ui/input/field.tsx'
import { Checkbox } from '../ui/input/special-fields.tsx'
import { theQuote } from './competing-words.ts'
import type { DecidePlace } from './decide.tsx'
import { hasContractor } from './facts.tsx'

export type DeclineProps = DecidePlace & {
  quote: QuoteWithJob
  seen?: number
  frame?: PageFrame
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
}

const FORM = 'decline'

export function Decline(props: DeclineProps) {
  const { quote, seen = quote.version, back, live, values = {}, errors, frame } = props
  const { contractor } = quote
  const field = (name: string) => ({ name, form: FORM, error: errors?.[name] })
  return (
    <DialogForm
      title={`Decline ${theQuote(quote)}?`}
      {...{ frame, back, errors, page: !live, form: FORM, action: `/quotes/${quote.id}/decline` }}
      width="narrow"
      hidden={<HiddenFields values={{ back, version: String(quote.version) }} />}
      button="Decline Quote"
      busyLabel="Declining..."
      danger
    >
      {seen !== quote.version && <p className="notice">{otherVersion(quote)}</p>}
      <p className="field">
        Are you sure you want to decline this quote? {hears('The contractor', contractor, 'will be notified.')}
      </p>
      <TextArea {...field('reason')} value={values.reason} label="Reason (optional)" rows={2} maxLength={1000} />
      {hasContractor(quote) && (
        <Checkbox
          {...field('askAgain')}
          label="Ask for a new price"
          hint="The job goes back to the contractor, who reads your reason."
          checked={Boolean(values.askAgain)}
        />
      )}
    </DialogForm>
  )
}
