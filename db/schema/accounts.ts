import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { AUTH_TYPES, ROLES } from '#src/accounts/account.ts'
import { createdAt, id, instant, json, updatedAt } from './columns.ts'

export const role = pgEnum('role', ROLES)
export const authType = pgEnum('auth_type', AUTH_TYPES)

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text(),
    username: text(),
    firstName: text(),
    lastName: text(),
    profileImageUrl: text(),
    /** Null until an administrator gives an externally signed-in account a role. */
    role: role().default('estate_agent'),
    company: text(),
    phone: text(),
    contractorType: text(),
    hashedPassword: text(),
    authType: authType().notNull().default('oidc'),
    /** Who the identity provider says this is, once they have come from there: an e-mail may change, this does not. */
    oidcIssuer: text(),
    oidcSubject: text(),
    /** Bumped with every change to what this user sees; see the timeline's recordEvent. */
    activityVersion: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** A deleted account keeps its name on past work; its e-mail and username are free again. */
    deletedAt: instant(),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`).where(sql`${table.deletedAt} is null`),
    uniqueIndex('users_username_unique').on(sql`lower(${table.username})`).where(sql`${table.deletedAt} is null`),
    uniqueIndex('users_oidc_unique').on(table.oidcIssuer, table.oidcSubject).where(sql`${table.deletedAt} is null`),
    index('users_role_index').on(table.role, table.createdAt, table.id).where(sql`${table.deletedAt} is null`),
    index('users_deleted_index').on(table.deletedAt).where(sql`${table.deletedAt} is not null`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, in hex: the table alone signs nobody in. */
    sid: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sess: json<{ createdAt: string; userAgent: string | null }>().notNull(),
    expire: instant().notNull(),
  },
  (table) => [index('sessions_user_index').on(table.userId), index('sessions_expire_index').on(table.expire)],
)

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

/** What lets a person's scripts in; see /profile. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** SHA-256 of the token, in hex: it is shown once and kept nowhere. */
    tokenHash: text().notNull(),
    expiresAt: instant(),
    /** To the hour: a read does not write. */
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('api_tokens_hash_unique').on(table.tokenHash),
    index('api_tokens_user_index').on(table.userId, table.createdAt),
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

/** Single facts about the installation: whether the demo was seeded, counters without a gap, since when a server is away. */
export const settings = pgTable('settings', {
  name: text().primaryKey(),
  since: instant(),
  counter: bigint({ mode: 'number' }).notNull().default(0),
  done: boolean().notNull().default(false),
})
