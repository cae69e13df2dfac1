import { LinkButton } from '../ui/button.tsx'
import { HiddenFields } from '../ui/confirm.tsx'
import { type Option, SelectField, TextField } from '../ui/input/field.tsx'
import { FilterSelect, SearchBox } from '../ui/list/search-box.tsx'

export type FilterField = {
  name: string
  label: string
  value: string
  options?: readonly Option[]
  /** A person without options is read when the filters are opened. */
  type?: 'date' | 'text' | 'person'
}

const FIRST = 'status'
/** Links and scripts ask for these: fields only where the address has them. */
const ONLY_SET = ['updatedSince', 'property', 'counted']

export type Filters = { fields: readonly FilterField[]; isOpen?: boolean }

type FilterBarProps = Filters & { action: string; label: string; search?: string; target: string } & {
  hidden?: Readonly<Record<string, string>>
  columnsHref?: string
}

const formOf = (fields: readonly FilterField[], index: number): string =>
  fields.findIndex(({ name }) => name === fields[index]?.name) < index ? `filter${index}` : 'filter'

export function FilterBar({ action, label, search, target, fields, isOpen, hidden = {}, columnsHref }: FilterBarProps) {
  const first = fields.find(({ name }) => name === FIRST)
  const folded = fields.filter(({ name, value }) => name !== FIRST && (value || !ONLY_SET.includes(name)))
  return (
    <SearchBox action={action} label={label} value={search} target={target}>
      <HiddenFields values={Object.fromEntries(Object.entries(hidden).filter(([, value]) => value))} />
      {first?.options && (
        <FilterSelect name={first.name} label={first.label} value={first.value} options={first.options} />
      )}
      <details className="filters" open={isOpen}>
        <summary className="button secondary">Filters</summary>
        <div className="filter-fields">
          {folded.map((field, index) => (
            <FilterFieldOf
              key={`${field.name} ${field.value}`}
              {...field}
              action={action}
              form={formOf(folded, index)}
            />
          ))}
          {columnsHref && (
            <p>
              <LinkButton href={columnsHref} dialog>
                Columns…
              </LinkButton>
            </p>
          )}
        </div>
      </details>
    </SearchBox>
  )
}

type FieldProps = FilterField & { action: string; form?: string }

export const FilterFieldOf = ({ name, label, value, options, type, action, form = 'filter' }: FieldProps) => {
  if (options) return <SelectField form={form} name={name} label={label} value={value} options={options} />
  if (type !== 'person') return <TextField form={form} name={name} label={label} value={value} type={type} />
  return (
    <div
      className="field"
      hx-get={`${action}/filters/${name}`}
      hx-trigger="toggle from:'closest details' once"
      hx-target="this"
      hx-swap="outerHTML"
    >
      <a href={`${action}?filters=all`}>{label}</a>
    </div>
  )
}

export const FiltersSet = ({ set, clear }: { set: readonly string[]; clear: string }) =>
  set.length === 0 ? null : (
    <p className="filters-set">
      <span>{set.join(' · ')}</span>{' '}
      <LinkButton href={clear} size="small">
        Clear
      </LinkButton>
    </p>
  )
