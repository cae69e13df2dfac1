import { facts, JOB, say, written } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const appointmentChanged = emailTemplate({
  subject: (job) => `Visit moved: ${job.appointment}, ${job.propertyName}, ${job.jobRef}`,
  title: 'A visit was moved',
  preview: 'Now {{appointment}}: {{contractor}} comes to {{propertyName}}',
  parts: [
    say`${'contractor'} now comes ${{ strong: 'appointment' }}.`,
    facts(JOB),
    written('Access notes', 'accessNotes'),
  ],
  action: 'View the job',
})
