import { not, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Reader } from '#src/accounts/people/reader.ts'
import { isAdmin } from '#src/domain/account/roles.ts'

export const isReadableBy = (reader: Pick<Reader, 'role'>, of: { adminsOnly: PgColumn }): SQL | undefined =>
  isAdmin(reader) ? undefined : not(of.adminsOnly)
