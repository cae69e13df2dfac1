import { periodInWords, type StatementLine, statementHref, statementId } from '#src/domain/invoice/statement.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { Button } from '../../ui/button.tsx'
import { DateText } from '../../ui/date.tsx'
import { FormKey } from '../../ui/input/form-key.tsx'
import { Tick, TickBar, TickShown } from '../../ui/input/ticks.tsx'
import { type ColumnOf, DataTable, ItemRow } from '../../ui/list/data-table.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Money } from '../../ui/money.tsx'
import { monthHref, PeriodLinks } from './page.tsx'

type LineToSend = StatementLine & { email: string | null; sentAt: Date | null }

const FORM = 'send-statements'
const COLUMNS: readonly ColumnOf<LineToSend>[] = [
  {
    label: 'Statement of',
    cell: (line) => (
      <>
        {line.email && <Tick form={FORM} name="id" value={statementId(line)} label={`Select ${line.name}`} />}
        <a className="map-link" href={statementHref(line)}>
          {line.name}
        </a>
      </>
    ),
  },
  { label: 'Invoices', align: 'end', cell: ({ count }) => count },
  { label: 'Amount', align: 'end', cell: ({ amount }) => <Money pence={amount} /> },
  { label: 'E-mail', cell: (line) => line.email ?? <span className="muted">No address</span> },
  { label: 'Sent', sparse: true, cell: ({ sentAt }) => sentAt && <DateText value={sentAt} /> },
]

export const StatementsPage = ({
  frame,
  period,
  lines,
}: {
  frame: PageFrame
  period: string
  lines: readonly LineToSend[]
}) => (
  <Page
    {...frame}
    title={`Statements, ${periodInWords(period)}`}
    back={{ href: '/?tab=invoiced', label: 'Back to Invoiced Items' }}
    width="wide"
    ticks
  >
    <PeriodLinks period={period} hrefOf={monthHref} />
    {lines.length === 0 ? (
      <EmptyState title="No invoices" />
    ) : (
      <div className="stack">
        <TickShown />
        <DataTable caption="Statements" columns={COLUMNS}>
          {lines.map((line) => (
            <ItemRow key={statementId(line)} columns={COLUMNS} item={line} />
          ))}
        </DataTable>
        <TickBar id={FORM} action="/admin/statements/send" label="Send statements" hidden={{ period }}>
          <FormKey />
          <Button size="small" variant="primary" busyLabel="Sending...">
            Send Statements
          </Button>
        </TickBar>
      </div>
    )}
  </Page>
)
