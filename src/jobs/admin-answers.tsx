import { isAmong } from '#db/conditions.ts'
import { jobs } from '#db/schema.ts'
import type { Actor } from '#src/accounts/account.ts'
import { leaveWork } from '#src/dashboards/admin.tsx'
import { frameOf, isPartial, page, partials, seeOther } from '#src/web/respond.tsx'
import { ActiveJob } from '#views/invoices/active-job.tsx'
import { activeJobId } from '#views/invoices/work-ids.ts'
import { JOB_COUNTERS, JOBS_SHOWING, JobCounterTiles, JobsShowing } from '#views/jobs/admin-list.tsx'
import { AdminJobRow, jobRowId } from '#views/jobs/admin-row.tsx'
import { TICKED_RESULT, TickedResult, TickedResultPage } from '#views/ui/ticks.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { ACTIVE, countedJobs, JOB_DELETED } from './job.ts'
import { jobCounters } from './lists.ts'
import type { JobOutcome } from './many.ts'
import { jobVisibleTo, readJobs } from './queries.ts'

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

type Words = { title: string; failed: string; back: string }

/** What was refused is told by name; the rows of the others are as they are now. */
export async function manyJobsChanged(
  user: Actor,
  request: Request,
  outcomes: readonly JobOutcome[],
  { title, failed, back }: Words,
): Promise<Response> {
  const gone = outcomes.filter((one) => one.ok)
  const refused = outcomes.flatMap((one) =>
    one.ok ? [] : { id: one.id, ref: one.jobRef, href: `/admin/jobs/${one.id}`, message: one.message },
  )
  const notDone = refused.length > 0 && `${countedJobs(refused.length)} could not be changed.`
  const untold = new Set(gone.flatMap((one) => one.untold))
  const toast: ToastMessage = {
    title: gone.length ? title : failed,
    text: [gone.length > 0 && `${countedJobs(gone.length)} changed.`, notDone, ...untold].filter(Boolean).join(' '),
    kind: gone.length ? undefined : 'destructive',
  }
  const result = { title: notDone || '', refused }
  if (!isPartial(request)) {
    if (refused.length === 0) return seeOther(request, back, toast)
    const frame = { ...frameOf(request, user), toast }
    return page(request, <TickedResultPage frame={frame} title={toast.title} back={back} result={result} />)
  }
  const ids = gone.map(({ id }) => id)
  const [changed, counters] = await Promise.all([readJobs(user, { where: isAmong(jobs.id, ids) }), jobCounters()])
  const regions = {
    ...Object.fromEntries(changed.map((job) => [`#${jobRowId(job.id)}`, <AdminJobRow key={job.id} job={job} />])),
    [`#${JOB_COUNTERS}`]: <JobCounterTiles {...counters} />,
    [`#${TICKED_RESULT}`]: <TickedResult result={result} />,
  }
  return partials(request, regions, toast, { closeDialog: true })
}
