import { Fragment } from 'react'
import { periodInWords, type StatementLine, statementHref, statementId } from '#src/domain/invoice/statement.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { Button } from '../../ui/button.tsx'
import { DateText } from '../../ui/date.tsx'
import { FormKey } from '../../ui/input/form-key.tsx'
import { Tick, TickBar, TickShown } from '../../ui/input/ticks.tsx'
import { type Column, DataTable, Row } from '../../ui/list/data-table.tsx'
import { EmptyState } from '../../ui/list/empty-state.tsx'
import { Money } from '../../ui/money.tsx'
import { monthHref, PeriodLinks } from './page.tsx'

type LineToSend = StatementLine & { email: string | null; sentAt: Date | null }

const FORM = 'send-statements'
const COLUMNS: readonly Column[] = [
  { label: 'Statement of' },
  { label: 'Invoices', align: 'end' },
  { label: 'Amount', align: 'end' },
  { label: 'E-mail' },
  { label: 'Sent', sparse: true },
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
            <Line key={statementId(line)} line={line} />
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

const Line = ({ line }: { line: LineToSend }) => (
  <Row
    columns={COLUMNS}
    cells={[
      <Fragment key="name">
        {line.email && <Tick form={FORM} name="id" value={statementId(line)} label={`Select ${line.name}`} />}
        <a className="map-link" href={statementHref(line)}>
          {line.name}
        </a>
      </Fragment>,
      line.count,
      <Money key="amount" pence={line.amount} />,
      line.email ?? <span className="muted">No address</span>,
      line.sentAt && <DateText value={line.sentAt} />,
    ]}
  />
)
