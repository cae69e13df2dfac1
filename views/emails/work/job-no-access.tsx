import { CONTRACTOR, facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const jobNoAccess = emailTemplate({
  subject: (job) => `Nobody was in: ${job.jobRef}, ${job.propertyName}`,
  title: 'The contractor could not get in',
  preview: '{{jobRef}}, {{propertyName}}: nobody let the contractor in',
  parts: [
    say`${'contractor'} came, and nobody let them in. Please see that they can get in next time: a key, a code, or somebody who is there.`,
    written('What they say', 'reason'),
    written('Access notes so far', 'accessNotes'),
    facts([...JOB, ...CONTRACTOR]),
  ],
  action: 'View the job',
})
