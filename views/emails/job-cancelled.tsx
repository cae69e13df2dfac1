import { AGENCY, facts, JOB, say, written } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const jobCancelled = emailTemplate({
  subject: (job) => `Job cancelled: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was cancelled',
  preview: '{{jobRef}}, {{propertyName}}: no more work is needed',
  parts: [say`This job was cancelled. No more work is needed.`, written('Reason', 'reason'), facts([...JOB, AGENCY])],
  action: 'View the job',
})
