import type { ReactElement, ReactNode } from 'react'
import { authorize } from '#src/access/authorize.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { WORK_TABS, type WorkCounts, type WorkTab } from '#src/domain/invoice/invoice.ts'
import { emailFigures } from '#src/emails/admin-queries.ts'
import { cursorOf } from '#src/http/cursor.ts'
import { type Query, queryText } from '#src/http/query.ts'
import { fragment, frameOf, isPartial, page, partials, seeOther } from '#src/http/respond/respond.tsx'
import { workList } from '#src/invoices/lists.ts'
import { workCounts } from '#src/invoices/queries.ts'
import { adminToDo } from '#src/jobs/waiting/to-do.ts'
import { quoteValues } from '#src/quotes/totals.ts'
import { Activity } from '#views/dashboards/activity.tsx'
import { AdminDashboardPage } from '#views/dashboards/admin.tsx'
import { AdminToDoLine, TO_DO } from '#views/dashboards/to-do.tsx'
import { UnsentEmails } from '#views/dashboards/unsent-emails.tsx'
import { InvoiceWork, tabHref, WorkItems, WorkTabs } from '#views/invoices/work.tsx'
import { WORK, WORK_NAV } from '#views/invoices/work-ids.ts'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { activity } from './activity.ts'

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
  const cursor = cursorOf(query)
  const list = workList(user, tabOf(queryText(query.tab)), cursor)
  if (isPartial(request) && cursor) return fragment(request, <WorkItems {...(await list)} />)
  if (isPartial(request)) return fragment(request, <InvoiceWork list={await list} counts={await workCounts()} />)
  const counts = workCounts()
  const [items, line, weeks, values] = await Promise.all([list, toDoLine(counts), activity(), quoteValues()])
  return page(
    request,
    <AdminDashboardPage frame={frameOf(request, user)} list={items} counts={await counts}>
      {line}
      <Activity {...weeks} quoteValues={values} />
    </AdminDashboardPage>,
  )
}

export async function toDoLine(counts: WorkCounts | Promise<WorkCounts>): Promise<ReactElement> {
  const [toDo, toInvoice, emails] = await Promise.all([adminToDo(), counts, emailFigures()])
  return (
    <AdminToDoLine toDo={toDo} counts={toInvoice}>
      <UnsentEmails {...emails} />
    </AdminToDoLine>
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
  const regions: Record<string, ReactNode> =
    counts[tab] === 0
      ? { [`#${WORK}`]: <InvoiceWork list={await workList(user, tab, null)} counts={counts} /> }
      : { [`#${item}`]: null, [`#${WORK_NAV}`]: <WorkTabs tab={tab} counts={counts} /> }
  return partials(request, { ...regions, [`#${TO_DO}`]: await toDoLine(counts) }, toast, { closeDialog: true })
}
