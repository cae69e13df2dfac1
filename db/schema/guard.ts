import { bigserial, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, instant } from './columns.ts'

/** One row a failed sign-in, or one under way. Counted per identifier and per address, across processes. */
export const signInFailures = pgTable(
  'sign_in_failures',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /**
     * Lower-cased identifier, hashed: people type passwords into the wrong field. From an address that the account
     * knows, identifier and address.
     */
    identifierHash: text().notNull(),
    address: text().notNull(),
    createdAt: createdAt(),
    /** Set while the password is looked at: past this its process has died. Null when it was wrong. */
    checkedUntil: instant(),
  },
  (table) => [
    index('sign_in_failures_identifier_index').on(table.identifierHash, table.createdAt),
    index('sign_in_failures_address_index').on(table.address, table.createdAt),
    index('sign_in_failures_created_index').on(table.createdAt),
  ],
)

/** Where an account signed in from lately: guesses from elsewhere do not lock it out there. */
export const signInAddresses = pgTable(
  'sign_in_addresses',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Keyed with the installation's secret: addresses are few enough to try them all on a plain hash. */
    addressHash: text().notNull(),
    lastUsedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.addressHash] }),
    index('sign_in_addresses_used_index').on(table.lastUsedAt),
  ],
)

/** Requests sent with an Idempotency-Key, and what they were answered. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the key, in hex. */
    keyHash: text().notNull(),
    /** SHA-256 of method, path and body: a key belongs to one request. */
    requestHash: text().notNull(),
    /** Null while the first request with this key is still at work. */
    status: integer(),
    body: text(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.keyHash] }),
    index('idempotency_keys_created_index').on(table.createdAt),
  ],
)

/** How often somebody did something in the window that runs; unlogged, as a crash may well forget it. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** What is counted and of whom: 'writes user <id>'. */
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEnds: instant().notNull(),
  },
  (table) => [index('rate_limits_ends_index').on(table.windowEnds)],
)
