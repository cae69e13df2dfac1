import { Elysia } from 'elysia'
import type { ReactElement } from 'react'
import type { Actor } from '#src/accounts/account.ts'
import { contractorsToAssign } from '#src/accounts/queries.ts'
import { onceByForm, SENT_ALREADY } from '#src/guard/idempotency.ts'
import { may } from '#src/guard/may.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { Invalid, Refused } from '#src/web/errors.ts'
import { handleForm, sentForm } from '#src/web/handle-form.tsx'
import { checked, type FieldErrors, type Typed, textsOf } from '#src/web/input.ts'
import { fragment, frameOf, isPartial, page } from '#src/web/respond.tsx'
import { AskRival, AssignJob, CancelJob, EditJob, JobFormPage } from '#views/jobs/admin-forms.tsx'
import type { ToastMessage } from '#views/ui/toast.tsx'
import { assignJob, cancelJob, editJob } from './actions.ts'
import { jobChanged } from './admin-answers.tsx'
import { fieldsOf } from './fields.ts'
import { Assignment, Cancellation, JobChange } from './input.ts'
import { type Job, type JobEvent, mayMove, refusedMove } from './job.ts'
import { jobVisibleTo } from './queries.ts'
import { askRival } from './rivals.ts'

type Shown = { job: Job; values: Record<string, string>; errors?: FieldErrors; page?: boolean }

type JobForm = {
  title: string
  may: 'editJob' | 'assignJob' | 'askRival' | 'cancelJob'
  events: readonly JobEvent[]
  view: (shown: Shown) => Promise<ReactElement> | ReactElement
  initial: (job: Job) => Record<string, string>
  work: (user: Actor, id: string, typed: Typed) => Promise<ToastMessage>
}

const forms: Record<'edit' | 'assign' | 'rivals' | 'cancel', JobForm> = {
  edit: {
    title: 'Edit Job',
    may: 'editJob',
    events: ['assigned'],
    view: (shown) => <EditJob {...shown} />,
    initial: fieldsOf,
    work: async (user, id, typed) =>
      (await editJob(user, id, checked(JobChange, typed)))
        ? { title: 'Job Updated', text: 'The job has been successfully updated.' }
        : { title: 'Nothing Changed', text: 'The job was so already.' },
  },
  assign: {
    title: 'Assign Contractor',
    may: 'assignJob',
    events: ['assigned', 'reassigned'],
    view: async (shown) => <AssignJob {...shown} contractors={await contractorsToAssign()} />,
    initial: (job) => ({ contractorId: job.contractorId ?? '' }),
    work: async (user, id, typed) => {
      const { untold } = await assignJob(user, id, checked(Assignment, typed).contractorId)
      return { title: 'Contractor Assigned', text: untold.join(' ') || 'The contractor is told by e-mail.' }
    },
  },
  rivals: {
    title: 'Ask for Another Quote',
    may: 'askRival',
    events: ['quoteApproved'],
    view: async (shown) => <AskRival {...shown} contractors={await contractorsToAssign()} />,
    initial: () => ({}),
    work: async (user, id, typed) => {
      const { jobRef, untold } = await askRival(user, id, checked(Assignment, typed).contractorId)
      const text = [`${jobRef} is assigned.`, untold.join(' ') || 'The contractor is told by e-mail.'].join(' ')
      return { title: 'Another Quote Asked For', text }
    },
  },
  cancel: {
    title: 'Cancel Job',
    may: 'cancelJob',
    events: ['cancelled'],
    view: (shown) => <CancelJob {...shown} />,
    initial: () => ({}),
    work: async (user, id, typed) => {
      const { untold } = await cancelJob(user, id, checked(Cancellation, typed).reason)
      return { title: 'Job Cancelled', text: ['The job has been cancelled.', ...untold].join(' ') }
    },
  },
}

async function show(user: Actor, request: Request, form: JobForm, shown: Shown): Promise<Response> {
  const status = shown.errors ? 422 : 200
  if (isPartial(request)) return fragment(request, await form.view(shown), { status })
  const content = await form.view({ ...shown, page: true })
  const frame = frameOf(request, user)
  return page(
    request,
    <JobFormPage frame={frame} job={shown.job} title={form.title} error={status === 422}>
      {content}
    </JobFormPage>,
    status,
  )
}

export const jobFormPages = new Elysia({ name: 'admin-job-form-pages' }).use(signedIn)
for (const [verb, form] of Object.entries(forms)) {
  jobFormPages
    .get(`/admin/jobs/:id/${verb}`, async ({ user, request, params }) => {
      may(user, form.may)
      const job = await jobVisibleTo(user, params.id)
      if (!form.events.some((event) => mayMove(job, event))) throw new Refused(refusedMove(job))
      return show(user, request, form, { job, values: form.initial(job) })
    })
    .post(`/admin/jobs/:id/${verb}`, async ({ user, request, params }) => {
      may(user, form.may)
      const { id } = params
      const sent = await sentForm(user, request)
      return handleForm(sent, {
        back: `/admin/jobs/${id}`,
        invalid: async ({ errors }) => {
          const job = await jobVisibleTo(user, id)
          return show(user, request, form, { job, values: textsOf(sent.typed), errors })
        },
        work: async () => {
          const { result: toast, changed } = await onceByForm(sent, () => form.work(user, id, sent.typed))
          if (changed) throw new Invalid({ '': SENT_ALREADY })
          return jobChanged(user, request, id, toast)
        },
      })
    })
}
