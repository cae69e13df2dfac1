import type { Account, Role } from '#src/domain/account/account.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { LinkButton } from '../ui/button.tsx'
import { DataTable, ItemRows } from '../ui/list/data-table.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { SearchBox } from '../ui/list/search-box.tsx'
import { Searched } from '../ui/list/searched.tsx'
import { Stats, StatTile } from '../ui/stat-tile.tsx'
import { accountColumns, accountRowId } from './rows.tsx'

const CONTRACTOR_LIST = 'contractors'
export const CONTRACTOR_FIGURES = 'contractor-figures'

export type AccountListProps = { accounts: readonly Account[]; nextHref: string | null }
type ContractorListProps = AccountListProps & { search: string; instead?: string }
type Figures = { total: number; local: number; withCompany: number }

export const AccountRows = ({ accounts, nextHref, kind }: AccountListProps & { kind: Role }) => (
  <ItemRows columns={accountColumns(kind)} items={accounts} rowId={accountRowId} nextHref={nextHref} />
)

export const ContractorFigures = ({ total, local, withCompany }: Figures) => (
  <Stats id={CONTRACTOR_FIGURES}>
    <StatTile label="Total Contractors" value={total} />
    <StatTile label="Local Authentication" value={local} />
    <StatTile label="With Companies" value={withCompany} />
  </Stats>
)

export const ContractorList = ({ search, instead, ...list }: ContractorListProps) => (
  <section id={CONTRACTOR_LIST} aria-label="Contractors">
    <Searched search={search} instead={instead} shown={list.accounts.length} nextHref={list.nextHref} />
    {list.accounts.length > 0 ? (
      <div className="dense account-table">
        <DataTable caption="Contractors, newest first" columns={accountColumns('contractor')}>
          <AccountRows {...list} kind="contractor" />
        </DataTable>
      </div>
    ) : (
      <EmptyState icon="users" title={search ? 'No contractors match your search' : 'No contractors yet'}>
        {!search && (
          <LinkButton href="/admin/accounts?tab=contractor" variant="primary">
            Create Contractor Account
          </LinkButton>
        )}
      </EmptyState>
    )}
  </section>
)

export const ContractorsPage = ({
  frame,
  figures,
  ...list
}: { frame: PageFrame; figures: Figures } & ContractorListProps) => (
  <Page {...frame} title="Contractors" width="wide">
    <ContractorFigures {...figures} />
    <SearchBox
      action="/admin/contractors"
      label="Search by name, email, company or phone..."
      value={list.search}
      target={`#${CONTRACTOR_LIST}`}
    />
    <ContractorList {...list} />
  </Page>
)
