import { countedLinkDays } from '#src/domain/link/link.ts'
import { say } from '../parts.tsx'
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
