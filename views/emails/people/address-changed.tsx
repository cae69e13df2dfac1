import { say } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const addressChanged = emailTemplate({
  subject: () => 'Your e-mail address on Fettle was changed',
  title: 'Your e-mail address was changed',
  preview: 'This address no longer belongs to your account',
  parts: [
    say`${'by'} changed the e-mail address of your account. This one no longer belongs to it, and nothing more is sent here.`,
    say`If you did not expect that, please tell an administrator at once.`,
  ],
  action: 'Open Fettle',
})
