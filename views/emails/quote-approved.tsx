import { Action, Badges, Email, Fact, Facts, Say, Value, Words } from './parts.tsx'
import { fact, GAP, letter, words } from './text.ts'
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
        <Fact label="Job" of="jobRef" />
        <Fact label="Property" of="propertyName" />
        <Fact label="Address" of="propertyAddress" />
      </Facts>
      <Words label="Your quote" of="quoteDescription" />
      <Words label="The issue" of="issueDescription" />
      <Words label="Access notes" of="accessNotes" />
      <Facts>
        <Fact label="Agent" of="estateAgentName" />
        <Fact label="Phone" of="estateAgentPhone" href="estateAgentPhoneLink" />
        <Fact label="Email" of="estateAgentEmail" href="estateAgentEmailLink" />
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
        fact('Job', job.jobRef),
        fact('Type', job.jobType),
        fact('Urgency', job.urgency),
        fact('Property', job.propertyName),
        fact('Address', job.propertyAddress),
        words('Your quote', job.quoteDescription),
        words('The issue', job.issueDescription),
        words('Access notes', job.accessNotes),
        GAP,
        fact('Agent', job.estateAgentName),
        fact('Phone', job.estateAgentPhone),
        fact('Email', job.estateAgentEmail),
      ],
      'View the job',
    ),
}
