import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { db } from '#db/connect/client.ts'
import { is, literal } from '#db/query/conditions.ts'
import { jobs, users } from '#db/schema.ts'
import { personOf } from '#src/accounts/people/person.ts'
import type { OpenJob } from '#src/domain/job/open-job.ts'
import { isInHandOf, isUnfinishedOf } from '#src/jobs/of-account.ts'
import { noAccessVisits } from '#src/visits/of-job.ts'

const contractor = alias(users, 'contractor')
const agent = alias(users, 'agent')

const tellsAgent = sql<boolean>`${and(isNotNull(agent.email), isNull(agent.deletedAt), is(jobs.hiddenFromEstateAgent, 'no'))}`

async function openJobs(where: SQL, limit: number): Promise<OpenJob[]> {
  return db
    .select({
      id: jobs.id,
      jobRef: jobs.jobRef,
      jobType: jobs.jobType,
      status: jobs.status,
      urgency: jobs.urgency,
      propertyName: jobs.propertyName,
      propertyAddress: jobs.propertyAddress,
      postcode: jobs.postcode,
      contractorType: jobs.contractorType,
      waitingOn: jobs.waitingOn,
      waitingFor: jobs.waitingFor,
      waitingSince: jobs.waitingSince,
      updatedAt: jobs.updatedAt,
      visitBy: jobs.visitBy,
      firstVisitAt: jobs.firstVisitAt,
      hazardLevel: jobs.hazardLevel,
      hazardDue: jobs.hazardDue,
      noAccessVisits,
      appointmentStartsAt: jobs.appointmentStartsAt,
      appointmentEndsAt: jobs.appointmentEndsAt,
      contractorId: jobs.contractorId,
      estateAgentName: jobs.estateAgentName,
      contractor: personOf(contractor),
      tellsAgent,
    })
    .from(jobs)
    .leftJoin(contractor, eq(contractor.id, jobs.contractorId))
    .leftJoin(agent, eq(agent.id, jobs.estateAgentId))
    .where(where)
    .orderBy(asc(jobs.waitingSince), asc(jobs.id))
    .limit(literal(limit))
}

export const jobsInHandOf = (contractorId: string, limit: number) => openJobs(isInHandOf(contractorId), limit)
export const unfinishedJobsOf = (agentId: string, limit: number) => openJobs(isUnfinishedOf(agentId), limit)

export const idsInHandOf = async (contractorId: string, limit: number): Promise<string[]> =>
  (await jobsInHandOf(contractorId, limit)).map(({ id }) => id)
