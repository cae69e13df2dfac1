import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '#db/connect/client.ts'
import { lockName } from '#db/query/locks.ts'
import { listViews } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { type ListView, MAX_VIEWS } from '#src/domain/list-view/list-view.ts'
import { Forbidden, Invalid, Refused } from '#src/http/errors.ts'
import { transaction } from '#src/writes/transaction.ts'
import type { NewView, ViewChange } from './input.ts'
import { listQuery } from './list-query.ts'
import { viewsOf, viewVisibleTo } from './queries.ts'

/** How many there are is counted and added to by one at a time. */
const lockViews = (tx: Tx) => lockName(tx, 'list_views')

export function createView(user: Actor, { list, name, query = '', shared = false }: NewView): Promise<ListView> {
  authorize(user, 'manageViews')
  const normal = listQuery(list, query)
  return transaction(async (tx) => {
    await lockViews(tx)
    const own = eq(listViews.userId, user.id)
    if ((await tx.$count(listViews, own)) >= MAX_VIEWS)
      throw new Refused(`You have ${MAX_VIEWS} views. Please remove one that you no longer need.`)
    await refuseName(tx, user, name)
    if (shared) await refuseShared(tx)
    const [last] = await tx
      .select({ place: sql<number>`coalesce(max(${listViews.place}), 0)::int` })
      .from(listViews)
      .where(own)
    const [made] = await tx
      .insert(listViews)
      .values({ userId: user.id, list, name, query: normal, isShared: shared, place: (last?.place ?? 0) + 1 })
      .returning({ id: listViews.id })
    return viewVisibleTo(user, made!.id, tx)
  })
}

/** `place` counts from 1; one beyond the last is the last. */
export function changeView(user: Actor, id: string, sent: ViewChange): Promise<ListView> {
  authorize(user, 'manageViews')
  return transaction(async (tx) => {
    const view = await lockView(tx, user, id)
    const { name = view.name, shared = view.isShared, place } = sent
    const query = sent.query === undefined ? view.query : listQuery(view.list, sent.query)
    if (name !== view.name) await refuseName(tx, user, name, id)
    if (shared && !view.isShared) await refuseShared(tx)
    if (name !== view.name || shared !== view.isShared || query !== view.query)
      await tx
        .update(listViews)
        .set({ name, query, isShared: shared, updatedAt: sql`now()` })
        .where(eq(listViews.id, id))
    if (place !== undefined) await moveTo(tx, user, view, place)
    return viewVisibleTo(user, id, tx)
  })
}

export async function deleteView(user: Actor, id: string): Promise<void> {
  authorize(user, 'manageViews')
  await transaction(async (tx) => {
    await lockView(tx, user, id)
    await tx.delete(listViews).where(eq(listViews.id, id))
  })
}

async function lockView(tx: Tx, user: Actor, id: string): Promise<ListView> {
  await lockViews(tx)
  const view = await viewVisibleTo(user, id, tx)
  if (!view.mayChange) throw new Forbidden(`Only ${view.owner.name} may change this view.`)
  return view
}

async function moveTo(tx: Tx, user: Actor, view: ListView, place: number): Promise<void> {
  if (!view.isOwn) throw new Invalid({ place: 'Only a view of one’s own has a place' })
  const ids = (await viewsOf(user, tx)).filter(({ isOwn, id }) => isOwn && id !== view.id).map(({ id }) => id)
  ids.splice(place - 1, 0, view.id)
  const order = `{${ids.join(',')}}`
  await tx
    .update(listViews)
    .set({ place: sql`array_position(${order}::uuid[], ${listViews.id})` })
    .where(eq(listViews.userId, user.id))
}

async function refuseName(tx: Tx, user: Actor, name: string, id?: string): Promise<void> {
  const same = and(eq(listViews.userId, user.id), sql`lower(${listViews.name}) = ${name.toLowerCase()}`)
  if (await tx.$count(listViews, and(same, id ? ne(listViews.id, id) : undefined)))
    throw new Invalid({ name: 'You have a view of that name' })
}

async function refuseShared(tx: Tx): Promise<void> {
  if ((await tx.$count(listViews, eq(listViews.isShared, true))) >= MAX_VIEWS)
    throw new Refused(`${MAX_VIEWS} views are everybody’s already. Please keep this one to yourself.`)
}
