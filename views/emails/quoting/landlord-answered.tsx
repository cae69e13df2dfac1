import { fact, facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const landlordAnswered = emailTemplate({
  subject: (job) =>
    `The landlord ${job.decision.toLowerCase()}: ${job.quoteAmount} for ${job.propertyName}, ${job.jobRef}`,
  title: 'The landlord answered',
  preview: '{{decision}}: {{quoteAmount}} for {{propertyName}}',
  parts: [
    say`${{ strong: 'decision' }}: this is what came by the link that you sent. Please decide the quote.`,
    written('Their note', 'reason'),
    facts([fact('Amount', 'quoteAmount'), fact('Contractor', 'contractorInFull'), ...JOB]),
  ],
  action: 'View the quote',
})
