import { conversation, facts, JOB, say } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const newMessages = emailTemplate({
  subject: (job) => `${job.by} wrote about ${job.jobRef}, ${job.propertyName}`,
  title: 'New messages',
  preview: '{{jobRef}}, {{propertyName}}: {{by}} wrote',
  parts: [say`${'by'} wrote about this job.`, conversation, facts(JOB)],
  action: 'Read and answer',
})
