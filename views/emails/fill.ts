import type { EmailValues, ValueName } from './values.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!).replaceAll('\n', '<br>')

export const placeholder = (name: ValueName): string => `{{${name}}}`
export const opening = (name: ValueName): string => `{{#${name}}}`
export const closing = (name: ValueName): string => `{{/${name}}}`

/** One pass, so that a value that looks like a placeholder stays as it is. Throws for an unknown name. */
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
