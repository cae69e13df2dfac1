import { Action, AgentFacts, Badges, Email, Fact, Facts, JobFacts, Say, Value, Words } from './parts.tsx'
import { agentFacts, fact, GAP, jobFacts, letter, words } from './text.ts'
import type { EmailTemplate } from './values.ts'

/** To the contractor: the work may begin, under the reference of its own job. */
export const quoteApproved: EmailTemplate = {
  subject: (job) => `Quote approved: ${job.jobRef}, ${job.propertyName}`,

  Html: () => (
    <Email title="Your quote was approved" preview="{{quoteAmount}} for {{propertyName}}: you can begin">
      <Say>
        <Value of="estateAgency" /> approved your quote. You can begin the work, which is now{' '}
        <strong>
          <Value of="jobRef" />
        </strong>
        .
      </Say>
      <Badges />
      <Facts>
        <Fact label="Amount" of="quoteAmount" />
        <JobFacts />
      </Facts>
      <Words label="Your quote" of="quoteDescription" />
      <Words label="The issue" of="issueDescription" />
      <Words label="Access notes" of="accessNotes" />
      <Facts>
        <AgentFacts />
      </Facts>
      <Action>View the job</Action>
    </Email>
  ),

  text: (job) =>
    letter(
      job,
      [
        `${job.estateAgency} approved your quote. You can begin the work, which is now ${job.jobRef}.`,
        GAP,
        fact('Amount', job.quoteAmount),
        ...jobFacts(job, { badges: true }),
        words('Your quote', job.quoteDescription),
        words('The issue', job.issueDescription),
        words('Access notes', job.accessNotes),
        GAP,
        ...agentFacts(job),
      ],
      'View the job',
    ),
}
