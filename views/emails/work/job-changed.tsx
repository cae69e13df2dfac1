import { AGENCY, AGENT, facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const jobChanged = emailTemplate({
  subject: (job) => `Job changed: ${job.jobRef}, ${job.propertyName}`,
  title: 'The details of a job were changed',
  preview: '{{jobRef}}, {{propertyName}}: what is different now',
  parts: [
    say`${'by'} changed the details of your job. Please read what is different now.`,
    written('What changed', 'changes'),
    facts([...JOB, AGENCY, ...AGENT]),
  ],
  action: 'View the job',
})
