import { Elysia } from 'elysia'
import type { ReactElement } from 'react'
import type { Actor } from '#src/accounts/account.ts'
import { may } from '#src/guard/may.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { MOST_COUNTED } from '#src/most-counted.ts'
import type { PageFrame } from '#views/layout.tsx'
import { answerCsv, type Column } from './csv.ts'
import { cursorOf } from './cursor.ts'
import { type Listing, readPart } from './listing.ts'
import { oneOf, type Query, queryText, withQuery } from './query.ts'
import { fragment, frameOf, isPartial, page } from './respond.tsx'

type ListFilter<Status extends string = never> = { search: string; status?: Status }

type ShownList<Item, Figures, Status extends string = never> = {
  items: readonly Item[]
  filter: ListFilter<Status>
  figures: Figures
  /** At most one beyond MOST_COUNTED; undefined without a filter. */
  found?: number
  nextHref: string | null
  exportHref: string
}

type AdminList<Item extends { id: string }, Figures, Status extends string> = {
  path: string
  statuses?: readonly Status[]
  list: (user: Actor, filter: ListFilter<Status>) => Listing<Item>
  figures: () => Promise<Figures>
  csv?: { name: string; columns: readonly Column<Item>[] }
  page: (shown: ShownList<Item, Figures, Status> & { frame: PageFrame }) => ReactElement
  region: (shown: ShownList<Item, Figures, Status>) => ReactElement
  items: (shown: ShownList<Item, Figures, Status>) => ReactElement
}

export function adminList<Item extends { id: string }, Figures, Status extends string = never>({
  path,
  statuses = [],
  list,
  figures,
  csv,
  ...views
}: AdminList<Item, Figures, Status>) {
  const filterOf = (query: Query): ListFilter<Status> => ({
    search: queryText(query.search),
    status: statuses.length ? oneOf('status', statuses, query.status) : undefined,
  })

  async function show(user: Actor, query: Query): Promise<ShownList<Item, Figures, Status>> {
    const filter = filterOf(query)
    const found = list(user, filter)
    const [{ items, next }, sums] = await Promise.all([readPart(found, cursorOf(query)), figures()])
    const isWhole = !next && !query.cursor
    return {
      items,
      filter,
      figures: sums,
      found:
        filter.search || filter.status ? (isWhole ? items.length : await found.count(MOST_COUNTED + 1)) : undefined,
      nextHref: next && withQuery(path, { ...filter, cursor: next }),
      exportHref: withQuery(`${path}/export.csv`, filter),
    }
  }

  const routes = new Elysia({ name: `admin-list ${path}` })
    .use(signedIn)
    .get(path, async ({ user, request, query }) => {
      may(user, 'openAdminScreens')
      const shown = await show(user, query)
      if (!isPartial(request)) return page(request, views.page({ frame: frameOf(request, user), ...shown }))
      return fragment(request, query.cursor ? views.items(shown) : views.region(shown))
    })
  if (csv)
    routes.get(`${path}/export.csv`, ({ user, query }) => {
      may(user, 'openAdminScreens')
      return answerCsv(csv.name, csv.columns, list(user, filterOf(query)))
    })
  return routes
}
