import { conversation, facts, JOB, say, when } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const newMessages = emailTemplate({
  subject: (job) => `${job.by} wrote: ${job.jobRef}, ${job.propertyName}`,
  title: 'New messages',
  preview: '{{by}} wrote about {{jobRef}}, {{propertyName}}',
  parts: [
    say`${'by'} wrote about ${'propertyName'}.`,
    when('earlierMessages', say`${'earlierMessages'}.`),
    conversation,
    facts(JOB),
  ],
  action: 'Read and answer',
})
