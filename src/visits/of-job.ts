import { and, eq, getTableColumns, isNull, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '#db/connect/client.ts'
import { idList, isAmong } from '#db/query/conditions.ts'
import { visitSql } from '#db/query/predicates.ts'
import { recurringSelection, type Selection, selection } from '#db/query/selection.ts'
import { invoices, jobs, jobVisits, users } from '#db/schema.ts'
import { contractorOf } from '#src/accounts/people/person.ts'
import { forEachRole, type Reader } from '#src/accounts/people/reader.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import type { Visit } from '#src/domain/visit/visit.ts'
import { isVisitReadBy } from '#src/jobs/visible.ts'

const visit = alias(jobVisits, 'visit')
const by = alias(users, 'visit_by')

export function shownColumns(table: typeof jobVisits) {
  const { updatedAt: _, ...columns } = getTableColumns(table)
  return columns
}

export const hasVisits = sql<boolean>`exists (select 1 from ${jobVisits} "visit" where ${eq(visit.jobId, jobs.id)})`

export const noAccessVisits = sql<number>`(select count(*)::int from ${jobVisits} "visit"
  where ${eq(visit.jobId, jobs.id)} and ${visitSql.foundNobodyIn(visit)})`

const invoice = alias(invoices, 'visit_invoice')

export const INVOICED = {
  fee: sql<number | null>`(${invoice.amount} * 100)::float8`,
  invoiceNumber: sql<string | null>`${invoice.invoiceNumber}`,
}

export const joinInvoice = (reader: Reader, { id, contractorId }: { id: PgColumn; contractorId: PgColumn }): SQL =>
  sql`left join ${invoices} "visit_invoice" on ${and(
    eq(invoice.visitId, id),
    isNull(invoice.voidedAt),
    isContractor(reader) ? eq(contractorId, reader.id) : undefined,
  )}`

const columnsFor = (reader: Reader) => ({
  ...{ ...shownColumns(visit as unknown as typeof jobVisits), ...INVOICED },
  contractor: contractorOf(by, reader),
})
function ofJobs(reader: Reader): SQL {
  const isRead = isVisitReadBy(reader, visit.contractorId)
  return sql`from ${jobVisits} "visit" ${isRead && sql`join ${jobs} on ${eq(jobs.id, visit.jobId)}`}
    ${joinInvoice(reader, visit)} left join ${users} "visit_by" on ${eq(by.id, visit.contractorId)}
    where ${and(isAmong(visit.jobId, sql.placeholder('jobs')), isRead)} order by ${visit.visitDate}, ${visit.id}`
}

const visits = forEachRole((reader) => selection(columnsFor(reader), ofJobs(reader)))
const recurringVisits = forEachRole((reader) => recurringSelection(columnsFor(reader), ofJobs(reader)))

type VisitsOfJobs = (reader: Actor, ids: readonly string[], tx?: DbOrTx) => Promise<Map<string, Visit[]>>

const reading =
  (select: (reader: Actor) => Selection<Visit>): VisitsOfJobs =>
  async (reader, ids, tx) =>
    Map.groupBy(await select(reader)({ reader: reader.id, jobs: idList(ids) }, undefined, tx), ({ jobId }) => jobId)

export const visitsOfJobs = reading(visits)
export const recurringVisitsOfJobs = reading(recurringVisits)
