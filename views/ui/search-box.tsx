import type { ReactNode } from 'react'
import type { Option } from './field.tsx'
import { Icon } from './icon.tsx'
import { fieldId } from './ids.ts'
import { Spinner } from './spinner.tsx'

type SearchBoxProps = {
  /** The list's own path: '/jobs'. */
  action: string
  /** What it searches, for screen readers and as the placeholder: 'Search jobs...'. */
  label: string
  value?: string
  name?: string
  /** The region to swap, which the server answers alone: '#jobs'. */
  target: string
  /** The list whose children are narrowed at once, before the server answers. */
  narrow?: string
  /** Filters (`FilterSelect`) beside the box. */
  children?: ReactNode
}

/** A search form: by GET without JavaScript, else asking the server 300 ms after the last key. */
export const SearchBox = ({ action, label, value, name = 'search', target, narrow, children }: SearchBoxProps) => (
  <search>
    <form
      className="search"
      method="get"
      action={action}
      hx-get={action}
      hx-trigger="input changed delay:300ms, submit"
      hx-target={target}
      hx-swap="outerMorph"
      hx-replace-url="true"
      hx-sync="this:replace"
    >
      <div className="input-group">
        <span className="prefix" aria-hidden="true">
          <Icon name="search" />
        </span>
        <input
          type="search"
          className="input"
          id={fieldId(name, 'search')}
          name={name}
          aria-label={label.replace(/\.+$/, '')}
          placeholder={label}
          defaultValue={value}
          autoComplete="off"
          data-narrow={narrow}
        />
        <Spinner />
      </div>
      {children}
      <button type="submit" className="button secondary search-go">
        Search
      </button>
    </form>
  </search>
)

/** A filter of a list: an unlabelled-looking select that has its name for screen readers. */
export const FilterSelect = (props: { name: string; label: string; value?: string; options: readonly Option[] }) => (
  <select className="input" name={props.name} aria-label={props.label} defaultValue={props.value}>
    {props.options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
)
