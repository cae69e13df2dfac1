import type { ReactNode } from 'react'
import type { WorkCounts } from '#src/domain/invoice/invoice.ts'
import { InvoiceWork, type WorkList } from '../invoices/work.tsx'
import { Page, type PageFrame } from '../layout.tsx'
import { ActNow, type ToActOn } from './act-now.tsx'

type AdminDashboardProps = {
  frame: PageFrame
  head: ReactNode
  /** Null where one list alone was asked for. */
  next: readonly ToActOn[] | null
  list: WorkList
  counts: WorkCounts
  children?: ReactNode
}

export const AdminDashboardPage = ({ frame, head, next, list, counts, children }: AdminDashboardProps) => (
  <Page {...frame} title="Admin Dashboard" width="wide" ticks rows>
    {head}
    {next && <ActNow rows={next} />}
    <InvoiceWork list={list} counts={counts} />
    {children}
  </Page>
)
