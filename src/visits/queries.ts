import { and, desc, eq, gte, inArray, not, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type DbOrTx, db, type Tx } from '#db/connect/client.ts'
import { isAmong, isOneOf, limitTo } from '#db/query/conditions.ts'
import { type ColumnsOf, visitSql } from '#db/query/predicates.ts'
import { selection } from '#db/query/selection.ts'
import { talliesBeside } from '#db/query/tallies.ts'
import { jobs, jobVisits, users } from '#db/schema.ts'
import { personOf } from '#src/accounts/people/person.ts'
import { forEachRole } from '#src/accounts/people/reader.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { londonTime, today } from '#src/domain/dates.ts'
import type { Job } from '#src/domain/job/job.ts'
import { FINISHED } from '#src/domain/job/status.ts'
import { VISITS_BILLED_BY_QUOTES } from '#src/domain/visit/state.ts'
import type { Visit } from '#src/domain/visit/visit.ts'
import { isUuid, oneById } from '#src/http/uuid.ts'
import { shownOf } from '#src/jobs/visible.ts'
import { INVOICED, joinInvoice, shownColumns } from './of-job.ts'

export type VisitWithJob = Visit & { job: Pick<Job, VisitJobField> }
type VisitJobField =
  | 'id'
  | 'jobRef'
  | 'jobType'
  | 'status'
  | 'propertyName'
  | 'propertyAddress'
  | 'estateAgency'
  | 'issueDescription'
  | 'accessNotes'

const FROM = sql`from ${jobVisits} join ${jobs} on ${eq(jobs.id, jobVisits.jobId)}`

const visitsWithJobs = forEachRole((reader) => {
  const { status, propertyName, propertyAddress, estateAgency, issueDescription, accessNotes } = shownOf(reader)
  return selection(
    {
      visit: { ...shownColumns(jobVisits), ...INVOICED },
      contractor: personOf(users),
      job: {
        ...{ id: jobs.id, jobRef: jobs.jobRef, jobType: jobs.jobType, status },
        ...{ propertyName, propertyAddress, estateAgency, issueDescription, accessNotes },
      },
    },
    sql`${FROM} ${joinInvoice(reader, jobVisits)} left join ${users} on ${eq(users.id, jobVisits.contractorId)} where`,
  )
})

export type Reading = Pick<Actor, 'role' | 'id'>
export const FOR_ADMINS: Reading = { role: 'admin', id: '' }

const NEWEST_FIRST = sql`order by ${desc(jobVisits.visitDate)}, ${desc(jobVisits.id)}`

export async function readVisits(
  where = sql`true`,
  limit?: number,
  reader = FOR_ADMINS,
  order = NEWEST_FIRST,
): Promise<VisitWithJob[]> {
  const rows = await visitsWithJobs(reader)({ reader: reader.id }, sql`${where} ${order} ${limitTo(limit)}`)
  return rows.map(({ visit, contractor, job }) => ({ ...visit!, contractor, job: job! }))
}

export const lastVisitsOf = (contractorId: string, limit: number): Promise<VisitWithJob[]> =>
  readVisits(eq(jobVisits.contractorId, contractorId), limit)

const count = { count: sql<number>`count(*)::int` }
const counted = selection(count, sql`from (select from ${jobVisits} where`)
const countedWithJobs = selection(count, sql`from (select ${FROM} where`)

export async function countVisits(where = sql`true`, found?: SQL, most?: number): Promise<number> {
  const end = sql`${limitTo(most)}) visit`
  const [row] = await (found
    ? countedWithJobs({}, sql`${and(where, found)} ${end}`)
    : counted({}, sql`${where} ${end}`))
  return row!.count
}

export function countVisitsThisMonth(contractorId: string): Promise<number> {
  const first = londonTime(`${today().slice(0, 7)}-01`, '00:00')
  return countVisits(and(eq(jobVisits.contractorId, contractorId), gte(jobVisits.visitDate, first)))
}

export async function visitById(id: string): Promise<VisitWithJob> {
  return oneById(id, () => readVisits(eq(jobVisits.id, id), 1))
}

export const visitsToInvoiceAmong = (ids: readonly string[]): Promise<VisitWithJob[]> =>
  readVisits(and(isAmong(jobVisits.id, ids.filter(isUuid)), visitSql.isToInvoice()))

export async function jobRefsOfVisits(ids: readonly string[]): Promise<[visitId: string, jobRef: string][]> {
  const rows = await db
    .select({ id: jobVisits.id, jobRef: jobs.jobRef })
    .from(jobVisits)
    .innerJoin(jobs, eq(jobs.id, jobVisits.jobId))
    .where(isAmong(jobVisits.id, ids.filter(isUuid)))
  return rows.map(({ id, jobRef }) => [id, jobRef])
}

export const agenciesAndTrades = (tx: DbOrTx, ids: readonly string[]) =>
  tx
    .select({ id: jobVisits.id, agency: jobs.estateAgency, trade: jobs.contractorType })
    .from(jobVisits)
    .innerJoin(jobs, eq(jobs.id, jobVisits.jobId))
    .where(isAmong(jobVisits.id, ids))

export const visitsOf = (tx: Tx, jobIds: string[]) =>
  tx.select({ id: jobVisits.id }).from(jobVisits).where(inArray(jobVisits.jobId, jobIds))

export async function invoicingOfVisits(tx: Tx, jobId: string): Promise<Pick<Visit, 'invoicingStatus'>[]> {
  return tx.select({ invoicingStatus: jobVisits.invoicingStatus }).from(jobVisits).where(eq(jobVisits.jobId, jobId))
}

const OLDEST_FIRST = sql`order by ${jobVisits.visitDate}, ${jobVisits.id}`

export const oldestVisitsToInvoice = (limit: number): Promise<VisitWithJob[]> =>
  readVisits(visitSql.isToInvoice(), limit, FOR_ADMINS, OLDEST_FIRST)

const oldestToInvoice = selection(
  { at: jobVisits.visitDate },
  sql`from ${jobVisits} where ${visitSql.isToInvoice()} ${OLDEST_FIRST} limit 1`,
)

export const oldestVisitToInvoice = async (): Promise<Date | null> => (await oldestToInvoice({}))[0]?.at ?? null

const early = alias(jobVisits, 'early')
const last = alias(jobVisits, 'last')
const hasPhotos = (visit: ColumnsOf<typeof jobVisits, 'photosUrls'>): SQL => sql`cardinality(${visit.photosUrls}) > 0`

const isLastWithPhotos = and(eq(last.jobId, early.jobId), visitSql.isWorkDone(last), hasPhotos(last))
const isEarlyWithPhotos = and(not(visitSql.isWorkDone(early)), visitSql.isBilledByItsQuote(early), hasPhotos(early))

const besideCountedTwice = talliesBeside(sql<number>`(
  select (count(*) - count(distinct ${early.jobId}) filter (where ${isOneOf(jobs.status, FINISHED)}
    and (select ${last.id} from ${jobVisits} "last" where ${isLastWithPhotos} limit 1) is null))::int
  from ${jobVisits} "early" join ${jobs} on ${eq(jobs.id, early.jobId)} where ${isEarlyWithPhotos})`)

export async function countWorkWithPhotos(): Promise<number> {
  const { tally, value } = await besideCountedTwice()
  return tally('job_visits', { status: VISITS_BILLED_BY_QUOTES, kind: 'photos' }).count - (value ?? 0)
}
