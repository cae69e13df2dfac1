import { type ApiToken, isExpired, isReadOnly, MAX_TOKEN_NAME } from '#src/domain/account/token.ts'
import { FormEnd } from '../ui/button.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { ShownOnce } from '../ui/copy-button.tsx'
import { DateText } from '../ui/date.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { liveForm } from '../ui/htmx.ts'
import { Icon } from '../ui/icon.tsx'
import { SelectField, TextField } from '../ui/input/field.tsx'
import { FormKey } from '../ui/input/form-key.tsx'

export const TOKENS = 'tokens'

const MAY_CHANGE = 'May change things'
const ONLY_READS = 'Read only'

export type TokensProps = {
  tokens: readonly ApiToken[]
  errors?: Readonly<Record<string, string>>
  values?: { name: string; expiresAt: string; access: string }
  made?: { name: string; token: string }
}

export const Tokens = ({ tokens, errors, values, made }: TokensProps) => (
  <Card id={TOKENS} title="API Tokens">
    <p>
      A token lets a script use the API as you, without your password. Whoever has it can do what you can do, as far as
      its access goes, except with passwords, roles, tokens and webhooks: give each script its own, and revoke it when
      it is no longer needed.
    </p>
    {made && <Made {...made} />}
    {tokens.length > 0 && (
      <CardList>
        {tokens.map((token) => (
          <TokenItem key={token.id} token={token} />
        ))}
      </CardList>
    )}
    <form method="post" action="/profile/tokens" className="new-token" noValidate hx-disable="find button">
      <FormKey />
      <TextField
        name="name"
        label="Token Name"
        hint="What it is for: ‘Invoices to accounting’"
        value={values?.name}
        error={errors?.name}
        maxLength={MAX_TOKEN_NAME}
        autoComplete="off"
      />
      <SelectField
        name="access"
        label="Access"
        value={values?.access || undefined}
        options={[
          { value: 'write', label: MAY_CHANGE },
          { value: 'read', label: ONLY_READS },
        ]}
      />
      <TextField
        type="date"
        name="expiresAt"
        label="Last Day (Optional)"
        hint="It ends at midnight. Without a day it works until you revoke it."
        value={values?.expiresAt}
        error={errors?.expiresAt}
      />
      <FormEnd icon="key" busyLabel="Creating...">
        Create Token
      </FormEnd>
    </form>
  </Card>
)

const Made = ({ name, token }: { name: string; token: string }) => {
  const title = (
    <>
      <Icon name="done" /> Token Created: {name}
    </>
  )
  return <ShownOnce title={title} text={token} what="Token" note=", and only a hash of it is kept." />
}

const TokenItem = ({ token }: { token: ApiToken }) => (
  <Card as="li" id={`token-${token.id}`} level={3} title={token.name} aside={<Revoke token={token} />}>
    <DescriptionList
      facts={[
        { term: 'Access', detail: isReadOnly(token) ? ONLY_READS : MAY_CHANGE },
        { term: 'Created', detail: <DateText value={token.createdAt} /> },
        { term: 'Last Used', detail: token.lastUsedAt ? <DateText value={token.lastUsedAt} time /> : 'Never' },
        { term: isExpired(token) ? 'Expired' : 'Last Day', detail: lastDay(token) },
      ]}
    />
  </Card>
)

const Revoke = ({ token }: { token: ApiToken }) => {
  const question = tokenRevocation(token)
  return (
    <Confirm
      {...question}
      {...liveForm(question.action)}
      button="Revoke"
      look={{ size: 'small', 'aria-label': `Revoke ${token.name}` }}
    />
  )
}

// A token that ends at midnight works until the day before.
const lastDay = ({ expiresAt }: ApiToken) =>
  expiresAt ? <DateText value={new Date(expiresAt.getTime() - 1)} /> : 'Until revoked'

export const tokenRevocation = ({ id, name }: Pick<ApiToken, 'id' | 'name'>) => ({
  action: `/profile/tokens/${id}/revoke`,
  title: `Revoke the token ‘${name}’?`,
  text: `Scripts that use ‘${name}’ can no longer sign in. This action cannot be undone.`,
  confirm: 'Revoke Token',
  busyLabel: 'Revoking...',
})
