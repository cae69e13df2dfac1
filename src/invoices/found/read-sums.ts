import { and, gte, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '#db/connect/client.ts'
import { at, idList } from '#db/query/conditions.ts'
import { invoiceSql } from '#db/query/predicates.ts'
import { invoiceSumChanges, invoiceSums, invoices, settings } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import { londonTime, today } from '#src/domain/dates.ts'
import { type FoundSums, monthsWithin, type Span } from '#src/domain/invoice/found.ts'
import type { INVOICE_STATES } from '#src/domain/invoice/invoice.ts'
import { valuesIn } from '#src/domain/list-view/with-query.ts'
import { invoicesVisibleTo, netOfInvoice } from '#src/invoices/queries.ts'
import type { Narrowed } from '#src/jobs/search/filters.ts'

type By = NonNullable<Narrowed['by']>

/** As the database names a part that has not been added up yet: it counts invoices of before the upgrade. */
export const MISSING = 'invoice_sums_missing'

const KNOWN = ['state', 'from', 'to', 'agency', 'contractor']
const MOST_KEPT = 100

const whoseOf = (user: Actor, by: By): string[] | undefined => (isAdmin(user) ? by.contractor?.split(',') : [user.id])

/** Whose sums together are those of what is asked for; null where they are not kept. */
function keptOf(user: Actor, by: By): SQL[] | null {
  if (Object.keys(by).some((name) => !KNOWN.includes(name))) return null
  if (!isAdmin(user) && (by.contractor || (by.agency && !isContractor(user)))) return null
  const whose = whoseOf(user, by) ?? [null]
  const agencies = by.agency ? valuesIn(by.agency) : [null]
  if (whose.length * agencies.length > MOST_KEPT) return null
  return whose.flatMap((id) => agencies.map((name) => sql`invoice_sums_of(${id}::uuid, ${name})`))
}

/** Who has been both has what they billed and what they pay under one key. */
function isAgentAndContractor(ids: readonly string[] = []): SQL {
  const has = (column: PgColumn) => sql`(select ${invoices.id} from ${invoices} where ${column} = one.id
    order by ${invoices.invoiceDate} limit 1) is not null`
  return sql`exists (select from unnest(${idList(ids)}::uuid[]) one (id)
    where ${has(invoices.contractorId)} and ${has(invoices.agentId)})`
}

type Kept = typeof invoiceSums | typeof invoiceSumChanges

const isOwed = (kept: Kept): SQL => not(sql`(${kept.isVoid} or ${kept.isPaid})`)

const thisMonth = (): string => `${today().slice(0, 7)}-01`

const IN_STATE: Record<keyof typeof INVOICE_STATES, (kept: Kept) => SQL> = {
  open: ({ isVoid }) => not(isVoid),
  owed: isOwed,
  late: (kept) => and(isOwed(kept), lt(kept.dueOn, thisMonth()))!,
  paid: ({ isPaid }) => sql`${isPaid}`,
  void: ({ isVoid }) => sql`${isVoid}`,
}

const EACH_DAY = sql`md5('days')::uuid`

function partsOf(of: readonly SQL[], { from, until }: Span, { state }: By): SQL[] {
  const states = state?.split(',') as (keyof typeof IN_STATE)[] | undefined
  return [invoiceSums, invoiceSumChanges].map((kept) => {
    const where = and(
      sql`${kept.of} = any(array[${sql.join([...of], sql`, `)}])`,
      from ? gte(kept.month, from) : undefined,
      until ? lt(kept.month, until) : undefined,
      states && or(...states.map((one) => IN_STATE[one](kept))),
    )
    return sql`select ${kept.isVoid}, ${kept.count}, ${kept.net}, ${kept.vat}, ${kept.amount} from ${kept} where ${where}`
  })
}

const inPence = (column: SQL): SQL => sql`(${column} * 100)::bigint`

const each = (where: SQL | undefined): SQL => sql`
  select ${invoiceSql.isVoid()} as is_void, 1 as count, ${inPence(netOfInvoice)} as net, ${inPence(sql`${invoices.vat}`)} as vat,
    ${inPence(sql`${invoices.amount}`)} as amount
  from ${invoices} where ${where ?? sql`true`}`

const beginOf = (day: string): SQL => at(londonTime(day, '00:00'))

const madeIn = ({ from, until }: Span): SQL | undefined =>
  and(
    from ? sql`${invoices.invoiceDate} >= ${beginOf(from)}` : undefined,
    until ? sql`${invoices.invoiceDate} < ${beginOf(until)}` : undefined,
  )

/** Of months it is kept when an invoice is due: which are late by now is asked of each that is due in this one. */
function lateThisMonth(where: SQL | undefined, { state = '' }: By): SQL[] {
  const states = state.split(',')
  if (!states.includes('late') || states.includes('owed') || states.includes('open')) return []
  return [each(and(where, invoiceSql.isOverdue(today()), gte(invoices.dueOn, thisMonth())))]
}

const inForce = (column: 'net' | 'vat' | 'amount') =>
  sql`coalesce(sum(${sql.raw(column)}) filter (where not is_void), 0)::float8 as ${sql.raw(column)}`

type Summed = FoundSums & { unknown: boolean }

async function sumOf(parts: SQL[], isMixed = sql`false`): Promise<Summed> {
  const [row] = await db.execute<Summed>(sql`
    select coalesce(sum(count), 0)::int as count, coalesce(sum(count) filter (where is_void), 0)::int as voids,
      ${inForce('net')}, ${inForce('vat')}, ${inForce('amount')},
      ${isMixed} or exists (select from ${settings} where ${settings.name} = ${MISSING}) as unknown
    from (${sql.join(parts, sql` union all `)}) parts`)
  return row as Summed
}

export const sumOfEach = async (user: Actor, where: SQL | undefined): Promise<FoundSums> =>
  bare(await sumOf([each(and(invoicesVisibleTo(user), where))]))

const bare = ({ count, voids, net, vat, amount }: Summed): FoundSums => ({ count, voids, net, vat, amount })

/** What triggers keep of whole months, and of the days beside them. Null where nothing is kept of that. */
export async function keptSums(user: Actor, { where, by = {} }: Narrowed): Promise<FoundSums | null> {
  const of = keptOf(user, by)
  const { whole, beside } = monthsWithin(by.from, by.to)
  const isOfAll = isAdmin(user) && !by.agency && !by.contractor
  if (!of || !(whole || isOfAll)) return null
  const own = and(invoicesVisibleTo(user), where)
  const parts = [
    ...(whole ? partsOf(of, whole, by) : []),
    ...beside.flatMap((span) => (isOfAll ? partsOf([EACH_DAY], span, by) : [each(and(own, madeIn(span)))])),
    ...lateThisMonth(isOfAll ? own : and(own, whole ? madeIn(whole) : undefined), by),
  ]
  const found = await sumOf(parts, isAgentAndContractor(whoseOf(user, by)))
  return found.unknown ? null : bare(found)
}
