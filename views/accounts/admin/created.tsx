import type { ReactNode } from 'react'
import { fullName, type NewCredentials, ROLE_LABELS } from '#src/domain/account/account.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DescriptionList } from '../../ui/description-list.tsx'
import { Icon } from '../../ui/icon.tsx'

export const AccountCreated = ({ account, clear }: { account: NewCredentials; clear: ReactNode }) => (
  <section className="card created" aria-labelledby="account-created">
    <header className="card-head">
      {/* biome-ignore lint/a11y/noAutofocus: whoever just created an account must find its credentials */}
      <h2 id="account-created" tabIndex={-1} autoFocus>
        <Icon name="done" /> Account Created Successfully
      </h2>
      {clear}
    </header>
    <DescriptionList
      facts={[
        { term: 'Role', detail: ROLE_LABELS[account.role] },
        { term: 'Name', detail: fullName(account) },
        {
          term: isContractor(account) ? 'Email' : 'Username',
          detail: <Credential text={account.identifier} of={isContractor(account) ? 'email' : 'username'} />,
        },
        { term: 'Password', detail: <Credential text={account.password} of="password" /> },
      ]}
    />
    <p className="notice">
      Please share these credentials securely. Passwords are hashed and cannot be retrieved later.
    </p>
  </section>
)

const Credential = ({ text, of }: { text: string; of: string }) => (
  <span className="copied">
    <code>{text}</code>
    <CopyButton text={text} what="Credentials" label={`Copy ${of}`} />
  </span>
)
