import type { ReactNode } from 'react'
import type { UsualFee } from '#src/domain/invoice/fee.ts'
import type { ExportedOn } from '#src/domain/invoice/files/preview.ts'
import type { Invoice, WorkCounts, WorkTab } from '#src/domain/invoice/invoice.ts'
import { WORK_TAB_LABELS, WORK_TABS } from '#src/domain/invoice/invoice.ts'
import type { JobForAdmins } from '#src/domain/job/listed.ts'
import { MAX_AT_ONCE } from '#src/domain/limits.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import type { Visit } from '#src/domain/visit/visit.ts'
import { ACT_NOW } from '../dashboards/act-now.tsx'
import { LinkButton } from '../ui/button.tsx'
import { allOf, TickBar, TickButton, type TickedOutcome, TickedResult, TickShown } from '../ui/input/ticks.tsx'
import { type Column, DataTable } from '../ui/list/data-table.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { ACTIVE_COLUMNS, ActiveJob } from './active-job.tsx'
import type { InvoicingJob } from './billable-item.tsx'
import { INVOICED_COLUMNS, InvoiceItem } from './invoiced-item.tsx'
import { QUOTE_ITEM_COLUMNS, QuoteItem } from './quote-item.tsx'
import { VISIT_ITEM_COLUMNS, VisitItem } from './visit-item.tsx'
import { ACTIVE_ROWS, countId, MANY_ITEMS, SEND_ALL, WORK, workListId } from './work-ids.ts'

export type WorkList = { next: string | null } & (
  | { tab: 'active'; items: JobForAdmins[] }
  | { tab: 'visits'; items: (Visit & { job: InvoicingJob })[]; fees: ReadonlyMap<string, UsualFee> }
  | { tab: 'quotes'; items: (Quote & { job: InvoicingJob })[] }
  | { tab: 'invoiced'; items: Invoice[]; exports: ReadonlyMap<string, ExportedOn[]> }
)

const headings: Record<WorkTab, string> = {
  active: 'Active Jobs in Progress',
  visits: 'Contractor Visits',
  quotes: 'Quote Work Completed',
  invoiced: 'Invoiced Items',
}

const notes: Record<WorkTab, string> = {
  active: 'Jobs that are assigned, in progress, or have a quote that is pending or approved',
  visits: 'Visit fees ready for invoicing',
  quotes: 'Completed quote work ready for invoicing',
  invoiced: 'Items that have been sent to invoiced',
}

const columns: Record<WorkTab, readonly Column[]> = {
  active: ACTIVE_COLUMNS,
  visits: VISIT_ITEM_COLUMNS,
  quotes: QUOTE_ITEM_COLUMNS,
  invoiced: INVOICED_COLUMNS,
}

const empty: Record<WorkTab, string> = {
  active: 'No active jobs in progress',
  visits: 'No contractor visits ready for invoicing',
  quotes: 'No quote work ready for invoicing',
  invoiced: 'No invoiced items',
}

export const tabHref = (tab: WorkTab): string => (tab === 'active' ? '/' : `/?tab=${tab}`)

const WorkTabs = ({ tab, counts }: { tab: WorkTab; counts: WorkCounts }) => (
  <Tabs
    label="Work"
    target={`#${WORK}`}
    tabs={WORK_TABS.map((one) => ({
      href: tabHref(one),
      label: WORK_TAB_LABELS[one],
      count: counts[one],
      countId: countId(one),
      current: one === tab,
    }))}
  />
)

const isTicked = ({ tab, items }: WorkList): boolean => (tab === 'visits' || tab === 'quotes') && items.length > 0

export const WorkItems = (list: WorkList) => (
  <>
    {itemsOf(list)}
    {list.next && (
      <LoadMore as="tr" columns={columns[list.tab].length} href={`/?tab=${list.tab}&cursor=${list.next}`} />
    )}
  </>
)

function itemsOf(list: WorkList): ReactNode {
  switch (list.tab) {
    case 'active':
      return list.items.map((job) => <ActiveJob key={job.id} job={job} />)
    case 'visits':
      return list.items.map((visit) => <VisitItem key={visit.id} visit={visit} fee={list.fees.get(visit.id)} />)
    case 'quotes':
      return list.items.map((quote) => <QuoteItem key={quote.id} quote={quote} />)
    case 'invoiced':
      return list.items.map((invoice) => (
        <InvoiceItem key={invoice.id} invoice={invoice} exports={list.exports.get(invoice.id)} />
      ))
  }
}

const ManyItemsBar = ({ list: { tab, items, next }, counts }: { list: WorkList; counts: WorkCounts }) => (
  <TickBar
    id={MANY_ITEMS}
    label="Selected items"
    hidden={{ tab }}
    all={next && counts[tab] > items.length ? allOf(counts[tab]) : null}
  >
    <TickButton action="/admin/invoices" primary>
      Send to Invoiced
    </TickButton>
  </TickBar>
)

/** Fees that are typed in the rows go with it. */
export const SendAll = ({ found }: { found: number }) => (
  <TickButton id={SEND_ALL} action="/admin/invoices" form={MANY_ITEMS} name="all" value="yes">
    {found > MAX_AT_ONCE ? `Send the First ${MAX_AT_ONCE}` : `Send All ${found}`}
  </TickButton>
)

type WorkProps = { list: WorkList; counts: WorkCounts; outcome?: TickedOutcome }

/** It asks for what is due and how many there are when a dialog has changed something. */
export const InvoiceWork = (props: WorkProps) => (
  <section
    id={WORK}
    hx-get={`/?tab=${props.list.tab}&part=${ACT_NOW}`}
    hx-trigger="closeDialog from:window capture"
    hx-swap="none"
  >
    <WorkTabs tab={props.list.tab} counts={props.counts} />
    <OpenTab {...props} />
  </section>
)

const WorkTable = (list: WorkList) =>
  list.items.length === 0 ? (
    <EmptyState title={empty[list.tab]} />
  ) : (
    <div className={list.tab === 'active' ? 'dense job-table active' : `dense work-table ${list.tab}`}>
      <DataTable caption={headings[list.tab]} columns={columns[list.tab]}>
        <WorkItems {...list} />
      </DataTable>
    </div>
  )

export const ActiveRows = (list: WorkList) => (
  <div id={ACTIVE_ROWS}>
    <WorkTable {...list} />
  </div>
)

/** The list of a tab, by an id of its own: what leaves it elsewhere on the page changes no other tab. */
export const OpenTab = ({ list, counts, outcome }: WorkProps) => (
  <div id={workListId(list.tab)}>
    <div className="work-head">
      <h2>{headings[list.tab]}</h2>
      <p className="small-text muted">{notes[list.tab]}</p>
      {isTicked(list) && (
        <>
          <TickShown />
          <SendAll found={counts[list.tab]} />
        </>
      )}
      {list.tab === 'invoiced' && list.items.length > 0 && (
        <div className="row">
          <LinkButton href="/admin/statements" size="small">
            Statements
          </LinkButton>
          <LinkButton href="/invoices" size="small">
            Search and Payments
          </LinkButton>
          <LinkButton href="/invoices/files" size="small">
            Accounting File
          </LinkButton>
        </div>
      )}
    </div>
    <TickedResult outcome={outcome} />
    {list.tab === 'active' ? <ActiveRows {...list} /> : <WorkTable {...list} />}
    {isTicked(list) && <ManyItemsBar list={list} counts={counts} />}
  </div>
)
