import type { Actor } from '#src/accounts/account.ts'
import { readCursor } from '#src/web/cursor.ts'
import { fragment, frameOf, isPartial, page } from '#src/web/respond.tsx'
import { may } from '#src/web/session.ts'
import { AdminDashboardPage } from '#views/invoices/dashboard.tsx'
import { Work, WorkItems } from '#views/invoices/work.tsx'
import { WORK_TABS, type WorkTab } from './invoice.ts'
import { workCounts } from './queries.ts'
import { workList } from './work.ts'

type Asked = { user: Actor; request: Request; query: Record<string, string | undefined> }

const tabOf = (text: string | undefined): WorkTab => WORK_TABS.find((tab) => tab === text) ?? 'active'

/** GET / of an administrator: a page, for htmx the opened tab (`?tab=`) or its next items (`&after=`). */
export async function adminDashboard({ user, request, query }: Asked): Promise<Response> {
  may(user, 'openAdminScreens')
  const cursor = readCursor(query.after)
  const list = await workList(tabOf(query.tab), cursor)
  if (isPartial(request) && cursor) return fragment(request, <WorkItems {...list} />)
  const counts = await workCounts()
  if (isPartial(request)) return fragment(request, <Work list={list} counts={counts} />)
  return page(request, <AdminDashboardPage frame={frameOf(request, user)} list={list} counts={counts} />)
}
