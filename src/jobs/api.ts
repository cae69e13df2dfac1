import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAgent } from '#src/domain/account/roles.ts'
import { freshUntil } from '#src/domain/cache-until.ts'
import { JOB_DELETED } from '#src/domain/job/job.ts'
import { Confirmation } from '#src/http/answers.ts'
import { CSV, describedUnder, NoBody } from '#src/http/described.ts'
import { jsonInput, noInput } from '#src/http/input.ts'
import { answerList, SEARCHED_FOR } from '#src/http/list/listing.ts'
import { LIST, SEARCH } from '#src/http/parameters.ts'
import { queryText } from '#src/http/query.ts'
import { answerCsv } from '#src/http/respond/csv.ts'
import { jsonWithEtag, listJson, message, unchangedList, versionedList } from '#src/http/respond/json.ts'
import { assigningApi } from '#src/jobs/assignment/assigning-api.ts'
import { contractorsFor } from '#src/jobs/assignment/suggestions.ts'
import { deleteAllCompleted, deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { JOB_PARAMETERS, jobFilterOf } from '#src/jobs/search/filters.ts'
import { once } from '#src/writes/idempotency.ts'
import { cancelJob, createJob, startJob } from './actions.ts'
import { answerJob, currentJob } from './answer.ts'
import { ChangedJob, JobSchema, Jobs, JobsDeleted, StatsSchema, Suggestions, TimelineSchema } from './answers.ts'
import { JOB_COLUMNS } from './csv.ts'
import { Cancellation, JobChange, NewJob, Reopening } from './input.ts'
import { jobJson, jobsJson, suggestionJson } from './json.ts'
import { completedJobs, ownJobs } from './lists.ts'
import { jobVisibleTo, recentJobs, stats } from './queries.ts'
import { jobTimeline } from './timeline.ts'

const described = describedUnder('Jobs')

/** Of agents alone: administrators see everybody's, and contractors also jobs that others have now. */
const versionOfRecent = (user: Actor) => (isAgent(user) ? `${user.id}.${user.activityVersion}` : null)

async function recentJobsWithVersion(user: Actor) {
  const jobs = await recentJobs(user)
  return { until: freshUntil(jobs), items: jobsJson(jobs) }
}

export const jobsApi = new Elysia({ name: 'jobs-api' })
  .use(signedIn)
  .use(assigningApi)
  .get(
    '/api/jobs',
    ({ user, request, query }) => {
      const list = ownJobs(authorize(user, 'readJobs'), jobFilterOf(query))
      return answerList(request, query, list, jobJson)
    },
    described('listJobs', 'The jobs that one may read, filtered and sorted', {
      by: 'readJobs',
      query: { ...LIST, ...JOB_PARAMETERS },
      answers: { 200: Jobs },
    }),
  )
  .get(
    '/api/jobs/export.csv',
    ({ user, request, query }) =>
      answerCsv(request, 'jobs', JOB_COLUMNS, ownJobs(authorize(user, 'readJobs'), jobFilterOf(query))),
    described('exportJobs', 'The same jobs as CSV', { by: 'readJobs', query: JOB_PARAMETERS, answers: { 200: CSV } }),
  )
  .post(
    '/api/jobs',
    ({ user, request }) => {
      authorize(user, 'createJob')
      const create = async () => createJob(user, await jsonInput(request, NewJob))
      return once({ user, request }, create, answerJob(user, 201))
    },
    described('createJob', 'Raises a job, with up to five photos', {
      by: 'createJob',
      body: NewJob,
      answers: { 201: ChangedJob },
    }),
  )
  // Polled every five seconds by every open dashboard: 'unchanged' is known from the session's row and the time.
  .get(
    '/api/jobs/recent',
    ({ user, request }) => {
      authorize(user, 'readJobs')
      const version = versionOfRecent(user)
      return version
        ? versionedList(request, version, () => recentJobsWithVersion(user))
        : recentJobsWithVersion(user).then(({ items }) => listJson(request, items))
    },
    described('listRecentJobs', 'The newest five jobs that wait for a response, for polling', {
      by: 'readJobs',
      unchanged: (user, request) => {
        const version = versionOfRecent(authorize(user, 'readJobs'))
        return version ? unchangedList(request, version) : null
      },
      answers: { 200: Jobs },
    }),
  )
  .get(
    '/api/jobs/completed',
    ({ user, request, query }) => {
      const list = completedJobs(authorize(user, 'readJobs'), jobFilterOf(query))
      return answerList(request, query, list, jobJson)
    },
    described('listCompletedJobs', 'The jobs with a response', {
      by: 'readJobs',
      query: { ...LIST, status: JOB_PARAMETERS.status },
      answers: { 200: Jobs },
    }),
  )
  .delete(
    '/api/jobs/completed/all',
    ({ user, request }) => {
      authorize(user, 'deleteAllCompleted')
      return once(
        { user, request },
        async () => deleteAllCompleted(user),
        (count) => message('All completed jobs have been successfully deleted.', { count }),
      )
    },
    described('deleteCompletedJobs', 'Removes one’s finished jobs', {
      by: 'deleteAllCompleted',
      once: true,
      answers: { 200: JobsDeleted },
    }),
  )
  .get(
    '/api/jobs/:id',
    async ({ user, params, request }) =>
      jsonWithEtag(request, jobJson(await jobVisibleTo(authorize(user, 'readJobs'), params.id))),
    described('getJob', 'A job', { by: 'readJobs', answers: { 200: JobSchema } }),
  )
  .get(
    '/api/jobs/:id/contractors',
    async ({ user, params, request, query }) => {
      const job = await jobVisibleTo(authorize(user, 'assignJob'), params.id)
      const { contractors, instead } = await contractorsFor([job], queryText(query.search))
      const answer = jsonWithEtag(request, contractors.map(suggestionJson))
      if (instead) answer.headers.set(SEARCHED_FOR, encodeURI(instead))
      return answer
    },
    described(
      'suggestContractors',
      'Whom to give a job to, the best first: who has its trade and covers its area, then who has fewest open and late jobs',
      { by: 'assignJob', query: SEARCH, answers: { 200: Suggestions } },
    ),
  )
  .get(
    '/api/jobs/:id/events',
    async ({ user, params, request }) =>
      jsonWithEtag(request, await jobTimeline(authorize(user, 'readJobs'), params.id)),
    described('getJobTimeline', 'What happened to a job, oldest first', {
      by: 'readJobs',
      answers: { 200: TimelineSchema },
    }),
  )
  .patch(
    '/api/jobs/:id',
    ({ user, params, request }) => {
      authorize(user, 'editJob')
      const edit = async () => {
        const edited = await editJob(user, params.id, await jsonInput(request, JobChange))
        return { id: params.id, unreached: edited?.unreached }
      }
      return once({ user, request, current: currentJob(user, params.id) }, edit, answerJob(user))
    },
    described(
      'editJob',
      'Changes the fields that are given: its agent while the job is pending or assigned, an administrator until it is completed or cancelled',
      { by: 'editJob', ifMatch: true, body: JobChange, answers: { 200: ChangedJob } },
    ),
  )
  .delete(
    '/api/jobs/:id',
    ({ user, params, request }) => {
      authorize(user, 'deleteJob')
      const remove = () => deleteJob(user, params.id)
      return once({ user, request, current: currentJob(user, params.id) }, remove, (unreached) =>
        message([JOB_DELETED, ...unreached].join(' ')),
      )
    },
    described(
      'deleteJob',
      'Deletes a job; an unfinished one that a contractor has or had is cancelled, and administrators keep it',
      { by: 'deleteJob', once: true, ifMatch: true, answers: { 200: Confirmation } },
    ),
  )
  .post(
    '/api/jobs/:id/start',
    async ({ user, params, request }) => {
      authorize(user, 'startJob')
      await noInput(request)
      return once(
        { user, request, current: currentJob(user, params.id) },
        () => startJob(user, params.id),
        answerJob(user),
      )
    },
    described('startJob', 'Starts work', { by: 'startJob', ifMatch: true, ...NoBody, answers: { 200: ChangedJob } }),
  )
  .post(
    '/api/jobs/:id/cancel',
    ({ user, params, request }) => {
      authorize(user, 'cancelJob')
      const cancel = async () => cancelJob(user, params.id, (await jsonInput(request, Cancellation)).reason)
      return once({ user, request, current: currentJob(user, params.id) }, cancel, answerJob(user))
    },
    described('cancelJob', 'Cancels a job that has no response yet', {
      by: 'cancelJob',
      ifMatch: true,
      body: Cancellation,
      answers: { 200: ChangedJob },
    }),
  )
  .post(
    '/api/jobs/:id/reopen',
    ({ user, params, request }) => {
      authorize(user, 'reopenJob')
      const reopen = async () => reopenJob(user, params.id, await jsonInput(request, Reopening))
      return once({ user, request, current: currentJob(user, params.id) }, reopen, answerJob(user))
    },
    described('reopenJob', 'Opens a completed, invoiced or cancelled visit again; its agent within 90 days', {
      by: 'reopenJob',
      ifMatch: true,
      body: Reopening,
      answers: { 200: ChangedJob },
    }),
  )
  .get(
    '/api/stats',
    async ({ user, request }) => jsonWithEtag(request, await stats(authorize(user, 'readJobs'))),
    described('getStats', 'How many jobs are active, and how many quotes wait for a decision', {
      by: 'readJobs',
      answers: { 200: StatsSchema },
    }),
  )
