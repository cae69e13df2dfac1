import type { EmailValues } from './values.ts'

export const factLine = (label: string, value: string): string =>
  value ? `${label}: ${value.replaceAll('\n', ', ')}` : ''

/** Indented, so that no value passes for a line of ours. */
export const writtenLines = (label: string, value: string): string =>
  value ? `\n${label}:\n${value.replace(/^/gm, '  ')}` : ''

export const GAP = '\n'

type Ending = { action: string; unsubscribe?: string; outside?: Outside }

export type Outside = boolean | keyof typeof OUTSIDE

export function letter(values: EmailValues, lines: string[], { action, unsubscribe, outside }: Ending): string {
  return [
    `Hello ${values.recipientName},`,
    '',
    ...lines.filter(Boolean),
    '',
    ...(values.link ? [`${action}:`, values.link, ''] : []),
    ...(unsubscribe && values.unsubscribe ? [`${unsubscribe}:`, values.unsubscribe, ''] : []),
    '-- ',
    `Fettle, ${values.home}`,
    `${footOf(outside)} ${values.repliesTo ? REPLIES : NO_REPLIES}`,
    '',
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
}

const OUTSIDE = {
  complaint: 'a complaint with your address was sent to us',
  certificates: 'a letting agency keeps the certificates of a property in Fettle',
}

export function footOf(outside: Outside = false): string {
  if (typeof outside === 'string') return `You get this message because ${OUTSIDE[outside]}.`
  return `You get this message because ${outside ? 'a letting agency arranges a repair' : 'you arrange repairs'} through Fettle.`
}
export const NO_REPLIES = 'Nobody reads replies to it.'
export const REPLIES = 'The office reads replies to it.'
