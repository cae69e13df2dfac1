import { facts, JOB, say, written } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const jobHandedBack = emailTemplate({
  subject: (job) => `Handed back: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was handed back',
  preview: '{{jobRef}}, {{propertyName}}: it waits for another contractor',
  parts: [
    say`${'contractor'} cannot take this job. It waits for another contractor.`,
    written('What they say', 'reason'),
    facts(JOB),
  ],
  action: 'View the job',
})
