import type { ComponentProps } from 'react'
import {
  type Account,
  displayName,
  type ManagedRole,
  ROLE_LABELS,
  ROLE_NOUNS,
  type Role,
} from '#src/domain/account/account.ts'
import { awayWords } from '#src/domain/account/away.ts'
import { LinkButton } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { DateText } from '../ui/date.tsx'
import { liveForm } from '../ui/htmx.ts'
import { FORM_KEY } from '../ui/input/form-key.tsx'
import { newKey } from '../ui/input/new-key.ts'
import { type ColumnOf, ItemRow } from '../ui/list/data-table.tsx'

export const ACCOUNT_PATHS: Record<Role, string> = {
  contractor: '/admin/contractors',
  estate_agent: '/admin/estate-agents',
  admin: '/admin/administrators',
}
const LISTS: Record<Role, string> = {
  contractor: '/admin/contractors',
  estate_agent: '/admin/accounts',
  admin: '/admin/accounts?tab=admin',
}

export const accountRowId = (id: string): string => `account-${id}`
export const accountPath = (kind: Role, id: string): string => `${ACCOUNT_PATHS[kind]}/${id}`
export const accountListPath = (kind: Role): string => LISTS[kind]
type Named = Parameters<typeof displayName>[0]
export const nameOf = (account: Named): string => displayName(account) || 'No name'

export const accountDeletion = (account: Account, kind: ManagedRole) => ({
  action: `${accountPath(kind, account.id)}/delete`,
  title: `Delete the ${ROLE_NOUNS[kind]} ${nameOf(account)}?`,
  text:
    'They can no longer sign in. Their name stays on past work.' +
    (account.openJobs ? ` ${openJobs(account.openJobs)} to pending.` : '') +
    ' This action cannot be undone.',
  confirm: 'Delete',
  busyLabel: 'Deleting...',
})

const openJobs = (count: number) => (count === 1 ? 'Their open job returns' : `Their ${count} open jobs return`)

export const passwordReset = (account: Account, kind: ManagedRole) => ({
  action: `${accountPath(kind, account.id)}/reset-password`,
  title: `Reset the password of ${nameOf(account)}?`,
  text: 'A new password is made and shown once. Their old password and their sessions end; their passkeys stay.',
  confirm: 'Reset Password',
  busyLabel: 'Resetting...',
  hidden: { [FORM_KEY]: newKey() },
})

const ROLE_CONSEQUENCES: Record<Role, string> = {
  estate_agent: 'An estate agent raises jobs and decides on their quotes.',
  contractor: 'A contractor sees the jobs that are assigned to them.',
  admin: 'An administrator sees and changes everything.',
}

export const roleChange = (account: { id: string } & Named, role: Role) => ({
  action: `/admin/users/${account.id}/role`,
  title: `Change the role of ${nameOf(account)} to ${ROLE_LABELS[role]}?`,
  text: `${ROLE_CONSEQUENCES[role]} Their sessions and tokens end, and they sign in anew.`,
  confirm: 'Change Role',
  busyLabel: 'Saving...',
  hidden: { role },
})

type HistoryLinkProps = ComponentProps<typeof LinkButton>

type AccountRowProps = {
  account: Account
  kind: Role
  newPassword?: string
}

const copied = (label: string, field: 'username' | 'email' | 'phone', none = 'N/A'): ColumnOf<Account> => ({
  label,
  cell: (account) => <Copied text={account[field]} what={label} none={none} />,
})
const company = (none: string): ColumnOf<Account> => ({ label: 'Company', cell: (account) => account.company || none })

const ADMIN_NAME: ColumnOf<Account> = { label: 'Name', cell: (account) => <AdminName account={account} /> }
const EMAIL = copied('Email', 'email')
const USERNAME = copied('Username', 'username', 'None')
const PHONE = copied('Phone', 'phone')
const AUTH_TYPE: ColumnOf<Account> = {
  label: 'Auth Type',
  cell: ({ authType }) => (authType === 'local' ? 'Local' : 'External sign-in'),
}
const CREATED: ColumnOf<Account> = { label: 'Created', cell: ({ createdAt }) => <DateText value={createdAt} /> }

export function accountColumns(kind: Role, newPassword?: string): readonly ColumnOf<Account>[] {
  const name: ColumnOf<Account> = {
    label: 'Name',
    cell: (account) => (
      <a className="cell" href={accountPath(kind, account.id)}>
        {nameOf(account)}
        {awayWords(account) && <span className="hint cell">{awayWords(account)}</span>}
      </a>
    ),
  }
  const password: ColumnOf<Account> = {
    label: 'Password',
    cell: (account) => <Password account={account} newPassword={newPassword} />,
  }
  const actions: ColumnOf<Account> = {
    label: 'Actions',
    cell: (account) => <Actions account={account} kind={kind} />,
  }
  const columns: Record<Role, readonly ColumnOf<Account>[]> = {
    contractor: [name, EMAIL, password, company('Independent'), PHONE, AUTH_TYPE, CREATED, actions],
    estate_agent: [name, USERNAME, password, EMAIL, company('N/A'), PHONE, CREATED, actions],
    admin: [ADMIN_NAME, EMAIL, password, PHONE, CREATED, actions],
  }
  return columns[kind]
}

export const AccountRow = ({ account, kind, newPassword }: AccountRowProps) => (
  <ItemRow id={accountRowId(account.id)} columns={accountColumns(kind, newPassword)} item={account} />
)

const AdminName = ({ account }: { account: Account }) => {
  const { passkey } = account
  if (!passkey) return nameOf(account)
  const { count, isAllowed } = passkey
  return (
    <>
      {nameOf(account)}
      <span className="hint cell">
        {isAllowed ? 'May add a passkey' : (['No passkey', '1 passkey'][count] ?? `${count} passkeys`)}
      </span>
    </>
  )
}

const Copied = ({ text, what, none }: { text: string | null; what: string; none: string }) =>
  text ? (
    <span className="copied">
      <span>{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  ) : (
    <span className="muted">{none}</span>
  )

const Password = ({ account, newPassword }: Pick<AccountRowProps, 'account' | 'newPassword'>) => {
  if (newPassword)
    return (
      <span className="copied new-password">
        <code>{newPassword}</code>
        <CopyButton text={newPassword} what="Password" />
      </span>
    )
  return account.hasPassword ? (
    <span>
      <span aria-hidden="true">••••••••</span>
      <span className="visually-hidden">Hidden</span>
    </span>
  ) : (
    <span className="muted">No password</span>
  )
}

const Actions = ({ account, kind }: Pick<AccountRowProps, 'account' | 'kind'>) => (
  <span className="row row-actions">
    <LinkButton
      href={`${accountPath(kind, account.id)}/edit`}
      dialog
      size="small"
      icon="edit"
      aria-label={`Edit ${nameOf(account)}`}
      data-tooltip="Edit"
    >
      Edit
    </LinkButton>
    {isToInvite(account) && <Invite account={account} />}
    {account.passkey?.mayAllow && <AllowPasskey account={account} />}
    {kind === 'admin' ? (
      <HistoryLink account={account} aria-label={`History of ${nameOf(account)}`} data-tooltip="History" />
    ) : (
      <ManagedActions account={account} kind={kind} />
    )}
  </span>
)

export const HistoryLink = ({ account, ...link }: { account: { id: string } } & Omit<HistoryLinkProps, 'href'>) => (
  <LinkButton href={`/admin/users/${account.id}/history`} dialog icon="clock" size="small" {...link}>
    History
  </LinkButton>
)

const isToInvite = ({ hasPassword, authType, email }: Account): boolean =>
  !hasPassword && authType === 'local' && email !== null

export const invitingAgain = (account: { id: string; email: string | null } & Named) => ({
  action: `/admin/users/${account.id}/invite`,
  title: `Invite ${nameOf(account)} once more?`,
  text: `Another link to set a password goes to ${account.email}. The one before ends.`,
  confirm: 'Send Invitation',
  busyLabel: 'Sending...',
  safe: true,
  hidden: { [FORM_KEY]: newKey() },
})

const Invite = ({ account }: { account: Account }) => {
  const question = invitingAgain(account)
  const look = { size: 'small', 'aria-label': `Invite ${nameOf(account)}`, 'data-tooltip': 'Invite' } as const
  return <Confirm {...question} {...liveForm(question.action)} button="Invite" icon="mail" look={look} />
}

export const passkeyAllowance = (account: { id: string } & Named) => ({
  action: `/admin/users/${account.id}/allow-passkey`,
  title: `Allow ${nameOf(account)} a new passkey?`,
  text: 'Whoever signs in with their password within 24 hours may add one, once. Allow it only when they asked you in person or by phone. All administrators are told by e-mail.',
  confirm: 'Allow Passkey',
  busyLabel: 'Allowing...',
})

const AllowPasskey = ({ account }: { account: Account }) => {
  const look = {
    size: 'small',
    'aria-label': `Allow ${nameOf(account)} a passkey`,
    'data-tooltip': 'Allow Passkey',
  } as const
  return <Confirm {...passkeyAllowance(account)} button="Allow Passkey" icon="key" look={look} />
}

type ManagedProps = { account: Account; kind: ManagedRole }

const ManagedActions = ({ account, kind }: ManagedProps) => {
  const reset = passwordReset(account, kind)
  return (
    <>
      <Confirm
        {...reset}
        hx-post={reset.action}
        button="Reset Password"
        icon="key"
        look={{ size: 'small', 'aria-label': `Reset Password of ${nameOf(account)}`, 'data-tooltip': 'Reset Password' }}
      />
      {kind === 'estate_agent' && <HandOverLink account={account} />}
      <DeleteAccount account={account} kind={kind} data-tooltip="Delete" />
    </>
  )
}

export const DeleteAccount = ({
  account,
  kind,
  page,
  ...tooltip
}: ManagedProps & { page?: boolean; 'data-tooltip'?: string }) => {
  const deletion = accountDeletion(account, kind)
  const look = { size: 'small', 'aria-label': `Delete ${nameOf(account)}`, ...tooltip } as const
  return kind === 'estate_agent' && account.unfinishedJobs > 0 ? (
    <LinkButton href={deletion.action} dialog={!page} icon="trash" {...look}>
      Delete
    </LinkButton>
  ) : (
    <Confirm {...deletion} hx-post={page ? undefined : deletion.action} button="Delete" icon="trash" look={look} />
  )
}

const HandOverLink = ({ account }: { account: Account }) => (
  <LinkButton
    href={`${ACCOUNT_PATHS.estate_agent}/${account.id}/hand-over`}
    dialog
    size="small"
    icon="users"
    aria-label={`Hand over the jobs of ${nameOf(account)}`}
    data-tooltip="Hand over"
  >
    Hand over
  </LinkButton>
)
