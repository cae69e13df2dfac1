import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { is } from '#db/query/conditions.ts'
import { matchesOf, type Search } from '#db/query/first-matches.ts'
import { holdsAll, holdsAllByIndex } from '#db/query/words.ts'
import { users } from '#db/schema.ts'
import type { Account, Role } from '#src/domain/account/account.ts'
import { after, type Cursor } from '#src/http/cursor.ts'
import type { Listing } from '#src/http/list/listing.ts'
import { searched } from '#src/http/list/searched.ts'
import { oneById } from '#src/http/uuid.ts'
import { accounts } from './queries.ts'

const { firstName, lastName, email, username, company, phone } = users
const parts = [firstName, lastName, email, username, company, phone].map((part) => sql`coalesce(${part}, '')`)

/** As users_contractors_searched_index and users_agents_searched_index have it. */
const words = sql`plain_words(${sql.join(parts, sql` || ' ' || `)})`

const matching = (search: string, among: SQL | undefined): Search => ({
  column: users.createdAt,
  among: sql`select id, ${users.createdAt} as at, ${words} as words from ${users} where ${among}`,
  matches: holdsAll(sql`words`, search),
  dear: 20,
  indexed: sql`select id, ${users.createdAt} as at from ${users} where ${holdsAllByIndex(words, search)} and ${among}`,
})

export const accountsOf = (role: Role, search: string): Listing<Account> =>
  searched(search, (wanted) => accountsFound(role, wanted))

function accountsFound(role: Role, search: string): Listing<Account> {
  const all = and(is(users.role, role), isNull(users.deletedAt))
  const remaining = (cursor: Cursor | null) => after(cursor, users.createdAt, users.id)
  const at = (account: Account) => account.createdAt
  const readWhere = (where: SQL | undefined, limit: number) => accounts(role, { where, limit })
  if (!search)
    return { read: (cursor, limit) => readWhere(remaining(cursor), limit), at, count: () => db.$count(users, all) }
  const { first, count } = matchesOf(users.id, (remaining) => matching(search, and(all, remaining)))
  const read: Listing<Account>['read'] = (cursor, limit) =>
    first((where) => readWhere(where, limit), { remaining: remaining(cursor), limit })
  return { read, at, count }
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
  return oneById(id, () => accounts(role, { where: eq(users.id, id), limit: 1 }))
}
