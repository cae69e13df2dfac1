import { facts, JOB, say, written } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const quoteWithdrawn = emailTemplate({
  subject: (job) => `Quote withdrawn: ${job.jobRef}, ${job.propertyName}`,
  title: 'A quote was withdrawn',
  preview: '{{jobRef}}, {{propertyName}}: {{contractor}} took the quote back',
  parts: [
    say`${'contractor'} took the quote of ${'quoteAmount'} back and still has the job.`,
    written('What they say', 'reason'),
    facts(JOB),
  ],
  action: 'View the job',
})
