import { and, eq } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { isAmong } from '#db/query/conditions.ts'
import { invoiceExports } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { ExportedOn } from '#src/domain/invoice/files/preview.ts'
import type { Books, Program } from '#src/domain/invoice/files/program.ts'
import { ownerOf } from './books.ts'

/** By the invoice's id, oldest first, what its reader's own files had. */
export async function exportsOf(
  user: Actor,
  found: readonly { id: string }[],
): Promise<ReadonlyMap<string, ExportedOn[]>> {
  if (found.length === 0) return new Map()
  const { invoiceId: id, target, kind, exportedAt: at } = invoiceExports
  const among = isAmong(
    id,
    found.map((one) => one.id),
  )
  const own = and(among, eq(invoiceExports.owner, ownerOf(user)))
  const rows = await db.select({ id, target, kind, at }).from(invoiceExports).where(own).orderBy(at)
  const exports = rows.map((row) => ({ ...row, program: row.target as Program, books: row.kind as Books }))
  return Map.groupBy(exports, (one) => one.id)
}
