import { AGENCY, facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const jobWithdrawn = emailTemplate({
  subject: (job) => `Job withdrawn: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was withdrawn',
  preview: '{{jobRef}}, {{propertyName}}: please do not go there',
  parts: [
    say`This job is no longer assigned to you. Please do not go there for it.`,
    facts([...JOB, AGENCY]),
    written('Reason', 'reason'),
  ],
  action: 'View your jobs',
})
