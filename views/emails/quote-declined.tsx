import { Action, Email, Fact, Facts, JobFacts, Say, Value, Words } from './parts.tsx'
import { fact, GAP, jobFacts, letter, words } from './text.ts'
import type { EmailTemplate } from './values.ts'

/** To the contractor: the quoted work is not wanted. */
export const quoteDeclined: EmailTemplate = {
  subject: (job) => `Quote declined: ${job.jobRef}, ${job.propertyName}`,

  Html: () => (
    <Email title="Your quote was declined" preview="{{quoteAmount}} for {{propertyName}}">
      <Say>
        <Value of="estateAgency" /> declined your quote. Please do not begin the quoted work.
      </Say>
      <Facts>
        <Fact label="Amount" of="quoteAmount" />
        <JobFacts />
      </Facts>
      <Words label="Reason" of="reason" />
      <Words label="Your quote" of="quoteDescription" />
      <Action>View the job</Action>
    </Email>
  ),

  text: (job) =>
    letter(
      job,
      [
        `${job.estateAgency} declined your quote. Please do not begin the quoted work.`,
        GAP,
        fact('Amount', job.quoteAmount),
        ...jobFacts(job),
        words('Reason', job.reason),
        words('Your quote', job.quoteDescription),
      ],
      'View the job',
    ),
}
