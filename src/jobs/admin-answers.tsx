import type { Actor } from '#src/accounts/account.ts'
import { leaveWork } from '#src/dashboards/admin.tsx'
import { isPartial, partials, seeOther } from '#src/web/respond.tsx'
import { ActiveJob } from '#views/invoices/active-job.tsx'
import { activeJobId } from '#views/invoices/work-ids.ts'
import { JOB_COUNTERS, JOBS_SHOWING, JobCounterTiles, JobsShowing } from '#views/jobs/admin-list.tsx'
import { AdminJobRow, jobRowId } from '#views/jobs/admin-row.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { ACTIVE, JOB_DELETED } from './job.ts'
import { jobCounters } from './lists.ts'
import { jobVisibleTo } from './queries.ts'

// Both All Jobs and the dashboard show jobs: regions that a page lacks are passed over.

export async function jobChanged(user: Actor, request: Request, id: string, toast: ToastMessage): Promise<Response> {
  if (!isPartial(request)) return seeOther(request, `/admin/jobs/${id}`, toast)
  const [job, counters] = await Promise.all([jobVisibleTo(user, id), jobCounters()])
  const regions = {
    [`#${jobRowId(id)}`]: <AdminJobRow job={job} />,
    [`#${activeJobId(id)}`]: ACTIVE.includes(job.status) ? <ActiveJob job={job} /> : null,
    [`#${JOB_COUNTERS}`]: <JobCounterTiles {...counters} />,
  }
  return partials(request, regions, toast, { closeDialog: true })
}

export async function jobDeleted(
  user: Actor,
  request: Request,
  id: string,
  onDashboard: boolean,
  untold: string[],
): Promise<Response> {
  const toast = { title: 'Job Deleted', text: [JOB_DELETED, ...untold].join(' ') }
  if (onDashboard) return leaveWork(user, request, 'active', activeJobId(id), toast)
  if (!isPartial(request)) return seeOther(request, '/admin/jobs', toast)
  const counters = await jobCounters()
  const regions = {
    [`#${jobRowId(id)}`]: null,
    [`#${activeJobId(id)}`]: null,
    [`#${JOB_COUNTERS}`]: <JobCounterTiles {...counters} />,
    // The browser counts the rows that are left.
    [`#${JOBS_SHOWING}`]: <JobsShowing shown={0} total={counters.total} />,
  }
  return partials(request, regions, toast, { closeDialog: true })
}
