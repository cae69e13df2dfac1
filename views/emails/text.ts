import type { EmailValues } from './values.ts'

/** A label and its value on one line; '' when there is no value. */
export const factLine = (label: string, value: string): string =>
  value ? `${label}: ${value.replaceAll('\n', ', ')}` : ''

/** A label and, indented so that no value passes for a line of ours, what somebody wrote; '' when that is nothing. */
export const writtenLines = (label: string, value: string): string =>
  value ? `\n${label}:\n${value.replace(/^/gm, '  ')}` : ''

/** An empty line between two groups of facts. */
export const GAP = '\n'

/** The plain-text part: greeting, the lines that are not empty, the link, the foot. */
export function letter(values: EmailValues, lines: string[], action: string): string {
  return [
    `Hello ${values.recipientName},`,
    '',
    ...lines.filter(Boolean),
    '',
    `${action}:`,
    values.link,
    '',
    '-- ',
    `Fettle, ${values.home}`,
    FOOT,
    '',
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
}

export const FOOT = 'You get this message because you arrange repairs through Fettle. Nobody reads replies to it.'
