import { say, when } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'
import { waitingLines } from '../waiting-lines.tsx'

export const reminder = emailTemplate({
  subject: ({ waitingCount }) => `${waitingCount} on you`,
  title: 'Waiting on you',
  preview: '{{waitingCount}} on you in Fettle',
  parts: [
    say`${{ strong: 'waitingCount' }} on you. Each has waited for two working days or longer, or is late.`,
    waitingLines,
    when('moreWaiting', say`${'moreWaiting'}. The dashboard shows them all.`),
  ],
  action: 'Open the dashboard',
  unsubscribe: 'Turn these reminders off',
})
