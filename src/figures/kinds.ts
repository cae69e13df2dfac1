import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { isOneOf } from '#db/query/conditions.ts'
import { invoiceSql, quoteSql, visitSql } from '#db/query/predicates.ts'
import { mayBeDecided, quoteDecidedAt } from '#db/query/quote-decided-at.ts'
import { invoices, jobs, jobVisits, quotes } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import type { Counted } from '#src/domain/job/figures/counted.ts'
import type { FigureKind } from '#src/domain/job/figures/figures.ts'
import type { Period } from '#src/domain/job/figures/period.ts'
import { URGENCIES } from '#src/domain/job/urgency.ts'
import { DECLINED_QUOTES } from '#src/domain/quote/state.ts'
import { INVOICE_FILTERS, taxDay } from '#src/invoices/lists.ts'
import { invoicesVisibleTo } from '#src/invoices/queries.ts'
import { isCounted } from '#src/jobs/search/counted.ts'
import { filteredBy } from '#src/jobs/search/filters.ts'
import { jobsWhollyVisibleTo } from '#src/jobs/visible.ts'
import { QUOTE_FILTERS } from '#src/quotes/lists.ts'
import { quotesVisibleTo } from '#src/quotes/readable.ts'
import { VISIT_FILTERS, visitsVisibleTo } from '#src/visits/lists.ts'
import type { FigureScope } from './input.ts'

export type Counting = { user: Actor; scope: FigureScope; period: Period }

const ofJobs = ({ user, scope }: Counting): SQL | undefined =>
  and(isAdmin(user) ? undefined : jobsWhollyVisibleTo(user), filteredBy(scope))

const visitsIn = ({ user, scope, period }: Counting): SQL =>
  and(VISIT_FILTERS.narrowedTo(user, { ...scope, ...period }).where, visitsVisibleTo(user))!

export function invoicesIn(asked: Counting): SQL {
  const { scope, period, user } = asked
  const { where } = INVOICE_FILTERS.narrowedTo(user, { ...scope, taxFrom: period.from, taxTo: period.to })
  return and(where, not(invoiceSql.isVoid()), invoicesVisibleTo(user))!
}

function quotesIn(asked: Counting): SQL {
  const { user, scope, period } = asked
  const { where } = QUOTE_FILTERS.narrowedTo(user, { ...scope, ...period })
  return and(where, isAdmin(user) ? undefined : quotesVisibleTo(user))!
}

export const jobsCounted = (asked: Counting, what: Counted): SQL =>
  and(ofJobs(asked), isCounted({ counted: what, period: asked.period }))!

const urgencies = sql`json_build_object('total', count(*), ${sql.join(
  URGENCIES.map((one) => sql.raw(`'${one}', count(*) filter (where urgency = '${one}')`)),
  sql`, `,
)})`

const hoursFrom = (raised: SQL | PgColumn, until: SQL | PgColumn): SQL =>
  // Not `extract`, which divides decimal numbers: the slowest part of a year.
  sql`greatest(0, date_part('epoch', ${until} - ${raised}) / 3600)`

/** Of one day it need not be told for each row, which costs as much as reading it. */
export const londonDay = (moment: PgColumn, { period: { from, to } }: Counting): SQL =>
  from === to ? sql`${from}::date as day` : sql`(${moment} at time zone 'Europe/London')::date as day`

const jobsUntil =
  (what: Counted, until: PgColumn) =>
  (asked: Counting): SQL =>
    sql`select ${londonDay(until, asked)}, urgency, first_visit_at, visit_by, ${hoursFrom(jobs.createdAt, until)} as hours
      from ${jobs} where ${jobsCounted(asked, what)}`

const quoteRows = (asked: Counting): SQL => sql`
  select day, status, amount, case when decided_at is not null then ${hoursFrom(sql`created_at`, sql`decided_at`)} end as hours
  from (select ${londonDay(quotes.createdAt, asked)}, ${quotes.createdAt}, ${quotes.status}, ${quotes.amount},
      case when ${mayBeDecided()} then ${quoteDecidedAt} end as decided_at
    from ${quotes} where ${quotesIn(asked)}) ${quotes}`

const pence = (where: SQL): SQL => sql`(coalesce(sum(amount) filter (where ${where}), 0) * 100)::float8`
const countIf = (where: SQL): SQL => sql`count(*) filter (where ${where})`
const isOf = (type: 'contractor_visit' | 'quote') => eq(invoices.type, type)

export type Kind = {
  of: PgTable
  rows: (asked: Counting) => SQL
  counts: SQL
  hasHours: boolean
}

export const KINDS = {
  raised: { of: jobs, rows: jobsUntil('raised', jobs.createdAt), counts: urgencies, hasHours: false },
  assigned: { of: jobs, rows: jobsUntil('assigned', jobs.firstAssignedAt), counts: sql`'{}'::json`, hasHours: true },
  visited: {
    of: jobs,
    rows: jobsUntil('visited', jobs.firstVisitAt),
    counts: sql`json_build_object('met', ${countIf(sql`first_visit_at <= visit_by`)},
      'late', ${countIf(sql`first_visit_at > visit_by`)})`,
    hasHours: true,
  },
  finished: { of: jobs, rows: jobsUntil('finished', jobs.closedAt), counts: urgencies, hasHours: true },
  /** At the end of its last day. */
  open: {
    of: jobs,
    rows: (asked) =>
      sql`select ${asked.period.to}::date as day, urgency from ${jobs} where ${jobsCounted(asked, 'open')}`,
    counts: urgencies,
    hasHours: false,
  },
  visits: {
    of: jobVisits,
    rows: (asked) =>
      sql`select ${londonDay(jobVisits.visitDate, asked)}, outcome from ${jobVisits} where ${visitsIn(asked)}`,
    counts: sql`json_build_object('made', count(*), 'nobodyIn', ${countIf(visitSql.foundNobodyIn())})`,
    hasHours: false,
  },
  quotes: {
    of: quotes,
    rows: quoteRows,
    counts: sql`json_build_object('asked', count(*), 'pending', ${countIf(quoteSql.isPending())},
      'approved', ${countIf(quoteSql.isApproved())}, 'declined', ${countIf(isOneOf(quotes.status, DECLINED_QUOTES))},
      'withdrawn', ${countIf(quoteSql.isWithdrawn())}, 'approvedPence', ${pence(quoteSql.isApproved())})`,
    hasHours: true,
  },
  money: {
    of: invoices,
    rows: (asked) => sql`select ${taxDay} as day, type, amount from ${invoices} where ${invoicesIn(asked)}`,
    counts: sql`json_build_object('invoices', count(*), 'feesPence', ${pence(isOf('contractor_visit'))},
      'quoteWorkPence', ${pence(isOf('quote'))})`,
    hasHours: false,
  },
} satisfies Record<FigureKind, Kind>
