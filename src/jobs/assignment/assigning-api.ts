import { Elysia } from 'elysia'
import { authorize } from '#src/access/authorize.ts'
import { signedIn } from '#src/access/signed-in.ts'
import { describedUnder, NoBody } from '#src/http/described.ts'
import { jsonInput, keepBody, noInput } from '#src/http/input.ts'
import { json } from '#src/http/respond/json.ts'
import { assignJob, unassignJob } from '#src/jobs/actions.ts'
import { answerJob, currentJob, jobOutcomeJson } from '#src/jobs/answer.ts'
import { ChangedJob, ImportResults, JobResults } from '#src/jobs/answers.ts'
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
import { once, onceForEach } from '#src/writes/idempotency.ts'
import { assignJobs, cancelJobs } from './many.ts'
import { askRival } from './rivals.ts'

const described = describedUnder('Jobs')

/** Who gets jobs, and what is done with many at once. */
export const assigningApi = new Elysia({ name: 'assigning-api' })
  .use(signedIn)
  .post(
    '/api/jobs/assign',
    async ({ user, request }) => {
      authorize(user, 'changeManyJobs')
      const { input, each } = await onceForEach({ user, request }, () =>
        jsonInput(request, Assignments, { rule: assignmentsRule }),
      )
      return json({ results: (await assignJobs(user, input.jobIds, input, each)).map(jobOutcomeJson) })
    },
    described('assignJobs', 'Assigns or reassigns many jobs, each by itself', {
      by: 'changeManyJobs',
      body: Assignments,
      answers: { 200: JobResults },
    }),
  )
  .post(
    '/api/jobs/cancel',
    async ({ user, request }) => {
      authorize(user, 'changeManyJobs')
      const { input, each } = await onceForEach({ user, request }, () => jsonInput(request, Cancellations))
      return json({ results: (await cancelJobs(user, input.jobIds, input.reason, each)).map(jobOutcomeJson) })
    },
    described('cancelJobs', 'Cancels many jobs, each by itself', {
      by: 'changeManyJobs',
      body: Cancellations,
      answers: { 200: JobResults },
    }),
  )
  .post(
    '/api/jobs/import',
    async ({ user, request }) => {
      authorize(user, 'importJobs')
      await keepBody(request, undefined, LARGEST_IMPORT)
      const { input, each } = await onceForEach({ user, request }, () => jsonInput(request, JobsToImport))
      return json({ results: (await importJobs(user, input, each)).map(importedJson) })
    },
    described(
      'importJobs',
      'Makes pending jobs of an estate agent that another system had, each by itself, with the moment at which it was raised; nobody gets an e-mail',
      { by: 'importJobs', body: JobsToImport, answers: { 200: ImportResults } },
    ),
  )
  .post(
    '/api/jobs/:id/assign',
    ({ user, params, request }) => {
      authorize(user, 'assignJob')
      const assign = async () => {
        const { contractorId, instead } = await jsonInput(request, JobAssignment)
        return assignJob(user, params.id, contractorId, instead)
      }
      return once({ user, request, current: currentJob(user, params.id) }, assign, answerJob(user))
    },
    described('assignJob', 'Assigns or reassigns a job, also a started one', {
      by: 'assignJob',
      ifMatch: true,
      body: JobAssignment,
      answers: { 200: ChangedJob },
    }),
  )
  .post(
    '/api/jobs/:id/unassign',
    async ({ user, params, request }) => {
      authorize(user, 'unassignJob')
      await noInput(request)
      return once(
        { user, request, current: currentJob(user, params.id) },
        () => unassignJob(user, params.id),
        answerJob(user),
      )
    },
    described('unassignJob', 'Takes a job from its contractor: it is pending again', {
      by: 'unassignJob',
      ifMatch: true,
      ...NoBody,
      answers: { 200: ChangedJob },
    }),
  )
  .post(
    '/api/jobs/:id/rivals',
    ({ user, params, request }) => {
      authorize(user, 'askRival')
      const ask = async () => askRival(user, params.id, (await jsonInput(request, Assignment)).contractorId)
      return once({ user, request }, ask, answerJob(user, 201))
    },
    described(
      'askRival',
      'Asks another contractor while a quote waits for a decision; answers the rival, a job of its own',
      { by: 'askRival', body: Assignment, answers: { 201: ChangedJob } },
    ),
  )
