import { AGENCY, AGENT, fact, facts, JOB_WITH_BADGES, say, TENANT, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const hazardEmergency = emailTemplate({
  subject: (job) => `EMERGENCY: nobody has ${job.jobRef}, ${job.propertyName}`,
  title: 'An emergency, and nobody has it yet',
  preview: '{{jobRef}}, {{propertyName}}: this could harm somebody within hours',
  parts: [
    say`${'estateAgency'} has marked this job as an emergency hazard. Please call a contractor and assign the job. A smell of gas: 0800 111 999.`,
    facts([...JOB_WITH_BADGES, fact('Trade', 'trade')]),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
    facts([...TENANT, AGENCY, ...AGENT]),
  ],
  action: 'Assign a contractor',
})
