import { Elysia } from 'elysia'
import { isAmong } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Job } from '#src/domain/job/job.ts'
import { IN_HAND } from '#src/domain/job/status.ts'
import { mayMove } from '#src/domain/job/transitions.ts'
import { Refused } from '#src/http/errors.ts'
import { checked, type FieldErrors, type Typed, textsOf } from '#src/http/input.ts'
import { queryText } from '#src/http/query.ts'
import { handleForm, type SentForm, sentForm } from '#src/http/respond/handle-form.tsx'
import { dialogOrPage, isPartial } from '#src/http/respond/respond.tsx'
import { isUuid } from '#src/http/uuid.ts'
import { manyJobsChanged } from '#src/jobs/admin-answers.tsx'
import { Assignment, Cancellation } from '#src/jobs/input.ts'
import { readJobs } from '#src/jobs/queries.ts'
import { onceForEachByForm } from '#src/writes/idempotency.ts'
import { EACH, MAX_OWN, ownChoice } from '#views/jobs/assignment/each-choice.tsx'
import { AssignedTo, ManyJobs } from '#views/jobs/assignment/many.tsx'
import { answerSearch } from './answer-search.tsx'
import { assignJobs, cancelJobs, type Given } from './many.ts'
import { contractorsFor, contractorsForEach } from './suggestions.ts'
import { backOf, JOB_LIST, type Ticked, tickedOf } from './ticked.ts'

/** All to one contractor, or each to its own; who has none is left as it is. */
function givenIn(typed: Typed, { ids, seen }: Ticked): Given[] {
  const instead = (id: string) => seen.get(id.toLowerCase())
  if (typed.contractorId !== EACH) {
    const { contractorId } = checked(Assignment, typed)
    return ids.map((jobId) => ({ jobId, contractorId, instead: instead(jobId) }))
  }
  return ids.flatMap((jobId) => {
    const contractorId = typed[ownChoice(jobId)]
    return typeof contractorId === 'string' && contractorId ? { jobId, contractorId, instead: instead(jobId) } : []
  })
}

const VERBS = {
  assign: {
    title: 'Jobs Assigned',
    failed: 'Not Assigned',
    done: 'assigned',
    isReady: (job: Job) => mayMove(job, 'assigned') || mayMove(job, 'reassigned'),
    emails: ({ status, contractor }: Job) => 1 + (IN_HAND.includes(status) && contractor?.email ? 1 : 0),
    work: async (form: SentForm, ticked: Ticked) => {
      const given = givenIn(form.typed, ticked)
      if (given.length === 0) throw new Refused('Please choose a contractor for at least one job.')
      return assignJobs(form.user, given, await onceForEachByForm(form))
    },
  },
  cancel: {
    title: 'Jobs Cancelled',
    failed: 'Not Cancelled',
    done: 'cancelled',
    isReady: (job: Job) => mayMove(job, 'cancelled'),
    emails: (job: Job) => (job.contractor?.email ? 1 : 0) + (isAgentTold(job) ? 1 : 0),
    work: async (form: SentForm, { ids }: Ticked) => {
      const { reason } = checked(Cancellation, form.typed)
      return cancelJobs(form.user, ids, reason, await onceForEachByForm(form))
    },
  },
} as const
type Verb = keyof typeof VERBS

const isAgentTold = ({ estateAgent, hiddenFromEstateAgent }: Job): boolean =>
  Boolean(estateAgent?.email) && hiddenFromEstateAgent === 'no'

async function ask({ user, request, typed }: SentForm, verb: Verb, { ids, seen }: Ticked, errors?: FieldErrors) {
  const { isReady, emails } = VERBS[verb]
  const found = await readJobs(user, { where: isAmong(jobs.id, ids.filter(isUuid)) })
  const ready = found.filter(isReady)
  const booked = ready.filter(({ appointmentStartsAt }) => appointmentStartsAt)
  if (ready.length === 0) throw new Refused('None of the selected jobs is in a state that allows this.')
  const search = typed.search === undefined ? undefined : queryText(typed.search)
  const shown = {
    ...{ verb, search, jobs: found, ready, errors, back: backOf(typed), values: textsOf(typed) },
    moved: ready.filter(({ id, contractorId }) => seen.has(id) && seen.get(id) !== contractorId),
    letters: ready.reduce((sum, job) => sum + emails(job), booked.filter(isAgentTold).length),
    booked: booked.length,
    ...(verb === 'assign' ? await contractorsFor(ready, search) : { contractors: [] }),
    own: verb === 'assign' && ready.length > 1 ? await contractorsForEach(ready, MAX_OWN) : [],
  }
  if (isPartial(request) && search !== undefined) return answerSearch(request, <AssignedTo {...shown} />, shown)
  return dialogOrPage({ user, request }, ManyJobs, shown)
}

export const manyJobsPages = new Elysia({ name: 'many-jobs-pages' }).use(signedIn)
for (const [verb, { title, failed, done, work }] of Object.entries(VERBS) as [Verb, (typeof VERBS)[Verb]][])
  manyJobsPages.post(`${JOB_LIST}/${verb}`, async ({ user, request }) => {
    const form = await sentForm(authorize(user, 'changeManyJobs'), request)
    return handleForm(form, {
      failed,
      back: backOf(form.typed),
      invalid: async ({ errors }) => ask(form, verb, await tickedOf(user, form.typed), errors),
      work: async () => {
        const ticked = await tickedOf(user, form.typed)
        if (ticked.ids.length === 0) throw new Refused('Please select at least one job.')
        if (form.typed.confirmed !== 'yes') return ask(form, verb, ticked)
        const changed = await work(form, ticked)
        return manyJobsChanged(user, request, changed, {
          ...{ title, failed, done, back: backOf(form.typed) },
          takeBack: verb === 'assign',
        })
      },
    })
  })
