import { dayOf } from '#src/domain/dates.ts'
import type { Invoice } from '#src/domain/invoice/invoice.ts'
import { isVoid } from '#src/domain/invoice/state.ts'
import {
  periodInWords,
  type Statement,
  type StatementKind,
  type StatementSums,
  standingInWords,
} from '#src/domain/invoice/statement.ts'
import { pounds } from '#src/domain/money.ts'
import { type Letterhead, PaperSums } from '../../ui/paper.tsx'
import { excerpt, oneLine, withCount } from '../../ui/text.ts'
import { invoiceHref } from '../work-ids.ts'

export function statementWords({ kind, party, period }: Statement, { bank, ...letterhead }: Letterhead) {
  const words = periodInWords(period)
  return {
    title: `Statement, ${words}`,
    reference: `Statement, ${party.name}, ${words}`,
    letterhead: kind === 'agency' ? { ...letterhead, bank } : letterhead,
  }
}

type StatementProps = { statement: Statement; links?: boolean }

export const StatementBody = ({ statement, links }: StatementProps) => {
  const { party, kind, invoices, voidedSince, sums, isWhole } = statement
  const vat = party.vatNumber && `VAT number ${party.vatNumber}`
  return (
    <>
      <section>
        <h2>{party.name}</h2>
        <p className="preserve">{[...party.more, vat].filter(Boolean).join('\n')}</p>
      </section>
      {invoices.length === 0 ? (
        <p className="muted">No invoices</p>
      ) : (
        <Lines kind={kind} invoices={invoices} links={links} caption="Invoices" />
      )}
      {!isWhole && <p className="notice">These are the first. The CSV has all.</p>}
      <Sums sums={sums} />
      {voidedSince.length > 0 && (
        <section>
          <h2>Earlier invoices that were voided</h2>
          <p className="small-text muted">Not part of these sums.</p>
          <Lines kind={kind} invoices={voidedSince} links={links} caption="Earlier invoices that were voided" />
        </section>
      )}
    </>
  )
}

type StatementColumn = { label: string; cell: (invoice: Invoice) => string }

const property: StatementColumn = {
  label: 'Property',
  cell: ({ propertyName, propertyAddress }) => excerpt(propertyName ?? oneLine(propertyAddress), 40),
}
const contractor: StatementColumn = {
  label: 'Contractor',
  cell: ({ contractorCompany, contractorName }) => excerpt(contractorCompany ?? contractorName, 40),
}
const BY_KIND: Record<StatementKind, readonly StatementColumn[]> = {
  contractor: [property, { label: 'Agency', cell: ({ agency }) => excerpt(agency ?? '', 40) }],
  agency: [property, contractor],
  property: [{ label: 'Work', cell: ({ description }) => excerpt(oneLine(description), 90) }, contractor],
}
const MONEY = [
  ['Net', 'net'],
  ['VAT', 'vat'],
  ['Amount', 'amount'],
] as const

type LinesProps = { kind: StatementKind; invoices: readonly Invoice[]; links?: boolean; caption: string }

const Lines = ({ kind, invoices, links, caption }: LinesProps) => (
  <table className="paper-table stacked">
    <caption className="visually-hidden">{caption}</caption>
    <thead>
      <tr>
        {['Invoice', 'Date', 'Job', ...BY_KIND[kind].map(({ label }) => label), 'State'].map((label) => (
          <th key={label} scope="col">
            {label}
          </th>
        ))}
        {MONEY.map(([label]) => (
          <th key={label} scope="col" className="end">
            {label}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {invoices.map((invoice) => (
        <Line key={invoice.id} kind={kind} invoice={invoice} links={links} />
      ))}
    </tbody>
  </table>
)

const Line = ({ kind, invoice, links }: { kind: StatementKind; invoice: Invoice; links?: boolean }) => (
  <tr>
    <th scope="row" className="unbroken">
      {links ? (
        <a className="map-link" href={invoiceHref(invoice.id)}>
          {invoice.invoiceNumber}
        </a>
      ) : (
        invoice.invoiceNumber
      )}
    </th>
    <td data-label="Date" className="unbroken">
      {dayOf(invoice.invoiceDate)}
    </td>
    <td data-label="Job" className="unbroken">
      {invoice.jobRef}
    </td>
    {BY_KIND[kind].map(({ label, cell }) => (
      <td key={label} data-label={label}>
        {cell(invoice)}
      </td>
    ))}
    <td data-label="State" className="unbroken">
      {standingInWords(invoice)}
      {invoice.creditNote && `, ${invoice.creditNote}`}
    </td>
    {MONEY.map(([label, part]) => (
      <td key={label} className="end" data-label={label}>
        {isVoid(invoice) ? <s>{pounds(invoice[part])}</s> : pounds(invoice[part])}
      </td>
    ))}
  </tr>
)

const Sums = ({ sums: { count, net, vat, amount, paid } }: { sums: StatementSums }) => (
  <PaperSums
    rows={[
      ['Net', net],
      ['VAT', vat],
      [`Total of ${withCount(count, 'invoice')}`, amount],
      ...(paid > 0 ? ([['Paid', paid]] as const) : []),
      ['To pay', amount - paid],
    ]}
  />
)
