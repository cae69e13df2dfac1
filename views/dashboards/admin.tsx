import type { ReactNode } from 'react'
import type { WorkCounts } from '#src/domain/invoice/invoice.ts'
import { InvoiceWork, type WorkList } from '../invoices/work.tsx'
import { Page, type PageFrame } from '../layout.tsx'

type AdminDashboardProps = {
  frame: PageFrame
  head: ReactNode
  list: WorkList
  counts: WorkCounts
  children?: ReactNode
}

export const AdminDashboardPage = ({ frame, head, list, counts, children }: AdminDashboardProps) => (
  <Page {...frame} title="Admin Dashboard" width="wide" ticks rows>
    {head}
    <InvoiceWork list={list} counts={counts} />
    {children}
  </Page>
)
