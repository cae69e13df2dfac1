import { and, eq, getTableColumns, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '#db/connect/client.ts'
import { idList, isAmong } from '#db/query/conditions.ts'
import { jobSql, quoteSql } from '#db/query/predicates.ts'
import { type RowOf, recurringSelection, selection } from '#db/query/selection.ts'
import { jobs, quotes, users } from '#db/schema.ts'
import { contractorOf } from '#src/accounts/people/person.ts'
import { forEachRole, type Reader } from '#src/accounts/people/reader.ts'
import type { Actor } from '#src/domain/account/account.ts'
import type { Quote } from '#src/domain/quote/quote.ts'
import { memoized } from '#src/runtime/memoized.ts'
import { isCarriedOutBy } from './carried-out.ts'
import { isReadBy, visibleColumns } from './readable.ts'

const quote = alias(quotes, 'quote')
const by = alias(users, 'quote_by')

// Only quote work has a parentJobId.
const isQuotedFor = sql`${quote.jobId} = coalesce(${jobs.parentJobId}, ${jobs.id})`

export const hasQuotes = sql<boolean>`exists (select 1 from ${quotes} "quote" where ${isQuotedFor})`

const isOfJob = (reader: Reader): SQL =>
  and(isQuotedFor, or(jobSql.isVisitJob(), isCarriedOutBy(quote, jobs)), isReadBy(reader, quote))!
const inOrder = sql`order by ${quote.createdAt}, ${quote.id}`

const currentFirst = sql`order by ${quoteSql.isTurnedDown(quote)}, ${quote.createdAt} desc, ${quote.id} desc`

const ofCurrent = <Part>(reader: Reader, part: SQL): SQL<Part> =>
  sql`(select ${part} from ${quotes} "quote" where ${isOfJob(reader)} ${currentFirst} limit 1)`

/** In pence; `currentQuote` in SQL. */
export const currentAmountOfJob = (reader: Reader) =>
  ofCurrent<number | null>(reader, sql`(${quote.amount} * 100)::float8`)

/** Null but for quote work. */
export const quotedWorkOfJob = (reader: Reader): SQL<string | null> =>
  sql`case when not ${jobSql.isVisitJob()} then ${ofCurrent(reader, sql`${quote.description}`)} end`

const columnsFor = (reader: Reader) => ({
  ...{ listedWith: jobs.id, quote: visibleColumns(getTableColumns(quote)) },
  contractor: contractorOf(by, reader),
})
const ofJobs = (reader: Reader): SQL => sql`from ${jobs} join ${quotes} "quote" on ${isOfJob(reader)}
  left join ${users} "quote_by" on ${eq(by.id, quote.contractorId)}
  where ${isAmong(jobs.id, sql.placeholder('jobs'))} ${inOrder}`

const quotesWithJob = forEachRole((reader) => selection(columnsFor(reader), ofJobs(reader)))
// A quote is listed with its job and with the job that carries it out.
const key = sql<string>`${jobs.id}::text || ${quote.id}`
const recurringWithJob = forEachRole((reader) =>
  recurringSelection({ key, ...columnsFor(reader) }, ofJobs(reader), 'key'),
)

type Row = RowOf<ReturnType<typeof columnsFor>>

const quoteOf = ({ quote, contractor }: Readonly<Row>): Quote => ({ ...quote!, contractor })

const byJob = (rows: readonly Readonly<Row>[], toQuote: typeof quoteOf): Map<string, Quote[]> =>
  new Map(
    Array.from(
      Map.groupBy(rows, ({ listedWith }) => listedWith),
      ([id, own]) => [id, own.map(toQuote)],
    ),
  )

type QuotesOfJobs = (reader: Actor, ids: readonly string[], tx?: DbOrTx) => Promise<Map<string, Quote[]>>

export const quotesOfJobs: QuotesOfJobs = async (reader, ids, tx) =>
  byJob(await quotesWithJob(reader)({ reader: reader.id, jobs: idList(ids) }, undefined, tx), quoteOf)

const sameQuoteOf = memoized(quoteOf)

export const recurringQuotesOfJobs: QuotesOfJobs = async (reader, ids) =>
  byJob(await recurringWithJob(reader)({ reader: reader.id, jobs: idList(ids) }), sameQuoteOf)
