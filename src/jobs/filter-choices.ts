import { accountsToChoose, nameOf, type ToChoose } from '#src/accounts/to-choose.ts'
import { dayOf } from '#src/dates.ts'
import { JOB_FILTER_NAMES, type JobFilter, type JobFilterName, ruleOf } from './filters.ts'
import { ADMIN_FILTERS, JOB_STATUSES, STATUS_LABELS } from './job.ts'
import type { JobSort } from './sorts.ts'

type FilterField = {
  name: JobFilterName | 'sort'
  label: string
  value: string
  /** A text field has none. */
  options?: ToChoose[]
  type?: 'date' | 'text'
}

const SORT_LABELS: Record<JobSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  waiting: 'Waiting longest first',
  visitBy: 'First visit due first',
}

/** The three that are asked for most stand first. */
const STATUSES = Object.fromEntries(
  [...ADMIN_FILTERS, ...JOB_STATUSES].map((status) => [status, STATUS_LABELS[status]]),
)

const ROLES = { contractor: 'contractor', agent: 'estate_agent' } as const

/** The fields of the filter bar, filled with what the address says. */
export async function filterChoices(filter: JobFilter): Promise<{ fields: FilterField[] }> {
  const [contractor, agent] = await Promise.all([
    accountsToChoose(ROLES.contractor, filter.contractor),
    accountsToChoose(ROLES.agent, filter.agent),
  ])
  const people: Partial<Record<JobFilterName, ToChoose[]>> = { contractor, agent }
  const fields = JOB_FILTER_NAMES.flatMap((name) => fieldOf(name, filter[name] ?? '', people[name]))
  const sorts = Object.entries(SORT_LABELS).map(([value, label]) => ({ value: value === 'newest' ? '' : value, label }))
  const sort = filter.sort === 'newest' ? '' : (filter.sort ?? '')
  return { fields: [...fields, { name: 'sort', label: 'Sort by', value: sort, options: sorts }] }
}

/** What the filter asks for, in words. */
export async function filterWords(filter: JobFilter): Promise<string[]> {
  const names = JOB_FILTER_NAMES.filter((name) => filter[name])
  const said = names.map(async (name) => {
    const value = filter[name] ?? ''
    const { label, choices, holds } = ruleOf(name)
    if (name === 'late') return label
    if (choices) return `${label}: ${labelsOf(choices, value)}`
    if (name === 'contractor' || name === 'agent') return `${label}: ${await nameOf(ROLES[name], value)}`
    return `${label}: ${holds === 'day' ? dayOf(value) : value}`
  })
  const sort = filter.sort && filter.sort !== 'newest' ? [SORT_LABELS[filter.sort]] : []
  return [...(await Promise.all(said)), ...sort]
}

function fieldOf(name: JobFilterName, value: string, people: ToChoose[] | undefined): FilterField[] {
  const { label, choices, holds } = ruleOf(name)
  if (name === 'status') return [{ name, label, value, options: optionsOf(STATUSES, value, 'All Statuses') }]
  if (choices) return [{ name, label, value, options: optionsOf(choices, value) }]
  if (holds === 'person')
    return people?.length ? [{ name, label, value, options: [{ value: '', label: 'Anybody' }, ...people] }] : []
  return [{ name, label, value, type: holds === 'day' ? 'date' : 'text' }]
}

const labelsOf = (choices: Readonly<Record<string, string>>, value: string): string =>
  value
    .split(',')
    .map((one) => choices[one])
    .join(', ')

/** Several that the address names are one choice more. */
function optionsOf(choices: Readonly<Record<string, string>>, value: string, none = 'Any'): ToChoose[] {
  const options = Object.entries(choices).map(([one, text]) => ({ value: one, label: text }))
  const several = value.includes(',') ? [{ value, label: labelsOf(choices, value) }] : []
  return [{ value: '', label: none }, ...options, ...several]
}
