import type { ReactNode } from 'react'
import { type JobColumnName, stackedColumns } from '#src/domain/job/columns.ts'
import type { JobForAdmins } from '#src/domain/job/listed.ts'
import type { QuoteToInvoice } from '../invoices/quote-item.tsx'
import { sendingQuote } from '../invoices/quote-item.tsx'
import { jobCell, jobColumns, rowWords } from '../jobs/admin-row.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { DataTable, Row } from '../ui/list/data-table.tsx'

export const ACT_NOW = 'act-now'

export type ToActOn = { job: JobForAdmins } & (
  | { act: 'assign' | 'chase' }
  | { act: 'invoiceVisit'; visitId: string }
  | { act: 'invoiceQuote'; quote: QuoteToInvoice }
)

const SHOWN: readonly JobColumnName[] = [
  ...(['address', 'issue', 'urgency', 'trade', 'waiting', 'created', 'due', 'contractor'] as const),
]
const STACKED = stackedColumns(SHOWN)
const COLUMNS = jobColumns(SHOWN)

const rowId = ({ job: { id } }: ToActOn): string => `act-${id}`

export const ActNow = ({ rows }: { rows: readonly ToActOn[] }) => (
  <section id={ACT_NOW} className="next-rows" aria-labelledby="act-now-title" hidden={rows.length === 0}>
    <div className="work-head">
      <h2 id="act-now-title">Next</h2>
      <p className="small-text muted">The longest waiting of each kind</p>
    </div>
    <div className="dense job-table">
      <DataTable caption="Next" columns={COLUMNS}>
        {rows.map((row) => (
          <Row key={rowId(row)} id={rowId(row)} columns={COLUMNS} cells={cellsOf(row)} />
        ))}
      </DataTable>
    </div>
  </section>
)

function cellsOf(row: ToActOn): ReactNode[] {
  const words = rowWords(row.job)
  return [
    ...STACKED.map((names) => jobCell(words, names)),
    <span key="act" className="row row-actions">
      <Act row={row} />
    </span>,
  ]
}

const Act = ({ row }: { row: ToActOn }) => {
  const { id, jobRef } = row.job
  const link = (label: string, href: string, key?: string) => (
    <LinkButton href={href} dialog size="small" className="worded" aria-label={`${label}, ${jobRef}`} data-key={key}>
      {label}
    </LinkButton>
  )
  switch (row.act) {
    case 'assign':
      return link('Assign', `/admin/jobs/${id}/assign`, 'a')
    case 'chase':
      return link('Chase', `/admin/jobs/${id}/chase`, 'c')
    case 'invoiceVisit':
      return link('Invoice', `/admin/visits/${row.visitId}/invoice`)
    case 'invoiceQuote':
      return (
        <Confirm
          {...sendingQuote(row.quote)}
          hx-post={sendingQuote(row.quote).action}
          button="Invoice"
          look={{ size: 'small', className: 'worded', 'aria-label': `Invoice, ${jobRef}` }}
        />
      )
  }
}
