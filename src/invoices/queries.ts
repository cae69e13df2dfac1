import { desc, eq, type SQL } from 'drizzle-orm'
import { db } from '#db/client.ts'
import { literal } from '#db/conditions.ts'
import { invoices } from '#db/schema.ts'
import { readTallies } from '#db/tallies.ts'
import { ACTIVE } from '#src/jobs/job.ts'
import { NotFound } from '#src/web/errors.ts'
import { isUuid } from '#src/web/uuid.ts'
import type { Invoice, WorkCounts } from './invoice.ts'

export const readInvoices = ({ where, limit }: { where?: SQL; limit?: number } = {}): Promise<Invoice[]> => {
  const query = db
    .select()
    .from(invoices)
    .where(where)
    .orderBy(desc(invoices.invoiceDate), desc(invoices.id))
    .$dynamic()
  return limit === undefined ? query : query.limit(literal(limit))
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
