import { AGENCY, AGENT, facts, JOB_WITH_BADGES, say, written } from './parts.tsx'
import { emailTemplate } from './template.tsx'

export const jobAssigned = emailTemplate({
  subject: (job) => `${job.urgency === 'URGENT' ? 'URGENT: ' : ''}New job ${job.jobRef}, ${job.propertyName}`,
  title: 'You have a new job',
  preview: '{{jobRef}}, {{propertyName}}, {{propertyAddress}}',
  textBegins: 'You have a new job. ',
  parts: [
    say`${'estateAgency'} has a job for you. Please start it in Fettle when you begin.`,
    facts(JOB_WITH_BADGES),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
    facts([AGENCY, ...AGENT]),
  ],
  action: 'View the job',
})
