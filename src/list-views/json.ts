import { type CountedView, MAX_VIEW_COUNT, viewHref } from '#src/domain/list-view/list-view.ts'

export const viewJson = (view: CountedView) => ({
  id: view.id,
  list: view.list,
  name: view.name,
  query: view.query,
  path: viewHref(view),
  shared: view.isShared,
  owner: view.owner,
  mayChange: view.mayChange,
  count: view.count === null ? null : Math.min(view.count, MAX_VIEW_COUNT),
  more: view.count !== null && view.count > MAX_VIEW_COUNT,
  createdAt: view.createdAt,
  updatedAt: view.updatedAt,
})
