import { facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const appointmentCancelled = emailTemplate({
  subject: (job) => `Visit cancelled: ${job.appointment}, ${job.propertyName}, ${job.jobRef}`,
  title: 'A booked visit was cancelled',
  preview: '{{appointment}}: nobody comes to {{propertyName}}',
  parts: [
    say`Nobody comes on ${{ strong: 'appointment' }}: the visit booked by ${'contractor'} was cancelled.`,
    written('Reason', 'reason'),
    facts(JOB),
  ],
  action: 'View the job',
})
