import type { Actor } from '#src/accounts/account.ts'
import { OFFICE } from '#src/accounts/office.ts'
import { may } from '#src/guard/may.ts'
import { firstByDay } from '#src/jobs/by-day.ts'
import { stats } from '#src/jobs/queries.ts'
import { contractorToDo } from '#src/jobs/to-do.ts'
import { frameOf, page } from '#src/web/respond.tsx'
import { ContractorDashboard } from '#views/dashboards/contractor.tsx'

const DASHBOARD_JOBS = 5

export async function contractorDashboard({ user, request }: { user: Actor; request: Request }): Promise<Response> {
  may(user, 'completeJob')
  const [figures, toDo, jobs] = await Promise.all([stats(user), contractorToDo(user), firstByDay(user, DASHBOARD_JOBS)])
  const frame = frameOf(request, user)
  return page(
    request,
    <ContractorDashboard {...{ frame, firstName: user.firstName, figures, toDo, jobs, office: OFFICE }} />,
  )
}
