import { Elysia } from 'elysia'
import type { ReactElement } from 'react'
import { db } from '#db/connect/client.ts'
import { authorize } from '#src/access/authorize.ts'
import { ownPath } from '#src/access/same-origin.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { editableBy } from '#src/domain/job/changes.ts'
import type { Job } from '#src/domain/job/job.ts'
import { isTooLate, TOO_LATE } from '#src/domain/job/reopening.ts'
import { isToStart } from '#src/domain/job/state.ts'
import type { JobEventEntry } from '#src/domain/job/timeline.ts'
import { mayMove, refusedMove } from '#src/domain/job/transitions.ts'
import type { Action } from '#src/domain/permissions.ts'
import { can } from '#src/domain/permissions.ts'
import { HAZARD_LABELS } from '#src/domain/property/hazard/hazard.ts'
import { mayMarkHazard } from '#src/domain/property/hazard/state.ts'
import { Refused } from '#src/http/errors.ts'
import { checked, type Typed, textsOf } from '#src/http/input.ts'
import { queryText } from '#src/http/query.ts'
import { type FormProblem, handleForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { fragment, frameOf, isPartial, page } from '#src/http/respond/respond.tsx'
import { answerSearch } from '#src/jobs/assignment/answer-search.tsx'
import { askCompetingQuote, besideApproved } from '#src/jobs/assignment/competing.ts'
import { seenIn } from '#src/jobs/assignment/seen.ts'
import { contractorsFor } from '#src/jobs/assignment/suggestions.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { hazardSent, hazardTexts } from '#src/jobs/hazards/hazard-form.ts'
import { HazardChangeBody, hazardRule } from '#src/jobs/hazards/hazard-input.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { editedFields, touchedFields } from '#src/jobs/lifecycle/edit-form.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { imagesOf } from '#src/photos/form.ts'
import { recordBulk } from '#src/writes/bulk-actions.ts'
import { alreadyInvalid, onceByForm } from '#src/writes/idempotency.ts'
import {
  AskCompetingQuote,
  AssignedField,
  AssignJob,
  CancelJob,
  EditJob,
  JobFormPage,
  type JobFormProps,
  MarkHazard,
  ReopenJob,
} from '#views/jobs/forms.tsx'
import type { LastDone } from '#views/ui/last-action.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { assignJob, cancelJob } from './actions.ts'
import { answerJobChanged } from './admin-answers.tsx'
import { Assignment, Cancellation, JobChange, Reopening } from './input.ts'
import { ownJob } from './queries.ts'
import { ownJobChanged } from './search/list-behind.tsx'
import { jobTimeline } from './timeline.ts'

type Known = { user: Actor; job: Job; timeline: JobEventEntry[] }
type Shown = Omit<JobFormProps, 'path'> & { timeline: JobEventEntry[]; search?: string }

type JobForm = {
  title: string
  may: Action
  refusal: (known: Known) => Promise<string | null> | string | null
  view: (shown: Shown & { path: string }) => Promise<ReactElement> | ReactElement
  answerSearch?: (request: Request, shown: Shown & { path: string }, status: number) => Promise<Response>
  initial: (job: Job) => Record<string, string>
  work: (user: Actor, id: string, typed: Typed) => Promise<ToastMessage & { last?: LastDone }>
}

const edit: JobForm = {
  title: 'Edit Job',
  may: 'editJob',
  refusal: ({ user, job }) => (editableBy(user.role).includes(job.status) ? null : refusedMove(job)),
  view: (shown) => <EditJob {...shown} />,
  initial: editedFields,
  work: async (user, id, typed) => {
    const edited = await editJob(user, id, checked(JobChange, touchedFields(typed)))
    return edited
      ? { title: 'Job Updated', text: ['The job has been successfully updated.', ...edited.unreached].join(' ') }
      : { title: 'Nothing Changed', text: 'The job was so already.' }
  },
}

async function othersFor({ job, search }: Pick<Shown, 'job' | 'search'>) {
  const { contractors, instead } = await contractorsFor([job], search)
  return { contractors: contractors.filter(({ id }) => id !== job.contractorId), instead }
}

const answerContractors: JobForm['answerSearch'] = async (request, shown, status) => {
  const props = { ...shown, ...(await othersFor(shown)) }
  return answerSearch(request, <AssignedField {...props} />, props, status)
}

const assign: JobForm = {
  title: 'Assign Contractor',
  may: 'assignJob',
  refusal: ({ job }) => (mayMove(job, 'assigned') || mayMove(job, 'reassigned') ? null : refusedMove(job)),
  view: async ({ timeline, ...shown }) => (
    <AssignJob
      {...shown}
      {...(await othersFor(shown))}
      handedBack={timeline
        .filter(({ event }) => event === 'handedBack')
        .slice(-3)
        .reverse()}
    />
  ),
  answerSearch: answerContractors,
  initial: () => ({}),
  work: async (user, id, typed) => {
    const { contractorId } = checked(Assignment, typed)
    const { jobRef, to, before, unreached } = await assignJob(user, id, contractorId, seenIn(typed))
    const entry = await recordBulk(user, 'assign', [{ jobId: id, jobRef, ok: true, message: to, before }])
    return {
      title: 'Contractor Assigned',
      text: unreached.join(' ') || 'The contractor is told by e-mail.',
      last: { entry, words: `${jobRef} assigned to ${to}.`, takeBack: true },
    }
  },
}

const rivals: JobForm = {
  title: 'Ask for Another Quote',
  may: 'askRival',
  refusal: ({ job }) => (mayMove(job, 'quoteApproved') ? null : refusedMove(job)),
  view: async (shown) => <AskCompetingQuote {...shown} {...(await othersFor(shown))} />,
  answerSearch: answerContractors,
  initial: () => ({}),
  work: async (user, id, typed) => {
    const { jobRef, unreached } = await askCompetingQuote(user, id, checked(Assignment, typed).contractorId)
    const text = [`${jobRef} is assigned.`, unreached.join(' ') || 'The contractor is told by e-mail.'].join(' ')
    return { title: 'Another Quote Asked For', text }
  },
}

const cancel: JobForm = {
  title: 'Cancel Job',
  may: 'cancelJob',
  refusal: ({ job }) => (mayMove(job, 'cancelled') ? null : refusedMove(job)),
  view: (shown) => <CancelJob {...shown} />,
  initial: () => ({}),
  work: async (user, id, typed) => {
    const { unreached } = await cancelJob(user, id, checked(Cancellation, typed).reason)
    return { title: 'Job Cancelled', text: ['The job has been cancelled.', ...unreached].join(' ') }
  },
}

const reopen: JobForm = {
  title: 'Reopen Job',
  may: 'reopenJob',
  refusal: ({ user, job, timeline }) => {
    if (!mayMove(job, 'reopened')) return refusedMove(job, 'reopened')
    return isTooLate(user.role, job, timeline) ? TOO_LATE : besideApproved(db, job)
  },
  view: (shown) => <ReopenJob {...shown} />,
  initial: () => ({ keepContractor: 'yes' }),
  work: async (user, id, typed) => {
    const keepContractor = typed.keepContractor === 'yes'
    const { status, unreached } = await reopenJob(user, id, checked(Reopening, { ...typed, keepContractor }))
    const now = isToStart({ status }) ? 'The contractor has the job again.' : 'The job waits for a contractor.'
    return { title: 'Job Reopened', text: [now, ...unreached].join(' ') }
  },
}

const hazard: JobForm = {
  title: 'Hazard',
  may: 'changeHazard',
  refusal: ({ job }) => (mayMarkHazard(job) ? null : refusedMove(job)),
  view: (shown) => <MarkHazard {...shown} />,
  initial: hazardTexts,
  work: async (user, id, typed) => {
    const change = checked(HazardChangeBody, hazardSent(typed), hazardRule)
    const { hazardLevel, unreached } = await changeHazard(user, id, change)
    const now = hazardLevel ? `${HAZARD_LABELS[hazardLevel]}.` : 'No hazard is open.'
    return { title: 'Hazard Saved', text: [now, ...unreached].join(' ') }
  },
}

type Side = {
  jobs: string
  forms: Record<string, JobForm>
  may: Action
  changed: (...told: [...Parameters<typeof ownJobChanged>, last?: LastDone]) => Promise<Response>
}

const ADMIN: Side = {
  jobs: '/admin/jobs',
  forms: { edit, assign, rivals, cancel, reopen, hazard },
  may: 'openAdminScreens',
  changed: answerJobChanged,
}
const AGENT: Side = { jobs: '/jobs', forms: { edit, cancel, reopen, hazard }, may: 'createJob', changed: ownJobChanged }

async function show(
  request: Request,
  { user, ...known }: Known,
  form: JobForm,
  shown: Pick<Shown, 'values' | 'images' | 'errors' | 'search'> & { path: string },
  status = shown.errors ? 422 : 200,
): Promise<Response> {
  const props = { ...known, ...shown, mayAdd: can(user.role, 'createJob') }
  if (isPartial(request) && shown.search !== undefined && form.answerSearch)
    return form.answerSearch(request, props, status)
  if (isPartial(request)) return fragment(request, await form.view(props), { status })
  const content = await form.view({ ...props, page: true })
  const frame = frameOf(request, user)
  return page(
    request,
    <JobFormPage frame={frame} path={shown.path} title={form.title} error={Boolean(shown.errors)}>
      {content}
    </JobFormPage>,
    status,
  )
}

const backIn = ({ back }: Record<string, unknown>): { back?: string } => (back ? { back: ownPath(back) } : {})

async function knownOf(user: Actor, id: string): Promise<Known> {
  const job = await ownJob(user, id)
  return { user, job, timeline: await jobTimeline(user, id) }
}

export const jobFormPages = new Elysia({ name: 'job-form-pages' }).use(signedIn)
for (const side of [ADMIN, AGENT])
  for (const [verb, form] of Object.entries(side.forms)) {
    const permitted = (user: Actor) => authorize(authorize(user, side.may), form.may)
    jobFormPages
      .get(`${side.jobs}/:id/${verb}`, async ({ user, request, params, query }) => {
        const known = await knownOf(permitted(user), params.id)
        const refusal = await form.refusal(known)
        if (refusal) throw new Refused(refusal)
        const path = `${side.jobs}/${known.job.id}`
        const search = query.search === undefined ? undefined : queryText(query.search)
        const values = { ...form.initial(known.job), ...backIn(query) }
        return show(request, known, form, { values, path, search })
      })
      .post(`${side.jobs}/:id/${verb}`, async ({ user, request, params: { id } }) => {
        const sent = await sentForm(permitted(user), request)
        const path = `${side.jobs}/${id}`
        const again = async ({ errors, status }: FormProblem) =>
          show(
            request,
            await knownOf(user, id),
            form,
            { values: textsOf(sent.typed), images: imagesOf(sent.typed), errors, path },
            status,
          )
        return handleForm(sent, {
          back: path,
          invalid: again,
          refused: async (problem) => {
            const isPossible = problem.status === 409 && !(await form.refusal(await knownOf(user, id)))
            return isPossible ? again(problem) : null
          },
          work: async () => {
            const result = await onceByForm(sent, () => form.work(user, id, sent.typed), alreadyInvalid)
            const { last, ...toast } = result
            return side.changed(user, request, id, toast, backIn(sent.typed).back, last)
          },
        })
      })
  }
