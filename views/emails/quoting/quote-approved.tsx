import { AGENT, fact, facts, JOB_WITH_BADGES, say, TENANT, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

/** The job is the quoted work, not the one that was quoted for. */
export const quoteApproved = emailTemplate({
  subject: (job) => `Quote approved: ${job.jobRef}, ${job.propertyName}`,
  title: 'Your quote was approved',
  preview: '{{quoteAmount}} for {{propertyName}}: you can begin',
  parts: [
    say`${'estateAgency'} approved your quote. You can begin the work, which is now ${{ strong: 'jobRef' }}.`,
    facts([fact('Amount', 'quoteAmount'), ...JOB_WITH_BADGES]),
    written('Your quote', 'quoteDescription'),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
    facts([...TENANT, ...AGENT]),
  ],
  action: 'View the job',
})
