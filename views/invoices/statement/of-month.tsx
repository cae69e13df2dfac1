import { periodAfter, periodInWords, type StatementLine, statementHref } from '#src/domain/invoice/statement.ts'
import { pounds } from '#src/domain/money.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable, Row } from '../../ui/list/data-table.tsx'

const statementsHref = (period: string): string => `/admin/statements?period=${period}`

type StatementsProps = {
  period: string
  contractors: readonly StatementLine[]
  agencies: readonly StatementLine[]
}

export const StatementsPage = ({ frame, period, contractors, agencies }: StatementsProps & { frame: PageFrame }) => (
  <Page
    {...frame}
    title={`Statements, ${periodInWords(period)}`}
    back={{ href: '/?tab=invoiced', label: 'Back to Invoiced Items' }}
    width="wide"
  >
    <p className="row">
      {[-1, 1].map((steps) => {
        const other = periodAfter(period, steps)
        return (
          <a key={steps} href={statementsHref(other)}>
            {periodInWords(other)}
          </a>
        )
      })}
    </p>
    <div className="cards columns">
      <Lines title="Agencies" lines={agencies} />
      <Lines title="Contractors" lines={contractors} />
    </div>
  </Page>
)

const COLUMNS: readonly Column[] = [
  { label: 'Statement of' },
  { label: 'Invoices', align: 'end' },
  { label: 'Amount', align: 'end' },
]

const Lines = ({ title, lines }: { title: string; lines: readonly StatementLine[] }) => (
  <Card title={title}>
    {lines.length === 0 ? (
      <p className="muted">No invoices</p>
    ) : (
      <DataTable caption={title} columns={COLUMNS}>
        {lines.map((line) => (
          <Row
            key={line.subject}
            columns={COLUMNS}
            cells={[
              <a key="name" href={statementHref(line)}>
                {line.name}
              </a>,
              line.count,
              pounds(line.amount),
            ]}
          />
        ))}
      </DataTable>
    )}
  </Card>
)
