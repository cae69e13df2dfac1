import { eq, or, type SQL, sql } from 'drizzle-orm'
import { lazy } from '#db/query/lazy.ts'
import { invoices, jobs, pastContractors, users } from '#db/schema.ts'
import { accountNames, accountsToChoose, type ToChoose } from '#src/accounts/people/to-choose.ts'
import type { Actor } from '#src/domain/account/account.ts'
import { isAdmin } from '#src/domain/account/roles.ts'
import { dayOf } from '#src/domain/dates.ts'
import { JOB_SORT_LABELS } from '#src/domain/job/sort.ts'
import { ASKED_FOR_MOST, JOB_STATUSES, STATUS_LABELS } from '#src/domain/job/status.ts'
import { labelsOf } from '#src/domain/list-view/labels.ts'
import { valuesIn } from '#src/domain/list-view/with-query.ts'
import { countedInWords } from './counted.ts'
import { JOB_FILTER_NAMES, type JobFilter, type JobFilterName, type Rule, ruleOf } from './filters.ts'

type FilterField = {
  name: JobFilterName | 'sort'
  label: string
  value: string
  options?: ToChoose[]
  type?: 'date' | 'text' | 'person'
}

const STATUSES = Object.fromEntries(
  [...ASKED_FOR_MOST, ...JOB_STATUSES].map((status) => [status, STATUS_LABELS[status]]),
)

const ROLES = { contractor: 'contractor', agent: 'estate_agent' } as const

export const filterFields = (filter: JobFilter, now: boolean): Promise<readonly FilterField[]> =>
  now || Object.values(filter).some(Boolean) ? fieldsOf(filter, now) : unfiltered()

const unfiltered = lazy(() => fieldsOf({}, false))

async function fieldsOf(filter: JobFilter, now: boolean): Promise<readonly FilterField[]> {
  const isRead = now || Boolean(filter.contractor || filter.agent)
  const fields = JOB_FILTER_NAMES.map(async (name) => {
    const value = filter[name] ?? ''
    if (isPerson(name)) return isRead ? personField(name, value) : [laterField(name)]
    return valuesIn(value).map((one) => fieldOf(name, one))
  })
  const sorts = Object.entries(JOB_SORT_LABELS).map(([value, label]) => ({
    value: value === 'newest' ? '' : value,
    label,
  }))
  const sort = filter.sort === 'newest' ? '' : (filter.sort ?? '')
  return [...(await Promise.all(fields)).flat(), { name: 'sort', label: 'Sort by', value: sort, options: sorts }]
}

export type PersonFilter = keyof typeof ROLES
const isPerson = (name: string): name is PersonFilter => Object.hasOwn(ROLES, name)

const laterField = (name: PersonFilter): FilterField => ({ name, label: ruleOf(name).label, value: '', type: 'person' })

export async function personField(name: PersonFilter, value = ''): Promise<FilterField[]> {
  const isSeveral = value.includes(',')
  const people = await accountsToChoose(ROLES[name], isSeveral ? '' : value)
  const several = isSeveral ? [{ value, label: (await namesOf(name, value)).join(', ') }] : []
  const options = [{ value: '', label: 'Anybody' }, ...several, ...people]
  return people.length || isSeveral ? [{ name, label: ruleOf(name).label, value, options }] : []
}

export const chosenFields = (user: Actor, name: JobFilterName, value = ''): Promise<FilterField[]> =>
  Promise.all(
    (isPerson(name) ? [value] : valuesIn(value)).filter(Boolean).map(async (one) => {
      const [all, said] = isPerson(name)
        ? ['Anybody', (await namesOf(name, one, isNamedTo(user))).join(', ')]
        : ['Any', one]
      const options = [
        { value: '', label: all },
        { value: one, label: said },
      ]
      return { name, label: ruleOf(name).label, value: one, options }
    }),
  )

const namesOf = (name: PersonFilter, value: string, where?: SQL): Promise<string[]> =>
  accountNames(ROLES[name], value.split(','), where)

/** By a row of an agent's own: whoever knows the id of an account must not learn its name. */
const isNamedTo = (user: Actor): SQL | undefined =>
  isAdmin(user)
    ? undefined
    : or(
        eq(users.id, user.id),
        sql`exists (select from ${jobs} job where job.contractor_id = ${users.id} and job.estate_agent_id = ${user.id})`,
        sql`exists (select from ${pastContractors} past join ${jobs} job on job.id = past.job_id
          where past.contractor_id = ${users.id} and job.estate_agent_id = ${user.id})`,
        sql`exists (select from ${invoices} invoice
          where invoice.contractor_id = ${users.id} and invoice.agent_id = ${user.id})`,
      )

export async function wordsOf(
  user: Actor,
  name: string,
  { label, choices, holds }: Rule,
  value: string,
): Promise<string> {
  if (name === 'late') return label
  if (name === 'counted') return countedInWords(value)
  if (choices) return `${label}: ${labelsOf(choices, value)}`
  if (isPerson(name)) return `${label}: ${(await namesOf(name, value, isNamedTo(user))).join(', ')}`
  return `${label}: ${holds === 'day' ? dayOf(value) : valuesIn(value).join(', ')}`
}

export async function filterWords(user: Actor, filter: JobFilter): Promise<string[]> {
  const names = JOB_FILTER_NAMES.filter((name) => filter[name])
  const said = names.map((name) => wordsOf(user, name, ruleOf(name), filter[name] ?? ''))
  const sort = filter.sort && filter.sort !== 'newest' ? [JOB_SORT_LABELS[filter.sort]] : []
  return [...(await Promise.all(said)), ...sort]
}

export function fieldOf(name: JobFilterName, value: string): FilterField {
  const { label, choices, holds } = ruleOf(name)
  if (name === 'status') return { name, label, value, options: optionsOf(STATUSES, value, 'All Statuses') }
  if (choices) return { name, label, value, options: optionsOf(choices, value) }
  return { name, label, value, type: holds === 'day' ? 'date' : 'text' }
}

function optionsOf(choices: Readonly<Record<string, string>>, value: string, none = 'Any'): ToChoose[] {
  const options = Object.entries(choices).map(([one, text]) => ({ value: one, label: text }))
  const several = value.includes(',') ? [{ value, label: labelsOf(choices, value) }] : []
  return [{ value: '', label: none }, ...options, ...several]
}
