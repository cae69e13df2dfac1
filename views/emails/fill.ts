import type { EmailValues, ValueName } from './values.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML, safe in an element and in a quoted attribute; its lines stay lines. */
const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!).replaceAll('\n', '<br>')

/** What a template writes for a value: '{{jobRef}}'. */
export const placeholder = (name: ValueName): string => `{{${name}}}`
/** Around what is left out when the value is ''. */
export const opening = (name: ValueName): string => `{{#${name}}}`
export const closing = (name: ValueName): string => `{{/${name}}}`

/**
 * Puts values into a compiled template, escaped. One pass from left to right, so that a value which looks like a
 * placeholder stays what its writer typed. Throws on a name that no value has.
 */
export function fill(template: string, values: EmailValues): string {
  const left: string[] = []
  const out: string[] = []
  for (const [index, piece] of template.split(/\{\{([#/]?\w+)\}\}/).entries()) {
    if (index % 2 === 0) {
      if (left.length === 0) out.push(piece)
      continue
    }
    const name = piece.replace(/^[#/]/, '')
    if (!(name in values)) throw new Error(`An e-mail's template asks for '${name}', which no e-mail has`)
    const value = values[name as ValueName]
    if (piece.startsWith('/')) {
      if (left.at(-1) === name) left.pop()
    } else if (piece.startsWith('#')) {
      if (value === '') left.push(name)
    } else if (left.length === 0) out.push(escapeHtml(value))
  }
  return out.join('')
}
