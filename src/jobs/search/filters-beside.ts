import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { at } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import { endOfDay, londonTime } from '#src/domain/dates.ts'
import type { Parameter } from '#src/http/api-description.ts'
import { SEARCH } from '#src/http/parameters.ts'
import { type Query, queryText } from '#src/http/query.ts'
import { DAY, field, INSTANT, isAtProperty, isOneOfThem, people, properties, type Rule, texts } from './filters.ts'

export type Beside = { jobId: PgColumn; contractorId: PgColumn; updatedAt: PgColumn | SQL; day: PgColumn }

type SharedName = 'from' | 'to' | 'contractor' | 'agency' | 'property' | 'updatedSince'

const belongsTo = ({ jobId }: Beside, which: SQL): SQL =>
  sql`${jobId} in (select ${jobs.id} from ${jobs} where ${which})`

const rules = (table: Beside): Record<SharedName, Rule> => ({
  from: field('From', DAY, (day) => sql`${table.day} >= ${at(londonTime(day, '00:00'))}`),
  to: field('To', DAY, (day) => sql`${table.day} <= ${at(endOfDay(day))}`),
  contractor: people('Contractor', 'the id of a contractor', isOneOfThem(table.contractorId)),
  agency: texts('Estate agency', (name) => belongsTo(table, sql`lower(${jobs.estateAgency}) = ${name.toLowerCase()}`)),
  property: properties((address) => belongsTo(table, isAtProperty(address))),
  updatedSince: field('Updated since', INSTANT, (moment) => sql`${table.updatedAt} >= ${at(new Date(moment))}`),
})

/** `by` has what is given of each filter, as it was read. */
export type NarrowedBeside = {
  search: string
  where: SQL | undefined
  by?: Readonly<Partial<Record<string, string>>>
}

export function filtersBeside<Name extends string = never>(table: Beside, own?: Record<Name, Rule>) {
  const all = { ...rules(table), ...own } as Record<SharedName | Name, Rule>
  const names = Object.keys(all) as (SharedName | Name)[]
  const parameters = Object.fromEntries(names.map((name) => [name, all[name].parameter])) as Record<
    SharedName | Name,
    Parameter
  >
  return {
    parameters: { ...SEARCH, ...parameters },
    read: (query: Query): NarrowedBeside => {
      const given = names.map((name) => [name, all[name].read(name, query[name])] as const).filter(([, text]) => text)
      const where = and(...given.map(([name, text]) => all[name].where(text)))
      return { search: queryText(query.search), where, by: Object.fromEntries(given) }
    },
  }
}
