import { facts, JOB, say, written } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const jobNoAccess = emailTemplate({
  subject: (job) => `Nobody was in: ${job.jobRef}, ${job.propertyName}`,
  title: 'Nobody let the contractor in',
  preview: '{{jobRef}}, {{propertyName}}: the contractor could not get in',
  parts: [
    say`${'contractor'} came and could not get in. Please help them to get in next time: a key, a code, or somebody who is there.`,
    written('What they say', 'reason'),
    facts(JOB),
    written('Access notes', 'accessNotes'),
  ],
  action: 'View the job',
})
