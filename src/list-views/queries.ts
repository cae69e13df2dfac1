import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx, db } from '#db/connect/client.ts'
import { userSql } from '#db/query/predicates.ts'
import { listViews, users } from '#db/schema.ts'
import { type Actor, displayName } from '#src/domain/account/account.ts'
import type { ListView } from '#src/domain/list-view/list-view.ts'
import { oneById } from '#src/http/uuid.ts'

const isOwn = (user: Actor): SQL => eq(listViews.userId, user.id)

const { id, userId, list, name, query, isShared, createdAt, updatedAt } = listViews
const { firstName, lastName, username, email } = users

async function readViews(user: Actor, where: SQL | undefined, tx: DbOrTx): Promise<ListView[]> {
  const isAdministrators = and(userSql.isAdmin(), isNull(users.deletedAt))
  const rows = await tx
    .select({
      ...{ id, userId, list, name, query, isShared, createdAt, updatedAt },
      owner: { firstName, lastName, username, email },
      isKept: sql<boolean>`(${isAdministrators}) is true`,
    })
    .from(listViews)
    .innerJoin(users, eq(users.id, userId))
    .where(and(where, or(isOwn(user), listViews.isShared)))
    .orderBy(desc(isOwn(user)), sql`case when ${isOwn(user)} then ${listViews.place} end`, createdAt, id)
  return rows.map(({ userId, owner, isKept, ...view }) => {
    const isOwn = userId === user.id
    return { ...view, isOwn, owner: { id: userId, name: displayName(owner) }, mayChange: isOwn || !isKept }
  })
}

export const viewsOf = (user: Actor, tx: DbOrTx = db): Promise<ListView[]> => readViews(user, undefined, tx)

export async function viewVisibleTo(user: Actor, id: string, tx: DbOrTx = db): Promise<ListView> {
  return oneById(id, () => readViews(user, eq(listViews.id, id), tx))
}
