import { countedLinkDays } from '#src/domain/link/link.ts'
import { say, when, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const statementSent = emailTemplate({
  subject: ({ propertyName, jobRef }) => `Statement of ${propertyName}, ${jobRef}`,
  title: 'Statement',
  preview: 'Invoices and what they come to',
  parts: [
    say`${'by'} sends the statement of ${'propertyName'} for ${'jobRef'}. Its invoices come to ${{ strong: 'quoteAmount' }}.`,
    say([`The link shows it for ${countedLinkDays('statement')}, to whoever has it.`]),
  ],
  action: 'View Statement',
})

export const invoicesLate = emailTemplate({
  subject: ({ jobRef, propertyName }) => `${propertyName}: ${jobRef} not paid`,
  title: 'Late invoices',
  preview: '{{quoteAmount}} is due',
  parts: [
    say`${'propertyName'} still owes ${{ strong: 'quoteAmount' }} for ${'jobRef'} that should have been paid by now.`,
    written('Not marked as paid', 'changes'),
    when('hasNoLink', say`To see them, ask the office for a statement.`),
    say`If you have paid in the meantime, please take no notice of this.`,
  ],
  action: 'Open the Invoices',
  actionIf: 'link',
})
