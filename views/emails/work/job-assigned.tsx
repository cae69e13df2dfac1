import { AGENCY, AGENT, button, fact, facts, JOB_WITH_BADGES, say, TENANT, when, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const jobAssigned = emailTemplate({
  subject: (job) => `${job.urgency === 'URGENT' ? 'URGENT: ' : ''}New job ${job.jobRef}, ${job.propertyName}`,
  title: 'You have a new job',
  preview: '{{jobRef}}, {{propertyName}}, {{propertyAddress}}',
  textBegins: 'You have a new job. ',
  parts: [
    say`${'estateAgency'} has a job for you. Please take it with a day for the visit, or hand it back.`,
    when('answer', button('Take it or hand it back', 'answer')),
    facts([...JOB_WITH_BADGES, fact('Trade', 'trade')]),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
    facts([...TENANT, AGENCY, ...AGENT]),
  ],
  action: 'View the job',
})
