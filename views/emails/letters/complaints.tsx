import { say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const complaintReceived = emailTemplate({
  subject: (complaint) => `We have your complaint ${complaint.complaintRef}`,
  title: 'We have your complaint',
  preview: 'You get an answer by {{answerBy}}',
  parts: [
    say`Your complaint about personal data reached us on ${'madeOn'}. Its number is ${{ strong: 'complaintRef' }}.`,
    say`We look into it, and write to you by ${{ strong: 'answerBy' }}.`,
    say`If you did not send it, somebody typed your address: there is nothing to do.`,
  ],
  action: 'Read how we use data',
  outside: 'complaint',
})

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
