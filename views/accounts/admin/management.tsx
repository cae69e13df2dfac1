import type { ReactNode } from 'react'
import {
  type Account,
  displayName,
  fullName,
  type ManagedRole,
  type NewCredentials,
  ROLE_LABELS,
  ROLES,
  type Role,
} from '#src/domain/account/account.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DateText } from '../../ui/date.tsx'
import { Island } from '../../ui/island.tsx'
import { DataTable } from '../../ui/list/data-table.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { FilterSelect, SearchBox } from '../../ui/list/search-box.tsx'
import { Searched } from '../../ui/list/searched.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { type AccountListProps, AccountRows } from '../contractors.tsx'
import { accountColumns } from '../rows.tsx'
import { AccountForm, type AccountFormProps } from './create.tsx'
import { AccountCreated } from './created.tsx'
import { AdministratorForm } from './invite.tsx'

const ESTATE_AGENTS = 'estate-agents'
export const WAITING_ACCOUNTS = 'waiting-accounts'

type EstateAgentListProps = AccountListProps & { search: string; instead?: string }

type NewAccountForm = Omit<AccountFormProps, 'handlers' | 'kind'> & { kind: Role }

type AccountsPageProps = {
  frame: PageFrame
  form: NewAccountForm
  created?: NewCredentials
  list: EstateAgentListProps
  waiting: readonly Account[]
}

const tabHref = (kind: Role): string => (kind === 'estate_agent' ? '/admin/accounts' : `/admin/accounts?tab=${kind}`)

const FormTabs = ({ kind }: { kind: Role }) => (
  <Tabs
    label="Kind of account"
    tabs={[
      { href: tabHref('estate_agent'), label: 'Estate Agent', current: kind === 'estate_agent' },
      { href: tabHref('contractor'), label: 'Contractor', current: kind === 'contractor' },
      { href: tabHref('admin'), label: 'Administrator', current: kind === 'admin' },
    ]}
  />
)

export const EstateAgentList = ({ search, instead, ...list }: EstateAgentListProps) => (
  <section
    id={ESTATE_AGENTS}
    aria-label="Estate agents"
    hx-get="/admin/accounts"
    hx-trigger="accountCreated from:document"
    hx-swap="outerMorph"
  >
    <Searched search={search} instead={instead} shown={list.accounts.length} nextHref={list.nextHref} />
    {list.accounts.length > 0 ? (
      <div className="dense account-table">
        <DataTable caption="Estate agents, newest first" columns={accountColumns('estate_agent')}>
          <AccountRows {...list} kind="estate_agent" />
        </DataTable>
      </div>
    ) : (
      <EmptyState icon="users" title={search ? 'No estate agents match your search' : 'No estate agents yet'} />
    )}
  </section>
)

const roles = ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))

export const WaitingAccounts = ({ accounts }: { accounts: readonly Account[] }) => (
  <div id={WAITING_ACCOUNTS}>
    {accounts.length > 0 && (
      <Card title="Waiting for a Role">
        <p className="hint">They signed in from outside and see nothing until they have a role.</p>
        <ul className="waiting">
          {accounts.map((account) => (
            <li key={account.id}>
              <div>
                <strong>{displayName(account)}</strong>
                <p className="hint">
                  {fullName(account) && `${account.email} · `}since <DateText value={account.createdAt} />
                </p>
              </div>
              <form
                method="post"
                action={`/admin/users/${account.id}/role`}
                hx-post={`/admin/users/${account.id}/role`}
                hx-target={`#${WAITING_ACCOUNTS}`}
                hx-swap="outerHTML"
                hx-disable="find button"
                className="row"
              >
                <FilterSelect
                  name="role"
                  label={`Role of ${displayName(account)}`}
                  value="contractor"
                  options={roles}
                />
                <Button busyLabel="Saving..." aria-label={`Give Role to ${displayName(account)}`}>
                  Give Role
                </Button>
              </form>
            </li>
          ))}
        </ul>
      </Card>
    )}
  </div>
)

const Clear = ({ kind }: { kind: ManagedRole }): ReactNode => (
  <LinkButton href={tabHref(kind)} size="small">
    Clear
  </LinkButton>
)

const isManaged = (form: NewAccountForm): form is NewAccountForm & { kind: ManagedRole } => form.kind !== 'admin'

export const AccountsPage = ({ frame, form, created, list, waiting }: AccountsPageProps) => (
  <Page
    {...frame}
    title="Account Management"
    subtitle="Create secure user accounts for estate agents and contractors"
    island={isManaged(form) ? 'account-generator' : undefined}
    actions={isManaged(form) && <LinkButton href={`/admin/accounts/import?role=${form.kind}`}>Import</LinkButton>}
    error={Boolean(form.errors)}
    width="wide"
  >
    <div className="account-columns">
      <div className="account-new">
        <FormTabs kind={form.kind} />
        {created && <AccountCreated account={created} clear={<Clear kind={created.role} />} />}
        <Card>
          {isManaged(form) ? (
            <Island name="account-generator" props={form}>
              <AccountForm {...form} />
            </Island>
          ) : (
            <AdministratorForm {...form} />
          )}
        </Card>
      </div>
      <WaitingAccounts accounts={waiting} />
    </div>
    <p className="row">
      <LinkButton href="/admin/fees">Fees of agencies and trades</LinkButton>
      <LinkButton href="/admin/people">Personal Data</LinkButton>
      <LinkButton href="/admin/complaints">Complaints</LinkButton>
    </p>
    {form.kind === 'admin' ? <Administrators {...list} /> : <EstateAgents {...list} />}
  </Page>
)

const EstateAgents = (agents: EstateAgentListProps) => (
  <>
    <h2 className="section-head">Estate Agents</h2>
    <SearchBox
      action="/admin/accounts"
      label="Search by name, username, e-mail or company..."
      value={agents.search}
      target={`#${ESTATE_AGENTS}`}
    />
    <EstateAgentList {...agents} />
    <p className="hint">
      Contractors are listed under <a href="/admin/contractors">Contractors</a>.
    </p>
  </>
)

const Administrators = (list: AccountListProps) => (
  <>
    <h2 className="section-head">Administrators</h2>
    <div className="dense account-table">
      <DataTable caption="Administrators, newest first" columns={accountColumns('admin')}>
        <AccountRows {...list} kind="admin" />
      </DataTable>
    </div>
  </>
)
