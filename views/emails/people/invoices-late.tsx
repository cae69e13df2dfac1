import { say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const invoicesLate = emailTemplate({
  subject: ({ jobRef, propertyName }) => `${propertyName}: ${jobRef} not paid`,
  title: 'Late invoices',
  preview: '{{quoteAmount}} is due',
  parts: [
    say`Of ${'propertyName'}, ${'jobRef'} have not been marked as paid by the day on which they were due. They come to ${{ strong: 'quoteAmount' }}.`,
    written('The invoices', 'changes'),
    say`If you have paid in the meantime, please take no notice of this.`,
  ],
  action: 'Open the Invoices',
})
