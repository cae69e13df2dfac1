import { BETWEEN } from '../list-view/with-query.ts'
import type { JobSort } from './sort.ts'
import { CLOSED } from './status.ts'

type Narrowed = Partial<
  Readonly<
    Record<
      'status' | 'urgency' | 'contractorType' | 'jobType' | 'contractor' | 'agent' | 'agency' | 'waitingOn',
      string
    >
  >
>

type Sorts = { by: JobSort; is: 'ascending' | 'descending'; reversed?: JobSort }

type JobColumn = {
  label: string
  /** It is a line below in the cells of the first of these that is shown. */
  under?: readonly string[]
  sort?: Sorts
  /** True when the filter makes it the same in all rows, or empty. */
  isSaid?: (filter: Narrowed) => boolean
}

const isOne = (value = '', between = ','): boolean => value !== '' && !value.includes(between)
const onlyOf = (name: keyof Narrowed) => (filter: Narrowed) => isOne(filter[name])
const isClosed = ({ status }: Narrowed): boolean =>
  Boolean(status) && status!.split(',').every((one) => CLOSED.some((closed) => closed === one))

const COLUMNS = {
  address: { label: 'Property' },
  company: {
    label: 'Company',
    under: ['address'],
    isSaid: ({ agent, agency }) => isOne(agent) || isOne(agency, BETWEEN),
  },
  agent: { label: 'Agent', under: ['address'], isSaid: onlyOf('agent') },
  issue: { label: 'Issue' },
  urgency: { label: 'Urgency', sort: { by: 'urgent', is: 'descending' }, isSaid: onlyOf('urgency') },
  trade: { label: 'Trade', under: ['urgency', 'issue'], isSaid: onlyOf('contractorType') },
  status: { label: 'Status', isSaid: onlyOf('status') },
  type: { label: 'Job type', under: ['status', 'waiting', 'issue'], isSaid: onlyOf('jobType') },
  waiting: {
    label: 'Waiting',
    under: ['status'],
    sort: { by: 'waiting', is: 'descending' },
    isSaid: ({ waitingOn }) => waitingOn === 'nobody',
  },
  created: { label: 'Created', sort: { by: 'newest', is: 'descending', reversed: 'oldest' } },
  due: { label: 'Due', sort: { by: 'visitBy', is: 'ascending' }, isSaid: isClosed },
  contractor: {
    label: 'Contractor',
    isSaid: ({ contractor, status }) => isOne(contractor) || status === 'pending',
  },
  quote: { label: 'Quote', under: ['contractor'] },
} satisfies Record<string, JobColumn>

export type JobColumnName = keyof typeof COLUMNS
export const JOB_COLUMN_NAMES = Object.keys(COLUMNS) as JobColumnName[]
export const jobColumn = (name: JobColumnName): JobColumn => COLUMNS[name]

export const columnsShown = (filter: Narrowed, chosen: readonly string[] = JOB_COLUMN_NAMES): JobColumnName[] =>
  JOB_COLUMN_NAMES.filter((name) => name === 'address' || (chosen.includes(name) && !jobColumn(name).isSaid?.(filter)))

export function stackedColumns(shown: readonly JobColumnName[]): JobColumnName[][] {
  const aboveOf = (name: JobColumnName) => jobColumn(name).under?.find((other) => shown.some((one) => one === other))
  return shown
    .filter((name) => !aboveOf(name))
    .map((name) => [name, ...shown.filter((other) => aboveOf(other) === name)])
}

type SortedHeading = { label: string; sort?: JobSort; sorted?: 'ascending' | 'descending' }

/** A heading leads to its order, and again to the other way round or back to the usual order. */
export function headingOf(name: JobColumnName, current: JobSort = 'newest'): SortedHeading {
  const { label, sort } = jobColumn(name)
  if (!sort) return { label }
  if (current === sort.by) return { label, sort: sort.reversed ?? 'newest', sorted: sort.is }
  if (current === sort.reversed) return { label, sort: sort.by, sorted: opposite(sort.is) }
  return { label, sort: sort.by }
}

const opposite = (is: Sorts['is']): Sorts['is'] => (is === 'ascending' ? 'descending' : 'ascending')
