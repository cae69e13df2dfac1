import { countedLinkDays } from '#src/domain/link/link.ts'
import { AGENCY, AGENT, fact, facts, say, when, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

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
