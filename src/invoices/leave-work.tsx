import type { ReactNode } from 'react'
import type { Actor } from '#src/accounts/account.ts'
import { isPartial, partials, seeOther } from '#src/web/respond.tsx'
import { tabHref, Work, WorkTabs } from '#views/invoices/work.tsx'
import { WORK, WORK_NAV } from '#views/invoices/work-ids.ts'
import type { ToastMessage } from '#views/ui/toast.tsx'
import type { WorkTab } from './invoice.ts'
import { workList } from './lists.ts'
import { workCounts } from './queries.ts'

/** The answer after an item (its element's id) has left a tab: the item goes, the counts follow, the rest stays. */
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
      ? { [`#${WORK}`]: <Work list={await workList(user, tab, null)} counts={counts} /> }
      : { [`#${item}`]: null, [`#${WORK_NAV}`]: <WorkTabs tab={tab} counts={counts} /> }
  return partials(request, regions, toast, { closeDialog: true })
}
