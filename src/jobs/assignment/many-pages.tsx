import { Elysia } from 'elysia'
import { isAmong } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Job } from '#src/domain/job/job.ts'
import { IN_HAND } from '#src/domain/job/status.ts'
import { mayMove } from '#src/domain/job/transitions.ts'
import { Refused } from '#src/http/errors.ts'
import { checked, type FieldErrors, textsOf } from '#src/http/input.ts'
import { queryText } from '#src/http/query.ts'
import { handleForm, type SentForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { fragment, fragmentOrPage, isPartial } from '#src/http/respond/respond.tsx'
import { isUuid } from '#src/http/uuid.ts'
import { manyJobsChanged } from '#src/jobs/admin-answers.tsx'
import { Assignment, Cancellation } from '#src/jobs/input.ts'
import { readJobs } from '#src/jobs/queries.ts'
import { onceForEachByForm } from '#src/writes/idempotency.ts'
import { AssignedTo, ManyJobs, ManyJobsPage } from '#views/jobs/assignment/many.tsx'
import { assignJobs, cancelJobs } from './many.ts'
import { contractorsFor } from './suggestions.ts'
import { backOf, JOB_LIST, type Ticked, tickedOf } from './ticked.ts'

const VERBS = {
  assign: {
    title: 'Jobs Assigned',
    failed: 'Not Assigned',
    done: 'assigned',
    isReady: (job: Job) => mayMove(job, 'assigned') || mayMove(job, 'reassigned'),
    emails: ({ status, contractor }: Job) => 1 + (IN_HAND.includes(status) && contractor?.email ? 1 : 0),
    work: async (form: SentForm, { ids, seen }: Ticked) => {
      const { contractorId } = checked(Assignment, form.typed)
      return assignJobs(form.user, ids, { contractorId, seen }, await onceForEachByForm(form))
    },
  },
  cancel: {
    title: 'Jobs Cancelled',
    failed: 'Not Cancelled',
    done: 'cancelled',
    isReady: (job: Job) => mayMove(job, 'cancelled'),
    emails: ({ contractor, estateAgent, hiddenFromEstateAgent }: Job) =>
      (contractor?.email ? 1 : 0) + (estateAgent?.email && hiddenFromEstateAgent === 'no' ? 1 : 0),
    work: async (form: SentForm, { ids }: Ticked) => {
      const { reason } = checked(Cancellation, form.typed)
      return cancelJobs(form.user, ids, reason, await onceForEachByForm(form))
    },
  },
} as const
type Verb = keyof typeof VERBS

async function ask({ user, request, typed }: SentForm, verb: Verb, { ids, seen }: Ticked, errors?: FieldErrors) {
  const { isReady, emails } = VERBS[verb]
  const found = await readJobs(user, { where: isAmong(jobs.id, ids.filter(isUuid)) })
  const ready = found.filter(isReady)
  if (ready.length === 0) throw new Refused('None of the selected jobs is in a state that allows this.')
  const search = typed.search === undefined ? undefined : queryText(typed.search)
  const shown = {
    ...{ verb, search, jobs: found, ready, errors, back: backOf(typed), values: textsOf(typed) },
    moved: ready.filter(({ id, contractorId }) => seen.has(id) && seen.get(id) !== contractorId),
    letters: ready.reduce((sum, job) => sum + emails(job), 0),
    ...(verb === 'assign' ? await contractorsFor(ready, search) : { contractors: [] }),
  }
  if (isPartial(request) && search !== undefined) return fragment(request, <AssignedTo {...shown} />)
  const asPage = (frame: Parameters<typeof ManyJobsPage>[0]['frame']) => <ManyJobsPage frame={frame} {...shown} />
  return fragmentOrPage({ user, request }, <ManyJobs {...shown} />, asPage, errors ? 422 : 200)
}

export const manyJobsPages = new Elysia({ name: 'many-jobs-pages' }).use(signedIn)
for (const [verb, { title, failed, done, work }] of Object.entries(VERBS) as [Verb, (typeof VERBS)[Verb]][])
  manyJobsPages.post(`${JOB_LIST}/${verb}`, async ({ user, request }) => {
    authorize(user, 'changeManyJobs')
    const form = await sentForm(user, request)
    return handleForm(form, {
      failed,
      back: backOf(form.typed),
      invalid: async ({ errors }) => ask(form, verb, await tickedOf(user, form.typed), errors),
      work: async () => {
        const ticked = await tickedOf(user, form.typed)
        if (ticked.ids.length === 0) throw new Refused('Please select at least one job.')
        if (form.typed.confirmed !== 'yes') return ask(form, verb, ticked)
        const outcomes = await work(form, ticked)
        return manyJobsChanged(user, request, outcomes, { title, failed, done, back: backOf(form.typed) })
      },
    })
  })
