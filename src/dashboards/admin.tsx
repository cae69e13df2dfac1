import type { ReactElement, ReactNode } from 'react'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { WORK_TABS, type WorkCounts, type WorkTab } from '#src/domain/invoice/invoice.ts'
import { cursorOf } from '#src/http/cursor.ts'
import { type Query, queryText } from '#src/http/query.ts'
import { fragment, frameOf, isPartial, page, partials, seeOther } from '#src/http/respond/respond.tsx'
import { workList } from '#src/invoices/lists.ts'
import { workCounts } from '#src/invoices/queries.ts'
import { quoteValues } from '#src/quotes/totals.ts'
import { ACT_NOW, ActNow } from '#views/dashboards/act-now.tsx'
import { Activity } from '#views/dashboards/activity.tsx'
import { AdminDashboardPage } from '#views/dashboards/admin.tsx'
import { PLOTS, Plots, PlotsLater } from '#views/dashboards/plots.tsx'
import { TO_DO } from '#views/dashboards/to-do.tsx'
import { ActiveRows, InvoiceWork, OpenTab, SendAll, tabHref, WorkItems } from '#views/invoices/work.tsx'
import { ACTIVE_ROWS, countId, MANY_ITEMS, SEND_ALL, workListId } from '#views/invoices/work-ids.ts'
import { allOf, TickAll, tickAllId } from '#views/ui/input/ticks.tsx'
import { TabCount } from '#views/ui/tabs.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { toActOn } from './act-now.ts'
import { activity } from './activity.ts'
import { mustDoHead } from './must-do.tsx'

const tabOf = (text: string | undefined): WorkTab => WORK_TABS.find((tab) => tab === text) ?? 'active'

export async function adminDashboard({
  user,
  request,
  query,
}: {
  user: Actor
  request: Request
  query: Query
}): Promise<Response> {
  authorize(user, 'openAdminScreens')
  if (isPartial(request) && query.part === PLOTS) return fragment(request, await plots(user))
  if (isPartial(request) && query.part === ACT_NOW) return whatIsDue(user, request, tabOf(queryText(query.tab)))
  const cursor = cursorOf(query)
  const list = workList(user, tabOf(queryText(query.tab)), cursor)
  if (isPartial(request) && cursor) return fragment(request, <WorkItems {...(await list)} />)
  if (isPartial(request)) return fragment(request, <InvoiceWork list={await list} counts={await workCounts()} />)
  const counts = workCounts()
  // Who opens a tab by its address looks for that list.
  const rows = query.tab === undefined ? toActOn(user) : null
  const drawn = query.part === PLOTS || user.preferences.plotsFolded ? plots(user) : <PlotsLater />
  const [items, head, next, shown] = await Promise.all([list, mustDoHead(user, counts), rows, drawn])
  return page(
    request,
    <AdminDashboardPage frame={frameOf(request, user)} head={head} next={next} list={items} counts={await counts}>
      {shown}
    </AdminDashboardPage>,
  )
}

async function whatIsDue(user: Actor, request: Request, tab: WorkTab): Promise<Response> {
  const active = tab === 'active' ? workList(user, tab, null) : null
  const [counts, rows, list] = await Promise.all([countsOnPage(user, tab, await workCounts()), toActOn(user), active])
  return partials(request, {
    ...counts,
    [`#${ACT_NOW}`]: <ActNow rows={rows} />,
    // Who has loaded more keeps it.
    ...(list && !list.next && { [`#${ACTIVE_ROWS}`]: <ActiveRows {...list} /> }),
  })
}

async function plots({ preferences: { plotsFolded } }: Actor): Promise<ReactElement> {
  if (plotsFolded) return <Plots folded />
  const [weeks, values] = await Promise.all([activity(), quoteValues()])
  return (
    <Plots>
      <Activity {...weeks} quoteValues={values} />
    </Plots>
  )
}

export async function leaveWork(
  user: Actor,
  request: Request,
  tab: WorkTab,
  item: string,
  toast: ToastMessage,
): Promise<Response> {
  if (!isPartial(request)) return seeOther(request, tabHref(tab), toast)
  const counts = await workCounts()
  const regions = await without([item], { user, tab, counts })
  return partials(request, { ...regions, ...(await countsOnPage(user, tab, counts)) }, toast, { closeDialog: true })
}

type OfTab = { user: Actor; tab: WorkTab; counts: WorkCounts }

export async function without(
  items: readonly string[],
  { user, tab, counts }: OfTab,
): Promise<Record<string, ReactNode>> {
  if (items.length && counts[tab] === 0)
    return { [`#${workListId(tab)}`]: <OpenTab list={await workList(user, tab, null)} counts={counts} /> }
  return Object.fromEntries(items.map((item) => [`#${item}`, null]))
}

/** All that says how many there are: rows keep the fees that are typed in them. */
async function countsOnPage(user: Actor, tab: WorkTab, counts: WorkCounts): Promise<Record<string, ReactNode>> {
  const regions: Record<string, ReactNode> = { [`#${TO_DO}`]: await mustDoHead(user, counts) }
  for (const one of WORK_TABS) regions[`#${countId(one)}`] = <TabCount id={countId(one)} count={counts[one]} />
  if (counts[tab] === 0 || (tab !== 'visits' && tab !== 'quotes')) return regions
  return {
    ...regions,
    [`#${SEND_ALL}`]: <SendAll found={counts[tab]} />,
    [`#${tickAllId(MANY_ITEMS)}`]: <TickAll of={MANY_ITEMS} all={allOf(counts[tab])} />,
  }
}
