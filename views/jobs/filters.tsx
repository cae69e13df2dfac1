import { LinkButton } from '../ui/button.tsx'
import { type Option, SelectField, TextField } from '../ui/field.tsx'
import { FilterSelect, SearchBox } from '../ui/search-box.tsx'

export type FilterField = {
  name: string
  label: string
  value: string
  options?: readonly Option[]
  type?: 'date' | 'text'
}

/** Shown beside the search; the others fold. */
const FIRST = 'status'
/** Links and scripts ask for these: fields only where the address has them. */
const ONLY_SET = ['updatedSince', 'property']

type FilterBarProps = { action: string; label: string; search?: string; target: string; fields: readonly FilterField[] }

/** One form of search, status and the folded rest. */
export function FilterBar({ action, label, search, target, fields }: FilterBarProps) {
  const first = fields.find(({ name }) => name === FIRST)
  const folded = fields.filter(({ name, value }) => name !== FIRST && (value || !ONLY_SET.includes(name)))
  return (
    <SearchBox action={action} label={label} value={search} target={target}>
      {first?.options && (
        <FilterSelect name={first.name} label={first.label} value={first.value} options={first.options} />
      )}
      <details className="filters">
        <summary className="button secondary">Filters</summary>
        <div className="filter-fields">
          {folded.map((field) => (
            <Field key={field.name} {...field} />
          ))}
        </div>
      </details>
    </SearchBox>
  )
}

const Field = ({ name, label, value, options, type }: FilterField) =>
  options ? (
    <SelectField form="filter" name={name} label={label} value={value} options={options} />
  ) : (
    <TextField form="filter" name={name} label={label} value={value} type={type} />
  )

/** What is set, in one line; it is swapped with the list. */
export const FiltersSet = ({ set, clear }: { set: readonly string[]; clear: string }) =>
  set.length === 0 ? null : (
    <p className="filters-set">
      <span>{set.join(' · ')}</span>
      <LinkButton href={clear} size="small">
        Clear
      </LinkButton>
    </p>
  )
