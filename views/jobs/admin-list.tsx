import { columnsShown, type JobColumnName } from '#src/domain/job/columns.ts'
import type { JobCounters } from '#src/domain/job/counts.ts'
import type { JobForAdmins } from '#src/domain/job/listed.ts'
import { JOB_SORT_LABELS, JOB_SORT_NAMES, type JobSort } from '#src/domain/job/sort.ts'
import type { Found } from '#src/domain/limits.ts'
import type { ShownList } from '#src/domain/list-view/list-view.ts'
import { Page, type PageFrame } from '../layout.tsx'
import { SaveView, viewLine } from '../list-views/save.tsx'
import { LinkButton } from '../ui/button.tsx'
import { cached, cachedAround } from '../ui/cached.tsx'
import { allOf, TickBar, TickButton, TickedResult, TickShown } from '../ui/input/ticks.tsx'
import { PlainTable } from '../ui/list/data-table.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { Searched } from '../ui/list/searched.tsx'
import { Showing } from '../ui/list/showing.tsx'
import { Stats, StatTile } from '../ui/stat-tile.tsx'
import { leastOf } from '../ui/text.ts'
import { AdminJobRows, columnCount, jobColumns, MANY_JOBS } from './admin-row.tsx'
import { FilterBar, type Filters, FiltersSet } from './filters.tsx'
import { NewJobs } from './news.tsx'

type Filter = { search?: string; sort?: JobSort } & Parameters<typeof columnsShown>[0]
type AdminJobListProps = ShownList<JobForAdmins, JobCounters & { newest: Date; set: readonly string[] }, Filter>

const ADMIN_JOBS = 'admin-jobs'
export const JOB_COUNTERS = 'job-counters'
export const JOBS_SHOWING = 'admin-jobs-showing'

export const JobCounterTiles = ({ total, pending, inProgress, completed, active }: JobCounters) =>
  counterTiles([{ total, pending, inProgress, completed, active }])

const counterTiles = cached(({ total, pending, inProgress, completed, active }: JobCounters) => (
  <Stats id={JOB_COUNTERS}>
    <StatTile label="Total" value={total} />
    <StatTile label="Pending" value={pending} note="awaiting assignment" />
    <StatTile label="Active" value={active} note={`with contractors, ${inProgress} started`} />
    <StatTile label="Completed" value={completed} />
  </Stats>
))

type ItemsProps = Pick<AdminJobListProps, 'items' | 'nextHref' | 'filter' | 'columns'>

const shownOf = ({ filter, columns }: Pick<ItemsProps, 'filter' | 'columns'>): JobColumnName[] =>
  columnsShown(filter, columns?.split(','))

export const AdminJobItems = ({ items, nextHref, ...by }: ItemsProps) => {
  const shown = shownOf(by)
  return (
    <>
      <AdminJobRows jobs={items} columns={shown} />
      {nextHref && <LoadMore as="tr" columns={columnCount(shown)} href={nextHref} />}
    </>
  )
}

const captionOf = (sort: JobSort = 'newest'): string => `Jobs, ${JOB_SORT_LABELS[sort].toLowerCase()}`

const tableWords = ({ hrefWith, ...props }: AdminJobListProps) => ({
  shown: shownOf(props),
  sort: props.filter.sort,
  hrefs: JOB_SORT_NAMES.map((by) => hrefWith({ sort: by === 'newest' ? '' : by })),
})

const table = cachedAround(({ shown, sort, hrefs }: ReturnType<typeof tableWords>, rows) => {
  const hrefBy = (by: JobSort) => hrefs[JOB_SORT_NAMES.indexOf(by)]!
  return (
    <PlainTable caption={captionOf(sort)} columns={jobColumns(shown, { sort, hrefBy })}>
      {rows}
    </PlainTable>
  )
})

export const JobsShowing = (counts: { shown: number; total: number; found?: Found }) => (
  <Showing id={JOBS_SHOWING} rows={`#${ADMIN_JOBS} tbody tr[id]`} noun="jobs" {...counts} />
)

export const AdminJobList = (props: AdminJobListProps) => (
  <section id={ADMIN_JOBS} aria-label="Jobs">
    <TickedResult />
    {listHead([headWords(props)])}
    <Searched search={props.filter.search} instead={props.instead} />
    {props.items.length === 0 ? (
      <EmptyState
        title={props.figures.total === 0 ? 'No jobs yet' : 'No jobs match your search'}
        text={
          props.figures.total === 0
            ? 'Jobs appear here when estate agents raise them'
            : 'Try another word, or fewer filters'
        }
      />
    ) : (
      <div className="dense job-table">
        {table(tableWords(props), <AdminJobItems {...props} />)}
        {manyJobsBar(props)}
      </div>
    )}
  </section>
)

/** Of the rows where they tell it: the figures are read beside them, and may know of a job that the rows do not have. */
const newestIn = ({ items, filter, isFirst, figures }: AdminJobListProps): Date =>
  isFirst && (filter.sort ?? 'newest') === 'newest' ? (items[0]?.createdAt ?? new Date(0)) : figures.newest

const headWords = (props: AdminJobListProps) => ({
  counts: { shown: props.items.length, total: props.figures.total, found: props.found },
  set: props.figures.set,
  newest: newestIn(props).getTime(),
  exportHref: props.exportHref,
  saved: { query: props.query, view: props.view && { ...props.view, owner: null } },
})

const listHead = cached(({ counts, set, newest, exportHref, saved }: ReturnType<typeof headWords>) => (
  <div className="list-head small-text">
    <TickShown />
    <FiltersSet set={set} clear="/admin/jobs" />
    <JobsShowing {...counts} />
    <NewJobs since={newest} query={exportHref.split('?')[1] ?? ''} />
    <div className="row">
      <SaveView list="jobs" {...saved} />
      <LinkButton href={exportHref} download="" size="small" icon="download">
        Export Jobs
      </LinkButton>
    </div>
  </div>
))

const manyJobsBar = ({ items, figures, found = figures.total, nextHref, hrefWith }: AdminJobListProps) =>
  tickBar([
    {
      back: hrefWith({}),
      all: nextHref && leastOf(found) > items.length ? allOf(found) : null,
    },
  ])

const tickBar = cached(({ back, all }: { back: string; all: string | null }) => (
  <TickBar id={MANY_JOBS} label="Selected jobs" hidden={{ back }} all={all}>
    <TickButton action="/admin/jobs/assign" data-key="a" primary>
      Assign
    </TickButton>
    <TickButton action="/admin/jobs/chase" data-key="c">
      Chase
    </TickButton>
    <TickButton action="/admin/jobs/cancel">Cancel Jobs</TickButton>
  </TickBar>
))

type AdminJobsPageProps = AdminJobListProps & { frame: PageFrame; filters: Filters }

export const AdminJobsPage = ({ frame, filters, ...list }: AdminJobsPageProps) => (
  <Page
    {...frame}
    title={list.view?.name ?? 'All Jobs'}
    subtitle={list.view && viewLine(list.view)}
    width="wide"
    ticks
    rows
  >
    <JobCounterTiles {...list.figures} />
    {filterBar([
      {
        search: list.filter.search,
        ...filters,
        hidden: { columns: list.columns ?? '', view: list.view?.id ?? '' },
        columnsHref: list.hrefWith({}).replace(/(?=\?|$)/, '/columns'),
      },
    ])}
    <AdminJobList {...list} />
  </Page>
)

const filterBar = cached(
  (filters: Filters & { search?: string; hidden: Record<string, string>; columnsHref: string }) => (
    <FilterBar
      action="/admin/jobs"
      label="Search by property name, address or job reference..."
      target={`#${ADMIN_JOBS}`}
      {...filters}
    />
  ),
)
