import { COMPLAINT_DAYS } from '#src/domain/account/complaint.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/input/error-summary.tsx'
import { TextArea, TextField } from '../../ui/input/field.tsx'
import { FORM_KEY } from '../../ui/input/form-key.tsx'
import { newKey } from '../../ui/input/new-key.ts'

export type ComplaintFormProps = {
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
}

const FORM = 'complaint'

export const ComplaintForm = ({ values = {}, errors }: ComplaintFormProps) => (
  <>
    <h2 id={FORM}>Complain about your data</h2>
    <p>
      Tell us what we did wrong with your data. We confirm it by e-mail at once, and answer within {COMPLAINT_DAYS}{' '}
      days. You may also complain to the Information Commissioner’s Office (ico.org.uk).
    </p>
    <form method="post" action="/privacy-policy" noValidate>
      <ErrorSummary errors={errors} form={FORM} />
      <input type="hidden" name={FORM_KEY} value={values[FORM_KEY] || newKey()} />
      <TextField
        {...{ name: 'name', form: FORM, value: values.name, error: errors?.name }}
        label="Your Name"
        autoComplete="name"
        maxLength={200}
      />
      <TextField
        {...{ name: 'email', form: FORM, value: values.email, error: errors?.email }}
        label="Your E-mail"
        type="email"
        autoComplete="email"
        maxLength={254}
      />
      <TextArea
        {...{ name: 'text', form: FORM, value: values.text, error: errors?.text }}
        label="Your Complaint"
        rows={6}
        maxLength={5000}
      />
      <Button variant="primary" busyLabel="Sending...">
        Send Complaint
      </Button>
    </form>
  </>
)
