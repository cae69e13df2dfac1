import type { Role } from '../account/account.ts'
import { ACCOUNT_EVENT_LABELS, type AccountEvent } from '../account/events.ts'
import { EVENT_LABELS, type TimelineEvent } from '../job/transitions.ts'

const OTHERS = {
  'job.changed': 'Job Changed Otherwise',
  'job.deleted': 'Job Deleted',
  'quote.submitted': 'Quote Submitted',
  'quote.revised': 'Quote Revised',
  'quote.approved': 'Quote Approved',
  'quote.declined': 'Quote Declined',
  'quote.withdrawn': 'Quote Withdrawn',
  'quote.deleted': 'Quote Deleted',
  'quote.workChanged': 'State of Quote Work Changed',
  'quote.invoicingChanged': 'Invoicing of Quote Changed',
  'visit.logged': 'Visit Logged',
  'visit.deleted': 'Visit Deleted',
  'visit.invoicingChanged': 'Invoicing of Visit Changed',
  'invoice.issued': 'Invoice Issued',
  'invoice.voided': 'Invoice Voided',
  'invoice.paid': 'Invoice Paid',
  'invoice.deleted': 'Invoice Deleted',
  'message.written': 'Message Written',
  'complaint.received': 'Complaint Received',
  'complaint.answered': 'Complaint Answered',
  'complaint.closed': 'Complaint Closed',
  'account.erased': 'Deleted Account Erased',
} as const

export type EventType = `job.${TimelineEvent}` | `account.${AccountEvent}` | keyof typeof OTHERS

const prefixed = (prefix: string, labels: Record<string, string>) =>
  Object.fromEntries(Object.entries(labels).map(([name, label]) => [`${prefix}.${name}`, label]))

export const EVENT_TYPES = {
  ...prefixed('job', EVENT_LABELS),
  ...prefixed('account', ACCOUNT_EVENT_LABELS),
  ...OTHERS,
} as Record<EventType, string>

export const EVENT_TYPE_NAMES = (Object.keys(EVENT_TYPES) as EventType[]).sort()

export const SUBJECT_KINDS = ['job', 'quote', 'visit', 'invoice', 'message', 'account', 'complaint'] as const
type SubjectKind = (typeof SUBJECT_KINDS)[number]

export const subjectKindOf = (type: EventType): SubjectKind => type.slice(0, type.indexOf('.')) as SubjectKind

export const endsSubject = (type: EventType): boolean => /\.(deleted|erased)$/.test(type)

export type ChangeEvent = {
  seq: number
  id: string
  type: EventType
  /** A message's id is a number, as text. */
  subject: { kind: SubjectKind; id: string }
  jobId: string | null
  jobRef: string | null
  at: Date
  by: { id: string | null; name: string; role: Role | null }
  data: Record<string, string> | null
  gone: boolean
}

export const eventJson = ({ seq: _, at, ...event }: ChangeEvent) => ({ ...event, at: at.toISOString() })

export const DEFAULT_LIMIT = 100
export const MAX_EVENTS = 1000
export const LONGEST_WAIT_SECONDS = 30
