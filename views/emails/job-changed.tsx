import { facts, JOB, say, written } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const jobChanged = emailTemplate({
  subject: (job) => `Job changed: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job of yours was changed',
  preview: '{{jobRef}}, {{propertyName}}: what is different now',
  parts: [
    say`The details of this job were changed. Please read what is different now.`,
    written('What changed', 'changes'),
    facts(JOB),
  ],
  action: 'View the job',
})
