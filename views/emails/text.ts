import type { EmailValues } from './values.ts'

/** A label and its value on one line; nothing when there is no value. */
export const fact = (label: string, value: string): string => (value ? `${label}: ${value.replaceAll('\n', ', ')}` : '')

/** A label and, indented so that no value passes for a line of ours, what somebody wrote. */
export const words = (label: string, value: string): string => (value ? `\n${label}:\n${indented(value)}` : '')

const indented = (value: string) => value.replace(/^/gm, '  ')

/** Which job it is about; with `badges`, of what type and how urgent. */
export const jobFacts = (job: EmailValues, { badges = false } = {}): string[] => [
  fact('Job', job.jobRef),
  ...(badges ? [fact('Type', job.jobType), fact('Urgency', job.urgency)] : []),
  fact('Property', job.propertyName),
  fact('Address', job.propertyAddress),
]

/** Who arranged it and how to reach them. */
export const agentFacts = (job: EmailValues): string[] => [
  fact('Agent', job.estateAgentName),
  fact('Phone', job.estateAgentPhone),
  fact('Email', job.estateAgentEmail),
]

/** An empty line between two groups of facts. */
export const GAP = '\n'

/** The plain-text part: greeting, the message's lines without the empty ones, the link, the foot. */
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
