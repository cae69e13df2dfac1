import { leaveWork, without } from '#src/dashboards/admin.tsx'
import type { Actor } from '#src/domain/account/account.ts'
import { countedJobs } from '#src/domain/job/counts.ts'
import { JOB_DELETED, type Job } from '#src/domain/job/job.ts'
import { amountOf, type JobForAdmins } from '#src/domain/job/listed.ts'
import { ACTIVE } from '#src/domain/job/status.ts'
import { isNarrowed } from '#src/http/list/admin-list.tsx'
import { foundIn, readCorrected } from '#src/http/list/listing.ts'
import { pageOf } from '#src/http/query.ts'
import { answerMany } from '#src/http/respond/answer-many.tsx'
import { isPartial, lastCookie, partials, seeOther } from '#src/http/respond/respond.tsx'
import { workCounts } from '#src/invoices/queries.ts'
import type { ChangedJobs } from '#src/jobs/assignment/many.ts'
import { columnsBehind, filterBehind } from '#src/jobs/search/columns-behind.ts'
import { ActiveJob } from '#views/invoices/active-job.tsx'
import { activeJobId, quoteItemId, visitItemId } from '#views/invoices/work-ids.ts'
import { JOB_COUNTERS, JOBS_SHOWING, JobCounterTiles, JobsShowing } from '#views/jobs/admin-list.tsx'
import { AdminJobRows, jobRowId, MANY_JOBS } from '#views/jobs/admin-row.tsx'
import { allOf, TICKED_RESULT, TickAll, TickedResult, tickAllId } from '#views/ui/input/ticks.tsx'
import { type LastDone, lastActionRegion } from '#views/ui/last-action.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { jobCounters, listedForAdmins } from './lists.ts'
import { jobVisibleTo, readForAdminsAmong } from './queries.ts'

const activeRow = (job: JobForAdmins) => (ACTIVE.includes(job.status) ? <ActiveJob key={job.id} job={job} /> : null)

/** The tiles, and what the list says that it has. The browser counts the rows that are left. */
async function counts(user: Actor, request: Request) {
  const filter = filterBehind(request)
  const [counters, part] = await Promise.all([
    jobCounters(),
    filter && isNarrowed(filter) && readCorrected(listedForAdmins(user, filter), null, 1),
  ])
  const found = part ? await foundIn(part.list, part) : undefined
  return {
    [`#${JOB_COUNTERS}`]: <JobCounterTiles {...counters} />,
    ...(filter && {
      [`#${JOBS_SHOWING}`]: <JobsShowing shown={0} total={counters.total} found={found} />,
      [`#${tickAllId(MANY_JOBS)}`]: <TickAll of={MANY_JOBS} all={allOf(found ?? counters.total)} />,
    }),
  }
}

export async function answerJobChanged(
  user: Actor,
  request: Request,
  id: string,
  toast: ToastMessage,
  _back?: string,
  last?: LastDone,
): Promise<Response> {
  if (!isPartial(request)) return seeOther(request, `/admin/jobs/${id}`, toast, last ? [lastCookie(last)] : [])
  const whole = await jobVisibleTo(user, id)
  const job = { ...whole, amount: amountOf(whole) }
  const regions = {
    [`#${jobRowId(id)}`]: <AdminJobRows jobs={[job]} columns={columnsBehind(request)} />,
    [`#${activeJobId(id)}`]: activeRow(job),
    ...(await counts(user, request)),
    ...lastActionRegion(last),
  }
  return partials(request, regions, toast, { closeDialog: true })
}

export async function answerJobDeleted(
  user: Actor,
  request: Request,
  { id, visits, quotes }: Pick<Job, 'id' | 'visits' | 'quotes'>,
  onDashboard: boolean,
  unreached: string[],
): Promise<Response> {
  const toast = { title: 'Job Deleted', text: [JOB_DELETED, ...unreached].join(' ') }
  if (onDashboard) return leaveWork(user, request, 'active', activeJobId(id), toast)
  if (!isPartial(request)) return seeOther(request, '/admin/jobs', toast)
  const left = await workCounts()
  const regions = {
    [`#${jobRowId(id)}`]: null,
    [`#${activeJobId(id)}`]: null,
    ...(await without(
      visits.map((one) => visitItemId(one.id)),
      { user, tab: 'visits', counts: left },
    )),
    ...(await without(
      quotes.map((one) => quoteItemId(one.id)),
      { user, tab: 'quotes', counts: left },
    )),
    ...(await counts(user, request)),
  }
  return partials(request, regions, toast, { closeDialog: true })
}

type Words = {
  title: string
  failed: string
  done: string
  back: string
  takeBack?: boolean
  /** From its own row or page: what is ticked stays so, and the row keeps the focus. */
  isAlone?: boolean
}

export function manyJobsChanged(
  user: Actor,
  request: Request,
  { outcomes, action }: ChangedJobs,
  { done, takeBack, isAlone, ...words }: Words,
): Promise<Response> {
  const gone = outcomes.filter((one) => one.ok)
  const refused = outcomes.flatMap((one) =>
    one.ok ? [] : { id: one.id, ref: one.jobRef, href: `/admin/jobs/${one.id}`, message: one.message },
  )
  const rows = async () => {
    const changed = await readForAdminsAmong(
      user,
      gone.map(({ id }) => id),
    )
    const columns = columnsBehind(request)
    const onDashboard = /^\/(\?|$)/.test(pageOf(request) ?? '')
    return Object.fromEntries(
      changed.flatMap((job) => [
        [`#${jobRowId(job.id)}`, <AdminJobRows key={job.id} jobs={[job]} columns={columns} />],
        ...(onDashboard ? [[`#${activeJobId(job.id)}`, activeRow(job)]] : []),
      ]),
    )
  }
  return answerMany(
    { user, request },
    {
      ...words,
      ...{ action, takeBack, refused, unreached: gone.flatMap((one) => one.untold) },
      gone: gone.length ? `${countedJobs(gone.length)} ${done}.` : '',
      notGone: (count) => `${countedJobs(count)} not ${done}.`,
      regions: async (outcome) => ({
        ...(await rows()),
        ...(await counts(user, request)),
        ...((!isAlone || refused.length > 0) && { [`#${TICKED_RESULT}`]: <TickedResult outcome={outcome} /> }),
      }),
    },
  )
}
