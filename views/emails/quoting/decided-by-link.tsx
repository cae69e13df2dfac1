import { fact, facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const decidedByLink = emailTemplate({
  subject: (job) => `${job.decision}: the quote of ${job.quoteAmount} for ${job.propertyName}, ${job.jobRef}`,
  title: 'A quote was answered from your e-mail',
  preview: '{{decision}}: {{quoteAmount}} for {{propertyName}}',
  parts: [
    say`${{ strong: 'decision' }}: this is the answer that was sent by the link in our e-mail to you.`,
    say`If it was not you, somebody else has read that e-mail. Please tell an administrator at once, before the work begins, and change the password of your mailbox.`,
    facts([fact('Amount', 'quoteAmount'), fact('Contractor', 'contractorInFull'), ...JOB]),
    written('The reason', 'reason'),
  ],
  action: 'View the quote',
})
