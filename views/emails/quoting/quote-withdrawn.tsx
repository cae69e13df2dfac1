import { fact, facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const quoteWithdrawn = emailTemplate({
  subject: (job) => `Quote withdrawn: ${job.jobRef}, ${job.propertyName}`,
  title: 'A quote was withdrawn',
  preview: '{{quoteAmount}} for {{propertyName}}: there is nothing to decide',
  parts: [
    say`${'contractor'} took the quote back and still has the job. There is nothing to decide until a new quote comes.`,
    written('Reason', 'reason'),
    facts([fact('Amount', 'quoteAmount'), ...JOB]),
  ],
  action: 'View the job',
})
