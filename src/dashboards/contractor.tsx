import { authorize } from '#src/access/authorize.ts'
import { OFFICE } from '#src/accounts/people/office.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { frameOf, page } from '#src/http/respond/respond.tsx'
import { firstByDay } from '#src/jobs/assignment/by-day.ts'
import { stats } from '#src/jobs/queries.ts'
import { contractorToDo } from '#src/jobs/waiting/to-do.ts'
import { unreadThreads } from '#src/messages/unread.ts'
import { ContractorDashboard } from '#views/dashboards/contractor.tsx'

const DASHBOARD_JOBS = 5

export async function contractorDashboard({ user, request }: { user: Actor; request: Request }): Promise<Response> {
  authorize(user, 'completeJob')
  const [figures, toDo, { count: unread }, jobs] = await Promise.all([
    stats(user),
    contractorToDo(user),
    unreadThreads(user),
    firstByDay(user, DASHBOARD_JOBS),
  ])
  const frame = frameOf(request, user)
  return page(
    request,
    <ContractorDashboard {...{ frame, firstName: user.firstName, figures, toDo, unread, jobs, office: OFFICE }} />,
  )
}
