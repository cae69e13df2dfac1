import type { Option } from './field.tsx'

export const optionsOf = (labels: Readonly<Record<string, string>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

export const optionsOrAll = (all: string, labels: Readonly<Record<string, string>>): Option[] => [
  { value: '', label: all },
  ...optionsOf(labels),
]

export const withSeveral = (options: readonly Option[], value = ''): readonly Option[] => {
  if (!value.includes(',') || options.some((option) => option.value === value)) return options
  const labelOf = (one: string) => options.find((option) => option.value === one)?.label ?? one
  return [...options, { value, label: value.split(',').map(labelOf).join(', ') }]
}
