import { facts, JOB, say, written } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const appointmentCancelled = emailTemplate({
  subject: (job) => `Visit cancelled: ${job.appointment}, ${job.propertyName}, ${job.jobRef}`,
  title: 'A booked visit was cancelled',
  preview: '{{appointment}}: nobody comes to {{propertyName}}',
  parts: [say`The visit booked for ${'appointment'} does not take place.`, written('Reason', 'reason'), facts(JOB)],
  action: 'View the job',
})
