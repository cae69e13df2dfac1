import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/input/error-summary.tsx'
import { TextField } from '../../ui/input/field.tsx'
import { FormKey } from '../../ui/input/form-key.tsx'
import { EmailField, NameFields } from '../fields.tsx'

type AdministratorFormProps = {
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
}

const FORM = 'new-admin'

export function AdministratorForm({ values = {}, errors }: AdministratorFormProps) {
  const field = (name: string) => ({
    name,
    form: FORM,
    error: errors?.[name],
    value: values[name],
    autoComplete: 'off',
  })
  return (
    <form method="post" action="/admin/accounts/administrator" noValidate aria-labelledby={`${FORM}-title`}>
      <FormKey />
      <h2 id={`${FORM}-title`}>Invite an Administrator</h2>
      <p className="hint form-note">
        Administrators see and change everything. They set a password by a link in an e-mail.
      </p>
      <ErrorSummary errors={errors} form={FORM} />
      <EmailField {...field('email')} />
      <NameFields field={field} />
      <TextField {...field('phone')} label="Phone (Optional)" type="tel" maxLength={200} />
      <Button variant="primary" block busyLabel="Sending...">
        Send Invitation
      </Button>
    </form>
  )
}
