import { countedLinkDays } from '#src/domain/link/link.ts'
import { AGENCY, fact, facts, say } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const repairShared = emailTemplate({
  subject: (job) => `The repair at ${job.propertyName}: where it stands`,
  title: 'Where the repair stands',
  preview: '{{propertyName}}, {{propertyAddress}}',
  parts: [
    say([
      `The page below shows how far the repair is and when somebody comes. It needs no password, and works for ${countedLinkDays('follow_job')}.`,
    ]),
    say`There you can also say that you cannot be there, or that it is not fixed, and ask to be told when the visit changes.`,
    facts([fact('Property', 'propertyName'), fact('Address', 'propertyAddress'), AGENCY]),
  ],
  action: 'See how it stands',
  outside: true,
})
