import { say, when } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'
import { waitingLines } from '../waiting-lines.tsx'

export const jobsUrgent = emailTemplate({
  subject: (jobs) => `URGENT: please assign ${jobs.jobRef}`,
  title: 'Urgent jobs were raised',
  preview: '{{jobRef}}: nobody has them yet',
  parts: [
    say`${{ strong: 'jobRef' }} were raised within minutes, and nobody has them yet. Please assign contractors.`,
    waitingLines,
    when('moreWaiting', say`${'moreWaiting'}. The list shows them all.`),
  ],
  action: 'Assign contractors',
  unsubscribe: 'Turn reminders and e-mails like this one off',
})
