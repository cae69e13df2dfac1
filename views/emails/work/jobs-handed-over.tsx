import { fact, facts, say } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const jobsHandedOver = emailTemplate({
  subject: (jobs) => `Handed over: ${jobs.jobRef} from ${jobs.fromAgent} to ${jobs.toAgent}`,
  title: 'Jobs were handed over',
  preview: '{{jobRef}} from {{fromAgent}} to {{toAgent}}',
  parts: [
    say`Unfinished jobs were handed over to another estate agent, who decides on them from now on.`,
    facts([fact('Number', 'jobRef'), fact('From', 'fromAgent'), fact('To', 'toAgent'), fact('Jobs', 'refs')], {
      close: true,
    }),
  ],
  action: 'View your jobs',
})
