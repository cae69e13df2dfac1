import { AGENCY, AGENT, fact, facts, JOB_WITH_BADGES, say, TENANT, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const jobUrgent = emailTemplate({
  subject: (job) => `URGENT: please assign ${job.jobRef}, ${job.propertyName}`,
  title: 'An urgent job was raised',
  preview: '{{jobRef}}, {{propertyName}}: nobody has it yet',
  parts: [
    say`${'estateAgency'} has an urgent job, and nobody has it yet. Please assign a contractor.`,
    facts([...JOB_WITH_BADGES, fact('Trade', 'trade')]),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
    facts([...TENANT, AGENCY, ...AGENT]),
  ],
  action: 'Assign a contractor',
  unsubscribe: 'Turn reminders and e-mails like this one off',
})
