import { countedLinkDays } from '#src/domain/link/link.ts'
import { AGENCY, AGENT, fact, facts, say, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const hazardSummary = emailTemplate({
  subject: (job) => `${job.propertyName}: what was found, and what will be done`,
  title: 'What was found, and what will be done',
  preview: '{{propertyName}}, {{propertyAddress}}',
  parts: [
    written('What was found', 'found'),
    written('What will be done', 'toDo'),
    written('By when', 'byWhen'),
    facts([fact('Property', 'propertyName'), fact('Address', 'propertyAddress'), AGENCY, ...AGENT]),
    say([
      `The page below has the same to print. It needs no password, and works for ${countedLinkDays('hazard_summary')}.`,
    ]),
  ],
  action: 'See the summary',
  outside: true,
})
