export const EMAIL_TYPES = [
  'job_assigned',
  'job_withdrawn',
  'job_cancelled',
  'quote_approved',
  'quote_declined',
  'quote_submitted',
  'job_completed',
] as const
export type EmailType = (typeof EMAIL_TYPES)[number]

export const EMAIL_STATUSES = ['queued', 'sent', 'failed'] as const
export type EmailStatus = (typeof EMAIL_STATUSES)[number]
