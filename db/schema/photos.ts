import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgEnum, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { PHOTO_STATES } from '#src/domain/photo/state.ts'
import { users } from './accounts.ts'
import { certificates } from './certificates.ts'
import { createdAt, id, instant } from './columns.ts'
import { jobs, jobVisits } from './jobs.ts'

export const objectState = pgEnum('object_state', PHOTO_STATES)

export const uploadedObjects = pgTable(
  'uploaded_objects',
  {
    id: id(),
    userId: uuid().references(() => users.id, { onDelete: 'set null' }),
    visitId: uuid().references(() => jobVisits.id, { onDelete: 'set null' }),
    jobId: uuid().references(() => jobs.id, { onDelete: 'set null' }),
    /** Of a document, which no address of photos shows. */
    certificateId: uuid().references(() => certificates.id, { onDelete: 'set null' }),
    state: objectState().notNull().default('promised'),
    /** Asked for under an Idempotency-Key: it waits as long as the key is known. */
    keyed: boolean().notNull().default(false),
    /** Of a message to administrators. */
    adminsOnly: boolean().notNull().default(false),
    contentType: text(),
    size: integer(),
    width: integer(),
    height: integer(),
    /** When the last upload began: until it is stale no other upload may begin. */
    claimedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    index('uploaded_objects_visit_index').on(table.visitId),
    index('uploaded_objects_job_index').on(table.jobId).where(sql`${table.jobId} is not null`),
    index('uploaded_objects_untaken_index')
      .on(table.createdAt)
      .where(sql`${table.visitId} is null and ${table.jobId} is null`),
  ],
)
