import { type CountedView, LISTS, MAX_VIEWS, viewCount, viewHref } from '#src/domain/list-view/list-view.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Confirm, type Question } from '../ui/confirm.tsx'
import { type Column, DataTable, Row } from '../ui/list/data-table.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { withCount } from '../ui/text.ts'

const COLUMNS: readonly Column[] = [
  { label: 'Name' },
  { label: 'List' },
  { label: 'Found', align: 'end' },
  { label: 'For' },
  { label: 'Actions', hideLabel: true },
]

export const viewDeletion = ({ id, name, isShared }: Pick<CountedView, 'id' | 'name' | 'isShared'>): Question => ({
  action: `/admin/views/${id}/delete`,
  title: `Remove the view ${name}?`,
  text: isShared
    ? 'It goes from the sidebar of all administrators. No job changes.'
    : 'It goes from your sidebar. No job changes.',
  confirm: 'Remove',
  busyLabel: 'Removing...',
})

const whose = ({ isShared, isOwn, owner }: CountedView): string =>
  isShared ? `All administrators${isOwn ? '' : `, by ${owner.name}`}` : 'You'

const Move = ({ view, place, to }: { view: CountedView; place: number; to: 'up' | 'down' }) => (
  <form method="post" action={`/admin/views/${view.id}/move`} hx-disable="find button">
    <input type="hidden" name="place" value={place} />
    <Button size="small" aria-label={`Move ${view.name} ${to}`} busyLabel="...">
      {to === 'up' ? '↑' : '↓'}
    </Button>
  </form>
)

const Actions = ({ view, place, last }: { view: CountedView; place: number; last: number }) => (
  <span className="row row-actions">
    {view.isOwn && place > 1 && <Move view={view} place={place - 1} to="up" />}
    {view.isOwn && place < last && <Move view={view} place={place + 1} to="down" />}
    {view.mayChange && (
      <>
        <LinkButton
          href={`/admin/views/${view.id}/edit`}
          dialog
          size="small"
          icon="edit"
          aria-label={`Rename ${view.name}`}
        >
          Rename
        </LinkButton>
        <Confirm
          {...viewDeletion(view)}
          button="Remove"
          icon="trash"
          look={{ size: 'small', 'aria-label': `Remove ${view.name}` }}
        />
      </>
    )}
  </span>
)

export const ViewsPage = ({ frame, views }: { frame: PageFrame; views: readonly CountedView[] }) => {
  const own = views.filter(({ isOwn }) => isOwn).length
  return (
    <Page
      {...frame}
      title="Views"
      subtitle={`Filters, sort and columns under a name: ${own} of ${withCount(MAX_VIEWS, 'view')} are yours`}
      width="wide"
    >
      {views.length === 0 ? (
        <EmptyState title="No views yet" text="Filter All Jobs as you need it every morning, and save that as a view">
          <LinkButton href={LISTS.jobs.path}>{LISTS.jobs.label}</LinkButton>
        </EmptyState>
      ) : (
        <DataTable caption="Views, one’s own first" columns={COLUMNS}>
          {views.map((view, at) => (
            <Row
              key={view.id}
              columns={COLUMNS}
              cells={[
                <a key="name" href={viewHref(view)}>
                  {view.name}
                </a>,
                LISTS[view.list].label,
                viewCount(view.count),
                whose(view),
                <Actions key="actions" view={view} place={at + 1} last={own} />,
              ]}
            />
          ))}
        </DataTable>
      )}
    </Page>
  )
}
