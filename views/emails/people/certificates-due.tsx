import { say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const certificatesDue = emailTemplate({
  subject: ({ jobRef }) => `${jobRef} to renew`,
  title: 'Certificates to renew',
  preview: '{{jobRef}} to renew',
  parts: [
    say`To renew: ${{ strong: 'jobRef' }}. Their jobs are raised by themselves, unless the property's page says that another does it.`,
    written('The certificates', 'changes'),
  ],
  action: 'Open Certificates',
  unsubscribe: 'Turn these reminders off',
})
