import type { Actor } from '#src/domain/account/account.ts'
import type { CountedView, ShownView } from '#src/domain/list-view/list-view.ts'
import { keepViews } from '#src/http/respond/known-views.ts'
import { unreadThreads } from '#src/messages/unread.ts'
import { countedViews } from './counts.ts'
import { viewsOf } from './queries.ts'

export async function sidebarViews(user: Actor): Promise<CountedView[]> {
  const [views, unread] = await Promise.all([viewsOf(user).then(countedViews), unreadThreads(user)])
  keepViews(user.id, views, unread.count)
  return views
}

export async function shownView(user: Actor, id: string, query: string): Promise<ShownView | null> {
  if (!id) return null
  const view = (await sidebarViews(user)).find((one) => one.id === id)
  if (!view) return null
  const { name, isShared, isOwn, owner, mayChange } = view
  return { id, name, isShared, isOwn, owner, mayChange, isChanged: view.query !== query }
}
