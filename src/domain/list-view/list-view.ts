import type { Found } from '../limits.ts'

export const LISTS = {
  jobs: { path: '/admin/jobs', label: 'All Jobs' },
} as const
export type ListName = keyof typeof LISTS
export const LIST_NAMES = Object.keys(LISTS) as [ListName, ...ListName[]]

export const MAX_VIEWS = 20
export const MAX_VIEW_NAME = 60
/** Of an address, in characters. */
export const MAX_VIEW_QUERY = 2000
export const MAX_VIEW_COUNT = 500

export type ListView = {
  id: string
  list: ListName
  name: string
  /** What the list's address has after its path: filters, sort and columns. */
  query: string
  isShared: boolean
  owner: { id: string; name: string }
  isOwn: boolean
  mayChange: boolean
  createdAt: Date
  updatedAt: Date
}

/** Null is not counted: too much would have to be read for it. */
export type CountedView = ListView & { count: number | null }

export const viewHref = ({ id, list, query }: Pick<ListView, 'id' | 'list' | 'query'>): string =>
  `${LISTS[list].path}?${query ? `${query}&` : ''}view=${id}`

export const viewCount = (count: number | null): string =>
  count === null ? '' : count > MAX_VIEW_COUNT ? `${MAX_VIEW_COUNT}+` : String(count)

export type ShownView = Pick<ListView, 'id' | 'name' | 'isShared' | 'isOwn' | 'owner' | 'mayChange'> & {
  isChanged: boolean
}

export type ShownList<Item, Figures, By> = {
  items: readonly Item[]
  filter: By
  figures: Figures
  instead?: string
  found?: Found
  isFirst: boolean
  /** Those that the address chooses of `columns`. */
  columns?: string
  /** What the address says beside its path, a view's name left out. */
  query: string
  view: ShownView | null
  /** The address with a change of it. */
  hrefWith: (change: Record<string, string>) => string
  nextHref: string | null
  exportHref: string
}
