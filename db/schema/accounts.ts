import { sql } from 'drizzle-orm'
import { bigint, bigserial, boolean, date, index, pgEnum, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { AUTH_TYPES, ROLES } from '#src/domain/account/account.ts'
import type { AccountEvent } from '#src/domain/account/events.ts'
import type { Preferences } from '#src/domain/account/preferences.ts'
import type { Scope } from '#src/domain/account/token.ts'
import { createdAt, id, instant, jsonColumn, updatedAt } from './columns.ts'

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
    /** Where a contractor's invoices come from. */
    address: text(),
    contractorType: text(),
    vatNumber: text(),
    /** What a contractor does, of the list of trades; `contractorType` is what an earlier version kept in words. */
    contractorTypes: text().array().notNull().default(sql`'{}'`),
    /** Districts and areas of postcodes that a contractor covers, such as 'GU1' and 'BS'. */
    areas: text().array().notNull().default(sql`'{}'`),
    reminders: boolean().notNull().default(true),
    /** The first day of the last month whose figures were sent; null of who asks for none. */
    figuresTold: date({ mode: 'string' }),
    /** The day on which they are back, 'YYYY-MM-DD'. */
    awayUntil: date({ mode: 'string' }),
    preferences: jsonColumn<Preferences>().notNull().default(sql`'{}'`),
    hashedPassword: text(),
    /** Set by whoever had a mailed link. */
    passwordByLink: boolean().notNull().default(false),
    /** Until when the password alone adds a passkey, once. */
    passkeyAllowedUntil: instant(),
    authType: authType().notNull().default('oidc'),
    oidcIssuer: text(),
    oidcSubject: text(),
    activityVersion: bigint({ mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** A deleted account's name stays on past work; its e-mail and username are free again. */
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
    /** SHA-256 of the cookie's token in hex, so that a stolen table signs nobody in. */
    sid: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sess: jsonColumn<{ createdAt: string; userAgent: string | null; isVerified?: true }>().notNull(),
    expire: instant().notNull(),
    /** Exact to half a day. */
    lastUsedAt: instant(),
  },
  (table) => [index('sessions_user_index').on(table.userId), index('sessions_expire_index').on(table.expire)],
)

export const passkeys = pgTable(
  'passkeys',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    credentialId: text().notNull(),
    /** COSE in base64url. It verifies, and signs nothing. */
    publicKey: text().notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    name: text().notNull(),
    /** Its device has asked who its owner is: by fingerprint, face or PIN. */
    isVerified: boolean().notNull().default(false),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('passkeys_credential_unique').on(table.credentialId),
    index('passkeys_user_index').on(table.userId, table.createdAt),
  ],
)

/** Questions for a passkey that have been answered, until they end. */
export const spentChallenges = pgTable(
  'spent_challenges',
  {
    hash: text().primaryKey(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('spent_challenges_expires_index').on(table.expiresAt)],
)

export const apiTokens = pgTable(
  'api_tokens',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    tokenHash: text().notNull(),
    scopes: text().array().$type<Scope[]>().notNull().default(sql`'{read,write}'`),
    expiresAt: instant(),
    lastUsedAt: instant(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('api_tokens_hash_unique').on(table.tokenHash),
    index('api_tokens_user_index').on(table.userId, table.createdAt),
  ],
)

/** What happened to an account. Names are copies, because accounts are deleted. */
export const accountEvents = pgTable(
  'account_events',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    actorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    actorName: text().notNull(),
    event: text().$type<AccountEvent>().notNull(),
    detail: jsonColumn<Record<string, string>>(),
    createdAt: createdAt(),
  },
  (table) => [
    index('account_events_user_index').on(table.userId, table.id),
    index('account_events_actor_index').on(table.actorId),
  ],
)
