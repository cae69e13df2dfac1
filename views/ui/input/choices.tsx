import { FieldError } from './field.tsx'
import { errorId, fieldId } from './ids.ts'

type ChoicesProps = {
  name: string
  legend: string
  options: readonly (readonly [value: string, label: string])[]
  chosen?: string
  error?: string
  form?: string
}

/** Nothing is chosen unless `chosen` says so. */
export function Choices({ name, legend, options, chosen, error, form }: ChoicesProps) {
  const id = fieldId(name, form)
  return (
    <fieldset className={error ? 'field checkbox invalid' : 'field checkbox'}>
      <legend>{legend}</legend>
      <FieldError id={errorId(id)} error={error} />
      {options.map(([value, label], index) => (
        <label key={value}>
          <input
            type="radio"
            id={index === 0 ? id : `${id}-${value}`}
            name={name}
            value={value}
            defaultChecked={value === chosen}
            aria-describedby={error ? errorId(id) : undefined}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
