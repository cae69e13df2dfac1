import { apiOf, callsUnder, NO_BODY } from '#src/http/call.ts'
import { assignJob, unassignJob } from '#src/jobs/actions.ts'
import { answerJob, currentJob, jobOutcomeJson } from '#src/jobs/api-answer.ts'
import {
  Assignment,
  Assignments,
  assignmentsRule,
  Cancellations,
  JobAssignment,
  JobsToImport,
  LARGEST_IMPORT,
} from '#src/jobs/input.ts'
import { importedJson, importJobs } from '#src/jobs/lifecycle/import.ts'
import { ChangedJob, ImportResults, JobResults } from '#src/jobs/schemas.ts'
import { askCompetingQuote } from './competing.ts'
import { assignJobs, cancelJobs } from './many.ts'

const { post, postEach } = callsUnder('Jobs')

export const assigningApi = apiOf('assigning-api', [
  postEach(
    '/api/jobs/assign',
    'assignJobs',
    'Assigns or reassigns many jobs, each by itself',
    { may: 'changeManyJobs', body: Assignments, rule: assignmentsRule, answer: JobResults },
    async ({ user, body, each }) => (await assignJobs(user, body, each)).outcomes,
    jobOutcomeJson,
  ),
  postEach(
    '/api/jobs/cancel',
    'cancelJobs',
    'Cancels many jobs, each by itself',
    { may: 'changeManyJobs', body: Cancellations, answer: JobResults },
    async ({ user, body, each }) => (await cancelJobs(user, body.jobIds, body.reason, each)).outcomes,
    jobOutcomeJson,
  ),
  postEach(
    '/api/jobs/import',
    'importJobs',
    'Makes pending jobs of an estate agent that another system had, each by itself, with the moment at which it was raised; nobody gets an e-mail',
    { may: 'importJobs', body: JobsToImport, largest: LARGEST_IMPORT, answer: ImportResults },
    ({ user, body, each }) => importJobs(user, body, each),
    importedJson,
  ),
  post(
    '/api/jobs/:id/assign',
    'assignJob',
    'Assigns or reassigns a job, also a started one',
    { may: 'assignJob', ifMatch: currentJob, body: JobAssignment, answer: ChangedJob },
    ({ user, params, body }) => assignJob(user, params.id, body.contractorId, body.instead),
    answerJob,
  ),
  post(
    '/api/jobs/:id/unassign',
    'unassignJob',
    'Takes a job from its contractor: it is pending again',
    { may: 'unassignJob', ifMatch: currentJob, ...NO_BODY, answer: ChangedJob },
    ({ user, params }) => unassignJob(user, params.id),
    answerJob,
  ),
  post(
    '/api/jobs/:id/rivals',
    'askRival',
    'Asks another contractor while a quote waits for a decision; answers the rival, a job of its own',
    { may: 'askRival', body: Assignment, answer: ChangedJob, status: 201 },
    ({ user, params, body }) => askCompetingQuote(user, params.id, body.contractorId),
    answerJob,
  ),
])
