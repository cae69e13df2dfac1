import type { Role } from '../account/account.ts'
import { contractorTypeLabel } from './contractor-type.ts'
import { JOB_DETAILS } from './fields.ts'
import { type JobStatus, OPEN, type Statuses } from './status.ts'
import { URGENCY_LABELS, type Urgency } from './urgency.ts'

const EDITABLE: Partial<Record<Role, readonly JobStatus[]>> = { estate_agent: ['pending', 'assigned'], admin: OPEN }

export const editableBy = (role: Role | null): Statuses => (role && EDITABLE[role]) ?? []

export type Change = { name: string; before: string; after: string }

const [BEFORE, AFTER] = ['before.', 'after.']

/** As the timeline keeps it: `before.urgency` and `after.urgency`. */
export const detailOf = (changes: readonly Change[]): Record<string, string> =>
  Object.fromEntries(
    changes.flatMap(({ name, before, after }) => [
      [BEFORE + name, before],
      [AFTER + name, after],
    ]),
  )

export const changesIn = (detail: Record<string, string>): Change[] =>
  Object.entries(detail).flatMap(([key, before]) => {
    const name = key.slice(BEFORE.length)
    return key.startsWith(BEFORE) ? [{ name, before, after: detail[AFTER + name] ?? '' }] : []
  })

export const isOfChange = (key: string): boolean => key.startsWith(BEFORE) || key.startsWith(AFTER)

export const changeLine = ({ name, before, after }: Change): string =>
  `${termOf(name)}: ${shown(name, before)} → ${shown(name, after)}`

function termOf(name: string): string {
  if (name in JOB_DETAILS) return JOB_DETAILS[name as keyof typeof JOB_DETAILS].term
  return `${name[0]!.toUpperCase()}${name.slice(1).replace(/[A-Z]/g, ' $&')}`
}

function shown(name: string, value: string): string {
  if (name === 'urgency') return URGENCY_LABELS[value as Urgency] ?? value
  if (name === 'contractorType') return contractorTypeLabel(value) || 'none'
  return value.replace(/\s*\n\s*/g, ', ') || 'none'
}

/** Prefixes the field that holds a mark of what the form showed. */
export const AS_SHOWN = 'shown.'

export const marksIn = <Text>(values: Readonly<Record<string, Text>>): Record<string, Text> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name.startsWith(AS_SHOWN)))

export const isOfAccess = (key: string): boolean => /\.(tenant|accessNotes)/.test(key)

const ACCESS_TERMS = Object.keys(JOB_DETAILS).flatMap((name) => (isOfAccess(`.${name}`) ? `${termOf(name)}: ` : []))

export const withoutAccess = (lines: string): string =>
  lines
    .split('\n')
    .filter((line) => !ACCESS_TERMS.some((term) => line.startsWith(term)))
    .join('\n')
