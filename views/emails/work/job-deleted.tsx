import { AGENCY, fact, facts, JOB, say, when, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const jobDeleted = emailTemplate({
  subject: (job) => `Job deleted: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was deleted',
  preview: '{{jobRef}}, {{propertyName}}: it is no longer in Fettle',
  parts: [
    say`This job was deleted for good.`,
    when('forContractor', say`Please do not go there for it.`),
    when(['forAgent', 'isVisit'], say`Its visits, quotes and photos are gone as well.`),
    facts([fact('Deleted by', 'by'), ...JOB, AGENCY]),
    written('The issue', 'issueDescription'),
  ],
  action: 'View your jobs',
})
