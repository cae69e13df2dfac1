import { say, when, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'
import { waitingLines } from '../waiting-lines.tsx'

export const jobsChased = emailTemplate({
  subject: ({ by, jobRef }) => `${by} asks about ${jobRef}`,
  title: 'How do these stand?',
  preview: '{{by}} asks about {{jobRef}}',
  parts: [
    say`${'by'} asks about ${{ strong: 'jobRef' }}.`,
    written('What they wrote', 'reason'),
    waitingLines,
    when('moreWaiting', say`${'moreWaiting'}. The list shows them all.`),
  ],
  action: 'Open the list',
})
