import { say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const complaintAnswered = emailTemplate({
  subject: (complaint) => `Our answer to your complaint ${complaint.complaintRef}`,
  title: 'Our answer to your complaint',
  preview: 'About your complaint of {{madeOn}}',
  parts: [
    say`This is our answer to your complaint ${'complaintRef'} of ${'madeOn'}.`,
    written('Our answer', 'reason'),
    say`If it does not settle the matter, you may complain to the Information Commissioner’s Office, ico.org.uk.`,
  ],
  action: 'Read how we use data',
  outside: 'complaint',
})
