import type { Option } from './field.tsx'

export const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

export const optionsOrAll = (all: string, labels: Readonly<Record<string, string>>): Option[] => [
  { value: '', label: all },
  ...optionsOf(labels),
]
