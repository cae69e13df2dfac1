import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  pgEnum,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { LINK_PURPOSES } from '#src/domain/link/link.ts'
import { users } from './accounts.ts'
import { createdAt, id, instant } from './columns.ts'
import { jobs, quotes } from './jobs.ts'

export const linkPurpose = pgEnum('link_purpose', LINK_PURPOSES)

export const links = pgTable(
  'links',
  {
    id: id(),
    purpose: linkPurpose().notNull(),
    /** SHA-256 of the secret in hex, so that a stolen table opens nothing. */
    tokenHash: text().notNull(),
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    jobId: uuid().references(() => jobs.id, { onDelete: 'cascade' }),
    quoteId: uuid().references(() => quotes.id, { onDelete: 'cascade' }),
    /** The version that was read when the link was made: another one is not decided by it. */
    quoteVersion: integer(),
    about: text(),
    email: text(),
    parentId: uuid().references((): AnyPgColumn => links.id, { onDelete: 'set null' }),
    answer: text(),
    note: text(),
    once: boolean().notNull().default(false),
    usedAt: instant(),
    revokedAt: instant(),
    remindedAt: instant(),
    toldSince: instant(),
    expiresAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('links_hash_unique').on(table.tokenHash),
    index('links_user_index').on(table.userId, table.purpose),
    index('links_job_index').on(table.jobId).where(sql`${table.jobId} is not null`),
    index('links_quote_index').on(table.quoteId).where(sql`${table.quoteId} is not null`),
    index('links_parent_index').on(table.parentId).where(sql`${table.parentId} is not null`),
    index('links_expires_index').on(table.expiresAt),
  ],
)
