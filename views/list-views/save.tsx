import type { ListName, ShownView } from '#src/domain/list-view/list-view.ts'
import { Button, LinkButton } from '../ui/button.tsx'

type SaveViewProps = {
  list: ListName
  query: string
  view: Pick<ShownView, 'id' | 'isChanged' | 'mayChange'> | null
}

export const SaveView = ({ list, query, view }: SaveViewProps) => {
  if (!query || (view && !view.isChanged)) return null
  return (
    <>
      {view?.mayChange && (
        <form method="post" action={`/admin/views/${view.id}/save`} hx-disable="find button">
          <input type="hidden" name="query" value={query} />
          <Button size="small" variant="primary" busyLabel="Saving...">
            Save changes
          </Button>
        </form>
      )}
      <LinkButton href={`/admin/views/new?${new URLSearchParams({ list, query })}`} dialog size="small">
        Save as view…
      </LinkButton>
    </>
  )
}

export const viewLine = ({ isShared, isOwn, owner }: Pick<ShownView, 'isShared' | 'isOwn' | 'owner'>): string =>
  isOwn
    ? isShared
      ? 'A view of yours for all administrators'
      : 'A view of yours'
    : `A view of ${owner.name} for all administrators`
