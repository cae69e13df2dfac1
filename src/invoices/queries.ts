import { desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { limitTo } from '#db/conditions.ts'
import { invoices } from '#db/schema.ts'
import { selection } from '#db/selection.ts'
import { readTallies } from '#db/tallies.ts'
import { ACTIVE } from '#src/jobs/job.ts'
import { NotFound } from '#src/web/errors.ts'
import { isUuid } from '#src/web/uuid.ts'
import type { Invoice, WorkCounts } from './invoice.ts'

const whole = selection(getTableColumns(invoices), sql`from ${invoices} where`)

export const readInvoices = ({
  where = sql`true`,
  limit,
}: {
  where?: SQL
  limit?: number
} = {}): Promise<Invoice[]> => {
  return whole({}, sql`${where} order by ${desc(invoices.invoiceDate)}, ${desc(invoices.id)} ${limitTo(limit)}`)
}

export async function invoiceById(id: string): Promise<Invoice> {
  const [found] = isUuid(id) ? await readInvoices({ where: eq(invoices.id, id), limit: 1 }) : []
  if (!found) throw new NotFound()
  return found
}

export async function workCounts(): Promise<WorkCounts> {
  const tally = await readTallies()
  return {
    active: tally('jobs', { status: ACTIVE }).count,
    visits: tally('job_visits', { status: ['pending'] }).count,
    quotes: tally('quotes', { kind: 'to_invoice' }).count,
    invoiced: tally('invoices').count,
  }
}
