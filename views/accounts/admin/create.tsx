import type { ComponentProps } from 'react'
import { GENERATED_PASSWORD_LENGTH, type ManagedRole, MIN_PASSWORD } from '#src/domain/account/account.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorSummary } from '../../ui/input/error-summary.tsx'
import { TextField } from '../../ui/input/field.tsx'
import { FormKey } from '../../ui/input/form-key.tsx'
import { PasswordField } from '../../ui/input/special-fields.tsx'
import { ContactFields, EmailField, NameFields, VatField } from '../fields.tsx'

type AccountFormHandlers = {
  onSubmit: NonNullable<ComponentProps<'form'>['onSubmit']>
  onGenerate(): void
  busy: boolean
}

export type AccountFormProps = {
  kind: ManagedRole
  values?: Readonly<Record<string, string>>
  errors?: Readonly<Record<string, string>>
  generated?: string
  /** Only in the browser; without them the buttons post to the server. */
  handlers?: AccountFormHandlers
}

export const INVITE = 'invite'

const words = {
  estate_agent: {
    path: '/admin/accounts/estate-agent',
    title: 'Create Estate Agent Account',
    note: 'Estate agents log in with username + password.',
  },
  contractor: {
    path: '/admin/accounts/contractor',
    title: 'Create Contractor Account',
    note: 'Contractors log in with email + password and receive job notifications.',
  },
}

export function AccountForm({ kind, values = {}, errors, generated, handlers }: AccountFormProps) {
  const { path, title, note } = words[kind]
  const form = `new-${kind}`
  const field = (name: string) => ({ name, form, error: errors?.[name], value: values[name], autoComplete: 'off' })
  return (
    <form method="post" action={path} noValidate onSubmit={handlers?.onSubmit} aria-labelledby={`${form}-title`}>
      {!handlers && <FormKey />}
      <h2 id={`${form}-title`}>{title}</h2>
      <p className="hint form-note">{note}</p>
      <ErrorSummary errors={errors} form={form} />
      {kind === 'estate_agent' ? (
        <TextField {...field('username')} label="Username" autoCapitalize="none" spellCheck={false} maxLength={100} />
      ) : (
        <EmailField {...field('email')} />
      )}
      <NameFields field={field} />
      {kind === 'estate_agent' && <EmailField {...field('email')} optional />}
      <ContactFields field={field} agency={kind === 'estate_agent'} />
      {kind === 'contractor' && <VatField field={field} />}
      <Password {...{ form, error: errors?.password, generated }} />
      <div className="field">
        <Button
          type={handlers ? 'button' : 'submit'}
          name="generate"
          value="yes"
          icon="key"
          onClick={handlers?.onGenerate}
          disabled={handlers?.busy}
        >
          Generate Secure Password
        </Button>
      </div>
      <Button variant="primary" block busyLabel={handlers ? undefined : 'Creating...'} disabled={handlers?.busy}>
        {handlers?.busy ? 'Creating...' : title}
      </Button>
      <p className="or">or</p>
      <Button name={INVITE} value="yes" block icon="mail" disabled={handlers?.busy}>
        Send an Invitation
      </Button>
      <p className="hint">They set their own password, by a link in an e-mail.</p>
    </form>
  )
}

const Password = ({ generated, ...field }: { form: string; error?: string; generated?: string }) => {
  const common = { ...field, name: 'password', label: 'Password', placeholder: `Minimum ${MIN_PASSWORD} characters` }
  // A generated password is shown, and a new key makes React replace the value of the input.
  return generated ? (
    <TextField
      key={generated}
      {...common}
      value={generated}
      hint={`${GENERATED_PASSWORD_LENGTH} random characters. Copy it before you leave this page.`}
      autoComplete="off"
      spellCheck={false}
    />
  ) : (
    <PasswordField {...common} autoComplete="new-password" />
  )
}
