import { Action, Email, Fact, Facts, JobFacts, Say, Words } from './parts.tsx'
import { fact, GAP, jobFacts, letter, words } from './text.ts'
import type { EmailTemplate } from './values.ts'

/** To the contractor who had the job: somebody else has it now, or nobody. */
export const jobWithdrawn: EmailTemplate = {
  subject: (job) => `Job withdrawn: ${job.jobRef}, ${job.propertyName}`,

  Html: () => (
    <Email title="A job was withdrawn" preview="{{jobRef}}, {{propertyName}}: please do not go there">
      <Say>This job is no longer assigned to you. Please do not go there for it.</Say>
      <Facts>
        <JobFacts />
        <Fact label="Agency" of="estateAgency" />
      </Facts>
      <Words label="Reason" of="reason" />
      <Action>View your jobs</Action>
    </Email>
  ),

  text: (job) =>
    letter(
      job,
      [
        'This job is no longer assigned to you. Please do not go there for it.',
        GAP,
        ...jobFacts(job),
        fact('Agency', job.estateAgency),
        words('Reason', job.reason),
      ],
      'View your jobs',
    ),
}
