import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { at, isOneOf } from '#db/query/conditions.ts'
import { jobs } from '#db/schema.ts'
import type { Reader } from '#src/accounts/people/reader.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isContractor } from '#src/domain/account/roles.ts'
import { endOfDay, londonTime } from '#src/domain/dates.ts'
import { CONTRACTOR_TYPES } from '#src/domain/job/contractor-type.ts'
import { boundsInWords } from '#src/domain/job/figures/period.ts'
import { jobsWhollyVisibleTo } from '#src/jobs/visible.ts'
import { wordsOf } from './filter-choices.ts'
import {
  DAY,
  type FilteredBy,
  field,
  filtersOf,
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

export function filtersBeside<Name extends string = never>(table: Beside, own?: Record<Name, Rule>) {
  const rulesFor = (reader?: Reader) => ({ ...rules(table, reader), ...own }) as Record<SharedName | Name, Rule>
  const { names, ...filters } = filtersOf(rulesFor)
  const all = rulesFor()
  return {
    ...filters,
    words: async (user: Actor, { from, to, ...by }: Readonly<Partial<FilteredBy>>): Promise<string[]> => {
      const said = names.filter((name) => by[name]).map((name) => wordsOf(user, name, all[name], by[name]!))
      return [...boundsInWords({ from, to }), ...(await Promise.all(said))]
    },
  }
}
