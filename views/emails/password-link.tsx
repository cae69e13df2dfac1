import { say } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const passwordLink = emailTemplate({
  subject: () => `Set a new password for Fettle`,
  title: 'A new password',
  preview: 'The link is good for 24 hours',
  parts: [
    say`Somebody asked for a new password for this address. The link is good for 24 hours and works once. If it was not you, nothing needs to be done.`,
  ],
  action: 'Set a new password',
})
