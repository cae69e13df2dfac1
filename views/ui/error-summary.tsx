import { Icon } from './icon.tsx'
import { fieldId } from './ids.ts'

/**
 * The list of what was refused, on top of the form, with a link to each field. It takes the focus when it appears.
 * Takes messages by field name; the key '' is for what concerns no single field. Nothing is shown without errors.
 */
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
