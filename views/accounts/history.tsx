import { ROLE_LABELS, type Role } from '#src/domain/account/account.ts'
import { ACCOUNT_EVENT_LABELS, type AccountEventEntry } from '#src/domain/account/events.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import { dayOf } from '#src/domain/dates.ts'
import { type Change, changesIn, isOfChange } from '#src/domain/job/changes.ts'
import { contractorTypeLabel } from '#src/domain/job/contractor-type.ts'
import type { PageFrame } from '../layout.tsx'
import { DateText } from '../ui/date.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { accountListPath, accountPath } from './rows.tsx'

type HistoryProps = {
  account: { id: string; role: Role | null; deletedAt: Date | null }
  name: string
  events: readonly AccountEventEntry[]
}

const PAGES: Partial<Record<Role, string>> = {
  contractor: 'Back to the contractor',
  estate_agent: 'Back to the estate agent',
}

function backOf({ id, role, deletedAt }: HistoryProps['account']): { back: string; backLabel: string } {
  const backLabel = role && !deletedAt && PAGES[role]
  if (backLabel) return { back: accountPath(role, id), backLabel }
  return isContractor({ role })
    ? { back: accountListPath('contractor'), backLabel: 'Back to Contractors' }
    : { back: accountListPath(role ?? 'estate_agent'), backLabel: 'Back to Account Management' }
}

const TERMS: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  vatNumber: 'VAT number',
  contractorTypes: 'Trades',
  awayUntil: 'Away until',
}
const termOf = (name: string): string => TERMS[name] ?? `${name[0]!.toUpperCase()}${name.slice(1)}`

function shown(name: string, value: string): string {
  if (value === '') return 'none'
  if (name === 'awayUntil') return dayOf(value)
  if (name === 'role') return ROLE_LABELS[value as Role] ?? value
  return name === 'contractorTypes' ? value.split(', ').map(contractorTypeLabel).join(', ') : value
}

const changeLine = ({ name, before, after }: Change): string =>
  `${termOf(name)}: ${shown(name, before)} → ${shown(name, after)}`

const notesOf = (detail: Record<string, string>): string[] => [
  ...changesIn(detail).map(changeLine),
  ...Object.entries(detail)
    .filter(([name]) => !isOfChange(name))
    .map(([name, value]) => `${termOf(name)}: ${value}`),
]

const AccountTimeline = ({ events }: Pick<HistoryProps, 'events'>) =>
  events.length === 0 ? (
    <EmptyState title="Nothing is recorded yet" />
  ) : (
    <ol className="stack" aria-label="History">
      {events.map(({ id, event, actorName, createdAt, detail }) => (
        <li key={id} className="entry">
          <strong>{ACCOUNT_EVENT_LABELS[event]}</strong>
          <p className="hint">
            <DateText value={createdAt} time /> by {actorName}
          </p>
          {detail && <p className="small-text preserve">{notesOf(detail).join('\n')}</p>}
        </li>
      ))}
    </ol>
  )

export const AccountHistory = ({ account, name, events, frame }: HistoryProps & { frame?: PageFrame }) => (
  <DialogFrame title={`History of ${name}`} frame={frame} {...backOf(account)}>
    <AccountTimeline events={events} />
  </DialogFrame>
)
