import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { OFFICE } from '#src/accounts/people/office.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Job } from '#src/domain/job/job.ts'
import { withQuery } from '#src/domain/list-view/with-query.ts'
import { COMPLETION_DOCUMENT } from '#src/domain/property/certificate/completion.ts'
import { completedMessage, completionErrors } from '#src/domain/visit/visit.ts'
import { checked } from '#src/http/input.ts'
import { pageOf, type Query } from '#src/http/query.ts'
import { type FormProblem, handleForm, type SentForm, sentForm } from '#src/http/respond/handle-form.tsx'
import {
  fragment,
  fragmentOrPage,
  frameOf,
  isPartial,
  page,
  partials,
  seeOther,
  toastOnly,
} from '#src/http/respond/respond.tsx'
import { startJob } from '#src/jobs/actions.ts'
import { jobsByDay, narrowedIn } from '#src/jobs/assignment/by-day.ts'
import { jobVisibleTo, ownJob } from '#src/jobs/queries.ts'
import { imagesOf } from '#src/photos/form.ts'
import { sentWithDocument } from '#src/properties/certificates/document.ts'
import { finishOnce, onceByFormAfter } from '#src/writes/idempotency.ts'
import { CompletionPage } from '#views/visits/completion-page.tsx'
import { FoundVisitItems, FoundVisits, FoundVisitsPage } from '#views/visits/found.tsx'
import { HistoryPart, VisitHistory, VisitHistoryPage } from '#views/visits/history.tsx'
import { JobInHand, markingComplete, OpenJobInHand } from '#views/visits/job-in-hand.tsx'
import { JobChoiceList, JobChoices, LogVisitPage } from '#views/visits/log.tsx'
import { YOUR_JOBS, YourJobs, YourJobsPage, YourJobsPart } from '#views/visits/your-jobs.tsx'
import { completeJob, markJobComplete } from './actions.ts'
import { completionTyped, draftOf, happenedIn, nextVisitIn } from './form.ts'
import { handJobBack } from './hand-back.ts'
import {
  Completion,
  completionRule,
  HandBack,
  UnfinishedVisit,
  unfinishedVisitRule,
  WorkReport,
  workReportRule,
} from './input.ts'
import { foundVisits, historyOf, jobInHand } from './lists.ts'
import { recordUnfinishedVisit } from './unfinished.ts'

type At = { user: Actor; request: Request; query: Query }

export async function yourJobs({ user, request, query }: At): Promise<Response> {
  const list = await jobsByDay(authorize(user, 'completeJob'), query, '/jobs')
  const part = query.cursor ? <YourJobsPart {...list} /> : <YourJobs {...list} />
  return fragmentOrPage({ user, request }, part, (frame) => <YourJobsPage frame={frame} {...list} />)
}

async function logVisit({ user, request, query }: At): Promise<Response> {
  const list = await jobsByDay(authorize(user, 'completeJob'), query, '/visit')
  const part = query.cursor ? <JobChoices {...list} /> : <JobChoiceList {...list} />
  return fragmentOrPage({ user, request }, part, (frame) => <LogVisitPage frame={frame} {...list} />)
}

async function showHistory({ user, request, query }: At): Promise<Response> {
  const history = await historyOf(authorize(user, 'completeJob'), query)
  const part = query.cursor ? <HistoryPart {...history} /> : <VisitHistory {...history} />
  return fragmentOrPage({ user, request }, part, (frame) => <VisitHistoryPage frame={frame} {...history} />)
}

async function showVisits({ user, request, query }: At): Promise<Response> {
  const isMore = isPartial(request) && Boolean(query.cursor)
  const list = { ...(await foundVisits(authorize(user, 'readVisits'), query, isMore)), role: user.role }
  const part = query.cursor ? <FoundVisitItems {...list} /> : <FoundVisits {...list} />
  return fragmentOrPage({ user, request }, part, (frame) => <FoundVisitsPage frame={frame} {...list} />)
}

function showForm(user: Actor, request: Request, job: Job): Promise<Response> {
  const form = { job, office: OFFICE, userId: user.id, vat: Boolean(user.vatNumber) }
  const list = withQuery('/jobs', listBehind(request))
  const part = <OpenJobInHand {...form} region={`#${YOUR_JOBS}`} list={list} />
  return fragmentOrPage({ user, request }, part, (frame) => <CompletionPage frame={frame} {...form} />)
}

const listBehind = (request: Request) => narrowedIn(pageOf(request) ?? '/jobs')

const askAgain =
  ({ user, request, typed }: SentForm, id: string) =>
  async ({ status, errors }: FormProblem): Promise<Response> => {
    const again = {
      job: await ownJob(user, id),
      office: OFFICE,
      userId: user.id,
      vat: Boolean(user.vatNumber),
      values: draftOf(typed),
      images: imagesOf(typed),
      errors: completionErrors(errors),
    }
    return page(request, <CompletionPage frame={frameOf(request, user)} {...again} />, status)
  }

async function record({ user, typed }: SentForm, id: string, finish: () => Promise<unknown>): Promise<unknown> {
  const happened = happenedIn(typed)
  if (happened === 'done') return finish()
  if (happened === 'hand_back') return handJobBack(user, id, checked(HandBack, { reason: typed.workDone }).reason)
  const visit = checked(UnfinishedVisit, { ...completionTyped(typed), outcome: happened }, unfinishedVisitRule)
  return recordUnfinishedVisit(user, id, { ...visit, next: nextVisitIn(typed) })
}

async function recordOnce(
  form: Awaited<ReturnType<typeof sentWithDocument>>,
  id: string,
  finish: () => Promise<unknown>,
): Promise<void> {
  const prepare = async () => happenedIn(form.typed) === 'done' && form.document()
  await onceByFormAfter(form, prepare, () => record(form, id, finish).then(() => null))
}

export const visitsPages = new Elysia({ name: 'visits-pages' })
  .use(signedIn)
  .get('/visit', ({ user, request, query }) => logVisit({ user, request, query }))
  .get('/visit/:id', async ({ user, request, params }) =>
    showForm(user, request, await jobInHand(authorize(user, 'completeJob'), params.id)),
  )
  .get('/visits', ({ user, request, query }) => showVisits({ user, request, query }))
  .get('/history', ({ user, request, query }) => showHistory({ user, request, query }))
  .post('/jobs/:id/start', async ({ user, request, params }) => {
    const form = await sentForm(authorize(user, 'startJob'), request)
    return handleForm(form, {
      back: '/jobs',
      work: async () => {
        await finishOnce(form, () => startJob(user, params.id))
        const toast = { title: 'Job Started', text: 'The job is now in progress.' }
        if (!isPartial(request)) return seeOther(request, '/jobs', toast)
        return fragment(request, <JobInHand job={await jobVisibleTo(user, params.id)} office={OFFICE} />, { toast })
      },
    })
  })
  .post('/jobs/:id/complete', async ({ user, request, params }) => {
    const form = await sentWithDocument(authorize(user, 'completeJob'), request, COMPLETION_DOCUMENT)
    // Checked inside: a form sent again after midnight, when its date is past, still gets its first answer.
    const input = () => checked(Completion, completionTyped(form.typed), completionRule)
    return handleForm(form, {
      back: '/jobs',
      invalid: askAgain(form, params.id),
      refused: askAgain(form, params.id),
      work: async () => {
        await recordOnce(form, params.id, () => completeJob(user, params.id, input()))
        return seeOther(request, '/jobs', completedMessage('visit', draftOf(form.typed)))
      },
    })
  })
  .post('/jobs/:id/mark-complete', async ({ user, request, params }) => {
    const form = await sentWithDocument(authorize(user, 'markJobComplete'), request, COMPLETION_DOCUMENT)
    const { workDone, confirmed } = form.typed
    const again = isPartial(request)
      ? ({ toast, status }: FormProblem) => toastOnly(request, toast, status)
      : askAgain(form, params.id)
    return handleForm(form, {
      failed: 'Failed to complete job',
      back: '/jobs',
      confirm: workDone === undefined ? async () => markingComplete(await jobInHand(user, params.id)) : undefined,
      invalid: again,
      refused: workDone === undefined && confirmed !== 'yes' ? undefined : again,
      work: async () => {
        const report = () => checked(WorkReport, completionTyped(form.typed), workReportRule)
        await recordOnce(form, params.id, () => markJobComplete(user, params.id, report()))
        const toast = completedMessage('quote_work', draftOf(form.typed))
        if (!isPartial(request)) return seeOther(request, '/jobs', toast)
        const list = await jobsByDay(user, listBehind(request), '/jobs')
        return partials(request, { [`#${YOUR_JOBS}`]: <YourJobs {...list} /> }, toast)
      },
    })
  })
