import { facts, JOB, say, written } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const jobReturnNeeded = emailTemplate({
  subject: (job) => `The contractor has to come back: ${job.jobRef}, ${job.propertyName}`,
  title: 'The contractor has to come back',
  preview: '{{jobRef}}, {{propertyName}}: the work goes on',
  parts: [say`${'contractor'} has been there and has to come back.`, written('What they say', 'reason'), facts(JOB)],
  action: 'View the job',
})
