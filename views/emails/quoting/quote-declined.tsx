import { fact, facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const quoteDeclined = emailTemplate({
  subject: (job) => `Quote declined: ${job.jobRef}, ${job.propertyName}`,
  title: 'Your quote was declined',
  preview: '{{quoteAmount}} for {{propertyName}}',
  parts: [
    say`${'estateAgency'} declined your quote. Please do not begin the quoted work.`,
    facts([fact('Amount', 'quoteAmount'), ...JOB]),
    written('Reason', 'reason'),
    written('Your quote', 'quoteDescription'),
  ],
  action: 'View the job',
})
