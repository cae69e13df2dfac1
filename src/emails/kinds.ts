import type { JobType, Urgency } from '../jobs/job.ts'

type Email = {
  to: 'contractor' | 'agent' | 'both agents'
  /** The actions that send it. */
  after: readonly string[]
  opens: 'job' | 'quote' | 'jobs'
  label: string
}

/** Every kind of e-mail; its words are in the view of its name, such as views/emails/job-assigned.tsx. */
export const EMAILS = {
  job_assigned: { to: 'contractor', after: ['assignJob'], opens: 'job', label: 'Job assigned' },
  job_withdrawn: {
    to: 'contractor',
    after: ['assignJob', 'unassignJob', 'eraseJob'],
    opens: 'jobs',
    label: 'Job withdrawn',
  },
  job_cancelled: { to: 'contractor', after: ['cancelLocked'], opens: 'job', label: 'Job cancelled' },
  quote_approved: { to: 'contractor', after: ['approveQuote'], opens: 'job', label: 'Quote approved' },
  quote_declined: { to: 'contractor', after: ['declineQuote'], opens: 'job', label: 'Quote declined' },
  quote_submitted: { to: 'agent', after: ['completeJob'], opens: 'quote', label: 'Quote submitted' },
  job_completed: { to: 'agent', after: ['completeJob', 'markJobComplete'], opens: 'job', label: 'Job completed' },
  jobs_handed_over: {
    to: 'both agents',
    after: ['handOver', 'handOverBeforeDeletion'],
    opens: 'jobs',
    label: 'Jobs handed over',
  },
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
  /** Of an e-mail about many jobs, whose jobRef is then their number. */
  handedOver?: { refs: string; from: string; to: string }
}
