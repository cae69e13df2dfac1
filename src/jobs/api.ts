import type { Actor } from '#src/domain/account/account.ts'
import { isAgent } from '#src/domain/account/roles.ts'
import { freshUntil } from '#src/domain/cache-until.ts'
import { JOB_DELETED } from '#src/domain/job/job.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { searchedJson } from '#src/http/list/searched.ts'
import { LIST, SEARCH } from '#src/http/parameters.ts'
import { queryText } from '#src/http/query.ts'
import { RecordedOnly } from '#src/http/recorded.ts'
import { listJson, unchangedList, versionedList } from '#src/http/respond/json.ts'
import { Confirmation } from '#src/http/schemas.ts'
import { contractorsFor } from '#src/jobs/assignment/suggestions.ts'
import { changeHazard } from '#src/jobs/hazards/hazard.ts'
import { HazardChangeBody, hazardRule } from '#src/jobs/hazards/hazard-input.ts'
import { deleteAllCompleted, deleteJob } from '#src/jobs/lifecycle/deletion.ts'
import { editJob } from '#src/jobs/lifecycle/edit.ts'
import { reopenJob } from '#src/jobs/lifecycle/reopen.ts'
import { JOB_PARAMETERS, jobFilterOf } from '#src/jobs/search/filters.ts'
import { cancelJob, createJob, startJob } from './actions.ts'
import { answerJob, currentJob } from './api-answer.ts'
import { JOB_COLUMNS } from './csv.ts'
import { Cancellation, JobChange, NewJob, Reopening } from './input.ts'
import { jobJson, jobTexts, suggestionJson } from './json.ts'
import { completedJobs, ownJobs } from './lists.ts'
import { jobVisibleTo, recentJobs, stats } from './queries.ts'
import { ChangedJob, JobSchema, Jobs, JobsDeleted, StatsSchema, Suggestions, TimelineSchema } from './schemas.ts'
import { jobTimeline } from './timeline.ts'

const { get, list, csv, post, patch, remove } = callsUnder('Jobs')

/** Of agents alone: administrators see everybody's, and contractors also jobs that others have now. */
const versionOfRecent = (user: Actor) => (isAgent(user) ? `${user.id}.${user.activityVersion}` : null)

async function recentJobsWithVersion(user: Actor) {
  const jobs = await recentJobs(user)
  return { until: freshUntil(jobs), texts: jobTexts(jobs) }
}

export const jobsApi = apiOf('jobs-api', [
  list(
    '/api/jobs',
    'listJobs',
    'The jobs that one may read, filtered and sorted',
    { may: 'readJobs', query: { ...LIST, ...JOB_PARAMETERS }, answer: Jobs, texts: jobTexts },
    ({ user, query }) => ownJobs(user, jobFilterOf(query)),
    jobJson,
  ),
  csv(
    '/api/jobs/export.csv',
    'exportJobs',
    'The same jobs as CSV',
    { may: 'readJobs', query: JOB_PARAMETERS, file: 'jobs', columns: JOB_COLUMNS },
    ({ user, query }) => ownJobs(user, jobFilterOf(query)),
  ),
  post(
    '/api/jobs',
    'createJob',
    'Raises a job, with up to five photos',
    { may: 'createJob', later: true, body: NewJob, answer: ChangedJob, status: 201 },
    ({ user, body }) => createJob(user, body),
    answerJob,
  ),
  // Polled every five seconds by every open dashboard: 'unchanged' is known from the session's row and the time.
  get(
    '/api/jobs/recent',
    'listRecentJobs',
    'The newest five jobs that wait for a response, for polling',
    {
      may: 'readJobs',
      unchanged(user, request) {
        const version = versionOfRecent(user)
        return version ? unchangedList(request, version) : null
      },
      answer: Jobs,
    },
    async ({ user, request }) => {
      const version = versionOfRecent(user)
      return version
        ? versionedList(request, version, () => recentJobsWithVersion(user))
        : listJson(request, (await recentJobsWithVersion(user)).texts)
    },
  ),
  list(
    '/api/jobs/completed',
    'listCompletedJobs',
    'The jobs with a response',
    { may: 'readJobs', query: { ...LIST, status: JOB_PARAMETERS.status }, answer: Jobs },
    ({ user, query }) => completedJobs(user, jobFilterOf(query)),
    jobJson,
  ),
  remove(
    '/api/jobs/completed/all',
    'deleteCompletedJobs',
    'Removes one’s finished jobs',
    { may: 'deleteAllCompleted', answer: JobsDeleted },
    ({ user }) => deleteAllCompleted(user),
    (count) => ({ message: 'All completed jobs have been successfully deleted.', count }),
  ),
  get('/api/jobs/:id', 'getJob', 'A job', { may: 'readJobs', answer: JobSchema }, async ({ user, params }) =>
    jobJson(await jobVisibleTo(user, params.id)),
  ),
  get(
    '/api/jobs/:id/contractors',
    'suggestContractors',
    'Whom to give a job to, the best first: who has its trade and covers its area, then who has fewest open and late jobs',
    { may: 'assignJob', query: SEARCH, answer: Suggestions },
    async ({ user, params, query }) => {
      const job = await jobVisibleTo(user, params.id)
      const { contractors, instead } = await contractorsFor([job], queryText(query.search))
      return searchedJson(contractors.map(suggestionJson), instead)
    },
  ),
  get(
    '/api/jobs/:id/events',
    'getJobTimeline',
    'What happened to a job, oldest first: the newest 500',
    { may: 'readJobs', answer: TimelineSchema },
    ({ user, params }) => jobTimeline(user, params.id),
  ),
  patch(
    '/api/jobs/:id',
    'editJob',
    'Changes the fields that are given: its agent while the job is pending or assigned, an administrator until it is completed or cancelled',
    { may: 'editJob', ifMatch: currentJob, body: JobChange, answer: ChangedJob },
    async ({ user, params, body }) => {
      const edited = await editJob(user, params.id, body)
      return { id: params.id, unreached: edited?.unreached }
    },
    answerJob,
  ),
  patch(
    '/api/jobs/:id/hazard',
    'changeHazard',
    'Marks a hazard, corrects its times or ends it; what makes less of it, and a correction, asks for a reason',
    {
      may: 'changeHazard',
      ifMatch: currentJob,
      body: HazardChangeBody,
      rule: hazardRule,
      answer: ChangedJob,
    },
    ({ user, params, body }) => changeHazard(user, params.id, body),
    answerJob,
  ),
  remove(
    '/api/jobs/:id',
    'deleteJob',
    'Deletes a job; an unfinished one that a contractor has or had is cancelled, and administrators keep it',
    { may: 'deleteJob', ifMatch: currentJob, answer: Confirmation },
    ({ user, params }) => deleteJob(user, params.id),
    (unreached) => ({ message: [JOB_DELETED, ...unreached].join(' ') }),
  ),
  post(
    '/api/jobs/:id/start',
    'startJob',
    'Starts work',
    { may: 'startJob', ifMatch: currentJob, later: true, body: RecordedOnly, optional: true, answer: ChangedJob },
    ({ user, params }) => startJob(user, params.id),
    answerJob,
  ),
  post(
    '/api/jobs/:id/cancel',
    'cancelJob',
    'Cancels a job that has no response yet',
    { may: 'cancelJob', ifMatch: currentJob, body: Cancellation, answer: ChangedJob },
    ({ user, params, body }) => cancelJob(user, params.id, body.reason),
    answerJob,
  ),
  post(
    '/api/jobs/:id/reopen',
    'reopenJob',
    'Opens a completed, invoiced or cancelled visit again; its agent within 90 days',
    { may: 'reopenJob', ifMatch: currentJob, body: Reopening, answer: ChangedJob },
    ({ user, params, body }) => reopenJob(user, params.id, body),
    answerJob,
  ),
  get(
    '/api/stats',
    'getStats',
    'How many jobs are active, and how many quotes wait for a decision',
    { may: 'readJobs', answer: StatsSchema },
    ({ user }) => stats(user),
  ),
])
