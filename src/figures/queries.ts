import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '#db/connect/client.ts'
import { isOneOf } from '#db/query/conditions.ts'
import { invoiceSql, quoteSql, visitSql } from '#db/query/predicates.ts'
import { quoteDecidedAt } from '#db/query/quote-decided-at.ts'
import { invoices, jobs, jobVisits, quotes } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import type { Counted } from '#src/domain/job/figures/counted.ts'
import type { ByUrgency, Figures, Ranked, Spread } from '#src/domain/job/figures/figures.ts'
import type { Period } from '#src/domain/job/figures/period.ts'
import { URGENCIES } from '#src/domain/job/urgency.ts'
import { DECLINED_QUOTES } from '#src/domain/quote/state.ts'
import { INVOICE_FILTERS } from '#src/invoices/lists.ts'
import { invoicesVisibleTo } from '#src/invoices/queries.ts'
import { isOfJobVisibleTo } from '#src/jobs/queries.ts'
import { isCounted, isWithin } from '#src/jobs/search/counted.ts'
import { filteredBy } from '#src/jobs/search/filters.ts'
import { jobsWhollyVisibleTo } from '#src/jobs/visible.ts'
import { quotesVisibleTo } from '#src/quotes/readable.ts'
import { VISIT_FILTERS } from '#src/visits/lists.ts'
import type { FigureScope } from './input.ts'

type Asked = { user: Actor; scope: FigureScope; period: Period }

const ofJobs = ({ user, scope }: Asked): SQL | undefined =>
  and(isAdmin(user) ? undefined : jobsWhollyVisibleTo(user), filteredBy(scope))

const isOfTrade = ({ scope: { contractorType } }: Asked, jobId: PgColumn): SQL | undefined =>
  contractorType ? sql`${jobId} in (select ${jobs.id} from ${jobs} where ${filteredBy({ contractorType })})` : undefined

const days = ({ scope: { contractorType, ...scope }, period }: Asked) => ({ ...scope, ...period })

function visitsIn(asked: Asked): SQL {
  const { user } = asked
  const own = isContractor(user) ? eq(jobVisits.contractorId, user.id) : isOfJobVisibleTo(user, jobVisits.jobId)
  const { where } = VISIT_FILTERS.read(days(asked))
  return and(where, isAdmin(user) ? undefined : own, isOfTrade(asked, jobVisits.jobId))!
}

function invoicesIn(asked: Asked): SQL {
  const { from, to, ...scope } = days(asked)
  const { where } = INVOICE_FILTERS.read({ ...scope, taxFrom: from, taxTo: to })
  return and(where, not(invoiceSql.isVoid()), invoicesVisibleTo(asked.user), isOfTrade(asked, invoices.jobId))!
}

function quotesIn(asked: Asked): SQL {
  const { user, scope, period } = asked
  const own = isAdmin(user) ? undefined : quotesVisibleTo(user)
  const narrowed = filteredBy(scope)
  const ofScope = narrowed && sql`${quotes.jobId} in (select ${jobs.id} from ${jobs} where ${narrowed})`
  return and(isWithin(quotes.createdAt, period), own, ofScope)!
}

const counted = (asked: Asked, what: Counted): SQL =>
  and(ofJobs(asked), isCounted({ counted: what, period: asked.period }))!

const urgencies = sql`json_build_object('total', count(*), ${sql.join(
  URGENCIES.map((one) => sql.raw(`'${one}', count(*) filter (where urgency = '${one}')`)),
  sql`, `,
)})`

/** One sort for both shares. */
const spread = sql`json_build_object('count', count(*), 'median',
  (percentile_cont(array[0.5, 0.9]) within group (order by hours))[1], 'nineOfTen',
  (percentile_cont(array[0.5, 0.9]) within group (order by hours))[2])`

const hoursFrom = (raised: SQL | PgColumn, until: SQL | PgColumn): SQL =>
  // Not `extract`, which divides decimal numbers: the slowest part of a year.
  sql`greatest(0, date_part('epoch', ${until} - ${raised}) / 3600) as hours`

const countedUntil = (asked: Asked, what: Counted, until: PgColumn, figures: SQL): SQL => sql`(select ${figures}
  from (select urgency, first_visit_at, visit_by, ${hoursFrom(jobs.createdAt, until)} from ${jobs}
    where ${counted(asked, what)}) counted)`

const jobsBy = (asked: Asked, what: Counted): SQL =>
  sql`(select ${urgencies} from ${jobs} where ${counted(asked, what)})`

const decided = (asked: Asked): SQL =>
  sql`(select ${spread} from (select ${hoursFrom(sql`created_at`, sql`decided_at`)} from (
    select ${quotes.createdAt}, ${quoteDecidedAt} as decided_at from ${quotes}
    where ${and(quotesIn(asked), not(quoteSql.isPending()))}) quote where decided_at is not null) decided)`

const pence = (amount: SQL, where: SQL): SQL => sql`(coalesce(sum(${amount}) filter (where ${where}), 0) * 100)::float8`

type Read = Omit<Figures, 'jobs' | 'times' | 'targets'> & {
  jobs: Omit<Figures['jobs'], 'finished'>
  assigned: Spread
  finished: [ByUrgency, Spread]
  visited: [Spread, Figures['targets']]
}

export async function figuresOf(asked: Asked): Promise<Figures> {
  const isOf = (type: 'contractor_visit' | 'quote') => eq(invoices.type, type)
  const [row] = await db.execute(sql`select
    json_build_object('raised', ${jobsBy(asked, 'raised')}, 'open', ${jobsBy(asked, 'open')}) as jobs,
    ${countedUntil(asked, 'assigned', jobs.firstAssignedAt, spread)} as assigned,
    ${countedUntil(asked, 'finished', jobs.closedAt, sql`json_build_array(${urgencies}, ${spread})`)} as finished,
    ${countedUntil(
      asked,
      'visited',
      jobs.firstVisitAt,
      sql`json_build_array(${spread},
      json_build_object('met', count(*) filter (where first_visit_at <= visit_by),
        'late', count(*) filter (where first_visit_at > visit_by)))`,
    )} as visited,
    (select json_build_object('made', count(*), 'nobodyIn', count(*) filter (where ${visitSql.foundNobodyIn()}))
      from ${jobVisits} where ${visitsIn(asked)}) as visits,
    (select json_build_object('asked', count(*), 'pending', count(*) filter (where ${quoteSql.isPending()}),
      'approved', count(*) filter (where ${quoteSql.isApproved()}),
      'declined', count(*) filter (where ${isOneOf(quotes.status, DECLINED_QUOTES)}),
      'withdrawn', count(*) filter (where ${quoteSql.isWithdrawn()}),
      'approvedPence', ${pence(sql`${quotes.amount}`, quoteSql.isApproved())},
      'decided', ${decided(asked)}) from ${quotes} where ${quotesIn(asked)}) as quotes,
    (select json_build_object('invoices', count(*),
      'feesPence', ${pence(sql`${invoices.amount}`, isOf('contractor_visit'))},
      'quoteWorkPence', ${pence(sql`${invoices.amount}`, isOf('quote'))})
      from ${invoices} where ${invoicesIn(asked)}) as money`)
  const { jobs: counts, assigned, finished, visited, ...others } = row as Read
  return {
    ...others,
    jobs: { ...counts, finished: finished[0] },
    times: { assigned, visited: visited[0], finished: finished[1] },
    targets: visited[1],
  }
}

const MOST = 10
type By = { name: string | null; count: number; pence: number; by: number }

/** The first of each of the columns by which rows are counted, in one reading of them; `by` is the column's place. */
async function firstOfEach(columns: readonly string[], select: SQL, name: SQL, order: SQL): Promise<Ranked[][]> {
  const sets = sql.raw(columns.map((column) => `(${column})`).join(', '))
  const place = sql.raw(columns.map((column, at) => `when grouping(${column}) = 0 then ${at}`).join(' '))
  const rows = (await db.execute(sql`
    select ${name} as name, count, pence, by from (
      select *, row_number() over (partition by by order by ${order} desc, value) as place from (
        select coalesce(${sql.raw(columns.join(', '))}) as value, case ${place} end as by, count(*)::int as count, ${select}
        group by grouping sets (${sets})) counted
      where value is not null) placed
    where place <= ${sql.raw(String(MOST))} order by by, place`)) as By[]
  return columns.map((_, at) => rows.flatMap(({ by, name, ...row }) => (by === at && name ? [{ ...row, name }] : [])))
}

/** The trades, and the properties, of which most was raised. */
export const mostRaised = (asked: Asked): Promise<Ranked[][]> =>
  firstOfEach(
    ['contractor_type', 'property_key'],
    sql`0 as pence from ${jobs} where ${counted(asked, 'raised')}`,
    sql`case by when 0 then value else (select newest.property_address from ${jobs} newest
      where newest.property_key = value order by newest.created_at desc, newest.id desc limit 1) end`,
    sql`count`,
  )

/** The agencies, the contractors and the properties of which most was invoiced, VAT included. */
export const mostInvoiced = (asked: Asked): Promise<Ranked[][]> =>
  firstOfEach(
    ['agency', 'contractor_name', 'property_address'],
    sql`(sum(amount) * 100)::float8 as pence from ${invoices} where ${invoicesIn(asked)}`,
    sql`value`,
    sql`pence`,
  )
