import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  check,
  date,
  index,
  integer,
  pgEnum,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { JOB_TYPES } from '#src/domain/job/job-type.ts'
import { ACTIVE, IN_HAND, JOB_STATUSES, type JobStatus } from '#src/domain/job/status.ts'
import type { TimelineEvent } from '#src/domain/job/transitions.ts'
import { URGENCIES } from '#src/domain/job/urgency.ts'
import { WAITING_FOR, WAITING_ON } from '#src/domain/job/waiting.ts'
import { HAZARD_LEVELS } from '#src/domain/property/hazard/hazard.ts'
import type { QuoteLine } from '#src/domain/quote/lines.ts'
import { QUOTE_STATUSES, WORK_STATUSES } from '#src/domain/quote/quote.ts'
import { INVOICING_STATUSES, VISIT_OUTCOMES } from '#src/domain/visit/visit.ts'
import { users } from './accounts.ts'
import { createdAt, id, instant, jsonColumn, money, updatedAt } from './columns.ts'

export const jobStatus = pgEnum('job_status', JOB_STATUSES)
export const jobType = pgEnum('job_type', JOB_TYPES)
export const urgency = pgEnum('urgency', URGENCIES)
export const hazardLevel = pgEnum('hazard_level', HAZARD_LEVELS)
export const yesNo = pgEnum('yes_no', ['yes', 'no'])
export const quoteStatus = pgEnum('quote_status', QUOTE_STATUSES)
export const workStatus = pgEnum('work_status', WORK_STATUSES)
export const visitOutcome = pgEnum('visit_outcome', VISIT_OUTCOMES)
export const waitingOn = pgEnum('waiting_on', WAITING_ON)
export const waitingFor = pgEnum('waiting_for', WAITING_FOR)
export const invoicingStatus = pgEnum('invoicing_status', INVOICING_STATUSES)

export const jobRefs = pgSequence('job_refs')

const listed = (statuses: readonly JobStatus[]) => sql.raw(statuses.map((status) => `'${status}'`).join(', '))

export const jobs = pgTable(
  'jobs',
  {
    id: id(),
    jobRef: text().notNull().unique('jobs_job_ref_unique'),
    estateAgentId: uuid().references(() => users.id, { onDelete: 'set null' }),
    contractorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    estateAgentName: text().notNull(),
    estateAgency: text().notNull(),
    propertyName: text().notNull(),
    propertyAddress: text().notNull(),
    issueDescription: text().notNull(),
    accessNotes: text(),
    status: jobStatus().notNull().default('pending'),
    urgency: urgency().notNull().default('medium'),
    jobType: jobType().notNull().default('visit'),
    parentJobId: uuid().references((): AnyPgColumn => jobs.id, { onDelete: 'cascade' }),
    contractorType: text(),
    tenantName: text(),
    tenantPhone: text(),
    photosUrls: text().array().notNull().default(sql`'{}'`),
    postcode: text(),
    /** Null until it is filled in for a job that an earlier version wrote. */
    propertyKey: text(),
    rivalOfJobId: uuid().references((): AnyPgColumn => jobs.id, { onDelete: 'set null' }),
    /** The booked visit: its id is the calendar's UID, and the sequence grows with each change of it. */
    appointmentId: uuid(),
    appointmentStartsAt: instant(),
    appointmentEndsAt: instant(),
    appointmentSequence: integer().notNull().default(0),
    cancelReason: text(),
    /** Null until it is filled in for a job that an earlier version wrote. */
    waitingOn: waitingOn(),
    waitingFor: waitingFor(),
    waitingSince: instant(),
    /** When the first visit is due; null for quote work. */
    visitBy: instant(),
    firstVisitAt: instant(),
    /** When whoever it waits on was last chased by hand. */
    chasedAt: instant(),
    /** Who made that visit, also when the account is gone. Null until filled in for what an earlier version wrote. */
    firstVisitBy: uuid(),
    /** Written by a trigger; null until filled in for what an earlier version wrote. */
    firstAssignedAt: instant(),
    /** When it was completed or cancelled last; null while it is open. A trigger writes it, as above. */
    closedAt: instant(),
    /** Of a hazard that has not ended, with its strictest open target; the hazard itself is in `hazards`. */
    hazardLevel: hazardLevel(),
    hazardDue: instant(),
    hiddenFromEstateAgent: yesNo().notNull().default('no'),
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(property_name || ' ' || property_address || ' ' || job_ref)`),
    /** What is searched: words in lower case between spaces. A trigger writes it; null until filled in for older jobs. */
    words: text(),
    /** The tenant's name and phone, written as `words` are, for those readers only who may see them. */
    tenantWords: text().notNull().default(''),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    // Ascending indexes are read backwards; drizzle's .desc() orders nulls differently from the queries.
    index('jobs_agent_index')
      .on(table.estateAgentId, table.createdAt, table.id)
      .where(sql`${table.hiddenFromEstateAgent} = 'no'`),
    index('jobs_agent_status_index')
      .on(table.estateAgentId, table.status, table.createdAt, table.id)
      .where(sql`${table.hiddenFromEstateAgent} = 'no'`),
    index('jobs_contractor_index').on(table.contractorId, table.status, table.createdAt, table.id),
    index('jobs_status_index').on(table.status, table.createdAt, table.id, table.urgency),
    index('jobs_active_index')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} in (${listed(ACTIVE)})`),
    index('jobs_created_index').on(table.createdAt, table.id),
    index('jobs_quote_work_index').on(table.createdAt, table.id).where(sql`${table.jobType} = 'quote_work'`),
    // More, that are built without a lock, stand in db/connect/indexes.ts.
    index('jobs_updated_index').on(table.updatedAt),
    index('jobs_parent_index').on(table.parentJobId).where(sql`${table.parentJobId} is not null`),
    index('jobs_rival_index').on(table.rivalOfJobId).where(sql`${table.rivalOfJobId} is not null`),
    index('jobs_property_index')
      .on(table.propertyKey, table.createdAt, table.id)
      .where(sql`${table.propertyKey} is not null`),
    check(
      'jobs_contractor_in_hand',
      sql`${table.status} not in (${listed(IN_HAND)}) or ${table.contractorId} is not null`,
    ),
    check('jobs_child_is_quote_work', sql`(${table.jobType} = 'quote_work') = (${table.parentJobId} is not null)`),
  ],
)

export const jobVisits = pgTable(
  'job_visits',
  {
    id: id(),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    contractorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    visitDate: instant().notNull().defaultNow(),
    outcome: visitOutcome().notNull().default('done'),
    workDescription: text().notNull(),
    photosUrls: text().array().notNull().default(sql`'{}'`),
    isQuoteRequired: yesNo().notNull().default('no'),
    invoicingStatus: invoicingStatus().notNull().default('pending'),
    createdAt: createdAt(),
    updatedAt: instant(),
  },
  (table) => [
    index('job_visits_job_index').on(table.jobId, table.visitDate),
    index('job_visits_contractor_index').on(table.contractorId, table.visitDate, table.id),
    index('job_visits_invoicing_index').on(table.visitDate, table.id).where(sql`${table.invoicingStatus} = 'pending'`),
    check('job_visits_at_most_five_photos', sql`cardinality(${table.photosUrls}) <= 5`),
  ],
)

export const quotes = pgTable(
  'quotes',
  {
    id: id(),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    contractorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    visitId: uuid().references(() => jobVisits.id, { onDelete: 'set null' }),
    description: text().notNull(),
    amount: money().notNull(),
    materialsCost: money(),
    laborCost: money(),
    estimatedDuration: text(),
    validUntil: date({ mode: 'string' }),
    status: quoteStatus().notNull().default('pending'),
    workStatus: workStatus().notNull().default('not_started'),
    invoicingStatus: invoicingStatus().notNull().default('pending'),
    notes: text(),
    version: integer().notNull().default(1),
    lines: jsonColumn<QuoteLine[]>(),
    reason: text(),
    /** Null for a quote that an earlier version approved: its job then has one quote work. */
    workJobId: uuid().references((): AnyPgColumn => jobs.id, { onDelete: 'set null' }),
    /** The estate agent who reads it: its job's, unless hidden from them. Triggers write it, whatever else is written. */
    agentId: uuid(),
    /** When its job's timeline first tells of a decision after it was made. As above; null until filled in for older ones. */
    firstDecidedAt: instant(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('quotes_job_index').on(table.jobId, table.createdAt),
    index('quotes_contractor_index').on(table.contractorId, table.createdAt, table.id),
    index('quotes_agent_index').on(table.agentId, table.createdAt, table.id, table.status),
    index('quotes_created_index').on(table.createdAt, table.id),
    index('quotes_status_index').on(table.status, table.createdAt, table.id),
    index('quotes_visit_index').on(table.visitId),
    index('quotes_work_job_index').on(table.workJobId).where(sql`${table.workJobId} is not null`),
    uniqueIndex('quotes_one_pending_unique').on(table.jobId).where(sql`${table.status} = 'pending'`),
    index('quotes_invoicing_index')
      .on(table.createdAt, table.id)
      .where(
        sql`${table.status} = 'approved' and ${table.workStatus} = 'completed' and ${table.invoicingStatus} = 'pending'`,
      ),
    check('quotes_amount_positive', sql`${table.amount} > 0`),
    check('quotes_costs_not_negative', sql`${table.materialsCost} >= 0 and ${table.laborCost} >= 0`),
  ],
)

export const jobEvents = pgTable(
  'job_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    actorName: text().notNull(),
    event: text().$type<TimelineEvent>().notNull(),
    fromStatus: jobStatus(),
    toStatus: jobStatus().$type<JobStatus>(),
    detail: jsonColumn<Record<string, string>>(),
    /** When it was done by the clock of whoever sent it later. */
    recordedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('job_events_job_index').on(table.jobId, table.id),
    index('job_events_completed_index').on(table.createdAt).where(sql`${table.toStatus} = 'completed'`),
  ],
)

/**
 * Words of letters that jobs and people have, for searches with typing errors. Triggers add them at once; `jobs` is
 * counted by the version before this one.
 */
const wordColumns = { word: text().primaryKey(), jobs: integer().notNull() }
export const jobWords = pgTable('job_words', wordColumns, (table) => [
  index('job_words_beginning_index').on(sql`${table.word} text_pattern_ops`),
  index('job_words_end_index').on(sql`reverse(${table.word}) text_pattern_ops`),
])

/** Contractors who visited or quoted for a job that they no longer have, and still read. Triggers write it. */
export const pastContractors = pgTable(
  'past_contractors',
  {
    contractorId: uuid().notNull(),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.contractorId, table.jobId] }),
    index('past_contractors_job_index').on(table.jobId),
  ],
)

/** Who lost a job, with the last entries of its timeline and messages then. A trigger writes it. */
export const lostJobs = pgTable(
  'lost_jobs',
  {
    userId: uuid().notNull(),
    jobId: uuid()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    eventId: bigint({ mode: 'number' }).notNull(),
    messageId: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.jobId] }), index('lost_jobs_job_index').on(table.jobId)],
)
