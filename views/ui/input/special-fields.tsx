import type { ComponentProps } from 'react'
import { Icon } from '../icon.tsx'
import { controlProps, FieldError, FieldFrame, type FieldProps, splitField } from './field.tsx'
import { errorId, fieldId, hintId } from './ids.ts'

type InputProps = FieldProps & { value?: string } & Omit<ComponentProps<'input'>, 'form' | 'name' | 'type'>

export function PasswordField(props: Omit<InputProps, 'value' | 'label'> & { label: string }) {
  const { field, control } = splitField(props)
  const attributes = controlProps(field)
  return (
    <FieldFrame {...field}>
      <div className="input-group">
        <input type="password" className="input" maxLength={200} spellCheck={false} {...control} {...attributes} />
        <button
          type="button"
          className="button quiet reveal needs-script"
          data-reveal={attributes.id}
          aria-pressed="false"
        >
          <Icon name="eye" />
          <span className="visually-hidden">Show {field.label.toLowerCase()}</span>
        </button>
      </div>
    </FieldFrame>
  )
}

/** The value is the text in pounds, not pence. */
export const PoundsInput = ({ className, ...input }: Omit<ComponentProps<'input'>, 'type'>) => (
  <div className={['input-group money', className].filter(Boolean).join(' ')}>
    <span className="prefix" aria-hidden="true">
      £
    </span>
    <input type="text" inputMode="decimal" autoComplete="off" className="input" {...input} />
  </div>
)

export function MoneyField(props: InputProps) {
  const { field, control } = splitField(props)
  const { value, ...rest } = control
  return (
    <FieldFrame {...field}>
      <PoundsInput placeholder="0.00" defaultValue={value} {...rest} {...controlProps(field)} />
    </FieldFrame>
  )
}

export function Checkbox(props: InputProps & { checked?: boolean }) {
  const { field, control } = splitField(props)
  const { value = 'yes', checked, ...rest } = control
  const id = fieldId(field.name, field.form)
  return (
    <div className={field.error ? 'field checkbox invalid' : 'field checkbox'}>
      <FieldError id={errorId(id)} error={field.error} />
      <label>
        <input type="checkbox" value={value} defaultChecked={checked} {...rest} {...controlProps(field)} />
        <span>{field.label}</span>
      </label>
      {field.hint && (
        <p className="hint" id={hintId(id)}>
          {field.hint}
        </p>
      )}
    </div>
  )
}
