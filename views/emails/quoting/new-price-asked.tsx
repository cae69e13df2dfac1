import { AGENT, fact, facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const newPriceAsked = emailTemplate({
  subject: (job) => `New price wanted: ${job.jobRef}, ${job.propertyName}`,
  title: 'A new price is wanted',
  preview: '{{quoteAmount}} for {{propertyName}} was declined: please send a new quote',
  parts: [
    say`${'estateAgency'} declined your quote and asks for a new price. The job is yours again: please send a new quote.`,
    written('What they say', 'reason'),
    facts([fact('Declined', 'quoteAmount'), ...JOB, ...AGENT]),
    written('Your quote', 'quoteDescription'),
  ],
  action: 'View the job',
})
