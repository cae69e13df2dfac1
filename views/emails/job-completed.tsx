import { Action, Email, Fact, Facts, Say, Value, Words } from './parts.tsx'
import { fact, GAP, letter, words } from './text.ts'
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
        <Fact label="Job" of="jobRef" />
        <Fact label="Property" of="propertyName" />
        <Fact label="Address" of="propertyAddress" />
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
        fact('Job', job.jobRef),
        fact('Property', job.propertyName),
        fact('Address', job.propertyAddress),
        fact('Quote', job.quoteAmount),
        words('The issue', job.issueDescription),
      ],
      'View the job',
    ),
}
