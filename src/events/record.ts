import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { afterCommit } from '#db/connect/after-commit.ts'
import { clientOf, db, type Tx } from '#db/connect/client.ts'
import { is } from '#db/query/conditions.ts'
import { quoteSql } from '#db/query/predicates.ts'
import { invoices, jobs, jobVisits, quotes } from '#db/schema.ts'
import { displayName, type Role } from '#src/domain/account/account.ts'
import { type EventType, subjectKindOf } from '#src/domain/event/event.ts'
import { HIDDEN_FROM_CONTRACTORS } from '#src/domain/job/timeline.ts'
import { isCarriedOutBy } from '#src/quotes/carried-out.ts'
import { numberingBell } from './bell.ts'

type Ids = readonly (string | null | undefined)[]

export type NewChange = {
  type: EventType
  subjectId?: string | number
  jobId?: string
  data?: Record<string, string>
  /** Everyone who could see it before the change, including those who lose access by it. */
  formerly?: { agent?: string | null; contractors?: Ids }
  also?: Ids
  adminsOnly?: boolean
}

export type By = { id: string; role?: Role | null; recordedAt?: Date } & Parameters<typeof displayName>[0]

/** Call it in the change's transaction, before a deletion: who may see the subject is stored with it. */
export async function recordChanges(tx: Tx, by: By | string, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return
  const [id, name, role] = typeof by === 'string' ? [null, by, null] : [by.id, displayName(by) || 'Fettle', by.role]
  await clientOf(tx).unsafe(INSERT, [
    id,
    name,
    role ?? null,
    JSON.stringify(changes.map((change, place) => given(withTime(change, by), place))),
  ])
  afterCommit(tx, ring)
}

export const recordChange = (tx: Tx, by: By | string, change: NewChange): Promise<void> =>
  recordChanges(tx, by, [change])

const ring = () => numberingBell.ring()

const withTime = (change: NewChange, by: By | string): NewChange =>
  typeof by === 'string' || !by.recordedAt
    ? change
    : { ...change, data: { ...change.data, recordedAt: by.recordedAt.toISOString() } }

const present = (ids: Ids = []): string[] => ids.filter((id) => id != null)

function given({ type, subjectId, jobId, data, formerly, also, adminsOnly }: NewChange, place: number) {
  return {
    place,
    id: Bun.randomUUIDv7(),
    type,
    seen: adminsOnly ? 'by administrators' : seenBy(type),
    subject: String(subjectId ?? jobId),
    job: jobId,
    data,
    agents: present([formerly?.agent]),
    contractors: present(formerly?.contractors),
    also: present(also),
  }
}

const OF_ADMINISTRATORS = new Set(['account', 'complaint'])
const HIDDEN = new Set<EventType>(HIDDEN_FROM_CONTRACTORS.map((event) => `job.${event}` as const))

type SubjectKind = ReturnType<typeof subjectKindOf>

function seenBy(type: EventType): `as the ${SubjectKind}` | 'by its readers' | 'by its agent' | 'by administrators' {
  if (HIDDEN.has(type)) return 'by its agent'
  if (type === 'job.deleted') return 'by its readers'
  const kind = subjectKindOf(type)
  if (OF_ADMINISTRATORS.has(kind)) return 'by administrators'
  return kind === 'message' ? 'as the job' : `as the ${kind}`
}

const quote = alias(quotes, 'quote')
const work = alias(jobs, 'work')

/** Contractors who lost the job learn nothing of later changes. */
const contractorsOfJob = sql`select ${jobs.contractorId} where ${jobs.contractorId} is not null`

const contractorsOfVisit = sql`${contractorsOfJob} union select ${jobVisits.contractorId} from ${jobVisits}
  where ${jobVisits.id} = given.subject::uuid and ${jobVisits.contractorId} is not null`

/** As jobsVisibleTo has it for contractors. */
const readersOfJob = sql`${contractorsOfJob}
  union select ${jobVisits.contractorId} from ${jobVisits}
    where ${and(eq(jobVisits.jobId, jobs.id), isNotNull(jobVisits.contractorId))}
  union select ${quote.contractorId} from ${quotes} "quote"
    where ${and(eq(quote.jobId, jobs.id), isNotNull(quote.contractorId))}`

/** As quotesVisibleTo has it for contractors. */
const contractorsOfQuote = sql`
  select ${quote.contractorId} from ${quotes} "quote"
    where ${quote.id} = given.subject::uuid and ${quote.contractorId} is not null
  union select ${work.contractorId} from ${quotes} "quote" join ${jobs} "work" on ${isCarriedOutBy(quote, work)}
    where ${quote.id} = given.subject::uuid and ${quoteSql.isApproved(quote)} and ${work.contractorId} is not null`

const readerOfInvoice = (reader: PgColumn) => sql`select ${reader} from ${invoices}
  where ${invoices.id} = given.subject::uuid and ${reader} is not null`

const insert = sql`
  insert into changes (id, type, subject_id, job_id, job_ref, by_id, by_name, by_role, data, agents, contractors, lost_by)
  select given.id, given.type, given.subject, given.job, ${jobs.jobRef}, who.*, given.data,
    given.also || array(select unnest(current.agents) union select unnest(given.agents)),
    given.also || array(select unnest(current.contractors) union select unnest(given.contractors)),
    array(select unnest(given.agents || given.contractors) except select unnest(current.agents || current.contractors)
      except (${readersOfJob}))
  from (select ${sql.placeholder('id')}::uuid, ${sql.placeholder('name')}::text, ${sql.placeholder('role')}::role) who
  cross join json_to_recordset(${sql.placeholder('changes')}::text::json) as given(
    place int, id uuid, type text, seen text, subject text, job uuid, data jsonb,
    agents uuid[], contractors uuid[], also uuid[])
  left join ${jobs} on ${jobs.id} = given.job
  cross join lateral (select
    case when given.seen = 'as the invoice' then array(${readerOfInvoice(invoices.agentId)})
      when given.seen <> 'by administrators' and ${is(jobs.hiddenFromEstateAgent, 'no')}
      and ${jobs.estateAgentId} is not null then array[${jobs.estateAgentId}] else '{}'::uuid[] end as agents,
    case given.seen
      when 'as the job' then array(${contractorsOfJob})
      when 'by its readers' then array(${readersOfJob})
      when 'as the visit' then array(${contractorsOfVisit})
      when 'as the quote' then array(${contractorsOfQuote})
      when 'as the invoice' then array(${readerOfInvoice(invoices.contractorId)})
      else '{}'::uuid[] end as contractors) current
  order by given.place`

const { sql: INSERT } = db.execute(insert).getQuery()
