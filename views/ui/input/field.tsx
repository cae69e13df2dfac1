import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { errorId, fieldId, hintId } from './ids.ts'

export type FieldProps = {
  name: string
  label: ReactNode
  hint?: string
  error?: string
  /** The prefix of its ids, where a page shows the same form twice. */
  form?: string
}

export function controlProps({ name, hint, error, form }: FieldProps) {
  const id = fieldId(name, form)
  const described = [hint && hintId(id), error && errorId(id)].filter(Boolean).join(' ')
  return { id, name, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined }
}

export function FieldFrame({ children, ...field }: FieldProps & { children: ReactNode }) {
  const id = fieldId(field.name, field.form)
  return (
    <div className={field.error ? 'field invalid' : 'field'}>
      <label htmlFor={id}>{field.label}</label>
      {field.hint && (
        <p className="hint" id={hintId(id)}>
          {field.hint}
        </p>
      )}
      <FieldError id={errorId(id)} error={field.error} />
      {children}
    </div>
  )
}

export const FieldError = ({ id, error }: { id: string; error?: string }) =>
  error ? (
    <p className="field-error" id={id}>
      <Icon name="alert" />
      <span>
        <span className="visually-hidden">Error: </span>
        {error}
      </span>
    </p>
  ) : null

export function splitField<Props extends FieldProps>(props: Props) {
  const { name, label, hint, error, form, ...control } = props
  return { field: { name, label: label as Props['label'], hint, error, form }, control }
}

export function TextField(props: FieldProps & { value?: string } & Omit<ComponentProps<'input'>, 'form' | 'name'>) {
  const { field, control } = splitField(props)
  const { value, ...rest } = control
  return (
    <FieldFrame {...field}>
      <input type="text" className="input" defaultValue={value} {...rest} {...controlProps(field)} />
    </FieldFrame>
  )
}

export function TextArea(props: FieldProps & { value?: string } & Omit<ComponentProps<'textarea'>, 'form' | 'name'>) {
  const { field, control } = splitField(props)
  const { value, ...rest } = control
  return (
    <FieldFrame {...field}>
      <textarea className="input" rows={4} defaultValue={value} {...rest} {...controlProps(field)} />
    </FieldFrame>
  )
}

export type Option = { value: string; label: string; group?: string }

const Options = ({ options }: { options: readonly Option[] }) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

export function SelectField(
  props: FieldProps & { value?: string; options: readonly Option[] } & Omit<ComponentProps<'select'>, 'form' | 'name'>,
) {
  const { field, control } = splitField(props)
  const { value, options, ...rest } = control
  return (
    <FieldFrame {...field}>
      <select className="input" defaultValue={value} {...rest} {...controlProps(field)}>
        {[...new Set(options.map(({ group }) => group))].map((group) =>
          group === undefined ? (
            <Options key="" options={options.filter((one) => !one.group)} />
          ) : (
            <optgroup key={group} label={group}>
              <Options options={options.filter((one) => one.group === group)} />
            </optgroup>
          ),
        )}
      </select>
    </FieldFrame>
  )
}
