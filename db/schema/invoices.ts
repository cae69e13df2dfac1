import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  date,
  index,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { INVOICE_TYPES, type PaidBy } from '#src/domain/invoice/invoice.ts'
import type { BilledLine } from '#src/domain/vat.ts'
import { users } from './accounts.ts'
import { createdAt, id, instant, jsonColumn, money, updatedAt } from './columns.ts'
import { jobs, jobVisits, quotes } from './jobs.ts'

export const invoiceType = pgEnum('invoice_type', INVOICE_TYPES)

const day = () => date({ mode: 'string' })

/** Names and addresses are copies: an invoice outlives its job. */
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
    /** Null for an invoice of an earlier version, which knew no VAT: its amount. Read by `netOfInvoice`. */
    net: money(),
    vat: money().notNull().default(0),
    /** Rounded when made; null for an invoice of an earlier version. */
    lines: jsonColumn<BilledLine[]>(),
    contractorName: text().notNull(),
    contractorCompany: text(),
    contractorAddress: text(),
    contractorVatNumber: text(),
    propertyAddress: text().notNull(),
    /** These four a trigger copies from the job where they are not given, and an earlier version gives none. */
    jobRef: text(),
    propertyName: text(),
    propertyKey: text(),
    agency: text(),
    agencyAddress: text(),
    /** The estate agent who reads it: its job's, also of a hidden or deleted one. Triggers write it. */
    agentId: uuid(),
    invoiceDate: instant().notNull().defaultNow(),
    /** Days of London. Null for an invoice of an earlier version. */
    taxPoint: day(),
    dueOn: day(),
    paidOn: day(),
    paidBy: text().$type<PaidBy>(),
    voidedAt: instant(),
    voidReason: text(),
    voidedBy: uuid(),
    voidedByName: text(),
    /** With copies of numbers, as a replacement may be deleted. */
    replaces: uuid().references((): AnyPgColumn => invoices.id, { onDelete: 'set null' }),
    replacesNumber: text(),
    replacedBy: uuid().references((): AnyPgColumn => invoices.id, { onDelete: 'set null' }),
    replacedByNumber: text(),
    /** The number of the credit note that voiding made, of the whole invoice and of the day on which it was voided. */
    creditNote: text(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('invoices_of_visit_unique').on(table.visitId).where(sql`${table.voidedAt} is null`),
    uniqueIndex('invoices_of_quote_unique').on(table.quoteId).where(sql`${table.voidedAt} is null`),
    index('invoices_visit_index').on(table.visitId).where(sql`${table.visitId} is not null`),
    index('invoices_quote_index').on(table.quoteId).where(sql`${table.quoteId} is not null`),
    index('invoices_job_index').on(table.jobId),
    index('invoices_date_index').on(table.invoiceDate, table.id),
    index('invoices_agent_index').on(table.agentId, table.invoiceDate, table.id),
    index('invoices_replaces_index').on(table.replaces).where(sql`${table.replaces} is not null`),
    index('invoices_replaced_index').on(table.replacedBy).where(sql`${table.replacedBy} is not null`),
    uniqueIndex('invoices_credit_note_unique').on(table.creditNote).where(sql`${table.creditNote} is not null`),
    index('invoices_due_index')
      .on(table.dueOn, table.id)
      .where(sql`${table.dueOn} is not null and ${table.paidOn} is null and ${table.voidedAt} is null`),
  ],
)

/** What a file for an accounting program had last, for each program and whoever keeps the books there. */
export const invoiceExports = pgTable(
  'invoice_exports',
  {
    invoiceId: uuid()
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    owner: text().notNull(),
    target: text().notNull(),
    kind: text().notNull(),
    exportedAt: instant().notNull().defaultNow(),
    /** Its void was in the file as well. */
    voidExportedAt: instant(),
    exportedBy: uuid(),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.owner, table.target, table.kind] })],
)

/** Account and tax codes that somebody gave last: `owner` is 'office' for administrators, else a user's id. */
export const accountingCodes = pgTable(
  'accounting_codes',
  {
    owner: text().notNull(),
    target: text().notNull(),
    kind: text().notNull(),
    codes: jsonColumn<Record<string, string>>().notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.target, table.kind] })],
)

/** What is known of an agency beside its name, which stands at its agents and jobs; `key` is the name in lower case. */
export const agencies = pgTable('agencies', {
  key: text().primaryKey(),
  name: text().notNull(),
  address: text(),
  /** Instead of VISIT_FEE and NO_ACCESS_FEE, without VAT. */
  visitFee: money(),
  noAccessFee: money(),
  /** To which its last statement was sent. */
  statementEmail: text(),
  /** When it was last reminded of late invoices. */
  remindedOn: day(),
  updatedAt: updatedAt(),
})

/** Fees of a trade, as `agencies` has them, which go before these. */
export const tradeFees = pgTable('trade_fees', {
  trade: text().primaryKey(),
  visitFee: money(),
  noAccessFee: money(),
  updatedAt: updatedAt(),
})
