import { and, eq, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { db } from '#db/connect/client.ts'
import { isOneOf } from '#db/query/conditions.ts'
import { invoiceSql, quoteSql, visitSql } from '#db/query/states.ts'
import { invoices, jobEvents, jobs, jobVisits, quotes } from '#db/schema.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin, isContractor } from '#src/domain/account/roles.ts'
import type { Counted } from '#src/domain/job/figures/counted.ts'
import type { Figures, Ranked } from '#src/domain/job/figures/figures.ts'
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

const byUrgency = (asked: Asked, what: Counted): SQL =>
  sql`(select json_build_object('total', count(*), ${sql.join(
    URGENCIES.map((one) => sql.raw(`'${one}', count(*) filter (where urgency = '${one}')`)),
    sql`, `,
  )}) from ${jobs} where ${counted(asked, what)})`

const spreadOf = (hours: SQL, from: SQL): SQL => sql`(select json_build_object('count', count(*),
    'median', percentile_cont(0.5) within group (order by hours),
    'nineOfTen', percentile_cont(0.9) within group (order by hours))
  from (select greatest(0, extract(epoch from ${hours}) / 3600)::float8 as hours ${from}) spread)`

const since = (column: PgColumn, asked: Asked, what: Counted): SQL =>
  spreadOf(sql`${column} - ${jobs.createdAt}`, sql`from ${jobs} where ${counted(asked, what)}`)

const DECIDED = sql.raw(`'{quoteApproved,quoteDeclined,newPriceAsked}'::text[]`)

const decided = (asked: Asked): SQL =>
  spreadOf(
    sql`step.created_at - ${quotes.createdAt}`,
    sql`from ${quotes} cross join lateral (select created_at from ${jobEvents}
      where job_id = ${quotes.jobId} and created_at >= ${quotes.createdAt} and event = any(${DECIDED})
      order by id limit 1) step where ${and(quotesIn(asked), not(quoteSql.isPending()))}`,
  )

const pence = (amount: SQL, where: SQL): SQL => sql`(coalesce(sum(${amount}) filter (where ${where}), 0) * 100)::float8`

/** What happened in the period of what `user` may read. */
export async function figuresOf(asked: Asked): Promise<Figures> {
  const isOf = (type: 'contractor_visit' | 'quote') => eq(invoices.type, type)
  const [row] = await db.execute<Figures>(sql`select
    json_build_object('raised', ${byUrgency(asked, 'raised')}, 'finished', ${byUrgency(asked, 'finished')},
      'open', ${byUrgency(asked, 'open')}) as jobs,
    json_build_object('assigned', ${since(jobs.firstAssignedAt, asked, 'assigned')},
      'visited', ${since(jobs.firstVisitAt, asked, 'visited')},
      'finished', ${since(jobs.closedAt, asked, 'finished')}) as times,
    (select json_build_object('met', count(*) filter (where first_visit_at <= visit_by),
      'late', count(*) filter (where first_visit_at > visit_by))
      from ${jobs} where ${counted(asked, 'visited')}) as targets,
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
  return row as Figures
}

const MOST = 10

const ranked = async (select: SQL): Promise<Ranked[]> => [...(await db.execute(select))] as Ranked[]

/** The trades, and the properties, of which most was raised. */
export const mostRaised = (asked: Asked, by: 'contractor_type' | 'property_address'): Promise<Ranked[]> =>
  ranked(sql`select max(${sql.raw(by)}) as name, count(*)::int as count, 0 as pence from ${jobs}
    where ${counted(asked, 'raised')} and ${sql.raw(by)} is not null
    group by ${sql.raw(by === 'property_address' ? 'coalesce(property_key, property_address)' : by)}
    order by count desc, name limit ${sql.raw(String(MOST))}`)

/** Of what was invoiced most, VAT included. */
export const mostInvoiced = (asked: Asked, by: 'agency' | 'contractor_name' | 'property_address'): Promise<Ranked[]> =>
  ranked(sql`select ${sql.raw(by)} as name, count(*)::int as count, (sum(amount) * 100)::float8 as pence
    from ${invoices} where ${invoicesIn(asked)} and ${sql.raw(by)} is not null
    group by 1 order by pence desc, name limit ${sql.raw(String(MOST))}`)
