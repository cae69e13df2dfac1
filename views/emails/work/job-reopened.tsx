import { facts, JOB_WITH_BADGES, say, when, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const jobReopened = emailTemplate({
  subject: (job) => `Reopened: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was reopened',
  preview: '{{jobRef}}, {{propertyName}}: it is not finished after all',
  parts: [
    say`${'by'} reopened this job: it is not finished after all.`,
    when(
      ['forContractor', 'isTheirs'],
      say`It is yours again. Please book a visit in Fettle, or say there that you cannot take it.`,
    ),
    when(['forContractor', 'isLost'], say`It is not given to you again: please do not go there for it.`),
    when(['forAgent', 'hasContractor'], say`${'contractor'} has it again.`),
    when(['forAgent', 'hasNoContractor'], say`It will be given to a contractor.`),
    when(['forAdmins', 'hasContractor'], say`${'contractor'} has it again.`),
    when(['forAdmins', 'hasNoContractor'], say`Please assign a contractor.`),
    written('Reason', 'reason'),
    facts(JOB_WITH_BADGES),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
  ],
  action: 'View in Fettle',
})
