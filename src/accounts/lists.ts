import { and, count, eq, isNull, sql } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { holdsAll } from '#db/words.ts'
import { after } from '#src/web/cursor.ts'
import { NotFound } from '#src/web/errors.ts'
import type { Listing } from '#src/web/listing.ts'
import { isUuid } from '#src/web/uuid.ts'
import type { Account, Role } from './account.ts'
import { accounts } from './queries.ts'

const searched = sql`plain_words(concat_ws(' ', ${users.firstName}, ${users.lastName}, ${users.email}, ${users.username},
  ${users.company}, ${users.phone}))`

export function accountsOf(role: Role, search: string): Listing<Account> {
  const found = search ? holdsAll(searched, search) : undefined
  return {
    read: (cursor, limit) => accounts(role, { where: and(found, after(cursor, users.createdAt, users.id)), limit }),
    at: (account) => account.createdAt,
    count: () => db.$count(users, and(eq(users.role, role), isNull(users.deletedAt), found)),
  }
}

const figures = db
  .select({
    total: count(),
    local: sql`count(*) filter (where ${users.authType} = 'local')`.mapWith(Number),
    withCompany: sql`count(*) filter (where ${users.company} <> '')`.mapWith(Number),
  })
  .from(users)
  .where(and(eq(users.role, sql`'contractor'`), isNull(users.deletedAt)))
  .prepare('contractor_figures')

export async function contractorFigures(): Promise<{ total: number; local: number; withCompany: number }> {
  const [row] = await figures.execute()
  return row!
}

export async function accountOf(role: Role, id: string): Promise<Account> {
  const [found] = isUuid(id) ? await accounts(role, { where: eq(users.id, id), limit: 1 }) : []
  if (!found) throw new NotFound()
  return found
}
