import type { Role } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import { dayOf } from '#src/domain/dates.ts'
import type { ExportedOn } from '#src/domain/invoice/files/preview.ts'
import type { FoundSums } from '#src/domain/invoice/found.ts'
import { INVOICE_STATES, INVOICE_TYPE_LABELS, type Invoice } from '#src/domain/invoice/invoice.ts'
import { CONTRACTOR_TYPES } from '#src/domain/job/contractor-type.ts'
import type { Found } from '#src/domain/limits.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { pounds } from '#src/domain/money.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card, CardList } from '../ui/card.tsx'
import { DateText } from '../ui/date.tsx'
import { type Option, SelectField, TextField } from '../ui/input/field.tsx'
import { optionsOrAll, withSeveral } from '../ui/input/options.ts'
import { allOf, TickBar, TickButton, TickedResult, TickShown } from '../ui/input/ticks.tsx'
import { DataTable } from '../ui/list/data-table.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { FilterSelect, SearchBox, TextFields } from '../ui/list/search-box.tsx'
import { Searched } from '../ui/list/searched.tsx'
import { Money } from '../ui/money.tsx'
import { Stats, StatTile } from '../ui/stat-tile.tsx'
import { counted, oneLine } from '../ui/text.ts'
import { INVOICED_COLUMNS, InvoiceItem, StateBadge } from './invoiced-item.tsx'
import { FOUND_INVOICES, INVOICE_SUMS, invoiceHref, MANY_INVOICES } from './work-ids.ts'

type FoundProps = {
  items: readonly Invoice[]
  exports: ReadonlyMap<string, ExportedOn[]>
  filter: Readonly<Record<string, string>>
  instead?: string
  count: Found
  sums: FoundSums | null
  sumsHref: string
  nextHref: string | null
  exportHref: string
  fileHref: string
  reader: Role | null
}

const HREF = '/invoices'
const FORM = 'found'

export const FoundInvoiceItems = ({ items, exports, filter, nextHref, reader }: FoundProps) => {
  const list = withQuery(HREF, filter)
  return isAdmin({ role: reader }) ? (
    <>
      {items.map((invoice) => (
        <InvoiceItem key={invoice.id} invoice={invoice} exports={exports.get(invoice.id)} list={list} />
      ))}
      {nextHref && <LoadMore as="tr" columns={INVOICED_COLUMNS.length} href={nextHref} />}
    </>
  ) : (
    <>
      {items.map((invoice) => (
        <OwnInvoice key={invoice.id} invoice={invoice} reader={reader} />
      ))}
      {nextHref && <LoadMore href={nextHref} />}
    </>
  )
}

const OwnInvoice = ({ invoice, reader }: { invoice: Invoice; reader: Role | null }) => (
  <Card
    as="li"
    title={<a href={invoiceHref(invoice.id)}>{invoice.invoiceNumber}</a>}
    aside={
      <>
        <StateBadge invoice={invoice} />
        <Money pence={invoice.amount} />
      </>
    }
  >
    <p>{oneLine(invoice.propertyAddress)}</p>
    <p className="small-text muted">
      {`${INVOICE_TYPE_LABELS[invoice.type]}, `}
      <DateText value={invoice.invoiceDate} />
      {invoice.dueOn && `, due ${dayOf(invoice.dueOn)}`}
      {`, ${isContractor({ role: reader }) ? (invoice.agency ?? '') : invoice.contractorCompany || invoice.contractorName}`}
    </p>
  </Card>
)

export const InvoiceSums = ({ count, sums, sumsHref }: Pick<FoundProps, 'count' | 'sums' | 'sumsHref'>) => (
  <Stats id={INVOICE_SUMS}>
    <StatTile
      label="Invoices"
      value={typeof count === 'number' ? count : counted(count)}
      note={sums?.voids ? `${sums.voids} void, not in the sums` : undefined}
    />
    {sums ? (
      <>
        <StatTile label="Net" value={pounds(sums.net)} />
        <StatTile label="VAT" value={pounds(sums.vat)} />
        <StatTile label="Total" value={pounds(sums.amount)} />
      </>
    ) : (
      <StatTile label="Add up all" value="£" href={sumsHref} />
    )}
  </Stats>
)

export const FoundInvoices = (props: FoundProps) => {
  const { items, filter, exportHref, fileHref, reader } = props
  const isOffice = isAdmin({ role: reader })
  return (
    <section id={FOUND_INVOICES} aria-label="Invoices">
      <InvoiceSums {...props} />
      <div className="list-head small-text row">
        {isOffice && items.length > 0 && <TickShown />}
        <LinkButton href={exportHref} download="" size="small" icon="download" className="push-end">
          CSV
        </LinkButton>
        <LinkButton href={isOffice ? '/admin/statements' : '/statements'} size="small">
          Statements
        </LinkButton>
        <LinkButton href={fileHref} size="small">
          Accounting File
        </LinkButton>
      </div>
      <Searched {...props} search={filter.search} shown={items.length} />
      <TickedResult />
      {items.length === 0 ? (
        <EmptyState icon="pound" title="No invoices" />
      ) : isOffice ? (
        <div className="dense work-table invoiced">
          <DataTable caption="Invoices, newest first" columns={INVOICED_COLUMNS}>
            <FoundInvoiceItems {...props} />
          </DataTable>
        </div>
      ) : (
        <CardList>
          <FoundInvoiceItems {...props} />
        </CardList>
      )}
      {isOffice && items.length > 0 && <ManyBar {...props} />}
    </section>
  )
}

const ManyBar = ({ filter, instead, count, nextHref }: FoundProps) => (
  <TickBar
    id={MANY_INVOICES}
    label="Selected invoices"
    hidden={{ ...filter, ...(instead && { search: instead }) }}
    all={nextHref ? allOf(count) : null}
    downloads
  >
    <TickButton action="/admin/invoices/paid" primary>
      Mark as Paid
    </TickButton>
    <Button formMethod="post" formAction="/invoices/download" size="small" icon="download">
      Download
    </Button>
    <Button formMethod="post" formAction="/invoices/files" name="pick" value="yes" size="small">
      Accounting File
    </Button>
  </TickBar>
)

type FilterProps = Pick<FoundProps, 'filter' | 'reader'> & { isOpen: boolean; contractors?: readonly Option[] }

export const INVOICE_STATE_OPTIONS = optionsOrAll('All', INVOICE_STATES)

const INVOICE_TYPE_OPTIONS = optionsOrAll('All', INVOICE_TYPE_LABELS)

const TRADES = optionsOrAll('Any', CONTRACTOR_TYPES)

const Filters = ({ filter, reader, isOpen, contractors }: FilterProps) => {
  const isOffice = isAdmin({ role: reader })
  const field = (name: string, label: string) => ({ name, label, form: FORM, value: filter[name] })
  return (
    <SearchBox
      action={HREF}
      label="Search by number, reference, property or contractor..."
      value={filter.search}
      target={`#${FOUND_INVOICES}`}
    >
      <FilterSelect name="state" label="State" value={filter.state} options={INVOICE_STATE_OPTIONS} />
      <details className="filters" open={isOpen}>
        <summary className="button secondary">Filters</summary>
        <div className="filter-fields">
          <SelectField {...field('type', 'Type')} options={withSeveral(INVOICE_TYPE_OPTIONS, filter.type)} />
          <TextField type="date" {...field('from', 'From')} />
          <TextField type="date" {...field('to', 'To')} />
          <TextField type="date" {...field('taxFrom', 'Tax point from')} />
          <TextField type="date" {...field('taxTo', 'Tax point to')} />
          {filter.contractorType && (
            <SelectField {...field('contractorType', 'Trade')} options={withSeveral(TRADES, filter.contractorType)} />
          )}
          {filter.number && <TextFields {...field('number', 'Invoice number')} />}
          {filter.updatedSince && <TextField {...field('updatedSince', 'Updated since')} />}
          {(reader !== 'estate_agent' || filter.agency) && <TextFields {...field('agency', 'Estate agency')} />}
          {(isOffice || filter.property) && <TextFields {...field('property', 'Property address')} />}
          {contractors ? (
            <SelectField {...field('contractor', 'Contractor')} options={contractors} />
          ) : (
            isOffice && (
              <div
                className="field"
                hx-get="/admin/jobs/filters/contractor"
                hx-trigger="toggle from:'closest details' once"
                hx-target="this"
                hx-swap="outerHTML"
              >
                <a href={`${HREF}?filters=all`}>Contractor</a>
              </div>
            )
          )}
        </div>
      </details>
    </SearchBox>
  )
}

export const FoundInvoicesPage = ({
  frame,
  isOpen,
  contractors,
  ...list
}: FoundProps & Omit<FilterProps, 'filter' | 'reader'> & { frame: PageFrame }) => {
  const isOffice = isAdmin({ role: list.reader })
  return (
    <Page
      {...frame}
      title={isOffice ? 'Invoiced Items' : 'Invoices'}
      width={isOffice ? 'wide' : 'normal'}
      ticks={isOffice}
      actions={
        isOffice && (
          <LinkButton href="/admin/invoices/payments" size="small">
            Payments from a Bank
          </LinkButton>
        )
      }
    >
      <Filters filter={list.filter} reader={list.reader} isOpen={isOpen} contractors={contractors} />
      <FoundInvoices {...list} />
    </Page>
  )
}
