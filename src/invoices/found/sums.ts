import { and, not, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { invoiceSql } from '#db/query/states.ts'
import { invoices } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { FoundSums } from '#src/domain/invoice/found.ts'
import { foundBySearch } from '#src/invoices/lists.ts'
import { invoicesVisibleTo, netOfInvoice } from '#src/invoices/queries.ts'
import type { NarrowedBeside } from '#src/jobs/search/filters-beside.ts'

const pence = (column: SQL) =>
  sql<number>`(coalesce(sum(${column}) filter (where ${not(invoiceSql.isVoid())}), 0) * 100)::float8`

const SUMS = {
  count: sql<number>`count(*)::int`,
  voids: sql<number>`(count(*) filter (where ${invoiceSql.isVoid()}))::int`,
  net: pence(netOfInvoice),
  vat: pence(sql`${invoices.vat}`),
  amount: pence(sql`${invoices.amount}`),
}

/** Of what the list finds; of void ones only the count. */
export async function sumsOfFound(user: Actor, { search, where }: NarrowedBeside): Promise<FoundSums> {
  const [row] = await db
    .select(SUMS)
    .from(invoices)
    .where(and(invoicesVisibleTo(user), search ? foundBySearch(search) : undefined, where))
  return row!
}
