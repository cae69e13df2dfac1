import { Elysia } from 'elysia'
import type { ReactElement } from 'react'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { ShownList, ShownView } from '#src/domain/list-view/list-view.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { cursorOf } from '#src/http/cursor.ts'
import { type Query, queryText, someOf } from '#src/http/query.ts'
import { answerCsv, type CsvColumn } from '#src/http/respond/csv.ts'
import { fragment, frameOf, isPartial, page } from '#src/http/respond/respond.tsx'
import type { PageFrame } from '#views/layout.tsx'
import { foundIn, type Listing, readCorrected } from './listing.ts'

type Filter = { search?: string }

type AdminList<
  Item extends { id: string },
  Figures,
  By extends Filter,
  Choices extends object,
  Whole extends { id: string },
> = {
  path: string
  filterOf: (query: Query) => By
  list: (user: Actor, filter: By) => Listing<Item>
  figures: (filter: By, user: Actor) => Promise<Figures>
  columns?: readonly string[]
  view?: (user: Actor, id: string, query: string) => Promise<ShownView | null>
  choices?: (filter: By, query: Query) => Promise<Choices>
  csv?: { name: string; columns: readonly CsvColumn<Whole>[]; list: (user: Actor, filter: By) => Listing<Whole> }
  page: (shown: ShownList<Item, Figures, By> & Choices & { frame: PageFrame }) => ReactElement
  region: (shown: ShownList<Item, Figures, By>) => ReactElement
  items: (shown: ShownList<Item, Figures, By>) => ReactElement
}

export const bySearch = (query: Query): { search: string } => ({ search: queryText(query.search) })

function chosenOf(known: readonly string[] = [], query: Query): string | undefined {
  const chosen = someOf('columns', known, query.columns)
  return chosen && chosen.length < known.length ? chosen.join(',') : undefined
}

export const isNarrowed = (filter: Filter): boolean =>
  Object.entries(filter).some(([name, value]) => name !== 'sort' && Boolean(value))

export function adminList<
  Item extends { id: string },
  Figures,
  By extends Filter,
  Whole extends { id: string } = Item,
  Choices extends object = object,
>({
  path,
  filterOf,
  list,
  figures,
  choices,
  csv,
  columns: known,
  view: viewOf,
  ...views
}: AdminList<Item, Figures, By, Choices, Whole>) {
  async function show(user: Actor, query: Query): Promise<ShownList<Item, Figures, By>> {
    const filter = filterOf(query)
    const [part, sums] = await Promise.all([readCorrected(list(user, filter), cursorOf(query)), figures(filter, user)])
    const { items, next, instead } = part
    const isWhole = !next && !query.cursor
    const columns = chosenOf(known, query)
    const address = instead ? { ...filter, search: instead } : filter
    const shown = withQuery('', { ...filter, columns }).slice(1)
    const view = (await viewOf?.(user, queryText(query.view), shown)) ?? null
    const hrefWith = (change: Record<string, string>) =>
      withQuery(path, { ...address, columns, view: view?.id, ...change })
    return {
      items,
      filter,
      figures: sums,
      instead,
      found: isNarrowed(filter) ? (isWhole ? items.length : await foundIn(part.list, part)) : undefined,
      isFirst: !query.cursor,
      columns,
      query: shown,
      view,
      hrefWith,
      nextHref: next && hrefWith({ cursor: next }),
      exportHref: withQuery(`${path}/export.csv`, address),
    }
  }

  const routes = new Elysia({ name: `admin-list ${path}` })
    .use(signedIn)
    .get(path, async ({ user, request, query }) => {
      const shown = await show(authorize(user, 'openAdminScreens'), query)
      if (!isPartial(request)) {
        const offered = (await choices?.(shown.filter, query)) ?? ({} as Choices)
        return page(request, views.page({ frame: frameOf(request, user), ...shown, ...offered }))
      }
      if (query.cursor) return fragment(request, views.items(shown))
      const region = fragment(request, views.region(shown))
      region.headers.set(
        'hx-replace-url',
        withQuery(path, { ...shown.filter, columns: shown.columns, view: shown.view?.id }),
      )
      return region
    })
  if (csv)
    routes.get(`${path}/export.csv`, ({ user, request, query }) => {
      authorize(user, 'openAdminScreens')
      return answerCsv(request, csv.name, csv.columns, csv.list(user, filterOf(query)))
    })
  return routes
}
