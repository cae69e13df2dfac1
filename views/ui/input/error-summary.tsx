import { Icon } from '../icon.tsx'
import { fieldId } from './ids.ts'

/** Messages by field; the key '' is for what concerns no single field. */
export function ErrorSummary({ errors, form }: { errors?: Readonly<Record<string, string>>; form?: string }) {
  const list = Object.entries(errors ?? {})
  if (list.length === 0) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: whoever just sent the form must land on what was refused
    <div className="error-summary" role="alert" tabIndex={-1} autoFocus>
      <h2>
        <Icon name="alert" /> There is a problem
      </h2>
      <ul>
        {list.map(([name, message]) => (
          <li key={name}>{name ? <a href={`#${fieldId(name, form)}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  )
}
