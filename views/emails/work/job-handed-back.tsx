import { fact, facts, JOB, say, when, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const jobHandedBack = emailTemplate({
  subject: (job) => `Handed back: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was handed back',
  preview: '{{jobRef}}, {{propertyName}}: it waits for another contractor',
  parts: [
    say`${'contractor'} cannot take this job.`,
    when('forAdmins', say`Please assign another contractor.`),
    when('forAgent', say`You need not do anything: it will be given to another contractor.`),
    written('Reason', 'reason'),
    facts([...JOB, fact('Urgency', 'urgency')]),
  ],
  action: 'View the job',
})
