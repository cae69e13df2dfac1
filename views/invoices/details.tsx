import type { Role } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { dayOf, today } from '#src/domain/dates.ts'
import type { ExportedOn } from '#src/domain/invoice/files/preview.ts'
import { PROGRAM_LABELS } from '#src/domain/invoice/files/program.ts'
import { INVOICE_TYPE_LABELS, type Invoice, PAID_BY_LABELS } from '#src/domain/invoice/invoice.ts'
import { type InvoiceSheet, sheetsOf } from '#src/domain/invoice/sheets.ts'
import { isOverdue, isPaid, isVoid } from '#src/domain/invoice/state.ts'
import { pounds } from '#src/domain/money.ts'
import { totalsOf } from '#src/domain/vat.ts'
import type { PageFrame } from '../layout.tsx'
import { PropertyLink } from '../properties/link.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { DescriptionList } from '../ui/description-list.tsx'
import { type Letterhead, PaperPage, PaperSums } from '../ui/paper.tsx'
import { unmarking } from './paid.tsx'
import { invoiceHref } from './work-ids.ts'

type InvoicePageProps = {
  frame: PageFrame
  invoice: Invoice
  exports: readonly ExportedOn[]
  jobId: string | null
  letterhead: Letterhead
  reader: Role | null
}

export const InvoicePage = ({ frame, invoice, exports, jobId, letterhead, reader }: InvoicePageProps) => (
  <PaperPage
    frame={frame}
    title={`Invoice ${invoice.invoiceNumber}`}
    reference={invoice.invoiceNumber}
    letterhead={letterhead}
    actions={isAdmin({ role: reader }) && !isVoid(invoice) && <InvoiceActions invoice={invoice} />}
    above={exports.length > 0 && <Exports exports={exports} />}
    back={isAdmin({ role: reader }) ? { href: '/?tab=invoiced', label: 'Back to Invoiced Items' } : undefined}
  >
    <Standing invoice={invoice} />
    <DescriptionList facts={factsOf({ invoice, jobId, reader })} />
    <div className="paper-parties">
      <Party title="From" words={fromOf(invoice)} />
      <Party title="To" words={linesOf(invoice.agency, invoice.agencyAddress)} />
      <section>
        <h2>Property</h2>
        <p>
          {invoice.propertyName}
          {invoice.propertyName && '\n'}
          <PropertyLink address={invoice.propertyAddress} reader={reader} />
        </p>
      </section>
    </div>
    {invoice.lines ? (
      <Sheets sheets={sheetsOf(invoice.lines, fromOf(invoice))} />
    ) : (
      <p className="preserve">{`${INVOICE_TYPE_LABELS[invoice.type]}: ${invoice.description}`}</p>
    )}
    <Sums invoice={invoice} />
  </PaperPage>
)

const Exports = ({ exports }: Pick<InvoicePageProps, 'exports'>) => (
  <DescriptionList
    facts={[
      {
        term: 'Exported on',
        detail: exports
          .map(({ program, books, at }) => `${dayOf(at)}: ${PROGRAM_LABELS[program]}, ${books}`)
          .join('\n'),
      },
    ]}
  />
)

const InvoiceActions = ({ invoice }: { invoice: Invoice }) =>
  isPaid(invoice) ? (
    <Confirm {...unmarking(invoice)} button="Not Paid" />
  ) : (
    <>
      <LinkButton href={`/admin/invoices/${invoice.id}/paid`} dialog variant="primary">
        Mark as Paid
      </LinkButton>
      <LinkButton href={`/admin/invoices/${invoice.id}/void`} dialog>
        Void
      </LinkButton>
    </>
  )

const jobHref = (id: string, reader: Role | null) => (isAdmin({ role: reader }) ? `/admin/jobs/${id}` : `/jobs/${id}`)

const factsOf = ({ invoice, jobId, reader }: Pick<InvoicePageProps, 'invoice' | 'jobId' | 'reader'>) => [
  { term: 'Date', detail: dayOf(invoice.invoiceDate) },
  { term: 'Tax point', detail: invoice.taxPoint && dayOf(invoice.taxPoint) },
  { term: 'Due', detail: invoice.dueOn && dayOf(invoice.dueOn) },
  {
    term: 'Job',
    detail: jobId && invoice.jobRef ? <a href={jobHref(jobId, reader)}>{invoice.jobRef}</a> : invoice.jobRef,
  },
  {
    term: 'Replaces',
    detail: invoice.replacesNumber && <Other id={invoice.replaces} number={invoice.replacesNumber} />,
  },
]

const Other = ({ id, number }: { id: string | null; number: string | null }) =>
  id && number ? <a href={invoiceHref(id)}>{number}</a> : number

const Standing = ({ invoice }: { invoice: Invoice }) => {
  if (isVoid(invoice))
    return (
      <section>
        <p className="paper-mark">VOID</p>
        <p>
          Since {dayOf(invoice.voidedAt!)}
          {invoice.voidReason && `: ${invoice.voidReason}`}
        </p>
        {invoice.creditNote && (
          <p>
            Credit note {invoice.creditNote} of {dayOf(invoice.voidedAt!)}, of {pounds(invoice.net)} and VAT of{' '}
            {pounds(invoice.vat)}
          </p>
        )}
        {invoice.replacedByNumber && (
          <p>
            Replaced by <Other id={invoice.replacedBy} number={invoice.replacedByNumber} />
          </p>
        )}
      </section>
    )
  if (isPaid(invoice))
    return (
      <p>
        <strong>Paid</strong> on {dayOf(invoice.paidOn!)}, {PAID_BY_LABELS[invoice.paidBy ?? 'other'].toLowerCase()}
      </p>
    )
  if (isOverdue(invoice, today())) return <p className="on-screen notice">Overdue since {dayOf(invoice.dueOn!)}</p>
  return null
}

const linesOf = (...lines: (string | null)[]): string => lines.filter(Boolean).join('\n')

const fromOf = ({ contractorCompany, contractorName, contractorAddress, contractorVatNumber }: Invoice): string =>
  linesOf(
    ...[contractorCompany, contractorName, contractorAddress],
    contractorVatNumber && `VAT number ${contractorVatNumber}`,
  )

const Party = ({ title, words }: { title: string; words: string }) => (
  <section>
    <h2>{title}</h2>
    <p>{words}</p>
  </section>
)

const HEADINGS = ['Quantity', 'Unit price', 'Net', 'VAT rate', 'VAT'] as const

const Sheets = ({ sheets }: { sheets: readonly InvoiceSheet[] }) =>
  sheets.map((sheet, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is known by where it is
    <table key={at} className={at > 0 ? 'paper-table stacked paper-next' : 'paper-table stacked'}>
      <thead>
        <tr>
          <th scope="col">Description</th>
          {HEADINGS.map((heading) => (
            <th key={heading} scope="col" className="end">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sheet.before && <CarriedRow words="Brought forward" sums={sheet.before} />}
        {sheet.lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by where it is
          <tr key={index}>
            <th scope="row">{line.description}</th>
            {[line.quantity, pounds(line.unitPrice), pounds(line.net), `${line.vatRate}%`, pounds(line.vat)].map(
              (cell, column) => (
                <td key={HEADINGS[column]} className="end" data-label={HEADINGS[column]}>
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
        {sheet.after && <CarriedRow words="Carried forward" sums={sheet.after} />}
      </tbody>
    </table>
  ))

const CarriedRow = ({ words, sums }: { words: string; sums: { net: number; vat: number } }) => (
  <tr className="carried">
    <th scope="row" colSpan={3}>
      {words}
    </th>
    <td className="end">{pounds(sums.net)}</td>
    <td />
    <td className="end">{pounds(sums.vat)}</td>
  </tr>
)

const Sums = ({ invoice: { net, vat, amount, lines } }: { invoice: Invoice }) => (
  <PaperSums rows={[['Net', net], ...ratesOf(lines, vat), ['Total', amount]]}>
    {!lines && <p className="small-text muted">Made by an earlier version, which knew nothing of its VAT.</p>}
  </PaperSums>
)

function ratesOf(lines: Invoice['lines'], vat: number): (readonly [string, number])[] {
  const { net, vat: rates } = totalsOf(lines ?? [])
  if (rates.length === 0) return [['VAT', vat]]
  const zero = rates.reduce((left, rate) => left - rate.net, net)
  const all = zero > 0 ? [{ rate: 0, net: zero, pence: 0 }, ...rates] : rates
  return all.map(({ rate, net, pence }) => [`VAT ${rate}% of ${pounds(net)}`, pence] as const)
}
