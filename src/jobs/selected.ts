import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { is } from '#db/query/conditions.ts'
import { recurringSelection, type Selection, selection } from '#db/query/selection.ts'
import { jobs, users } from '#db/schema.ts'
import { contractorOf, personOf } from '#src/accounts/people/person.ts'
import type { Reader } from '#src/accounts/people/reader.ts'
import { isAdmin, isAgent } from '#src/domain/account/roles.ts'
import type { Job } from '#src/domain/job/job.ts'
import {
  type JobForAdmins,
  type JobForAgents,
  type JobForContractors,
  LISTED,
  LISTED_FOR_ADMINS,
  LISTED_FOR_AGENTS,
  LISTED_FOR_CONTRACTORS,
  type ListedJob,
  NAMED_FOR_ADMINS,
  NAMED_FOR_AGENTS,
} from '#src/domain/job/listed.ts'
import { QUOTED } from '#src/domain/quote/quote-with-job.ts'
import { hazardOfJob } from '#src/jobs/hazards/hazard-cell.ts'
import { unreadOfJob } from '#src/messages/of-job.ts'
import { certificateOfJob } from '#src/properties/certificates/of-job.ts'
import { currentAmountOfJob, hasQuotes, quotedWorkOfJob } from '#src/quotes/of-job.ts'
import { hasVisits, noAccessVisits } from '#src/visits/of-job.ts'
import { shownOf, whileTheirs } from './visible.ts'

const root = alias(jobs, 'root')
const contractor = alias(users, 'contractor')
const estateAgent = alias(users, 'estate_agent')

const {
  searchText: _text,
  words: _words,
  tenantWords: _tenantWords,
  propertyKey: _key,
  firstVisitBy: _visitor,
  firstAssignedAt: _assigned,
  closedAt: _closed,
  appointmentId: _uid,
  appointmentSequence: _sequence,
  ...columns
} = getTableColumns(jobs)

function rivalOf(reader: Reader): { rivalOfJobId: SQL<string | null>; rivalOfJobRef: SQL<string | null> } {
  if (!isAdmin(reader) && !isAgent(reader)) return { rivalOfJobId: sql`null`, rivalOfJobRef: sql`null` }
  const seen = isAdmin(reader)
    ? undefined
    : and(eq(root.estateAgentId, reader.id), is(root.hiddenFromEstateAgent, 'no'))
  const ref = sql<
    string | null
  >`(select ${root.jobRef} from ${jobs} "root" where ${and(eq(root.id, jobs.rivalOfJobId), seen)})`
  return { rivalOfJobId: sql`${jobs.rivalOfJobId}`, rivalOfJobRef: ref }
}

export const JOB_CONTRACTOR = sql`left join ${users} "contractor" on ${eq(contractor.id, jobs.contractorId)}`

function whole(reader: Reader) {
  return {
    ...columns,
    ...shownOf(reader),
    noAccessVisits: sql<number>`coalesce(${whileTheirs(reader, noAccessVisits)}, 0)`,
    ...rivalOf(reader),
    hazard: hazardOfJob(reader),
    certificate: certificateOfJob(reader),
    contractor: { ...contractorOf(contractor, reader), id: whileTheirs(reader, contractor.id) },
    estateAgent: { ...personOf(estateAgent), id: whileTheirs(reader, estateAgent.id) },
    unreadMessages: unreadOfJob(reader),
  }
}
type Whole = ReturnType<typeof whole>

const only = <All extends object, Name extends keyof All>(names: readonly Name[], all: All) =>
  Object.fromEntries(names.map((name) => [name, all[name]])) as Pick<All, Name>

export const quotedJob = (reader: Reader) => only(QUOTED, whole(reader))

const FROM = sql`from ${jobs} ${JOB_CONTRACTOR}
  left join ${users} "estate_agent" on ${eq(estateAgent.id, jobs.estateAgentId)}`

type Select<Of> = (reader: Reader, rest?: SQL) => Selection<Of>

export const wholeJobs: Select<Omit<Job, 'quotes' | 'visits'>> = (reader, rest = sql``) =>
  selection(whole(reader), sql`${FROM} ${rest}`)

export const recurringWholeJobs: Select<Readonly<Omit<Job, 'quotes' | 'visits'>>> = (reader) =>
  recurringSelection(whole(reader), FROM)

export type Hint = { hasQuotes: boolean; hasVisits: boolean }

export const jobsWithHint: Select<Readonly<Omit<Job, 'quotes' | 'visits'> & Hint>> = (reader, rest = sql``) =>
  recurringSelection({ ...whole(reader), hasQuotes, hasVisits }, sql`${FROM} ${rest}`)

export const listedJobs: Select<Readonly<ListedJob>> = (reader, rest = sql``) =>
  recurringSelection(only(LISTED, whole(reader)), sql`${FROM} ${rest}`)

function naming<Of extends Pick<Whole, 'contractor'>, Name extends keyof Whole['contractor']>(
  names: readonly Name[],
  job: Of,
) {
  return { ...job, contractor: only(names, job.contractor) }
}

export const jobsForAgents: Select<Readonly<JobForAgents>> = (reader) =>
  recurringSelection(naming(NAMED_FOR_AGENTS, only(LISTED_FOR_AGENTS, whole(reader))), FROM)

export const jobsForAdmins: Select<Readonly<JobForAdmins>> = (reader) => {
  const listed = naming(NAMED_FOR_ADMINS, only(LISTED_FOR_ADMINS, whole(reader)))
  return recurringSelection({ ...listed, amount: currentAmountOfJob(reader) }, FROM)
}

export const jobsForContractors: Select<JobForContractors> = (reader) =>
  selection(
    {
      ...only(LISTED_FOR_CONTRACTORS, whole(reader)),
      amount: currentAmountOfJob(reader),
      quotedWork: quotedWorkOfJob(reader),
    },
    FROM,
  )
