import { AGENCY, fact, facts, say, when } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const repairVisit = emailTemplate({
  subject: (job) => `The visit at ${job.propertyName}: ${job.appointment}`,
  title: 'The visit for the repair',
  preview: '{{appointment}}',
  parts: [
    say`${{ strong: 'appointment' }}`,
    facts([fact('Property', 'propertyName'), fact('Address', 'propertyAddress'), AGENCY]),
    when(
      'link',
      say`You asked to be told. On the page below you can say that you cannot be there, or end these e-mails.`,
    ),
  ],
  action: 'See how it stands',
  actionIf: 'link',
  outside: true,
})
