import { say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const invoicesLate = emailTemplate({
  subject: ({ jobRef, propertyName }) => `${propertyName}: ${jobRef} not paid`,
  title: 'Late invoices',
  preview: '{{quoteAmount}} is due',
  parts: [
    say`${'propertyName'} still owes ${{ strong: 'quoteAmount' }} for ${'jobRef'} that should have been paid by now.`,
    written('Not marked as paid', 'changes'),
    say`If you have paid in the meantime, please take no notice of this.`,
  ],
  action: 'Open the Invoices',
})
