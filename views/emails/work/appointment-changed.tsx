import { CONTRACTOR, facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const appointmentChanged = emailTemplate({
  subject: (job) => `Visit moved: ${job.appointment}, ${job.propertyName}, ${job.jobRef}`,
  title: 'A booked visit was moved',
  preview: 'Now {{appointment}}: {{contractor}} comes to {{propertyName}}',
  parts: [
    say`${'contractor'} now comes on ${{ strong: 'appointment' }}. Please see that they can get in.`,
    facts([...JOB, ...CONTRACTOR]),
    written('Access notes', 'accessNotes'),
  ],
  action: 'View the job',
})
