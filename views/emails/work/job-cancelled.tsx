import { REOPEN_DAYS } from '#src/domain/job/reopening.ts'
import { AGENCY, fact, facts, JOB, say, when, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const jobCancelled = emailTemplate({
  subject: (job) => `Job cancelled: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was cancelled',
  preview: '{{jobRef}}, {{propertyName}}: no more work is needed',
  parts: [
    say`This job was cancelled. No more work is needed.`,
    when('forContractor', say`Please do not go there for it.`),
    when(
      ['forAgent', 'isVisit'],
      say([`If the repair is needed after all, you can reopen the job within ${REOPEN_DAYS} days.`]),
    ),
    written('Reason', 'reason'),
    facts([fact('Cancelled by', 'by'), ...JOB, AGENCY]),
  ],
  action: 'View the job',
})
