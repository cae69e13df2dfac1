import { periodInWords, type StatementLine, statementHref } from '#src/domain/invoice/statement.ts'
import { pounds } from '#src/domain/money.ts'
import { Page, type PageFrame } from '../../layout.tsx'
import { withCount } from '../../ui/text.ts'

export const OwnStatementsPage = ({ frame, lines }: { frame: PageFrame; lines: readonly StatementLine[] }) => (
  <Page {...frame} title="Statements" back={{ href: '/invoices', label: 'Back to Invoices' }}>
    {lines.length === 0 && <p className="muted">No invoices yet</p>}
    <ul className="stack">
      {lines.map((line) => (
        <li key={`${line.period} ${line.subject}`} className="entry">
          <a className="map-link" href={statementHref(line)}>
            {periodInWords(line.period)}
            {line.kind === 'agency' && `, ${line.name}`}
          </a>
          <p className="small-text muted">
            {withCount(line.count, 'invoice')}, {pounds(line.amount)}
          </p>
        </li>
      ))}
    </ul>
  </Page>
)
