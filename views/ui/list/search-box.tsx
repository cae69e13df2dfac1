import type { ReactNode } from 'react'
import { valuesIn } from '#src/domain/list-view/with-query.ts'
import { Icon } from '../icon.tsx'
import { type FieldProps, type Option, TextField } from '../input/field.tsx'
import { fieldId } from '../input/ids.ts'
import { withSeveral } from '../input/options.ts'
import { Spinner } from '../spinner.tsx'

type SearchBoxProps = {
  action: string
  label: string
  value?: string
  target: string
  /** The list whose children the browser filters before the server answers. */
  narrow?: string
  keepAddress?: boolean
  swap?: 'outerMorph' | 'outerHTML'
  /** For what is too long for an address. */
  post?: boolean
  children?: ReactNode
}

/** Without JavaScript a GET form; htmx asks the server 300 ms after the last key. */
export const SearchBox = ({
  action,
  label,
  value,
  target,
  narrow,
  keepAddress,
  swap = 'outerMorph',
  post,
  children,
}: SearchBoxProps) => (
  <search>
    <form
      className="search"
      method={post ? 'post' : 'get'}
      action={action}
      {...{ [post ? 'hx-post' : 'hx-get']: action }}
      hx-trigger="input changed delay:300ms, submit"
      hx-target={target}
      hx-swap={swap}
      hx-replace-url={keepAddress ? undefined : 'true'}
      hx-sync="this:replace"
    >
      <div className="input-group">
        <span className="prefix" aria-hidden="true">
          <Icon name="search" />
        </span>
        <input
          type="search"
          className="input"
          id={fieldId('search', 'search')}
          name="search"
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

type FilterSelectProps = { name: string; label: string; value?: string; options: readonly Option[] }

export const FilterSelect = ({ options, ...props }: FilterSelectProps) => (
  <select className="input" name={props.name} aria-label={props.label} defaultValue={props.value}>
    {withSeveral(options, props.value).map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
)

export const TextFields = ({ value = '', form, ...field }: FieldProps & { value?: string }) =>
  valuesIn(value).map((one, at) => <TextField key={one} {...field} form={at ? `${form}${at}` : form} value={one} />)
