import type { EmailType } from '#src/emails/email.ts'
import { jobAssigned } from './job-assigned.tsx'
import { jobCancelled } from './job-cancelled.tsx'
import { jobCompleted } from './job-completed.tsx'
import { jobWithdrawn } from './job-withdrawn.tsx'
import { jobsHandedOver } from './jobs-handed-over.tsx'
import { quoteApproved } from './quote-approved.tsx'
import { quoteDeclined } from './quote-declined.tsx'
import { quoteSubmitted } from './quote-submitted.tsx'
import type { EmailTemplate } from './values.ts'

export const TEMPLATES: Record<EmailType, EmailTemplate> = {
  job_assigned: jobAssigned,
  job_withdrawn: jobWithdrawn,
  job_cancelled: jobCancelled,
  quote_approved: quoteApproved,
  quote_declined: quoteDeclined,
  quote_submitted: quoteSubmitted,
  job_completed: jobCompleted,
  jobs_handed_over: jobsHandedOver,
}
