import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { db, type Tx } from '#db/connect/client.ts'
import { agencyKey } from '#db/query/conditions.ts'
import { userSql } from '#db/query/predicates.ts'
import { users } from '#db/schema.ts'

const hasAddress = and(isNull(users.deletedAt), isNotNull(users.email))

export async function addressesOfContractors(ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(users.id, [...ids]), userSql.isContractor(), hasAddress))
  return new Map(rows.map(({ id, email }) => [id, email!]))
}

/** By the agency's name in lower case: its first agent's. */
export async function addressesOfAgencies(names: readonly string[]): Promise<Map<string, string>> {
  const agency = sql<string>`lower(${users.company})`
  const rows = await db
    .selectDistinctOn([agency], { agency, email: users.email })
    .from(users)
    .where(and(inArray(agency, [...names]), userSql.isAgent(), hasAddress))
    .orderBy(agency, asc(users.createdAt), asc(users.id))
  return new Map(rows.map(({ agency: name, email }) => [name, email!]))
}

/** Whether it is an administrator's, or that of the agent who is named. */
export async function isAddressOf(tx: Tx, email: string, agentId: string | null): Promise<boolean> {
  const isNamed = agentId ? and(eq(users.id, agentId), userSql.isAgent()) : undefined
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, hasAddress, or(userSql.isAdmin(), isNamed)))
    .limit(1)
  return found.length > 0
}

/** The agents of an agency, its name in lower case, who are reminded by e-mail and not away on `day`. */
export const remindedAgentsOf = (tx: Tx, agency: string, day: string) =>
  tx
    .select({ id: users.id, email: users.email, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(
      and(
        ...[eq(agencyKey(users.company), agency), userSql.isAgent(), hasAddress],
        ...[users.reminders, or(isNull(users.awayUntil), lte(users.awayUntil, day))],
      ),
    )
    .orderBy(users.id)
