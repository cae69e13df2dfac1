import { type BulkAction, type BulkItem, bulkWords, mayBeTakenBack, TAKE_BACK_SECONDS } from '#src/domain/bulk.ts'
import { isAheadOf } from '#src/domain/dates.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { Button } from '../../ui/button.tsx'
import { DateText } from '../../ui/date.tsx'
import { actionPath } from '../../ui/last-action.tsx'
import { type Column, DataTable, Row } from '../../ui/list/data-table.tsx'

const COLUMNS: readonly Column[] = [{ label: 'Job' }, { label: 'Result' }]
const WITH_TAKEN_BACK: readonly Column[] = [...COLUMNS, { label: 'Taken back' }]

const mayTakeBack = ({ kind, createdAt, takenBackAt, actorId, done }: BulkAction, readerId: string): boolean =>
  mayBeTakenBack(kind) &&
  done > 0 &&
  !takenBackAt &&
  actorId === readerId &&
  Date.now() - createdAt.getTime() < TAKE_BACK_SECONDS * 1000 &&
  !isAheadOf(createdAt, new Date())

const resultOf = ({ ok, message }: BulkItem) => (ok ? (message ?? 'Done') : <strong>{`Refused: ${message}`}</strong>)

type BulkActionProps = { frame: PageFrame; action: BulkAction & { items: readonly BulkItem[] }; readerId: string }

export const BulkActionPage = ({ frame, action, readerId }: BulkActionProps) => (
  <Page
    {...frame}
    last={null}
    width="wide"
    title={bulkWords(action)}
    back={{ href: '/admin/actions', label: 'Back to what was done at once' }}
  >
    <p>
      <DateText value={action.createdAt} time />
      {` by ${action.actorName}`}
      {action.takenBackAt && (
        <>
          {'. Taken back '}
          <DateText value={action.takenBackAt} time />
        </>
      )}
    </p>
    {mayTakeBack(action, readerId) && (
      <form method="post" action={`${actionPath(action.id)}/take-back`} className="row take-back">
        <Button busyLabel="Taking back...">Take back</Button>
      </form>
    )}
    <BulkItems items={action.items} columns={action.takenBackAt ? WITH_TAKEN_BACK : COLUMNS} />
  </Page>
)

type ItemsProps = { items: readonly BulkItem[]; columns: readonly Column[] }

const BulkItems = ({ items, columns }: ItemsProps) => (
  <DataTable caption="Each job and what became of it" columns={columns}>
    {items.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
      <Row key={index} columns={columns} cells={[<JobLink key="job" {...item} />, resultOf(item), item.takenBack]} />
    ))}
  </DataTable>
)

const JobLink = ({ jobId, jobRef }: BulkItem) =>
  jobId ? <a href={`/admin/jobs/${jobId}`}>{jobRef ?? 'A job'}</a> : <span>{jobRef ?? 'Deleted'}</span>

export const BulkActionsPage = ({ frame, actions }: { frame: PageFrame; actions: readonly BulkAction[] }) => (
  <Page {...frame} title="Done at Once" subtitle="What administrators did to several jobs together, the newest first">
    {actions.length === 0 ? <p className="muted">Nothing yet</p> : <BulkActionLines actions={actions} />}
  </Page>
)

export const BulkActionLines = ({ actions }: { actions: readonly BulkAction[] }) => (
  <ul className="stack">
    {actions.map((action) => (
      <li key={action.id}>
        <a href={actionPath(action.id)}>{bulkWords(action)}</a>
        <span className="hint">
          {' '}
          <DateText value={action.createdAt} time />
          {` by ${action.actorName}`}
          {action.takenBackAt && ', taken back'}
        </span>
      </li>
    ))}
  </ul>
)
