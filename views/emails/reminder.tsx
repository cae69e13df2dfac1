import { say } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const reminder = emailTemplate({
  subject: () => `Waiting on you in Fettle`,
  title: 'Waiting on you',
  preview: 'Jobs that wait on you',
  parts: [say`These have waited on you for a while.`],
  action: 'Open Fettle',
})
