import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { is, isOneOf } from '#db/query/conditions.ts'
import { jobEvents, jobs, lostJobs, messages } from '#db/schema.ts'
import type { Reader } from '#src/accounts/people/reader.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import { LOST, OPEN, type ShownStatus } from '#src/domain/job/status.ts'
import type { TimelineEvent } from '#src/domain/job/transitions.ts'
import { isVisitedOrQuotedBy } from '#src/jobs/backfill/past-contractors.ts'

// Who reads what of a job. A contractor reads all of a job that names them, and of one that they visited or quoted for
// and lost what was theirs. Access notes and the tenant are for a contractor who still has to do something there.

export function jobsWhollyVisibleTo(reader: Reader): SQL {
  switch (reader.role) {
    case 'estate_agent':
      return and(eq(jobs.estateAgentId, reader.id), is(jobs.hiddenFromEstateAgent, 'no'))!
    case 'contractor':
      return eq(jobs.contractorId, reader.id)
    case 'admin':
      return sql`true`
    default:
      return sql`false`
  }
}

export const jobsVisibleTo = (reader: Reader): SQL =>
  isContractor(reader) ? or(jobsWhollyVisibleTo(reader), isVisitedOrQuotedBy(reader.id))! : jobsWhollyVisibleTo(reader)

/** Conditions of which no job meets two, the whole ones first: for an `or` of them all jobs might be read. */
export function sharesOf(reader: Reader): [whole: SQL, ...lost: SQL[]] {
  if (!isContractor(reader)) return [jobsVisibleTo(reader)]
  return [jobsWhollyVisibleTo(reader), isLostBy(reader)]
}

const isLostBy = (reader: Reader): SQL =>
  and(isVisitedOrQuotedBy(reader.id), sql`${jobs.contractorId} is distinct from ${reader.id}`)!

const isToWorkOn = isOneOf(jobs.status, OPEN)

const LOSING: readonly TimelineEvent[] = [
  ...([
    'reassigned',
    'unassigned',
    'contractorDeleted',
    'handedBack',
    'takenBack',
    'takenBackAssigned',
    'takenBackStarted',
  ] as const),
  ...(['reopened', 'quoteDeletedUnassigned'] as const),
]
const losingMoves = sql.raw(LOSING.map((event) => `'${event}'`).join(', '))

const atLoss = (reader: Reader, name: 'event_id' | 'message_id'): SQL =>
  sql`(select lost.${sql.raw(name)} from ${lostJobs} lost
    where lost.user_id = ${reader.id} and lost.job_id = ${jobs.id})`

const lastEvent = (reader: Reader): SQL => sql`(select coalesce(min(move.id), before.id)
  from (select coalesce(${atLoss(reader, 'event_id')},
    -- Of a loss that nobody noted: what came after the last that they did.
    (select max(own.id) from ${jobEvents} own
      where own.job_id = ${jobs.id} and own.actor_id = ${reader.id} and own.event <> 'handedBack'), 0) as id) before
  left join ${jobEvents} move on move.job_id = ${jobs.id} and move.id > before.id and move.event in (${losingMoves})
  group by before.id)`

const lostAt = (reader: Reader): SQL =>
  sql`(select event.created_at from ${jobEvents} event where event.id = ${lastEvent(reader)})`

const lastMessage = (reader: Reader): SQL => sql`coalesce(${atLoss(reader, 'message_id')},
  (select max(message.id) from ${messages} message
    where message.job_id = ${jobs.id} and message.created_at <= ${lostAt(reader)}), 0)`

const isTheirs = (reader: Reader): SQL => eq(jobs.contractorId, reader.id)

export const isEventReadBy = (reader: Reader, id: PgColumn): SQL | undefined =>
  isContractor(reader) ? sql`(${isTheirs(reader)} or ${id} <= ${lastEvent(reader)})` : undefined
export const isMessageReadBy = (reader: Reader, id: PgColumn): SQL | undefined =>
  isContractor(reader) ? sql`(${isTheirs(reader)} or ${id} <= ${lastMessage(reader)})` : undefined
export const isVisitReadBy = (reader: Reader, contractorId: PgColumn): SQL | undefined =>
  isContractor(reader) ? sql`(${isTheirs(reader)} or ${eq(contractorId, reader.id)})` : undefined

export const hasGoneFrom = (reader: Reader): SQL<boolean> =>
  isContractor(reader) ? sql<boolean>`(${isTheirs(reader)}) is not true` : sql<boolean>`false`

export const mayKnowAccess = (reader: Reader): SQL<boolean> =>
  isContractor(reader) ? sql<boolean>`(${isTheirs(reader)} and ${isToWorkOn}) is true` : sql<boolean>`true`

type Data<Column extends PgColumn> = Column['_']['data']

export function shownOf(reader: Reader) {
  const isMasked = isContractor(reader)
  const masked = (column: PgColumn, condition: () => SQL, otherwise: SQL): SQL =>
    isMasked ? sql`case when ${condition()} then ${column} else ${otherwise} end` : sql`${column}`
  const theirs = () => isTheirs(reader)
  const whileTheirs = <Column extends PgColumn>(column: Column): SQL<Data<Column> | null> =>
    masked(column, theirs, sql`null`) as SQL<Data<Column> | null>
  const toWork = (column: PgColumn): SQL<string | null> =>
    masked(column, () => mayKnowAccess(reader), sql`null`) as SQL<string | null>
  const nameOfTheirs = (column: PgColumn): SQL<string> => masked(column, theirs, sql`''`) as SQL<string>
  const asThen = <Column extends PgColumn>(column: Column, name: string): SQL<Data<Column>> => {
    const before = sql.raw(`'before.${name}'`)
    const then = sql`coalesce((select edit.detail ->> ${before} from ${jobEvents} edit
      where edit.job_id = ${jobs.id} and edit.event = 'edited' and edit.detail ->> ${before} is not null
        and edit.id > ${lastEvent(reader)} order by edit.id limit 1), ${column}::text)`
    const shown = isMasked ? sql`case when ${theirs()} then ${column}::text else ${then} end` : sql`${column}`
    return shown as SQL<Data<Column>>
  }
  return {
    status: (isMasked
      ? sql`case when ${theirs()} then ${jobs.status}::text else ${sql.raw(`'${LOST}'`)} end`
      : sql`${jobs.status}`) as SQL<ShownStatus>,
    propertyName: asThen(jobs.propertyName, 'propertyName'),
    propertyAddress: asThen(jobs.propertyAddress, 'propertyAddress'),
    issueDescription: asThen(jobs.issueDescription, 'issueDescription'),
    urgency: asThen(jobs.urgency, 'urgency'),
    accessNotes: toWork(jobs.accessNotes),
    tenantName: toWork(jobs.tenantName),
    tenantPhone: toWork(jobs.tenantPhone),
    estateAgentName: nameOfTheirs(jobs.estateAgentName),
    estateAgency: nameOfTheirs(jobs.estateAgency),
    estateAgentId: whileTheirs(jobs.estateAgentId),
    contractorId: whileTheirs(jobs.contractorId),
    contractorType: whileTheirs(jobs.contractorType),
    parentJobId: whileTheirs(jobs.parentJobId),
    postcode: whileTheirs(jobs.postcode),
    photosUrls: masked(jobs.photosUrls, theirs, sql`'{}'`) as SQL<string[]>,
    cancelReason: whileTheirs(jobs.cancelReason),
    hiddenFromEstateAgent: masked(jobs.hiddenFromEstateAgent, theirs, sql`'no'`) as SQL<'yes' | 'no'>,
    appointmentStartsAt: whileTheirs(jobs.appointmentStartsAt),
    appointmentEndsAt: whileTheirs(jobs.appointmentEndsAt),
    waitingOn: whileTheirs(jobs.waitingOn),
    waitingFor: whileTheirs(jobs.waitingFor),
    waitingSince: whileTheirs(jobs.waitingSince),
    visitBy: whileTheirs(jobs.visitBy),
    firstVisitAt: whileTheirs(jobs.firstVisitAt),
    hazardLevel: whileTheirs(jobs.hazardLevel),
    hazardDue: whileTheirs(jobs.hazardDue),
    chasedAt: whileTheirs(jobs.chasedAt),
    updatedAt: masked(jobs.updatedAt, theirs, sql`coalesce(${lostAt(reader)}, ${jobs.createdAt})`) as SQL<Date>,
  }
}

/** Looked through without an index: the tenant while there is work to do, and a lost job as it was, without names. */
export function searchedBy(contractor: Reader) {
  const { contractorId, propertyName, propertyAddress, issueDescription } = shownOf(contractor)
  const either = (theirs: SQL, shown: SQL) => sql`case when ${isTheirs(contractor)} then ${theirs} else ${shown} end`
  const tenant = sql`case when ${mayKnowAccess(contractor)} then ${jobs.tenantWords} else '' end`
  return {
    contractorId,
    words: either(
      sql`${jobs.words} || ${tenant}`,
      sql`words_of_job(${propertyName}, ${propertyAddress}, ${jobs.jobRef}, ${issueDescription}, '', '')`,
    ),
    searchText: either(
      sql`${jobs.searchText} || ''`,
      sql`lower(${propertyName} || ' ' || ${propertyAddress} || ' ' || ${jobs.jobRef})`,
    ),
  }
}

export const whileTheirs = (reader: Reader, cell: PgColumn | SQL): SQL<string> =>
  isContractor(reader) ? sql`case when ${isTheirs(reader)} then ${cell} end` : sql`${cell}`
