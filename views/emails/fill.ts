import type { EmailValues, ValueName } from './values.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!).replaceAll('\n', '<br>')

export const placeholder = (name: ValueName): string => `{{${name}}}`
export const opening = (name: ValueName): string => `{{#${name}}}`
export const closing = (name: ValueName): string => `{{/${name}}}`

type ListName = { [Name in keyof EmailValues]: EmailValues[Name] extends string ? never : Name }[keyof EmailValues]

export const each = <Name extends ListName>(name: Name) => ({
  opening: `{{*${name}}}`,
  closing: `{{/*${name}}}`,
  of: (value: keyof EmailValues[Name][number] & string) => `{{${value}}}`,
})

const REPEATED = /\{\{\*(\w+)\}\}(.*?)\{\{\/\*\1\}\}/s

/** One pass, so that a value that looks like a placeholder stays as it is. Throws for an unknown name. */
export function fill(template: string, values: EmailValues): string {
  const { messages, waiting, figures, ...texts } = values
  const lists: Record<string, readonly Readonly<Record<string, string>>[]> = { messages, waiting, figures }
  const [before = '', name, repeated = '', after = ''] = template.split(REPEATED)
  if (name === undefined) return fillIn(template, texts)
  return [fillIn(before, texts), ...lists[name]!.map((one) => fillIn(repeated, one)), fillIn(after, texts)].join('')
}

function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  const left: string[] = []
  const out: string[] = []
  for (const [index, piece] of template.split(/\{\{([#/]?\w+)\}\}/).entries()) {
    if (index % 2 === 0) {
      if (left.length === 0) out.push(piece)
      continue
    }
    const name = piece.replace(/^[#/]/, '')
    if (!Object.hasOwn(values, name)) throw new Error(`An e-mail's template asks for '${name}', which no e-mail has`)
    const value = values[name]!
    if (piece.startsWith('/')) {
      if (left.at(-1) === name) left.pop()
    } else if (piece.startsWith('#')) {
      if (value === '') left.push(name)
    } else if (left.length === 0) out.push(escapeHtml(value))
  }
  return out.join('')
}
