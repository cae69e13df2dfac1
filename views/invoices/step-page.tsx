import type { ReactNode } from 'react'
import type { Invoice } from '#src/domain/invoice/invoice.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { invoiceHref } from './work-ids.ts'

type OfInvoicePageProps = {
  frame: PageFrame
  title: string
  invoice: Invoice
  errors?: Readonly<Record<string, string>>
  children: ReactNode
}

export const OfInvoicePage = ({ frame, title, invoice, errors, children }: OfInvoicePageProps) => (
  <Page
    {...frame}
    title={title}
    error={Boolean(errors)}
    back={{ href: invoiceHref(invoice.id), label: 'Back to the invoice' }}
    width="narrow"
  >
    {children}
  </Page>
)
