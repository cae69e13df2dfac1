import type { EmailContent } from '#src/emails/kinds.ts'
import { JOB_TYPE_BADGES, URGENCY_BADGES, type Urgency } from '#src/jobs/job.ts'

/** Each pair has a contrast of at least 4.5. */
const URGENCY_COLOURS: Record<Urgency, { ink: string; paper: string }> = {
  low: { ink: '#14532d', paper: '#dcfce7' },
  medium: { ink: '#713f12', paper: '#fef3c7' },
  high: { ink: '#7f1d1d', paper: '#fee2e2' },
}

// A newline in a name would forge a line of the text or a header; other control characters mean nothing in mail.
const oneLine = (value: string | null): string => (value ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
const manyLines = (value: string | null): string =>
  (value ?? '')
    .replace(/\r\n?|\p{Zl}|\p{Zp}/gu, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()

/** '' for what is missing. `publicUrl` has no slash at the end. */
export function emailValues(content: EmailContent, publicUrl: string) {
  const colours = URGENCY_COLOURS[content.urgency]
  const agentEmail = oneLine(content.estateAgentEmail)
  const agentPhone = oneLine(content.estateAgentPhone)
  return {
    recipientName: oneLine(content.recipientName) || 'there',
    jobRef: oneLine(content.jobRef),
    jobType: JOB_TYPE_BADGES[content.jobType],
    urgency: URGENCY_BADGES[content.urgency],
    urgencyInk: colours.ink,
    urgencyPaper: colours.paper,
    propertyName: oneLine(content.propertyName),
    propertyAddress: manyLines(content.propertyAddress),
    issueDescription: manyLines(content.issueDescription),
    accessNotes: manyLines(content.accessNotes),
    estateAgency: oneLine(content.estateAgency),
    estateAgentName: oneLine(content.estateAgentName),
    estateAgentEmail: agentEmail,
    estateAgentEmailLink: `mailto:${encodeURIComponent(agentEmail).replace('%40', '@')}`,
    estateAgentPhone: agentPhone,
    estateAgentPhoneLink: `tel:${agentPhone.replace(/[^+\d]/g, '')}`,
    contractor:
      [content.contractorName, content.contractorCompany].map(oneLine).filter(Boolean).join(', ') || 'The contractor',
    reason: manyLines(content.reason),
    workDone: manyLines(content.workDone),
    quoteAmount: oneLine(content.quoteAmount),
    quoteDescription: manyLines(content.quoteDescription),
    appointment: oneLine(content.appointment ?? null),
    by: oneLine(content.by ?? null),
    changes: manyLines(content.changes ?? null),
    messages: manyLines(content.messages ?? null),
    refs: oneLine(content.handedOver?.refs ?? null),
    fromAgent: oneLine(content.handedOver?.from ?? null),
    toAgent: oneLine(content.handedOver?.to ?? null),
    link: publicUrl + content.path,
    home: publicUrl,
  }
}

export type EmailValues = ReturnType<typeof emailValues>
export type ValueName = keyof EmailValues
