import { Action, Email, Fact, Facts, JobFacts, Say, Words } from './parts.tsx'
import { fact, GAP, jobFacts, letter, words } from './text.ts'
import type { EmailTemplate } from './values.ts'

/** To the contractor who had the job in hand when it was cancelled. */
export const jobCancelled: EmailTemplate = {
  subject: (job) => `Job cancelled: ${job.jobRef}, ${job.propertyName}`,

  Html: () => (
    <Email title="A job was cancelled" preview="{{jobRef}}, {{propertyName}}: no more work is needed">
      <Say>This job was cancelled. No more work is needed.</Say>
      <Words label="Reason" of="reason" />
      <Facts>
        <JobFacts />
        <Fact label="Agency" of="estateAgency" />
      </Facts>
      <Action>View the job</Action>
    </Email>
  ),

  text: (job) =>
    letter(
      job,
      [
        'This job was cancelled. No more work is needed.',
        words('Reason', job.reason),
        GAP,
        ...jobFacts(job),
        fact('Agency', job.estateAgency),
      ],
      'View the job',
    ),
}
