import { CONTRACTOR, facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const jobReturnNeeded = emailTemplate({
  subject: (job) => `Another visit needed: ${job.jobRef}, ${job.propertyName}`,
  title: 'The contractor has to come back',
  preview: '{{jobRef}}, {{propertyName}}: the work goes on',
  parts: [
    say`${'contractor'} has been there, and has to come back to finish the work. You need not do anything.`,
    written('What they say', 'reason'),
    facts([...JOB, ...CONTRACTOR]),
  ],
  action: 'View the job',
})
