import { not, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Reader } from '#src/accounts/people/reader.ts'

export const isReadableBy = ({ role }: Pick<Reader, 'role'>, of: { adminsOnly: PgColumn }): SQL | undefined =>
  role === 'admin' ? undefined : not(of.adminsOnly)
