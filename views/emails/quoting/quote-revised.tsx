import { countedLinkDays } from '#src/domain/link/link.ts'
import { facts, JOB, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const quoteRevised = emailTemplate({
  subject: (job) => `Quote changed: ${job.quoteAmount} for ${job.propertyName}, ${job.jobRef}`,
  title: 'A quote was changed',
  preview: '{{contractor}} now asks for {{quoteAmount}} at {{propertyName}}',
  parts: [
    say`${'contractor'} changed the quote. It is now ${{ strong: 'quoteAmount' }}. Please approve or decline it.`,
    written('What changed', 'changes'),
    written('Quote description', 'quoteDescription'),
    facts(JOB),
    say([
      `The link opens the quote with its photos, without a password. It works once, within ${countedLinkDays('decide_quote')}.`,
    ]),
  ],
  action: 'Approve or decline',
})
