import { Elysia } from 'elysia'
import { once, onceForEach } from '#src/guard/idempotency.ts'
import { may } from '#src/guard/may.ts'
import { signedIn } from '#src/guard/signed-in.ts'
import { answerCsv } from '#src/web/csv.ts'
import { jsonInput, noInput } from '#src/web/input.ts'
import { json, jsonWithEtag, listJson, message } from '#src/web/json.ts'
import { answerList } from '#src/web/listing.ts'
import { LIST, queryParameters } from '#src/web/parameters.ts'
import { queryText } from '#src/web/query.ts'
import { assignJob, cancelJob, createJob, startJob, unassignJob } from './actions.ts'
import { answerJob, currentJob, outcomeJson } from './answer.ts'
import { JOB_COLUMNS } from './csv.ts'
import { deleteAllCompleted, deleteJob } from './deletion.ts'
import { editJob } from './edit.ts'
import { JOB_FILTER_NAMES, jobFilterOf } from './filters.ts'
import { Assignment, Assignments, Cancellation, Cancellations, JobChange, NewJob, Reopening } from './input.ts'
import { JOB_DELETED } from './job.ts'
import { jobJson, suggestionJson } from './json.ts'
import { completedJobs, ownJobs } from './lists.ts'
import { assignJobs, cancelJobs } from './many.ts'
import { jobVisibleTo, recentJobs, stats } from './queries.ts'
import { reopenJob } from './reopen.ts'
import { askRival } from './rivals.ts'
import { contractorsFor } from './suggestions.ts'
import { jobTimeline } from './timeline.ts'

export const jobsApi = new Elysia({ name: 'jobs-api' })
  .use(signedIn)
  .get(
    '/api/jobs',
    ({ user, request, query }) => {
      const list = ownJobs(may(user, 'readJobs'), jobFilterOf(query))
      return answerList(request, query, list, jobJson)
    },
    queryParameters(...LIST, ...JOB_FILTER_NAMES, 'sort'),
  )
  .get(
    '/api/jobs/export.csv',
    ({ user, query }) => answerCsv('jobs', JOB_COLUMNS, ownJobs(may(user, 'readJobs'), jobFilterOf(query))),
    queryParameters('search', ...JOB_FILTER_NAMES, 'sort'),
  )
  .post('/api/jobs', ({ user, request }) => {
    may(user, 'createJob')
    const create = async () => createJob(user, await jsonInput(request, NewJob))
    return once({ user, request }, create, answerJob(user, 201))
  })
  // Polled every five seconds by every open dashboard: 'unchanged' is known from the session's row alone.
  .get('/api/jobs/recent', ({ user, request }) => {
    may(user, 'readJobs')
    const answer = async () => listJson(request, (await recentJobs(user)).map(jobJson))
    return user.role === 'admin' ? answer() : jsonWithEtag(request, `${user.id}.${user.activityVersion}`, answer)
  })
  .get(
    '/api/jobs/completed',
    ({ user, request, query }) => {
      const list = completedJobs(may(user, 'readJobs'), jobFilterOf(query))
      return answerList(request, query, list, jobJson)
    },
    queryParameters(...LIST, 'status'),
  )
  .delete('/api/jobs/completed/all', ({ user, request }) => {
    may(user, 'deleteAllCompleted')
    return once(
      { user, request },
      async () => deleteAllCompleted(user),
      (count) => message('All completed jobs have been successfully deleted.', { count }),
    )
  })
  .get('/api/jobs/:id', async ({ user, params }) => json(jobJson(await jobVisibleTo(may(user, 'readJobs'), params.id))))
  .get(
    '/api/jobs/:id/contractors',
    async ({ user, params, query }) => {
      const job = await jobVisibleTo(may(user, 'assignJob'), params.id)
      return json((await contractorsFor([job], queryText(query.search))).map(suggestionJson))
    },
    queryParameters('search'),
  )
  .get('/api/jobs/:id/events', async ({ user, params }) => json(await jobTimeline(may(user, 'readJobs'), params.id)))
  .patch('/api/jobs/:id', ({ user, params, request }) => {
    may(user, 'editJob')
    const edit = async () => {
      const edited = await editJob(user, params.id, await jsonInput(request, JobChange))
      return { id: params.id, untold: edited?.untold }
    }
    return once({ user, request, current: currentJob(user, params.id) }, edit, answerJob(user))
  })
  .delete('/api/jobs/:id', ({ user, params, request }) => {
    may(user, 'deleteJob')
    const remove = () => deleteJob(user, params.id)
    return once({ user, request, current: currentJob(user, params.id) }, remove, (untold) =>
      message([JOB_DELETED, ...untold].join(' ')),
    )
  })
  .post('/api/jobs/assign', async ({ user, request }) => {
    may(user, 'changeManyJobs')
    const { input, each } = await onceForEach({ user, request }, () => jsonInput(request, Assignments))
    return json({ results: (await assignJobs(user, input.jobIds, input.contractorId, each)).map(outcomeJson) })
  })
  .post('/api/jobs/cancel', async ({ user, request }) => {
    may(user, 'changeManyJobs')
    const { input, each } = await onceForEach({ user, request }, () => jsonInput(request, Cancellations))
    return json({ results: (await cancelJobs(user, input.jobIds, input.reason, each)).map(outcomeJson) })
  })
  .post('/api/jobs/:id/assign', ({ user, params, request }) => {
    may(user, 'assignJob')
    const assign = async () => assignJob(user, params.id, (await jsonInput(request, Assignment)).contractorId)
    return once({ user, request, current: currentJob(user, params.id) }, assign, answerJob(user))
  })
  .post('/api/jobs/:id/unassign', async ({ user, params, request }) => {
    may(user, 'unassignJob')
    await noInput(request)
    return once(
      { user, request, current: currentJob(user, params.id) },
      () => unassignJob(user, params.id),
      answerJob(user),
    )
  })
  .post('/api/jobs/:id/rivals', ({ user, params, request }) => {
    may(user, 'askRival')
    const ask = async () => askRival(user, params.id, (await jsonInput(request, Assignment)).contractorId)
    return once({ user, request }, ask, answerJob(user, 201))
  })
  .post('/api/jobs/:id/start', async ({ user, params, request }) => {
    may(user, 'startJob')
    await noInput(request)
    return once(
      { user, request, current: currentJob(user, params.id) },
      () => startJob(user, params.id),
      answerJob(user),
    )
  })
  .post('/api/jobs/:id/cancel', ({ user, params, request }) => {
    may(user, 'cancelJob')
    const cancel = async () => cancelJob(user, params.id, (await jsonInput(request, Cancellation)).reason)
    return once({ user, request, current: currentJob(user, params.id) }, cancel, answerJob(user))
  })
  .post('/api/jobs/:id/reopen', ({ user, params, request }) => {
    may(user, 'reopenJob')
    const reopen = async () => reopenJob(user, params.id, await jsonInput(request, Reopening))
    return once({ user, request, current: currentJob(user, params.id) }, reopen, answerJob(user))
  })
  .get('/api/stats', async ({ user }) => json(await stats(may(user, 'readJobs'))))
