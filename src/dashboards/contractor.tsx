import type { Actor } from '#src/accounts/account.ts'
import { may } from '#src/guard/may.ts'
import { firstByDay } from '#src/jobs/by-day.ts'
import { stats } from '#src/jobs/queries.ts'
import { frameOf, page } from '#src/web/respond.tsx'
import { ContractorDashboard } from '#views/dashboards/contractor.tsx'

const DASHBOARD_JOBS = 5

export async function contractorDashboard({ user, request }: { user: Actor; request: Request }): Promise<Response> {
  may(user, 'completeJob')
  const [figures, jobs] = await Promise.all([stats(user), firstByDay(user, DASHBOARD_JOBS)])
  const frame = frameOf(request, user)
  return page(request, <ContractorDashboard frame={frame} firstName={user.firstName} figures={figures} jobs={jobs} />)
}
