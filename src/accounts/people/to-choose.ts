import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isAmong, literal } from '#db/query/conditions.ts'
import { selection } from '#db/query/selection.ts'
import { users } from '#db/schema.ts'
import { displayName, type ManagedRole } from '#src/domain/account/account.ts'
import { isUuid } from '#src/http/uuid.ts'

const MAX_TO_CHOOSE = 100

export type ToChoose = { value: string; label: string }

const people = selection(
  {
    id: users.id,
    firstName: users.firstName,
    lastName: users.lastName,
    company: users.company,
    username: users.username,
  },
  sql`from ${users} where`,
)

const read = (where: SQL | undefined) =>
  people(
    {},
    sql`${where} order by ${users.firstName}, ${users.lastName}, ${users.id} limit ${literal(MAX_TO_CHOOSE + 1)}`,
  )

export async function accountsToChoose(role: ManagedRole, chosen = ''): Promise<ToChoose[]> {
  const all = and(eq(users.role, role), isNull(users.deletedAt))
  const one = isUuid(chosen) ? and(eq(users.role, role), eq(users.id, chosen)) : sql`false`
  // Counted first: very many would be put in order for nothing.
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(all)
    .limit(literal(MAX_TO_CHOOSE + 1))
  const shown = await read(found.length > MAX_TO_CHOOSE ? one : isUuid(chosen) ? or(all, one) : all)
  return shown.map(({ id, company, ...person }) => ({
    value: id,
    label: [displayName(person), company].filter(Boolean).join(', '),
  }))
}

/** In the order of the ids. */
export async function accountNames(role: ManagedRole, ids: readonly string[], where?: SQL): Promise<string[]> {
  const found = await read(and(eq(users.role, role), isAmong(users.id, ids), where))
  const names = new Map(found.map(({ id, ...person }) => [id, displayName(person)]))
  return ids.map((id) => names.get(id.toLowerCase()) ?? 'unknown')
}
