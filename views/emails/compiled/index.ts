// Made by views/emails/compile.ts
import job_assigned from './job-assigned.ts'
import job_withdrawn from './job-withdrawn.ts'
import job_cancelled from './job-cancelled.ts'
import quote_approved from './quote-approved.ts'
import quote_declined from './quote-declined.ts'
import quote_submitted from './quote-submitted.ts'
import job_completed from './job-completed.ts'
import jobs_handed_over from './jobs-handed-over.ts'

export const COMPILED = { job_assigned, job_withdrawn, job_cancelled, quote_approved, quote_declined, quote_submitted, job_completed, jobs_handed_over }
