import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isAmong, limitTo } from '#db/query/conditions.ts'
import { invoiceSql } from '#db/query/predicates.ts'
import { selection } from '#db/query/selection.ts'
import { readTallies } from '#db/query/tallies.ts'
import { invoices } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import { today } from '#src/domain/dates.ts'
import type { Invoice, WorkCounts } from '#src/domain/invoice/invoice.ts'
import { ACTIVE } from '#src/domain/job/status.ts'
import { MAX_COUNTED } from '#src/domain/limits.ts'
import { VISITS_TO_INVOICE } from '#src/domain/visit/state.ts'
import { isUuid, oneById } from '#src/http/uuid.ts'

/** In pounds, also of an invoice that an earlier version made. */
export const netOfInvoice = sql`coalesce(${invoices.net}, ${invoices.amount})`

const whole = selection(
  { ...getTableColumns(invoices), net: sql<number>`(${netOfInvoice} * 100)::float8` },
  sql`from ${invoices} where`,
)

export const readInvoices = ({
  where = sql`true`,
  limit,
  oldestFirst = false,
}: {
  where?: SQL
  limit?: number
  oldestFirst?: boolean
} = {}): Promise<Invoice[]> => {
  const way = oldestFirst ? asc : desc
  return whole({}, sql`${where} order by ${way(invoices.invoiceDate)}, ${way(invoices.id)} ${limitTo(limit)}`)
}

const count = { count: sql<number>`count(*)::int` }

export async function countInvoices(where: SQL, most?: number): Promise<number> {
  const [row] = await db.select(count).from(sql`(select from ${invoices} where ${where} ${limitTo(most)}) counted`)
  return row!.count
}

export function invoicesVisibleTo(user: Actor): SQL {
  if (isAdmin(user)) return sql`true`
  if (isContractor(user)) return eq(invoices.contractorId, user.id)
  return eq(invoices.agentId, user.id)
}

export async function numbersOf(user: Actor, ids: readonly string[]): Promise<string[]> {
  const where = and(isAmong(invoices.id, ids.filter(isUuid)), invoicesVisibleTo(user))
  const rows = await db.select({ number: invoices.invoiceNumber }).from(invoices).where(where)
  return rows.map(({ number }) => number).sort()
}

export async function invoiceVisibleTo(user: Actor, id: string): Promise<Invoice> {
  const own = and(eq(invoices.id, id), invoicesVisibleTo(user))
  return oneById(id, () => readInvoices({ where: own, limit: 1 }))
}

export const countLateInvoices = (): Promise<number> => countInvoices(invoiceSql.isOverdue(today()), MAX_COUNTED + 1)

export async function workCounts(): Promise<WorkCounts> {
  const tally = await readTallies()
  return {
    active: tally('jobs', { status: ACTIVE }).count,
    visits: tally('job_visits', { status: VISITS_TO_INVOICE }).count,
    quotes: tally('quotes', { kind: 'to_invoice' }).count,
    invoiced: tally('invoices').count,
  }
}
