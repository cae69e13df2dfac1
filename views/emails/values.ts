import { countedMore, type EmailContent, MAX_GATHERED } from '#src/domain/email/kinds.ts'
import { JOB_TYPE_BADGES } from '#src/domain/job/job-type.ts'
import { isVisitJob } from '#src/domain/job/state.ts'
import { URGENCY_BADGES, type Urgency } from '#src/domain/job/urgency.ts'
import { mailLink, telLink } from '../accounts/links.ts'

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

const countOf = (count: number) => (count === 1 ? '1 thing waits' : `${count.toLocaleString('en-GB')} things wait`)
const moreOf = (waiting: EmailContent['waiting']) => {
  const more = waiting ? waiting.count - waiting.lines.length : 0
  return more > 0 ? `And ${countedMore(more)}` : ''
}

/** Bounded here too: earlier versions queued as many as there were. */
const newestMessages = ({ messages = [], earlierMessages = 0 }: EmailContent) => ({
  messages: messages.slice(-MAX_GATHERED).map(({ from, text }) => ({ from: oneLine(from), text: manyLines(text) })),
  earlierMessages: earlierOf(earlierMessages + Math.max(0, messages.length - MAX_GATHERED)),
})
const earlierOf = (count: number): string => (count > 0 ? `And ${countedMore(count)} before these` : '')

function contactsOf(content: EmailContent) {
  const estateAgentEmail = oneLine(content.estateAgentEmail)
  const estateAgentPhone = oneLine(content.estateAgentPhone)
  const tenantPhone = oneLine(content.tenantPhone ?? null)
  const contractorPhone = oneLine(content.contractorPhone ?? null)
  return {
    ...{ estateAgentEmail, estateAgentEmailLink: mailLink(estateAgentEmail) },
    ...{ estateAgentPhone, estateAgentPhoneLink: telLink(estateAgentPhone) },
    ...{ tenantPhone, tenantPhoneLink: telLink(tenantPhone) },
    ...{ contractorPhone, contractorPhoneLink: telLink(contractorPhone) },
  }
}

const figuresOf = (figures: EmailContent['figures']) => {
  const [columnNow = '', columnBefore = '', columnYearBefore = ''] = figures?.columns ?? []
  const { month: figuresMonth = '', headline = '' } = figures ?? {}
  const rows = (figures?.rows ?? []).map((row) => ({ ...row }))
  return { figures: rows, figuresMonth, headline, columnNow, columnBefore, columnYearBefore }
}

const conditionsOf = (content: EmailContent) => ({
  forContractor: content.side === 'contractor' ? 'yes' : '',
  forAgent: content.side === 'agent' ? 'yes' : '',
  forAdmins: content.side === 'admins' ? 'yes' : '',
  isTheirs: content.isLost ? '' : 'yes',
  isLost: content.isLost ? 'yes' : '',
  isReminder: content.isReminder ? 'yes' : '',
  isEmergency: content.isEmergency ? 'yes' : '',
  isVisit: content.jobType && isVisitJob({ jobType: content.jobType }) ? 'yes' : '',
  hasNoLink: content.path ? '' : 'yes',
  hasContractor: content.contractorName ? 'yes' : '',
  hasNoContractor: content.contractorName ? '' : 'yes',
})

/** '' for what is missing. `publicUrl` has no slash at the end; `repliesTo` is the office's address. */
export function emailValues(content: EmailContent, publicUrl: string, repliesTo = '') {
  const colours = URGENCY_COLOURS[content.urgency]
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
    ...contactsOf(content),
    contractor: oneLine(content.contractorName) || 'The contractor',
    contractorInFull: [content.contractorName, content.contractorCompany].map(oneLine).filter(Boolean).join(', '),
    reason: manyLines(content.reason),
    workDone: manyLines(content.workDone),
    quoteAmount: oneLine(content.quoteAmount),
    quoteDescription: manyLines(content.quoteDescription),
    quoteLines: manyLines(content.quoteLines ?? null),
    appointment: oneLine(content.appointment ?? null),
    by: oneLine(content.by ?? null),
    decision: oneLine(content.decision ?? null),
    changes: manyLines(content.changes ?? null),
    found: manyLines(content.found ?? null),
    toDo: manyLines(content.toDo ?? null),
    byWhen: manyLines(content.byWhen ?? null),
    ...{ ...newestMessages(content), ...figuresOf(content.figures) },
    ...waitingOf(content, publicUrl),
    answer: content.answer ? publicUrl + content.answer : '',
    unsubscribe: content.unsubscribe ? publicUrl + content.unsubscribe : '',
    trade: oneLine(content.trade ?? null),
    hazard: oneLine(content.hazard ?? null),
    tenantName: oneLine(content.tenantName ?? null),
    ...conditionsOf(content),
    signsInAs: oneLine(content.signsInAs ?? null),
    role: oneLine(content.role ?? null),
    ...{ device: oneLine(content.device ?? null), person: oneLine(content.person ?? null) },
    refs: oneLine(content.handedOver?.refs ?? null),
    fromAgent: oneLine(content.handedOver?.from ?? null),
    toAgent: oneLine(content.handedOver?.to ?? null),
    webhookName: oneLine(content.webhook?.name ?? null),
    webhookHost: oneLine(content.webhook?.host ?? null),
    failingSince: oneLine(content.webhook?.since ?? null),
    complaintRef: oneLine(content.complaint?.ref ?? null),
    madeOn: oneLine(content.complaint?.madeOn ?? null),
    answerBy: oneLine(content.complaint?.answerBy ?? null),
    link: content.path && publicUrl + content.path,
    home: publicUrl,
    repliesTo,
    noReplies: repliesTo ? '' : 'yes',
  }
}

const waitingOf = ({ waiting }: EmailContent, publicUrl: string) => ({
  waiting: (waiting?.lines ?? []).map(({ heading, title, late, text, path }) => ({
    ...{ heading: oneLine(heading), title: oneLine(title), late: oneLine(late), text: oneLine(text) },
    link: publicUrl + path,
  })),
  waitingCount: countOf(waiting?.count ?? 0),
  moreWaiting: moreOf(waiting),
})

export type EmailValues = ReturnType<typeof emailValues>
export type ValueName = {
  [Name in keyof EmailValues]: EmailValues[Name] extends string ? Name : never
}[keyof EmailValues]
