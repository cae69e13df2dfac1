import type { EmailValues } from './values.ts'

export const factLine = (label: string, value: string): string =>
  value ? `${label}: ${value.replaceAll('\n', ', ')}` : ''

/** Indented, so that no value passes for a line of ours. */
export const writtenLines = (label: string, value: string): string =>
  value ? `\n${label}:\n${value.replace(/^/gm, '  ')}` : ''

export const GAP = '\n'

type Ending = { action: string; unsubscribe?: string; outside?: Outside }

/** Why whoever has no account gets it. */
export type Outside = boolean | 'complaint'

export function letter(values: EmailValues, lines: string[], { action, unsubscribe, outside }: Ending): string {
  return [
    `Hello ${values.recipientName},`,
    '',
    ...lines.filter(Boolean),
    '',
    `${action}:`,
    values.link,
    '',
    ...(unsubscribe && values.unsubscribe ? [`${unsubscribe}:`, values.unsubscribe, ''] : []),
    '-- ',
    `Fettle, ${values.home}`,
    `${footOf(outside)} ${values.repliesTo ? REPLIES : NO_REPLIES}`,
    '',
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
}

export const footOf = (outside: Outside = false): string =>
  outside === 'complaint'
    ? 'You get this message because a complaint with your address was sent to us.'
    : outside
      ? 'You get this message because a letting agency arranges a repair through Fettle.'
      : 'You get this message because you arrange repairs through Fettle.'
export const NO_REPLIES = 'Nobody reads replies to it.'
export const REPLIES = 'The office reads replies to it.'
