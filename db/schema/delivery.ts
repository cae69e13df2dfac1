import { sql } from 'drizzle-orm'
import { bigserial, index, integer, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { EMAIL_STATUSES, EMAIL_TYPES, type EmailContent } from '#src/emails/email.ts'
import { INVOICE_TYPES } from '#src/invoices/invoice.ts'
import { users } from './accounts.ts'
import { createdAt, id, instant, json, money, updatedAt } from './columns.ts'
import { jobs, jobVisits, quotes } from './jobs.ts'

export const invoiceType = pgEnum('invoice_type', INVOICE_TYPES)
export const emailType = pgEnum('email_type', EMAIL_TYPES)
export const emailStatus = pgEnum('email_status', EMAIL_STATUSES)
export const outboxKind = pgEnum('outbox_kind', ['email', 'remove_object'])
export const objectState = pgEnum('object_state', ['promised', 'stored', 'removing'])

/** Invoices carry their own copy of names and address: they outlive the job they bill. */
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

/** What people are told. Written in the transaction of the change it tells of. */
export const emailNotifications = pgTable(
  'email_notifications',
  {
    id: id(),
    jobId: uuid().references(() => jobs.id, { onDelete: 'set null' }),
    /** The recipient's address, contractor or agent. */
    contractorEmail: text().notNull(),
    emailType: emailType().notNull(),
    /** All that the message says, as it was when the change happened: the job may be gone when it is sent. */
    content: json<EmailContent>().notNull(),
    status: emailStatus().notNull().default('queued'),
    lastError: text(),
    sentAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('email_notifications_job_index').on(table.jobId),
    index('email_notifications_unsent_index').on(table.createdAt).where(sql`${table.status} <> 'sent'`),
    index('email_notifications_created_index').on(table.createdAt),
  ],
)

/** Work to be done after commit: one row an e-mail or an object to remove. A row is deleted when it is done. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    kind: outboxKind().notNull(),
    /** email: the notification's id. remove_object: the uploaded object's id. */
    subject: uuid().notNull(),
    attempts: integer().notNull().default(0),
    runAt: instant().notNull().defaultNow(),
    /** While a worker holds the row; past this another may claim it. */
    leasedUntil: instant(),
    lastError: text(),
    createdAt: createdAt(),
  },
  (table) => [
    index('outbox_due_index').on(table.runAt),
    uniqueIndex('outbox_subject_unique').on(table.kind, table.subject),
  ],
)

/** How far what was delivered has used a rate up; unlogged, as a crash may well forget it. */
export const deliveryRates = pgTable('delivery_rates', {
  name: text().primaryKey(),
  usedUpTo: instant().notNull().defaultNow(),
})

/** Every photo we hold or have promised to take: whose it is, and the visit that took it. */
export const uploadedObjects = pgTable(
  'uploaded_objects',
  {
    /** Names the object in storage and in '/objects/{id}'. */
    id: id(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    visitId: uuid().references(() => jobVisits.id, { onDelete: 'set null' }),
    state: objectState().notNull().default('promised'),
    contentType: text(),
    size: integer(),
    width: integer(),
    height: integer(),
    /** When an upload of it last began: for a time it keeps others from the promise. */
    claimedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('uploaded_objects_visit_index').on(table.visitId),
    index('uploaded_objects_waiting_index').on(table.createdAt).where(sql`${table.visitId} is null`),
  ],
)
