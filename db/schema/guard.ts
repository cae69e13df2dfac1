import { bigserial, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { createdAt, instant } from './columns.ts'

export const signInFailures = pgTable(
  'sign_in_failures',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    /** Hashed: people type passwords into the wrong field. At a known address, a hash of identifier and address. */
    identifierHash: text().notNull(),
    address: text().notNull(),
    createdAt: createdAt(),
    /** Until then the password is checked; null when it was wrong. */
    checkedUntil: instant(),
  },
  (table) => [
    index('sign_in_failures_identifier_index').on(table.identifierHash, table.createdAt),
    index('sign_in_failures_address_index').on(table.address, table.createdAt),
    index('sign_in_failures_created_index').on(table.createdAt),
  ],
)

/** Addresses of recent sign-ins: guesses from elsewhere do not lock the account out there. */
export const signInAddresses = pgTable(
  'sign_in_addresses',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Keyed with the installation's secret: addresses are few enough to try all on a plain hash. */
    addressHash: text().notNull(),
    lastUsedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.addressHash] }),
    index('sign_in_addresses_used_index').on(table.lastUsedAt),
  ],
)

/** Browsers that an account has signed in from. */
export const signInDevices = pgTable(
  'sign_in_devices',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the cookie's secret in hex. */
    deviceHash: text().notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.deviceHash] }),
    index('sign_in_devices_used_index').on(table.lastUsedAt),
  ],
)

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    keyHash: text().notNull(),
    requestHash: text().notNull(),
    status: integer(),
    body: text(),
    etag: text(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.keyHash] }),
    index('idempotency_keys_created_index').on(table.createdAt),
  ],
)

/** Unlogged: a crash may forget them. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEnds: instant().notNull(),
  },
  (table) => [index('rate_limits_ends_index').on(table.windowEnds)],
)

/** What marks a user's last write, by which a replica is known to have it. Written only where there is a replica. */
export const lastWrites = pgTable('last_writes', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  mark: uuid().notNull(),
})
