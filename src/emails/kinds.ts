import type { JobType, Urgency } from '../jobs/job.ts'

export type Recipient = 'contractor' | 'agent' | 'admins'

type Email = {
  /** All whom it may concern; the side that acted is left out. */
  to: readonly Recipient[] | 'both agents'
  /** The actions that send it. */
  after: readonly string[]
  opens: 'job' | 'quote' | 'jobs' | 'messages'
  label: string
}

/** Every kind of e-mail; its words are in the view of its name, such as views/emails/job-assigned.tsx. */
export const EMAILS = {
  job_assigned: { to: ['contractor'], after: ['assignJob'], opens: 'job', label: 'Job assigned' },
  job_withdrawn: {
    to: ['contractor'],
    after: ['assignJob', 'unassignJob', 'eraseJob'],
    opens: 'jobs',
    label: 'Job withdrawn',
  },
  job_cancelled: {
    to: ['contractor', 'agent', 'admins'],
    after: ['cancelLocked'],
    opens: 'job',
    label: 'Job cancelled',
  },
  quote_approved: { to: ['contractor'], after: ['approveQuote'], opens: 'job', label: 'Quote approved' },
  quote_declined: { to: ['contractor'], after: ['declineQuote'], opens: 'job', label: 'Quote declined' },
  quote_submitted: { to: ['agent'], after: ['completeJob'], opens: 'quote', label: 'Quote submitted' },
  job_completed: { to: ['agent'], after: ['completeJob', 'markJobComplete'], opens: 'job', label: 'Job completed' },
  jobs_handed_over: {
    to: 'both agents',
    after: ['handOver', 'handOverBeforeDeletion'],
    opens: 'jobs',
    label: 'Jobs handed over',
  },
  job_urgent: { to: ['admins'], after: [], opens: 'job', label: 'Urgent job raised' },
  job_changed: { to: ['contractor'], after: [], opens: 'job', label: 'Job changed' },
  job_no_access: { to: ['agent'], after: [], opens: 'job', label: 'No access' },
  job_return_needed: { to: ['agent'], after: [], opens: 'job', label: 'Return needed' },
  job_handed_back: { to: ['agent', 'admins'], after: [], opens: 'job', label: 'Job handed back' },
  job_reopened: { to: ['contractor', 'agent', 'admins'], after: [], opens: 'job', label: 'Job reopened' },
  quote_revised: { to: ['agent'], after: [], opens: 'quote', label: 'Quote revised' },
  quote_withdrawn: { to: ['agent'], after: [], opens: 'job', label: 'Quote withdrawn' },
  new_price_asked: { to: ['contractor'], after: [], opens: 'job', label: 'New price asked for' },
  appointment_booked: { to: ['agent'], after: [], opens: 'job', label: 'Visit booked' },
  appointment_changed: { to: ['agent'], after: [], opens: 'job', label: 'Visit moved' },
  appointment_cancelled: { to: ['agent'], after: [], opens: 'job', label: 'Booked visit cancelled' },
  new_messages: { to: ['contractor', 'agent', 'admins'], after: [], opens: 'messages', label: 'New messages' },
} as const satisfies Record<string, Email>

export type EmailType = keyof typeof EMAILS
export const EMAIL_TYPES = Object.keys(EMAILS) as [EmailType, ...EmailType[]]

export const EMAIL_STATUSES = ['queued', 'sent', 'failed'] as const
export type EmailStatus = (typeof EMAIL_STATUSES)[number]

/** Begins each stored reason that is not about one message. */
export const MAIL_SERVER = 'Mail server: '

export type NextTry = 'sending' | 'due' | (string & {})

/** Copied when the change happens: the job may be gone when the e-mail is sent. Money is '£1,234.50'. */
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
  path: string
  reason: string | null
  workDone: string | null
  quoteAmount: string | null
  quoteDescription: string | null
  /** When the booked visit is, in words. */
  appointment?: string
  /** Who acted, what a job's details were and are, or what was written: lines of plain text. */
  by?: string
  changes?: string
  messages?: string
  /** Of an e-mail about many jobs, whose jobRef is then their number. */
  handedOver?: { refs: string; from: string; to: string }
}
