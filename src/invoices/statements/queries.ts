import { and, eq, gte, lt, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '#db/connect/client.ts'
import { literal } from '#db/query/conditions.ts'
import { invoiceSql } from '#db/query/predicates.ts'
import { invoices } from '#db/schema.ts'
import { account } from '#src/accounts/queries.ts'
import { type Actor, fullName } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import { YEARS } from '#src/domain/dates.ts'
import type { Invoice } from '#src/domain/invoice/invoice.ts'
import {
  isPeriod,
  momentsOf,
  type Party,
  STATEMENT_KINDS,
  type Statement,
  type StatementKind,
  type StatementLine,
  type StatementOf,
  type StatementSums,
  usualPeriod,
} from '#src/domain/invoice/statement.ts'
import { after } from '#src/http/cursor.ts'
import { NotFound, WrongQuery } from '#src/http/errors.ts'
import type { Listing } from '#src/http/list/listing.ts'
import { onlyText, type Query } from '#src/http/query.ts'
import { isUuid } from '#src/http/uuid.ts'
import { invoicesVisibleTo, netOfInvoice, readInvoices } from '#src/invoices/queries.ts'

/** What is shown on a page; a file has all. */
const MAX_LINES = 2000

export function periodIn(query: Query, kind: StatementKind): string {
  const period = onlyText('period', query.period)
  if (period && !isPeriod(period))
    throw new WrongQuery({
      period: `"${period}" is no period. Known are a month such as 2026-03 and a year such as 2026, ${YEARS}.`,
    })
  return period || usualPeriod(kind)
}

/** `id` as `statementId` makes it. */
export function statementAsked(user: Actor, id: string | undefined, query: Query): StatementOf {
  // The router gives none of an address that it cannot decode.
  const [, name, subject = ''] = /^([a-z]+)\.(.+)$/s.exec(id ?? '') ?? []
  const kind = STATEMENT_KINDS.find((one) => one === name)
  if (!kind || !mayRead(user, kind, subject)) throw new NotFound()
  return { kind, subject, period: periodIn(query, kind) }
}

function mayRead(user: Actor, kind: StatementKind, subject: string): boolean {
  if (kind !== 'contractor') return !isContractor(user)
  return isUuid(subject) && (isAdmin(user) || (isContractor(user) && subject.toLowerCase() === user.id))
}

const OF: Record<StatementKind, (subject: string) => SQL> = {
  contractor: (id) => eq(invoices.contractorId, id),
  agency: (name) => sql`lower(${invoices.agency}) = lower(${name})`,
  property: (key) => eq(invoices.propertyKey, key),
}

function isWithin(column: PgColumn, period: string): SQL {
  const { from, until } = momentsOf(period)
  return and(gte(column, from), lt(column, until))!
}

const isOf = (user: Actor, { kind, subject }: Pick<StatementOf, 'kind' | 'subject'>): SQL =>
  and(invoicesVisibleTo(user), OF[kind](subject))!

const isOn = (user: Actor, of: StatementOf): SQL => and(isOf(user, of), isWithin(invoices.invoiceDate, of.period))!

export async function statementList(user: Actor, of: StatementOf): Promise<Listing<Invoice>> {
  await partyOf(user, of)
  const where = isOn(user, of)
  return {
    read: (cursor, limit) =>
      readInvoices({
        where: and(where, after(cursor, invoices.invoiceDate, invoices.id, true)),
        limit,
        oldestFirst: true,
      }),
    at: (invoice) => invoice.invoiceDate,
    count: async () => (await sumsOf(where)).count,
  }
}

export async function statementOf(user: Actor, of: StatementOf): Promise<Statement> {
  const where = isOn(user, of)
  const { from } = momentsOf(of.period)
  const [party, found, sums, voidedSince] = await Promise.all([
    partyOf(user, of),
    readInvoices({ where, limit: MAX_LINES + 1, oldestFirst: true }),
    sumsOf(where),
    readInvoices({
      where: and(isOf(user, of), isWithin(invoices.voidedAt, of.period), lt(invoices.invoiceDate, from)),
      limit: MAX_LINES,
      oldestFirst: true,
    }),
  ])
  return { ...of, party, invoices: found.slice(0, MAX_LINES), sums, voidedSince, isWhole: found.length <= MAX_LINES }
}

export async function partyAndSums(user: Actor, of: StatementOf): Promise<Pick<Statement, 'party' | 'sums'>> {
  const [party, sums] = await Promise.all([partyOf(user, of), sumsOf(isOn(user, of))])
  return { party, sums }
}

/** As the newest invoice has it, so also of who or what is there no longer. */
async function partyOf(user: Actor, of: StatementOf): Promise<Party> {
  const [newest] = await readInvoices({ where: isOf(user, of), limit: 1 })
  if (newest) return PARTIES[of.kind](newest)
  if (of.kind !== 'contractor') throw new NotFound()
  const found = await account(db, of.subject, 'contractor')
  return { name: fullName(found), more: [found.company, found.address], vatNumber: found.vatNumber }
}

const PARTIES: Record<StatementKind, (invoice: Invoice) => Party> = {
  contractor: ({ contractorName, contractorCompany, contractorAddress, contractorVatNumber: vatNumber }) => ({
    name: contractorName,
    more: [contractorCompany, contractorAddress],
    vatNumber,
  }),
  agency: ({ agency, agencyAddress }) => ({ name: agency ?? '', more: [agencyAddress], vatNumber: null }),
  property: ({ propertyName, propertyAddress }) => ({
    name: propertyName ?? propertyAddress,
    more: propertyName ? [propertyAddress] : [],
    vatNumber: null,
  }),
}

const pence = (column: SQL, which: SQL): SQL<number> =>
  sql<number>`(coalesce(sum(${column}) filter (where ${which}), 0) * 100)::float8`
const inForce = not(invoiceSql.isVoid())
const SUMS = {
  count: sql<number>`(count(*) filter (where ${inForce}))::int`,
  net: pence(netOfInvoice, inForce),
  vat: pence(sql`${invoices.vat}`, inForce),
  amount: pence(sql`${invoices.amount}`, inForce),
  paid: pence(sql`${invoices.amount}`, and(inForce, invoiceSql.isPaid())!),
}

async function sumsOf(where: SQL): Promise<StatementSums> {
  const [row] = await db.select(SUMS).from(invoices).where(where)
  return row!
}

const newest = (name: SQL): SQL<string> =>
  sql<string>`(array_agg(${name} order by ${invoices.invoiceDate} desc, ${invoices.id} desc))[1]`

const MAX_SUBJECTS = 500

export function statementsOfMonth(
  user: Actor,
  kind: 'contractor' | 'agency',
  period: string,
): Promise<StatementLine[]> {
  const [subject, name] =
    kind === 'contractor'
      ? [
          sql<string>`${invoices.contractorId}`,
          newest(sql`coalesce(${invoices.contractorCompany}, ${invoices.contractorName})`),
        ]
      : [sql<string>`lower(${invoices.agency})`, newest(sql`${invoices.agency}`)]
  return db
    .select({ subject, name, period: sql<string>`${period}`, kind: sql<typeof kind>`${kind}`, ...SUMS })
    .from(invoices)
    .where(and(invoicesVisibleTo(user), isWithin(invoices.invoiceDate, period), sql`${subject} is not null`))
    .groupBy(subject)
    .orderBy(name, subject)
    .limit(literal(MAX_SUBJECTS))
}

const MAX_MONTHS = 36

/** Of one's own invoices, the newest first. */
export function statementsOf(user: Actor): Promise<StatementLine[]> {
  const kind = isContractor(user) ? ('contractor' as const) : ('agency' as const)
  const subject = isContractor(user) ? sql<string>`${invoices.contractorId}` : sql<string>`lower(${invoices.agency})`
  const period = sql<string>`to_char(${invoices.invoiceDate} at time zone 'Europe/London', 'YYYY-MM')`
  return db
    .select({ subject, name: newest(sql`${invoices.agency}`), period, kind: sql<typeof kind>`${kind}`, ...SUMS })
    .from(invoices)
    .where(and(invoicesVisibleTo(user), sql`${subject} is not null`))
    .groupBy(sql`1`, sql`3`)
    .orderBy(sql`3 desc`, sql`2`)
    .limit(literal(MAX_MONTHS))
}
