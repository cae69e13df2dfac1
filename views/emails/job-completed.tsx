import { Action, Email, Fact, Facts, JobFacts, Say, Value, Words } from './parts.tsx'
import { fact, GAP, jobFacts, letter, words } from './text.ts'
import type { EmailTemplate } from './values.ts'

/** To the agent: the work is done. */
export const jobCompleted: EmailTemplate = {
  subject: (job) => `Job completed: ${job.jobRef}, ${job.propertyName}`,

  Html: () => (
    <Email title="A job was completed" preview="{{jobRef}}, {{propertyName}}, by {{contractor}}">
      <Say>
        <Value of="contractor" /> completed the work at <Value of="propertyName" />.
      </Say>
      <Words label="Work done" of="workDone" />
      <Facts>
        <Fact label="Contractor" of="contractor" />
        <JobFacts />
        <Fact label="Quote" of="quoteAmount" />
      </Facts>
      <Words label="The issue" of="issueDescription" />
      <Action>View the job</Action>
    </Email>
  ),

  text: (job) =>
    letter(
      job,
      [
        `${job.contractor} completed the work at ${job.propertyName}.`,
        words('Work done', job.workDone),
        GAP,
        fact('Contractor', job.contractor),
        ...jobFacts(job),
        fact('Quote', job.quoteAmount),
        words('The issue', job.issueDescription),
      ],
      'View the job',
    ),
}
