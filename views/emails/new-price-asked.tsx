import { AGENCY, facts, JOB, say, written } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const newPriceAsked = emailTemplate({
  subject: (job) => `New price wanted: ${job.jobRef}, ${job.propertyName}`,
  title: 'The estate agent asks for a new price',
  preview: '{{jobRef}}, {{propertyName}}: please send a new quote',
  parts: [
    say`The estate agent declined your quote of ${'quoteAmount'} and asks for a new price. The job is yours again: complete it with a new quote.`,
    written('What they say', 'reason'),
    facts([...JOB, AGENCY]),
  ],
  action: 'View the job',
})
