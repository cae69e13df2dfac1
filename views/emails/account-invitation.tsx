import { say } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const accountInvitation = emailTemplate({
  subject: () => `You are invited to Fettle`,
  title: 'Welcome to Fettle',
  preview: 'Set your password to begin',
  parts: [say`An account was made for you on Fettle. The link is good for 24 hours and works once.`],
  action: 'Set your password',
})
