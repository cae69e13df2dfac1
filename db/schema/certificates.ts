import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { CertificateExcuse, CertificateKind } from '#src/domain/property/certificate/certificate.ts'
import type { CertificatePurpose } from '#src/domain/property/certificate/raised.ts'
import { createdAt, id, updatedAt } from './columns.ts'
import { jobs } from './jobs.ts'

const day = () => date({ mode: 'string' })

const ofProperty = () => ({
  agencyKey: text().notNull(),
  propertyKey: text().notNull(),
  kind: text().$type<CertificateKind>().notNull(),
  /** Of the kind 'other'; '' otherwise. */
  name: text().notNull().default(''),
})

export const certificates = pgTable(
  'certificates',
  {
    id: id(),
    ...ofProperty(),
    agency: text().notNull(),
    propertyName: text().notNull(),
    propertyAddress: text().notNull(),
    months: integer(),
    doneOn: day().notNull(),
    endsOn: day().notNull(),
    doneBy: text(),
    reference: text(),
    unsatisfactory: boolean().notNull().default(false),
    remedyBy: day(),
    documentPath: text(),
    documentType: text(),
    documentBytes: integer(),
    /** The next one of its kind there; null for the current one. */
    replacedBy: uuid(),
    /** Of which end its agency's agents were last reminded, and how many days before it: 0 when it was late. */
    remindedEnd: day(),
    remindedDays: integer(),
    /** A copy of certificate_excuses. */
    excuse: text().$type<CertificateExcuse>(),
    /** The job whose completion made it. */
    jobId: uuid().references(() => jobs.id, { onDelete: 'set null' }),
    createdBy: uuid(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('certificates_property_index').on(table.propertyKey, table.agencyKey, table.kind),
    index('certificates_agency_index')
      .on(table.agencyKey, table.endsOn, table.id)
      .where(sql`${table.replacedBy} is null`),
    index('certificates_end_index').on(table.endsOn, table.id).where(sql`${table.replacedBy} is null`),
    index('certificates_job_index').on(table.jobId).where(sql`${table.jobId} is not null`),
  ],
)

export const certificateExcuses = pgTable(
  'certificate_excuses',
  {
    ...ofProperty(),
    excuse: text().$type<CertificateExcuse>().notNull(),
    byId: uuid(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({
      name: 'certificate_excuses_pk',
      columns: [table.agencyKey, table.propertyKey, table.kind, table.name],
    }),
  ],
)

/** One job for each end, whatever becomes of certificate and job. */
export const certificateJobs = pgTable(
  'certificate_jobs',
  {
    ...ofProperty(),
    purpose: text().$type<CertificatePurpose>().notNull(),
    endsOn: day().notNull(),
    jobId: uuid().references(() => jobs.id, { onDelete: 'set null' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({
      name: 'certificate_jobs_pk',
      columns: [table.agencyKey, table.propertyKey, table.kind, table.name, table.purpose, table.endsOn],
    }),
    index('certificate_jobs_job_index').on(table.jobId),
  ],
)
