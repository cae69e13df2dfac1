import { SelectField, TextField } from '../ui/field.tsx'
import { FilterSelect, SearchBox } from '../ui/search-box.tsx'

type Option = { value: string; label: string }
export type FilterField = {
  name: string
  label: string
  value: string
  options?: readonly Option[]
  type?: 'date' | 'text'
}

/** Shown beside the search; the others fold. */
const FIRST = 'status'
/** Asked for by scripts and links: a field only where the address has them. */
const ONLY_SET = ['updatedSince', 'property']

const wordsOf = ({ label, value, options, type }: FilterField): string => {
  const chosen = options?.find((option) => option.value === value)?.label ?? value
  if (chosen === label) return label
  return `${label}: ${type === 'date' ? value.split('-').reverse().join('/') : chosen}`
}

type FilterBarProps = { action: string; label: string; search?: string; target: string; fields: readonly FilterField[] }

/** One form of search, status and the folded rest, whose line says what is set. */
export function FilterBar({ action, label, search, target, fields }: FilterBarProps) {
  const first = fields.find(({ name }) => name === FIRST)
  const folded = fields.filter(({ name, value }) => name !== FIRST && (value || !ONLY_SET.includes(name)))
  const set = folded.filter(({ value }) => value)
  return (
    <SearchBox action={action} label={label} value={search} target={target}>
      {first?.options && (
        <FilterSelect name={first.name} label={first.label} value={first.value} options={first.options} />
      )}
      <details className="filters" open={false}>
        <summary>
          <span>Filters</span> {set.length > 0 && <span className="muted">{set.map(wordsOf).join(', ')}</span>}
        </summary>
        <div className="filter-fields">
          {folded.map((field) => (
            <Field key={field.name} {...field} />
          ))}
        </div>
      </details>
      {(set.length > 0 || first?.value || search) && (
        <a className="button secondary" href={action}>
          Clear
        </a>
      )}
    </SearchBox>
  )
}

const Field = ({ name, label, value, options, type }: FilterField) =>
  options ? (
    <SelectField form="filter" name={name} label={label} value={value} options={options} />
  ) : (
    <TextField form="filter" name={name} label={label} value={value} type={type} />
  )
