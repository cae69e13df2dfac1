import { fact, facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const jobCompleted = emailTemplate({
  subject: (job) => `Job completed: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was completed',
  preview: '{{jobRef}}, {{propertyName}}, by {{contractor}}',
  parts: [
    say`${'contractor'} completed the work at ${'propertyName'}.`,
    written('Work done', 'workDone'),
    facts([fact('Contractor', 'contractorInFull'), ...JOB, fact('Quote', 'quoteAmount')]),
    written('The issue', 'issueDescription'),
  ],
  action: 'View the job',
})
