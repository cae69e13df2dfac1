// Made by `npm run emails`
import { jobAssigned } from '../job-assigned.tsx'
import jobAssignedHtml from './job-assigned.ts'
import { jobWithdrawn } from '../job-withdrawn.tsx'
import jobWithdrawnHtml from './job-withdrawn.ts'
import { jobCancelled } from '../job-cancelled.tsx'
import jobCancelledHtml from './job-cancelled.ts'
import { quoteApproved } from '../quote-approved.tsx'
import quoteApprovedHtml from './quote-approved.ts'
import { quoteDeclined } from '../quote-declined.tsx'
import quoteDeclinedHtml from './quote-declined.ts'
import { quoteSubmitted } from '../quote-submitted.tsx'
import quoteSubmittedHtml from './quote-submitted.ts'
import { jobCompleted } from '../job-completed.tsx'
import jobCompletedHtml from './job-completed.ts'
import { jobsHandedOver } from '../jobs-handed-over.tsx'
import jobsHandedOverHtml from './jobs-handed-over.ts'

export const COMPILED = {
  job_assigned: { ...jobAssigned, html: jobAssignedHtml },
  job_withdrawn: { ...jobWithdrawn, html: jobWithdrawnHtml },
  job_cancelled: { ...jobCancelled, html: jobCancelledHtml },
  quote_approved: { ...quoteApproved, html: quoteApprovedHtml },
  quote_declined: { ...quoteDeclined, html: quoteDeclinedHtml },
  quote_submitted: { ...quoteSubmitted, html: quoteSubmittedHtml },
  job_completed: { ...jobCompleted, html: jobCompletedHtml },
  jobs_handed_over: { ...jobsHandedOver, html: jobsHandedOverHtml },
}
