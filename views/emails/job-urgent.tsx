import { AGENCY, AGENT, facts, JOB_WITH_BADGES, say, written } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const jobUrgent = emailTemplate({
  subject: (job) => `URGENT: ${job.jobRef} was raised, ${job.propertyName}`,
  title: 'An urgent job was raised',
  preview: '{{jobRef}}, {{propertyName}}: nobody has it yet',
  parts: [
    say`${'estateAgency'} raised an urgent job. Nobody has it yet.`,
    facts(JOB_WITH_BADGES),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
    facts([AGENCY, ...AGENT]),
  ],
  action: 'Assign a contractor',
})
