import type { SentSummary } from '#src/domain/property/hazard/summary.ts'
import { apiOf, callsUnder } from '#src/http/call.ts'
import { currentJob } from '#src/jobs/api-answer.ts'
import { HazardSummaryBody } from './input.ts'
import { HazardSummariesSchema, MadeSummarySchema } from './schemas.ts'
import { sendSummary } from './sending.ts'
import { summariesVisibleTo } from './summaries.ts'

const { get, post } = callsUnder('Jobs')

const summaryJson = <Summary extends SentSummary>({ jobId: _, ...summary }: Summary) => summary

export const hazardSummaryApi = apiOf('hazard-summary-api', [
  get(
    '/api/jobs/:id/hazard/summary',
    'getHazardSummaries',
    'The written summaries of a job’s hazard as they were sent, and what another would begin with',
    { may: 'changeHazard', answer: HazardSummariesSchema },
    async ({ user, params }) => {
      const { draft, sent } = await summariesVisibleTo(user, params.id)
      return { draft, sent: sent.map(summaryJson) }
    },
  ),
  post(
    '/api/jobs/:id/hazard/summary',
    'sendHazardSummary',
    'Sends the written summary of a job’s hazard to its tenant, by e-mail or as a link',
    { may: 'changeHazard', ifMatch: currentJob, body: HazardSummaryBody, answer: MadeSummarySchema, status: 201 },
    ({ user, params, body }) => sendSummary(user, params.id, body),
    summaryJson,
  ),
])
