import { MAX_PASSKEY_NAME, type Passkey } from '#src/domain/account/passkey.ts'
import { FormEnd } from '../../ui/button.tsx'
import { Card, CardList } from '../../ui/card.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { DateText } from '../../ui/date.tsx'
import { TextField } from '../../ui/input/field.tsx'
import type { ToastMessage } from '../../ui/toast.tsx'

const ACTION = '/profile/passkeys'

type Party = { relyingParty: string; handle: string }
export type PasskeysProps = Party & { passkeys: readonly Passkey[]; isRequired: boolean }

export const ONE_PASSKEY: ToastMessage = {
  title: 'Only One Passkey',
  text: 'Please add a second on your profile, on another device: without a passkey you cannot come in.',
}

export const Passkeys = ({ passkeys, isRequired, ...party }: PasskeysProps) => (
  <Card id="passkeys" title="Passkeys">
    <p>Sign in with your fingerprint, face or PIN in place of a password. They stay when your password changes.</p>
    {passkeys.length > 0 && (
      <CardList>
        {passkeys.map((passkey) => (
          <PasskeyItem key={passkey.id} passkey={passkey} />
        ))}
      </CardList>
    )}
    {isRequired && passkeys.filter(({ isVerified }) => isVerified).length === 1 && <p>{ONE_PASSKEY.text}</p>}
    <AddPasskey action={ACTION} passkeys={passkeys} {...party} />
  </Card>
)

type AddPasskeyProps = Party & { action: string; passkeys: readonly Passkey[]; next?: string }

export const AddPasskey = ({ action, passkeys, next, relyingParty, handle }: AddPasskeyProps) => (
  <>
    <p className="hint needs-passkeys">To add one, your device must have passkeys and your browser JavaScript.</p>
    <form
      method="post"
      action={action}
      noValidate
      hidden
      data-passkey="add"
      data-party={relyingParty}
      data-handle={handle}
      data-accepted={passkeys.map(({ credentialId }) => credentialId).join(' ')}
    >
      <input type="hidden" name="answer" />
      {next && <input type="hidden" name="next" value={next} />}
      <NameField id="new" label="Passkey Name (Optional)" hint="Where it is kept: ‘Work laptop’" />
      <p role="status" />
      <FormEnd icon="key">Add a Passkey</FormEnd>
    </form>
  </>
)

type NameFieldProps = { id: string; label: string; hint?: string; value?: string }

const NameField = ({ id, ...field }: NameFieldProps) => (
  <TextField name="name" form={id} {...field} maxLength={MAX_PASSKEY_NAME} autoComplete="off" />
)

const PasskeyItem = ({ passkey }: { passkey: Passkey }) => (
  <Card as="li" level={3} title={passkey.name} aside={<Remove passkey={passkey} />}>
    <p>
      Added <DateText value={passkey.createdAt} />
      {passkey.lastUsedAt ? (
        <>
          , last used <DateText value={passkey.lastUsedAt} />
        </>
      ) : (
        ', never used'
      )}
    </p>
    <details className="more-detail">
      <summary aria-label={`Rename ${passkey.name}`}>Rename</summary>
      <form method="post" action={`${ACTION}/${passkey.id}/rename`} noValidate>
        <NameField id={passkey.id} label="Passkey Name" value={passkey.name} />
        <FormEnd size="small" busyLabel="Saving..." aria-label={`Save Name of ${passkey.name}`}>
          Save Name
        </FormEnd>
      </form>
    </details>
  </Card>
)

const Remove = ({ passkey }: { passkey: Passkey }) => (
  <Confirm
    {...passkeyRemoval(passkey)}
    button="Remove"
    look={{ size: 'small', 'aria-label': `Remove ${passkey.name}` }}
  />
)

export const passkeyRemoval = ({ id, name }: Pick<Passkey, 'id' | 'name'>) => ({
  action: `${ACTION}/${id}/remove`,
  title: `Remove the passkey ‘${name}’?`,
  text: `‘${name}’ no longer signs you in. Your password stays.`,
  confirm: 'Remove Passkey',
  busyLabel: 'Removing...',
})
