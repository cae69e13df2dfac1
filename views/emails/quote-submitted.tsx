import { Action, Badges, Email, Fact, Facts, JobFacts, Say, Value, Words } from './parts.tsx'
import { fact, GAP, jobFacts, letter, words } from './text.ts'
import type { EmailTemplate } from './values.ts'

/** To the agent: a contractor was there and waits for an answer. */
export const quoteSubmitted: EmailTemplate = {
  subject: (job) => `Quote of ${job.quoteAmount} for ${job.jobRef}, ${job.propertyName}`,

  Html: () => (
    <Email title="A quote needs your answer" preview="{{quoteAmount}} for {{propertyName}}, from {{contractor}}">
      <Say>
        <Value of="contractor" /> visited <Value of="propertyName" /> and sent a quote. Please approve or decline it.
      </Say>
      <Badges />
      <Facts>
        <Fact label="Amount" of="quoteAmount" />
        <Fact label="Contractor" of="contractor" />
        <JobFacts />
      </Facts>
      <Words label="The quote" of="quoteDescription" />
      <Words label="Work done so far" of="workDone" />
      <Words label="The issue" of="issueDescription" />
      <Action>Approve or decline</Action>
    </Email>
  ),

  text: (job) =>
    letter(
      job,
      [
        `${job.contractor} visited ${job.propertyName} and sent a quote. Please approve or decline it.`,
        GAP,
        fact('Amount', job.quoteAmount),
        fact('Contractor', job.contractor),
        ...jobFacts(job, { badges: true }),
        words('The quote', job.quoteDescription),
        words('Work done so far', job.workDone),
        words('The issue', job.issueDescription),
      ],
      'Approve or decline',
    ),
}
