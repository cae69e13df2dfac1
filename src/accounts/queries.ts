import { and, asc, count, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, db, type Tx } from '#db/connect/client.ts'
import { agencyKey, idList, is, isAmong } from '#db/query/conditions.ts'
import { userSql } from '#db/query/predicates.ts'
import { users } from '#db/schema.ts'
import { actorColumns } from '#src/access/actor.ts'
import { type Account, type Actor, fullName, type Role } from '#src/domain/account/account.ts'
import { NotFound } from '#src/http/errors.ts'
import { isUuid } from '#src/http/uuid.ts'
import { countInHand, countUnfinished } from '#src/jobs/of-account.ts'

export async function actorById(id: string): Promise<Actor | null> {
  const [found] = await db
    .select(actorColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
  return found ? { ...found, credentialHash: null } : null
}

export async function accountByIdentifier(identifier: string) {
  const [byEmail, byUsername] = await Promise.all([
    db
      .select()
      .from(users)
      .where(and(eq(sql`lower(${users.email})`, identifier.toLowerCase()), isNull(users.deletedAt))),
    db
      .select()
      .from(users)
      .where(and(eq(sql`lower(${users.username})`, identifier.toLowerCase()), isNull(users.deletedAt))),
  ])
  return byEmail[0] ?? byUsername[0] ?? null
}

export type UserRow = typeof users.$inferSelect

/** Keeps the account from being deleted until the transaction ends. */
export async function lockAccount(tx: Tx, id: string | null, role: Role): Promise<UserRow | null> {
  if (!id || !isUuid(id)) return null
  const [found] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, role), isNull(users.deletedAt)))
    // Not stronger: moving a job locks the job, its agent and its contractor, and each might wait for the other.
    .for('key share')
  return found ?? null
}

export async function anyAccount(tx: Tx, id: string | null): Promise<UserRow | null> {
  const [found] = id ? await tx.select().from(users).where(eq(users.id, id)) : []
  return found ?? null
}

export async function vatNumbersOf(ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await db.select({ id: users.id, vatNumber: users.vatNumber }).from(users).where(isAmong(users.id, ids))
  return new Map(rows.map(({ id, vatNumber }) => [id, vatNumber?.trim() || null]))
}

export async function account(tx: DbOrTx, id: string, role?: Role, lock = false) {
  if (!isUuid(id)) throw new NotFound()
  const query = tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt), role ? eq(users.role, role) : undefined))
  const [found] = await (lock ? query.for('update') : query)
  if (!found) throw new NotFound()
  return found
}

const openJobs = countInHand(db, users.id)
const unfinishedJobs = countUnfinished(db, users.id)

export async function accounts(
  role: Role | null,
  { where, limit }: { where?: SQL; limit?: number } = {},
): Promise<Account[]> {
  const query = db
    .select({
      ...actorColumns,
      hasPassword: sql<boolean>`${users.hashedPassword} is not null`,
      openJobs,
      unfinishedJobs,
    })
    .from(users)
    .where(and(role ? is(users.role, role) : isNull(users.role), isNull(users.deletedAt), where))
    .orderBy(desc(users.createdAt), desc(users.id))
    .$dynamic()
  if (limit !== undefined) query.limit(limit)
  return (await query).map((row) => ({ ...row, credentialHash: null }))
}

export async function rolesInUse(): Promise<(Role | null)[]> {
  const rows = await db.selectDistinct({ role: users.role }).from(users).where(isNull(users.deletedAt))
  return rows.map(({ role }) => role)
}

export async function contractorsToAssign() {
  return db
    .select(actorColumns)
    .from(users)
    .where(and(userSql.isContractor(), isNull(users.deletedAt)))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
}

export const contractorById = (id: string) => namedById(id, 'contractor')
export const estateAgentById = (id: string) => namedById(id, 'estate_agent')

async function namedById(id: string, role: Role): Promise<{ id: string; name: string } | null> {
  if (!isUuid(id)) return null
  const [found] = await db
    .select(actorColumns)
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, role), isNull(users.deletedAt)))
  return found ? { id: found.id, name: fullName(found) } : null
}

export async function agentsBeside(id: string) {
  return db
    .select(actorColumns)
    .from(users)
    .where(and(userSql.isAgent(), isNull(users.deletedAt), ne(users.id, id)))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id))
}

/** One of `first` if they are there, in that order; else who has been there longest. */
export async function agentOfAgency(tx: DbOrTx, agency: string, first: readonly (string | null)[]) {
  const preferred = first.filter((id) => id !== null)
  const [found] = await tx
    .select(actorColumns)
    .from(users)
    .where(and(userSql.isAgent(), isNull(users.deletedAt), eq(agencyKey(users.company), agency)))
    .orderBy(
      sql`array_position(${idList(preferred)}::uuid[], ${users.id}) nulls last`,
      asc(users.createdAt),
      asc(users.id),
    )
    .limit(1)
  return found ?? null
}

export async function adminCount(tx: DbOrTx): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(users)
    .where(and(userSql.isAdmin(), isNull(users.deletedAt), isNotNull(users.id)))
  return row?.count ?? 0
}

/** Each agency that has agents, as one of them writes it. */
export async function agencyNames(most: number): Promise<string[]> {
  const rows = await db
    .select({ name: sql<string>`min(trim(${users.company}))` })
    .from(users)
    .where(and(userSql.isAgent(), isNull(users.deletedAt), sql`trim(${users.company}) <> ''`))
    .groupBy(agencyKey(users.company))
    .limit(most)
  return rows.map(({ name }) => name)
}
