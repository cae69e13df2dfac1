import type { ReactNode } from 'react'
import type { Account, ManagedRole } from '#src/domain/account/account.ts'
import { awayWords } from '#src/domain/account/away.ts'
import { contractorTypeLabel } from '#src/domain/job/contractor-type.ts'
import { openAndLate } from '#src/domain/job/counts.ts'
import type { PendingQuote } from '#src/domain/quote/quote.ts'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { DateText } from '../ui/date.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { type ColumnOf, ItemTable } from '../ui/list/data-table.tsx'
import { Money } from '../ui/money.tsx'
import { ContactLinks } from './contact-links.tsx'
import { PropertyCell } from './property-cell.tsx'
import { accountPath, DeleteAccount, HistoryLink } from './rows.tsx'

type PersonCardProps = { account: Account; kind: ManagedRole; lateJobs?: number; visitsThisMonth?: number }

export const PersonCard = ({ account, kind, lateJobs, visitsThisMonth }: PersonCardProps) => (
  <Card>
    <DescriptionList
      facts={[
        { term: 'Away', detail: awayWords(account) },
        { term: 'Company', detail: account.company },
        { term: 'Username', detail: account.username },
        { term: 'Trades', detail: account.contractorTypes.map(contractorTypeLabel).join(', ') },
        { term: 'Areas', detail: account.areas.join(', ') },
        { term: 'VAT number', detail: account.vatNumber },
        { term: 'In hand', detail: lateJobs === undefined ? null : openAndLate(account.openJobs, lateJobs) },
        { term: 'Visits this month', detail: visitsThisMonth },
        { term: 'Created', detail: <DateText value={account.createdAt} /> },
      ]}
    />
    <ContactLinks of={{ ...account, deletedAt: null }} />
    <div className="row end">
      <HistoryLink account={account} />
      <LinkButton href={`${accountPath(kind, account.id)}/edit`} icon="edit" size="small">
        Edit
      </LinkButton>
      <DeleteAccount account={account} kind={kind} page />
    </div>
  </Card>
)

type WorkProps = {
  title: string
  shown?: number
  total?: number
  all?: string
  aside?: ReactNode
  children: ReactNode
}

export const PersonWork = ({ title, total, shown = total, all, aside, children }: WorkProps) => (
  <section className="account-work">
    <div className="list-head">
      <h2>{total === undefined ? title : `${title} (${total})`}</h2>
      {aside}
    </div>
    {total !== shown && (
      <p className="hint">
        {`The first ${shown} of ${total}. `}
        {all && <a href={all}>Show all</a>}
      </p>
    )}
    {children}
  </section>
)

const quoteColumns: readonly ColumnOf<PendingQuote>[] = [
  {
    label: 'Property',
    cell: (quote) => (
      <PropertyCell href={`/admin/quotes/${quote.id}`} name={quote.propertyName}>
        {quote.jobRef}
      </PropertyCell>
    ),
  },
  { label: 'Amount', align: 'end', cell: ({ amount }) => <Money pence={amount} /> },
  { label: 'Since', cell: ({ createdAt }) => <DateText value={createdAt} /> },
]

export const PendingQuotes = ({ items, total }: { items: readonly PendingQuote[]; total: number }) => (
  <PersonWork title="Quotes pending" shown={items.length} total={total}>
    {total === 0 ? (
      <p className="muted">None waits for a decision.</p>
    ) : (
      <div className="dense">
        <ItemTable caption="Quotes that wait for a decision, oldest first" columns={quoteColumns} items={items} />
      </div>
    )}
  </PersonWork>
)
