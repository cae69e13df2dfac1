import { Type } from '@sinclair/typebox'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { at, isAmong, isOneOf } from '#db/query/conditions.ts'
import { jobSql } from '#db/query/predicates.ts'
import { jobs } from '#db/schema.ts'
import type { Reader } from '#src/accounts/people/reader.ts'
import { endOfDay, isDay, londonTime, YEARS } from '#src/domain/dates.ts'
import { propertyKeyOf } from '#src/domain/job/address.ts'
import { CONTRACTOR_TYPES } from '#src/domain/job/contractor-type.ts'
import { readCounted } from '#src/domain/job/figures/counted.ts'
import { JOB_SORT_NAMES, type JobSort } from '#src/domain/job/sort.ts'
import { type JobStatus, STATUS_LABELS } from '#src/domain/job/status.ts'
import { URGENCY_LABELS } from '#src/domain/job/urgency.ts'
import { WAITING_ON_LABELS } from '#src/domain/job/waiting.ts'
import { valuesIn } from '#src/domain/list-view/with-query.ts'
import { CERTIFICATE_KINDS } from '#src/domain/property/certificate/certificate.ts'
import { HAZARD_LABELS } from '#src/domain/property/hazard/hazard.ts'
import type { Parameter, Parameters } from '#src/http/api-description.ts'
import { WrongQuery } from '#src/http/errors.ts'
import { oneValueOf, parameter, SEARCH, someValuesOf } from '#src/http/parameters.ts'
import {
  A_MOMENT,
  isInstant,
  joinedTexts,
  oneOf,
  onlyText,
  type Query,
  queryText,
  someOf,
  textsBetweenCommas,
  wholeText,
} from '#src/http/query.ts'
import { isUuid } from '#src/http/uuid.ts'
import { isRaisedFor } from '#src/properties/certificates/of-job.ts'
import { COUNTED_KNOWN, isCounted } from './counted.ts'

type Labels<Value extends string> = Readonly<Record<Value, string>>

export type Rule = {
  label: string
  choices?: Labels<string>
  holds?: 'day' | 'text' | 'person'
  parameter: Parameter
  read: (name: string, given: unknown) => string
  where: (text: string) => SQL
}

export function oneOfChoices<Value extends string>(
  label: string,
  choices: Labels<Value>,
  where: (values: Value[]) => SQL,
): Rule {
  const values = Object.keys(choices) as Value[]
  return {
    ...{ label, choices, parameter: someValuesOf(`${label}: one, or several separated by commas.`, values) },
    read: (name, given) => someOf(name, values, given)?.join(',') ?? '',
    where: (text) => where(text.split(',') as Value[]),
  }
}

type Field = { holds: 'day' | 'text' | 'person'; format?: string; isKnown?: (text: string) => boolean; known?: string }

const unknown = (name: string, text: string, known = ''): WrongQuery =>
  new WrongQuery({ [name]: `"${text}" is no ${name}. Known is ${known}.` })

export const field = (
  label: string,
  { holds, format, isKnown = () => true, known }: Field,
  where: Rule['where'],
): Rule => ({
  ...{ label, holds, where },
  parameter: parameter(known ? `${label}: ${known}.` : `${label}.`, Type.String(format ? { format } : {})),
  read(name, given) {
    const text = onlyText(name, given)
    if (text && !isKnown(text)) throw unknown(name, text, known)
    return text
  },
})

const MAX_PEOPLE = 20

export function people(label: string, known: string, where: (ids: readonly string[]) => SQL): Rule {
  return {
    ...{ label, holds: 'person', where: (text) => where(text.split(',')) },
    parameter: parameter(
      `${label}: ${known}, or several separated by commas.`,
      Type.Array(Type.String({ format: 'uuid' }), { uniqueItems: true, maxItems: MAX_PEOPLE }),
    ),
    read(name, given) {
      const ids = textsBetweenCommas(given)
      const wrong = ids.find((id) => !isUuid(id))
      if (wrong !== undefined) throw unknown(name, wrong, known)
      if (ids.length > MAX_PEOPLE) throw new WrongQuery({ [name]: `"${name}" may have at most ${MAX_PEOPLE} ids.` })
      return ids.join(',')
    },
  }
}

export const texts = (label: string, where: (text: string) => SQL, read?: (given: unknown) => string): Rule => ({
  ...{ label, holds: 'text', read: (_, given) => joinedTexts(given, read) },
  parameter: parameter(`${label}. Given several times: either.`, Type.Array(Type.String(), { each: true })),
  where: (text) => or(...valuesIn(text).map(where))!,
})

export const properties = (where: (address: string) => SQL): Rule => texts('Property', where, wholeText)

export const DAY = {
  holds: 'day',
  format: 'date',
  isKnown: isDay,
  known: `a day such as 2026-03-29, ${YEARS}`,
} as const

export const isOneOfThem =
  (column: PgColumn) =>
  ([id = '', ...others]: readonly string[]): SQL =>
    others.length ? isAmong(column, [id, ...others]) : eq(column, id)

export const INSTANT = {
  holds: 'text',
  format: 'date-time',
  isKnown: isInstant,
  known: A_MOMENT,
} as const

export function isAtProperty(address: string): SQL {
  const key = propertyKeyOf(address)
  return key ? eq(jobs.propertyKey, key) : sql`false`
}

const JOB_FILTERS = {
  status: oneOfChoices('Status', STATUS_LABELS, (values) => isOneOf(jobs.status, values)),
  waitingOn: oneOfChoices('Waiting on', WAITING_ON_LABELS, (values) => isOneOf(jobs.waitingOn, values)),
  late: oneOfChoices('Late', { yes: 'Late' }, () => jobSql.isLate()),
  hazard: oneOfChoices(
    'Hazard',
    { ...HAZARD_LABELS, late: 'Hazard past a target' },
    (values) =>
      or(
        ...values.map((value) =>
          value === 'late' ? jobSql.isHazardLate() : and(jobSql.hasOpenHazard(), eq(jobs.hazardLevel, value)),
        ),
      )!,
  ),
  certificate: oneOfChoices('Certificate', CERTIFICATE_KINDS, (kinds) => isRaisedFor(kinds)),
  contractor: people('Contractor', 'the id of a contractor', isOneOfThem(jobs.contractorId)),
  agent: people('Estate agent', 'the id of an estate agent', isOneOfThem(jobs.estateAgentId)),
  agency: texts('Estate agency', (name) => sql`lower(${jobs.estateAgency}) = ${name.toLowerCase()}`),
  urgency: oneOfChoices('Urgency', URGENCY_LABELS, (values) => isOneOf(jobs.urgency, values)),
  contractorType: oneOfChoices('Trade', CONTRACTOR_TYPES, (values) => isOneOf(jobs.contractorType, values)),
  jobType: oneOfChoices('Job type', { visit: 'Visit', quote_work: 'Quote work' }, (values) =>
    isOneOf(jobs.jobType, values),
  ),
  createdFrom: field('Created from', DAY, (day) => sql`${jobs.createdAt} >= ${at(londonTime(day, '00:00'))}`),
  createdTo: field('Created to', DAY, (day) => sql`${jobs.createdAt} <= ${at(endOfDay(day))}`),
  updatedSince: field('Updated since', INSTANT, (moment) => sql`${jobs.updatedAt} >= ${at(new Date(moment))}`),
  property: properties(isAtProperty),
  counted: field(
    'Counted',
    { holds: 'text', isKnown: (text) => readCounted(text) !== null, known: COUNTED_KNOWN },
    (text) => isCounted(readCounted(text)!),
  ),
} satisfies Record<string, Rule>

export type JobFilterName = keyof typeof JOB_FILTERS
const RULES: Record<JobFilterName, Rule> = JOB_FILTERS
export const ruleOf = (name: JobFilterName): Rule => RULES[name]
export const JOB_FILTER_NAMES = Object.keys(RULES) as JobFilterName[]

export const JOB_PARAMETERS = {
  ...SEARCH,
  ...(Object.fromEntries(JOB_FILTER_NAMES.map((name) => [name, RULES[name].parameter])) as Record<
    JobFilterName,
    Parameter
  >),
  sort: oneValueOf('The order; newest first without it.', JOB_SORT_NAMES),
} satisfies Parameters

export type JobFilter = { search?: string; sort?: JobSort } & { [Name in JobFilterName]?: string }

export function jobFilterOf(query: Query): JobFilter {
  const filter: JobFilter = { search: queryText(query.search), sort: oneOf('sort', JOB_SORT_NAMES, query.sort) }
  for (const name of JOB_FILTER_NAMES) {
    const text = query[name] === undefined ? '' : RULES[name].read(name, query[name])
    if (text) filter[name] = text
  }
  return filter
}

export const filteredBy = (filter: JobFilter): SQL | undefined =>
  and(...JOB_FILTER_NAMES.map((name) => (filter[name] ? RULES[name].where(filter[name]) : undefined)))

export const statusesIn = ({ status }: JobFilter): JobStatus[] | undefined =>
  status ? (status.split(',') as JobStatus[]) : undefined

/** What is shown of a job that a contractor lost can be searched; a filter on anything else would tell of it. */
const ASKS_WHAT_IS_SHOWN: readonly string[] = ['search', 'jobType', 'createdFrom', 'createdTo', 'sort']
export const asksOnlyShown = ({ sort, ...filter }: JobFilter): boolean =>
  (!sort || sort === 'newest' || sort === 'oldest') &&
  Object.entries(filter).every(([name, value]) => !value || ASKS_WHAT_IS_SHOWN.includes(name))

const UNINDEXED = ['urgency', 'jobType', 'sort']
export const isIndexed = (filter: JobFilter): boolean =>
  Object.entries(filter).some(([name, value]) => Boolean(value) && !UNINDEXED.includes(name))

/** What is given of each filter, as it was read. */
export type FilteredBy = Readonly<Record<string, string>>

export type Narrowed = {
  search: string
  where: SQL | undefined
  by?: FilteredBy
}

export function filtersOf<Name extends string>(rulesFor: (reader?: Reader) => Record<Name, Rule>) {
  const all = rulesFor()
  const names = Object.keys(all) as Name[]
  const parameters = Object.fromEntries(names.map((name) => [name, all[name].parameter])) as Record<Name, Parameter>
  const typed = (query: Query): FilteredBy =>
    Object.fromEntries(
      [['search', queryText(query.search)], ...names.map((name) => [name, all[name].read(name, query[name])])].filter(
        ([, text]) => text,
      ),
    )
  const narrowedTo = (reader: Reader, { search = '', ...by }: FilteredBy): Narrowed => {
    const its = rulesFor(reader)
    return { search, where: and(...names.map((name) => (by[name] ? its[name].where(by[name]) : undefined))), by }
  }
  return {
    names,
    parameters: { ...SEARCH, ...parameters },
    typed,
    /** By what was read: read once more, several values would be one. */
    narrowedTo,
    read: (reader: Reader, query: Query): Narrowed => narrowedTo(reader, typed(query)),
  }
}
