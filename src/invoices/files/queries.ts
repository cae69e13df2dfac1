import { and, eq, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { db } from '#db/connect/client.ts'
import { literal } from '#db/query/conditions.ts'
import { invoiceSql } from '#db/query/predicates.ts'
import { accountingCodes, invoiceExports, invoices } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { type Booked, contactOf } from '#src/domain/invoice/files/columns.ts'
import type { FileSums, LeftByHand } from '#src/domain/invoice/files/preview.ts'
import {
  BOOKS,
  type Books,
  type Codes,
  PROGRAMS,
  type Program,
  takesCreditNotes,
  usualCodes,
} from '#src/domain/invoice/files/program.ts'
import type { Invoice } from '#src/domain/invoice/invoice.ts'
import { isVoid } from '#src/domain/invoice/state.ts'
import { Forbidden } from '#src/http/errors.ts'
import { batchesOf } from '#src/http/list/listing.ts'
import { oneOf, type Query, queryText } from '#src/http/query.ts'
import { INVOICE_FILTERS, invoicesFor } from '#src/invoices/lists.ts'
import { invoicesVisibleTo, netOfInvoice } from '#src/invoices/queries.ts'
import type { Narrowed } from '#src/jobs/search/filters.ts'
import { booksOf, ownerOf } from './books.ts'

export type FileOf = { program: Program; books: Books; filter: Narrowed; sinceLast: boolean }

export function fileAsked(user: Actor, query: Query): FileOf {
  const may = booksOf(user)
  const books = oneOf('as', BOOKS, query.as) ?? may[0]!
  if (!may.includes(books)) throw new Forbidden()
  const program = oneOf('for', PROGRAMS, query.for) ?? 'xero'
  return { program, books, filter: INVOICE_FILTERS.read(user, query), sinceLast: queryText(query.since) === 'last' }
}

const BATCH = 200
const MAX_CONTACTS = 100

const isFor = (user: Actor, { program, books }: FileOf): SQL =>
  and(eq(invoiceExports.owner, ownerOf(user)), eq(invoiceExports.target, program), eq(invoiceExports.kind, books))!

/** Of the file's invoices those that no file had so far, or whose void none had. */
const isNew = (user: Actor, file: FileOf): SQL => sql`not exists (select from ${invoiceExports}
  where ${invoiceExports.invoiceId} = ${invoices.id} and ${isFor(user, file)}
  and (${invoices.voidedAt} is null or ${invoiceExports.voidExportedAt} is not null))`

const narrowed = (user: Actor, file: FileOf): Narrowed => ({
  ...file.filter,
  where: and(file.filter.where, file.sinceLast ? isNew(user, file) : undefined),
})

const invoicesOfFile = (user: Actor, file: FileOf) => invoicesFor(user, narrowed(user, file))

export async function* bookedBatches(user: Actor, file: FileOf): AsyncGenerator<Booked[], void> {
  for await (const batch of batchesOf(invoicesOfFile(user, file), BATCH)) yield withExports(user, file, batch)
}

async function withExports(user: Actor, file: FileOf, found: readonly Invoice[]): Promise<Booked[]> {
  const ids = found.map(({ id }) => id)
  const known = ids.length
    ? await db
        .select()
        .from(invoiceExports)
        .where(and(isFor(user, file), inArray(invoiceExports.invoiceId, ids)))
    : []
  const exported = new Map(known.map((row) => [row.invoiceId, row]))
  return found.map((invoice) => {
    const { exportedAt = null, voidExportedAt = null } = exported.get(invoice.id) ?? {}
    return { ...invoice, exportedAt, voidExportedAt }
  })
}

export async function lastExport(user: Actor, file: FileOf): Promise<Date | null> {
  const [row] = await db
    .select({ at: sql<string | null>`max(${invoiceExports.exportedAt})` })
    .from(invoiceExports)
    .where(isFor(user, file))
  return row?.at ? new Date(row.at) : null
}

/** What was given last, else what the program has usually. */
export async function codesFor(user: Actor, program: Program, books: Books): Promise<Codes> {
  const [row] = await db
    .select({ codes: accountingCodes.codes })
    .from(accountingCodes)
    .where(
      and(
        eq(accountingCodes.owner, ownerOf(user)),
        eq(accountingCodes.target, program),
        eq(accountingCodes.kind, books),
      ),
    )
  return { ...usualCodes(program, books), ...row?.codes }
}

const MAX_BY_HAND = 20

export async function leftByHand(user: Actor, file: FileOf): Promise<LeftByHand> {
  const rows = await db
    .select({ number: invoices.invoiceNumber, count: sql<number>`(count(*) over ())::int` })
    .from(invoiceExports)
    .innerJoin(invoices, eq(invoices.id, invoiceExports.invoiceId))
    .where(
      and(
        isFor(user, file),
        invoiceSql.isVoid(),
        isNull(invoiceExports.voidExportedAt),
        takesCreditNotes(file.program) ? sql`${invoices.creditNote} is null` : undefined,
      ),
    )
    .orderBy(invoices.invoiceNumber)
    .limit(literal(MAX_BY_HAND))
  return { numbers: rows.map(({ number }) => number), count: rows[0]?.count ?? 0 }
}

/** Of invoices in force that match, in pence; searches are summed by what they find. */
export async function sumsOfFile(user: Actor, file: FileOf): Promise<FileSums> {
  const sums = { count: 0, rows: 0, net: 0, vat: 0, amount: 0 }
  if (file.filter.search) {
    for await (const batch of bookedBatches(user, file))
      for (const { lines, net, vat, amount } of batch.filter((invoice) => !isVoid(invoice))) {
        sums.count++
        sums.rows += lines?.length || 1
        sums.net += net
        sums.vat += vat
        sums.amount += amount
      }
    return sums
  }
  const pence = (column: SQL) => sql<number>`(coalesce(sum(${column}), 0) * 100)::float8`
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      rows: sql<number>`coalesce(sum(greatest(jsonb_array_length(${invoices.lines}), 1)), 0)::int`,
      net: pence(netOfInvoice),
      vat: pence(sql`${invoices.vat}`),
      amount: pence(sql`${invoices.amount}`),
    })
    .from(invoices)
    .where(and(invoicesVisibleTo(user), narrowed(user, file).where, not(invoiceSql.isVoid())))
  return row ?? sums
}

export async function contactsOf(user: Actor, file: FileOf): Promise<string[]> {
  const { contractorName, contractorCompany, agency } = invoices
  const isBills = file.books === 'bills'
  const columns = isBills ? sql`${contractorName}, ${contractorCompany}` : sql`${agency}`
  const rows = await db
    .select({
      contractorName: sql<string>`min(${contractorName})`,
      contractorCompany: sql<string | null>`min(${contractorCompany})`,
      agency: sql<string | null>`min(${agency})`,
    })
    .from(invoices)
    .where(and(invoicesVisibleTo(user), narrowed(user, file).where))
    .groupBy(columns)
    .limit(MAX_CONTACTS)
  return [...new Set(rows.map((row) => contactOf(file.books, row)))].sort()
}
