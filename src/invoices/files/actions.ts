import { sql } from 'drizzle-orm'
import { accountingCodes, invoiceExports } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Codes } from '#src/domain/invoice/files/program.ts'
import { isVoid } from '#src/domain/invoice/state.ts'
import { transaction } from '#src/writes/transaction.ts'
import { ownerOf } from './books.ts'
import type { FileOf } from './queries.ts'

const ROWS = 1000

export async function rememberCodes(user: Actor, { program, books }: FileOf, codes: Codes): Promise<void> {
  const row = { owner: ownerOf(user), target: program, kind: books, codes: { ...codes } }
  await transaction((tx) =>
    tx
      .insert(accountingCodes)
      .values(row)
      .onConflictDoUpdate({
        target: [accountingCodes.owner, accountingCodes.target, accountingCodes.kind],
        set: { codes: sql`${accountingCodes.codes} || excluded.codes`, updatedAt: sql`now()` },
      }),
  )
}

export type Exported = { id: string; voidedAt: Date | null }

/** Notes what a file had. An invoice that has been deleted since is left out. */
export async function noteExport(user: Actor, { program, books }: FileOf, exported: readonly Exported[]) {
  const now = sql`now()`
  for (let at = 0; at < exported.length; at += ROWS) {
    const part = exported.slice(at, at + ROWS)
    const json = JSON.stringify(part.map((invoice) => ({ id: invoice.id, void: isVoid(invoice) })))
    await transaction((tx) =>
      tx.execute(sql`insert into ${invoiceExports} (invoice_id, owner, target, kind, exported_at, void_exported_at, exported_by)
        select invoices.id, ${ownerOf(user)}, ${program}, ${books}, ${now}, case when one.void then ${now} end, ${user.id}
        from jsonb_to_recordset(${json}::text::jsonb) as one(id uuid, void boolean) join invoices on invoices.id = one.id
        on conflict (invoice_id, owner, target, kind) do update set exported_at = excluded.exported_at,
          void_exported_at = coalesce(excluded.void_exported_at, ${invoiceExports.voidExportedAt}),
          exported_by = excluded.exported_by`),
    )
  }
}
