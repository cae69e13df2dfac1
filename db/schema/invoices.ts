import { index, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { INVOICE_TYPES } from '#src/domain/invoice/invoice.ts'
import { users } from './accounts.ts'
import { createdAt, id, instant, money, updatedAt } from './columns.ts'
import { jobs, jobVisits, quotes } from './jobs.ts'

export const invoiceType = pgEnum('invoice_type', INVOICE_TYPES)

/** Names and address are copies: an invoice outlives its job. */
export const invoices = pgTable(
  'invoices',
  {
    id: id(),
    invoiceNumber: text().notNull().unique('invoices_number_unique'),
    type: invoiceType().notNull(),
    jobId: uuid().references(() => jobs.id, { onDelete: 'set null' }),
    contractorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    visitId: uuid().references(() => jobVisits.id, { onDelete: 'set null' }),
    quoteId: uuid().references(() => quotes.id, { onDelete: 'set null' }),
    description: text().notNull(),
    amount: money().notNull(),
    contractorName: text().notNull(),
    contractorCompany: text(),
    propertyAddress: text().notNull(),
    invoiceDate: instant().notNull().defaultNow(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('invoices_visit_unique').on(table.visitId),
    uniqueIndex('invoices_quote_unique').on(table.quoteId),
    index('invoices_job_index').on(table.jobId),
    index('invoices_date_index').on(table.invoiceDate, table.id),
  ],
)
