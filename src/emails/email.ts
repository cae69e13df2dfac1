import type { JobType, Urgency } from '../jobs/job.ts'

export const EMAIL_TYPES = [
  'job_assigned',
  'job_withdrawn',
  'job_cancelled',
  'quote_approved',
  'quote_declined',
  'quote_submitted',
  'job_completed',
  'jobs_handed_over',
] as const
export type EmailType = (typeof EMAIL_TYPES)[number]

export const EMAIL_STATUSES = ['queued', 'sent', 'failed'] as const
export type EmailStatus = (typeof EMAIL_STATUSES)[number]

/** What every reason begins with that is not about one message. */
export const MAIL_SERVER = 'Mail server: '

/** When an e-mail that waits is tried again: it is in hand, as soon as may be, or a moment in ISO 8601. */
export type NextTry = 'sending' | 'due' | (string & {})

/** All that a message says, copied when the change happens. Money is '£1,234.50', dates are 'DD/MM/YYYY'. */
export type EmailContent = {
  recipientName: string
  jobRef: string
  jobType: JobType
  urgency: Urgency
  propertyName: string
  propertyAddress: string
  issueDescription: string
  accessNotes: string | null
  estateAgency: string
  estateAgentName: string
  estateAgentEmail: string | null
  estateAgentPhone: string | null
  contractorName: string | null
  contractorCompany: string | null
  /** Path of the page that shows the thing, such as '/jobs/…'. */
  path: string
  /** Why a job was cancelled or withdrawn. */
  reason: string | null
  workDone: string | null
  quoteAmount: string | null
  quoteDescription: string | null
  /** Of many jobs at once, whose number then stands for the reference: all their references, and the agents' names. */
  handedOver?: { refs: string; from: string; to: string }
}
