import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { at, isOneOf } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import type { Reader } from '#src/accounts/people/reader.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import { endOfDay, londonTime } from '#src/domain/dates.ts'
import { CONTRACTOR_TYPES } from '#src/domain/job/contractor-type.ts'
import { boundsInWords } from '#src/domain/job/figures/period.ts'
import type { Parameter } from '#src/http/api-description.ts'
import { SEARCH } from '#src/http/parameters.ts'
import { type Query, queryText } from '#src/http/query.ts'
import { jobsWhollyVisibleTo } from '#src/jobs/visible.ts'
import { wordsOf } from './filter-choices.ts'
import {
  DAY,
  field,
  INSTANT,
  isAtProperty,
  isOneOfThem,
  oneOfChoices,
  people,
  properties,
  type Rule,
  texts,
} from './filters.ts'

export type Beside = { jobId: PgColumn; contractorId: PgColumn; updatedAt: PgColumn | SQL; day: PgColumn }

type SharedName = 'from' | 'to' | 'contractor' | 'agency' | 'contractorType' | 'property' | 'updatedSince'

const belongsTo = ({ jobId }: Beside, which: SQL, reader?: Reader): SQL =>
  reader && isContractor(reader)
    ? sql`${jobId} in (select unnest(array[${jobs.id}, ${jobs.parentJobId}]) from ${jobs}
        where ${and(which, jobsWhollyVisibleTo(reader))})`
    : sql`${jobId} in (select ${jobs.id} from ${jobs} where ${which})`

const rules = (table: Beside, reader?: Reader): Record<SharedName, Rule> => ({
  from: field('From', DAY, (day) => sql`${table.day} >= ${at(londonTime(day, '00:00'))}`),
  to: field('To', DAY, (day) => sql`${table.day} <= ${at(endOfDay(day))}`),
  contractor: people('Contractor', 'the id of a contractor', isOneOfThem(table.contractorId)),
  agency: texts('Estate agency', (name) =>
    belongsTo(table, sql`lower(${jobs.estateAgency}) = ${name.toLowerCase()}`, reader),
  ),
  contractorType: oneOfChoices('Trade', CONTRACTOR_TYPES, (values) =>
    belongsTo(table, isOneOf(jobs.contractorType, values), reader),
  ),
  property: properties((address) => belongsTo(table, isAtProperty(address), reader)),
  updatedSince: field('Updated since', INSTANT, (moment) => sql`${table.updatedAt} >= ${at(new Date(moment))}`),
})

/** What is given of each filter, as it was read. */
type FilteredBy = Readonly<Record<string, string>>

export type NarrowedBeside = {
  search: string
  where: SQL | undefined
  by?: FilteredBy
}

export function filtersBeside<Name extends string = never>(table: Beside, own?: Record<Name, Rule>) {
  const rulesFor = (reader?: Reader) => ({ ...rules(table, reader), ...own }) as Record<SharedName | Name, Rule>
  const all = rulesFor()
  const names = Object.keys(all) as (SharedName | Name)[]
  const parameters = Object.fromEntries(names.map((name) => [name, all[name].parameter])) as Record<
    SharedName | Name,
    Parameter
  >
  const typed = (query: Query): FilteredBy =>
    Object.fromEntries(
      [['search', queryText(query.search)], ...names.map((name) => [name, all[name].read(name, query[name])])].filter(
        ([, text]) => text,
      ),
    )
  const narrowedTo = (reader: Reader, { search = '', ...by }: FilteredBy): NarrowedBeside => {
    const its = rulesFor(reader)
    return { search, where: and(...names.map((name) => (by[name] ? its[name].where(by[name]) : undefined))), by }
  }
  return {
    parameters: { ...SEARCH, ...parameters },
    typed,
    /** By what was read: read once more, several values would be one. */
    narrowedTo,
    read: (reader: Reader, query: Query): NarrowedBeside => narrowedTo(reader, typed(query)),
    words: async ({ from, to, ...by }: Readonly<Partial<FilteredBy>>): Promise<string[]> => {
      const said = names.filter((name) => by[name]).map((name) => wordsOf(name, all[name], by[name]!))
      return [...boundsInWords({ from, to }), ...(await Promise.all(said))]
    },
  }
}
