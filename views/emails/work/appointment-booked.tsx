import { CONTRACTOR, facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const appointmentBooked = emailTemplate({
  subject: (job) => `Visit booked: ${job.appointment}, ${job.propertyName}, ${job.jobRef}`,
  title: 'A visit is booked',
  preview: '{{appointment}}: {{contractor}} comes to {{propertyName}}',
  parts: [
    say`${'contractor'} comes on ${{ strong: 'appointment' }}. Please see that they can get in.`,
    facts([...JOB, ...CONTRACTOR]),
    written('Access notes', 'accessNotes'),
  ],
  action: 'View the job',
})
