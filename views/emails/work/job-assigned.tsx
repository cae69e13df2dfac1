import { AGENCY, AGENT, fact, facts, JOB_WITH_BADGES, say, TENANT, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const jobAssigned = emailTemplate({
  subject: (job) => `${job.urgency === 'URGENT' ? 'URGENT: ' : ''}New job ${job.jobRef}, ${job.propertyName}`,
  title: 'You have a new job',
  preview: '{{jobRef}}, {{propertyName}}, {{propertyAddress}}',
  textBegins: 'You have a new job. ',
  parts: [
    say`${'estateAgency'} has a job for you. Please book a visit in Fettle, or say there that you cannot take it.`,
    facts([...JOB_WITH_BADGES, fact('Trade', 'trade')]),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
    facts([...TENANT, AGENCY, ...AGENT]),
  ],
  action: 'View the job',
})
