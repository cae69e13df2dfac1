import { countedLinkDays } from '#src/domain/link/link.ts'
import { AGENCY, AGENT, fact, facts, JOB, JOB_WITH_BADGES, say, TENANT, when, written } from '../parts.tsx'
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

export const quoteWithdrawn = emailTemplate({
  subject: (job) => `Quote withdrawn: ${job.jobRef}, ${job.propertyName}`,
  title: 'A quote was withdrawn',
  preview: '{{quoteAmount}} for {{propertyName}}: there is nothing to decide',
  parts: [
    say`${'contractor'} took the quote back and still has the job. There is nothing to decide until a new quote comes.`,
    written('Reason', 'reason'),
    facts([fact('Amount', 'quoteAmount'), ...JOB]),
  ],
  action: 'View the job',
})

/** The job is the quoted work, not the one that was quoted for. */
export const quoteApproved = emailTemplate({
  subject: (job) => `Quote approved: ${job.jobRef}, ${job.propertyName}`,
  title: 'Your quote was approved',
  preview: '{{quoteAmount}} for {{propertyName}}: you can begin',
  parts: [
    say`${'estateAgency'} approved your quote. You can begin the work, which is now ${{ strong: 'jobRef' }}.`,
    facts([fact('Amount', 'quoteAmount'), ...JOB_WITH_BADGES]),
    written('Your quote', 'quoteDescription'),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
    facts([...TENANT, ...AGENT]),
  ],
  action: 'View the job',
})

export const quoteDeclined = emailTemplate({
  subject: (job) => `Quote declined: ${job.jobRef}, ${job.propertyName}`,
  title: 'Your quote was declined',
  preview: '{{quoteAmount}} for {{propertyName}}',
  parts: [
    say`${'estateAgency'} declined your quote. Please do not begin the quoted work.`,
    facts([fact('Amount', 'quoteAmount'), ...JOB]),
    written('Reason', 'reason'),
    written('Your quote', 'quoteDescription'),
  ],
  action: 'View the job',
})

export const newPriceAsked = emailTemplate({
  subject: (job) => `New price wanted: ${job.jobRef}, ${job.propertyName}`,
  title: 'A new price is wanted',
  preview: '{{quoteAmount}} for {{propertyName}} was declined: please send a new quote',
  parts: [
    say`${'estateAgency'} declined your quote and asks for a new price. The job is yours again: please send a new quote.`,
    written('What they say', 'reason'),
    facts([fact('Declined', 'quoteAmount'), ...JOB, ...AGENT]),
    written('Your quote', 'quoteDescription'),
  ],
  action: 'View the job',
})

export const decidedByLink = emailTemplate({
  subject: (job) => `${job.decision}: the quote of ${job.quoteAmount} for ${job.propertyName}, ${job.jobRef}`,
  title: 'A quote was answered from your e-mail',
  preview: '{{decision}}: {{quoteAmount}} for {{propertyName}}',
  parts: [
    say`${{ strong: 'decision' }}: this is the answer that was sent by the link in our e-mail to you.`,
    say`If it was not you, somebody else has read that e-mail. Please tell an administrator at once, before the work begins, and change the password of your mailbox.`,
    facts([fact('Amount', 'quoteAmount'), fact('Contractor', 'contractorInFull'), ...JOB]),
    written('The reason', 'reason'),
  ],
  action: 'View the quote',
})

export const landlordAsked = emailTemplate({
  subject: (job) =>
    `${job.isReminder ? 'Reminder: ' : ''}Do you agree? ${job.quoteAmount} for work at ${job.propertyName}`,
  title: 'Do you agree to this work?',
  preview: '{{quoteAmount}} for {{propertyName}}, asked by {{estateAgency}}',
  parts: [
    say`${'estateAgency'} asks whether you agree to this work at your property.`,
    when('isReminder', say`We asked you before, and have no answer yet.`),
    facts([fact('Amount', 'quoteAmount'), fact('Property', 'propertyName'), fact('Address', 'propertyAddress')]),
    written('The quote', 'quoteDescription'),
    written('Its lines', 'quoteLines'),
    written('The issue', 'issueDescription'),
    facts([AGENCY, ...AGENT]),
    say([
      `The link opens the quote with its photos. It needs no password, and works for ${countedLinkDays('landlord')}.`,
    ]),
  ],
  action: 'Answer yes or no',
  outside: true,
})

export const landlordAnswered = emailTemplate({
  subject: (job) =>
    `The landlord ${job.decision.toLowerCase()}: ${job.quoteAmount} for ${job.propertyName}, ${job.jobRef}`,
  title: 'The landlord answered',
  preview: '{{decision}}: {{quoteAmount}} for {{propertyName}}',
  parts: [
    say`${{ strong: 'decision' }}: this is what came by the link that you sent. Please decide the quote.`,
    written('Their note', 'reason'),
    facts([fact('Amount', 'quoteAmount'), fact('Contractor', 'contractorInFull'), ...JOB]),
  ],
  action: 'View the quote',
})
