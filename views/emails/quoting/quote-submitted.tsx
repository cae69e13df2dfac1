import { countedLinkDays } from '#src/domain/link/link.ts'
import { fact, facts, JOB_WITH_BADGES, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const quoteSubmitted = emailTemplate({
  subject: (job) => `Quote of ${job.quoteAmount} for ${job.jobRef}, ${job.propertyName}`,
  title: 'A quote needs your answer',
  preview: '{{quoteAmount}} for {{propertyName}}, from {{contractor}}',
  parts: [
    say`${'contractor'} visited ${'propertyName'} and sent a quote. Please approve or decline it.`,
    facts([fact('Amount', 'quoteAmount'), fact('Contractor', 'contractorInFull'), ...JOB_WITH_BADGES]),
    written('The quote', 'quoteDescription'),
    written('Its lines', 'quoteLines'),
    written('Work done so far', 'workDone'),
    written('The issue', 'issueDescription'),
    say([
      `The link opens the quote with its photos, without a password. It works once, within ${countedLinkDays('decide_quote')}.`,
    ]),
  ],
  action: 'Approve or decline',
})
