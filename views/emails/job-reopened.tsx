import { facts, JOB_WITH_BADGES, say, written } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const jobReopened = emailTemplate({
  subject: (job) => `Reopened: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was reopened',
  preview: '{{jobRef}}, {{propertyName}}: it is not finished after all',
  parts: [
    say`${'by'} reopened this job.`,
    written('Reason', 'reason'),
    facts(JOB_WITH_BADGES),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
  ],
  action: 'View the job',
})
