import { Elysia } from 'elysia'
import type { Actor } from '#src/accounts/account.ts'
import { onceByForm, SENT_ALREADY } from '#src/guard/idempotency.ts'
import { may } from '#src/guard/permission.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { startJob } from '#src/jobs/actions.ts'
import type { Job } from '#src/jobs/job.ts'
import { jobVisibleTo, stats } from '#src/jobs/queries.ts'
import { Refused } from '#src/web/errors.ts'
import { checked, readForm, type Typed } from '#src/web/input.ts'
import type { Query } from '#src/web/query.ts'
import { fragment, frameOf, isPartial, page, partials, seeOther, toastOnly } from '#src/web/respond.tsx'
import { ContractorDashboard } from '#views/dashboards/contractor.tsx'
import { ConfirmPage } from '#views/ui/confirm-page.tsx'
import { CompletionPage } from '#views/visits/completion-page.tsx'
import { History, HistoryPage, HistoryPart } from '#views/visits/history.tsx'
import { JobInHand, markingComplete, OpenJob } from '#views/visits/job-in-hand.tsx'
import { JobChoices, LogVisitPage } from '#views/visits/log-visit.tsx'
import { YOUR_JOBS, YourJobs, YourJobsPage, YourJobsPart } from '#views/visits/your-jobs.tsx'
import { completeJob, markJobComplete } from './actions.ts'
import { completionTyped, draftOf, imagesOf, refusalOf } from './form.ts'
import { Completion, completionRule, WorkReport, workReportRule } from './input.ts'
import { historyOf, jobInHand, jobsInHandOf, newestInHand } from './lists.ts'
import { completedMessage } from './visit.ts'

type At = { user: Actor; request: Request; query: Query }

/** How many jobs in hand the dashboard shows; the rest is behind a link. */
const DASHBOARD_JOBS = 5

/** A contractor's /. */
export async function contractorDashboard({ user, request }: At): Promise<Response> {
  may(user, 'completeJob')
  const [figures, jobs] = await Promise.all([stats(user), newestInHand(user, DASHBOARD_JOBS)])
  const frame = frameOf(request, user)
  return page(request, <ContractorDashboard frame={frame} firstName={user.firstName} figures={figures} jobs={jobs} />)
}

/** A contractor's /jobs. */
export async function yourJobs({ user, request, query }: At): Promise<Response> {
  may(user, 'completeJob')
  const list = await jobsInHandOf(user, query, '/jobs')
  if (!isPartial(request)) return page(request, <YourJobsPage frame={frameOf(request, user)} {...list} />)
  return fragment(request, query.cursor ? <YourJobsPart {...list} /> : <YourJobs {...list} />)
}

async function logVisit({ user, request, query }: At): Promise<Response> {
  may(user, 'completeJob')
  const list = await jobsInHandOf(user, query, '/visit')
  if (isPartial(request)) return fragment(request, <JobChoices {...list} />)
  return page(request, <LogVisitPage frame={frameOf(request, user)} {...list} />)
}

async function showHistory({ user, request, query }: At): Promise<Response> {
  may(user, 'completeJob')
  const history = await historyOf(user, query)
  if (!isPartial(request)) return page(request, <HistoryPage frame={frameOf(request, user)} {...history} />)
  return fragment(request, query.cursor ? <HistoryPart {...history} /> : <History {...history} />)
}

/** The form, in its card's place in Your Jobs or as a page. */
function showForm(user: Actor, request: Request, job: Job): Response {
  if (isPartial(request)) return fragment(request, <OpenJob job={job} userId={user.id} region={`#${YOUR_JOBS}`} />)
  return page(request, <CompletionPage frame={frameOf(request, user)} job={job} userId={user.id} />)
}

/** The refused form with what was typed. Throws `error` on when it is no refusal of this form. */
async function askAgain(user: Actor, request: Request, id: string, typed: Typed, error: unknown): Promise<Response> {
  const { status, errors } = refusalOf(error)
  const job = await jobVisibleTo(user, id)
  const form = { job, userId: user.id, values: draftOf(typed), images: imagesOf(typed), errors }
  return page(request, <CompletionPage frame={frameOf(request, user)} {...form} />, status)
}

/** Throws what `work` throws, and Refused for a form that was sent before with other words. */
async function finishOnce(user: Actor, request: Request, typed: Typed, work: () => Promise<unknown>): Promise<void> {
  const { changed } = await onceByForm({ user, request, typed }, () => work().then(() => null))
  if (changed) throw new Refused(SENT_ALREADY)
}

export const visitsPages = new Elysia({ name: 'visits-pages' })
  .use(signedIn)
  .get('/visit', ({ user, request, query }) => logVisit({ user, request, query }))
  .get('/visit/:id', async ({ user, request, params }) =>
    showForm(user, request, await jobInHand(may(user, 'completeJob'), params.id)),
  )
  .get('/history', ({ user, request, query }) => showHistory({ user, request, query }))
  .post('/jobs/:id/start', async ({ user, request, params }) => {
    await startJob(user, params.id)
    const toast = { title: 'Job Started', text: 'The job is now in progress.' }
    if (!isPartial(request)) return seeOther(request, '/jobs', toast)
    return fragment(request, <JobInHand job={await jobVisibleTo(user, params.id)} />, { toast })
  })
  .post('/jobs/:id/complete', async ({ user, request, params }) => {
    may(user, 'completeJob')
    const typed = await readForm(request)
    // Judged where it is done: what was taken before midnight is no less taken after it.
    const input = () => checked(Completion, completionTyped(typed), completionRule)
    try {
      await finishOnce(user, request, typed, async () => completeJob(user, params.id, input()))
      return seeOther(request, '/jobs', completedMessage('visit', Boolean(typed.needsQuote)))
    } catch (error) {
      return askAgain(user, request, params.id, typed, error)
    }
  })
  .post('/jobs/:id/mark-complete', async ({ user, request, params }) => {
    may(user, 'markJobComplete')
    const typed = await readForm(request)
    // The form asks by itself: it has a place for words, and says who hears of them.
    if (typed.confirmed !== 'yes' && typed.workDone === undefined) {
      const question = markingComplete(await jobInHand(user, params.id))
      return page(request, <ConfirmPage frame={frameOf(request, user)} {...question} back="/jobs" />)
    }
    const toast = completedMessage('quote_work', false)
    try {
      const report = checked(WorkReport, completionTyped(typed), workReportRule)
      await finishOnce(user, request, typed, () => markJobComplete(user, params.id, report))
    } catch (error) {
      if (!isPartial(request)) return askAgain(user, request, params.id, typed, error)
      const { status, message } = refusalOf(error)
      return toastOnly(request, { title: 'Failed to complete job', text: message, kind: 'destructive' }, status)
    }
    if (!isPartial(request)) return seeOther(request, '/jobs', toast)
    const list = await jobsInHandOf(user, {}, '/jobs')
    return partials(request, { [`#${YOUR_JOBS}`]: <YourJobs {...list} /> }, toast)
  })
