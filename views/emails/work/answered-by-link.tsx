import { fact, facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const answeredByLink = emailTemplate({
  subject: (job) => `${job.decision}: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was answered from your e-mail',
  preview: '{{decision}}: {{propertyName}}, {{propertyAddress}}',
  parts: [
    say`${{ strong: 'decision' }}: this is the answer that was sent by the link in our e-mail to you.`,
    say`If it was not you, somebody else has read that e-mail. Please tell the office, and change the password of your mailbox.`,
    facts([fact('Visit', 'appointment'), ...JOB]),
    written('The reason', 'reason'),
  ],
  action: 'View it in Fettle',
})
