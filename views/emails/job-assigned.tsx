import { Action, Badges, Email, Fact, Facts, Say, Value, Words } from './parts.tsx'
import { fact, GAP, letter, words } from './text.ts'
import type { EmailTemplate } from './values.ts'

/** To the contractor: everything needed to go there, as the page may be out of reach on the way. */
export const jobAssigned: EmailTemplate = {
  subject: (job) => `${job.urgency === 'URGENT' ? 'URGENT: ' : ''}New job ${job.jobRef}, ${job.propertyName}`,

  Html: () => (
    <Email title="You have a new job" preview="{{jobRef}}, {{propertyName}}, {{propertyAddress}}">
      <Say>
        <Value of="estateAgency" /> has a job for you. Please start it in Fettle when you begin.
      </Say>
      <Badges />
      <Facts>
        <Fact label="Job" of="jobRef" />
        <Fact label="Property" of="propertyName" />
        <Fact label="Address" of="propertyAddress" />
      </Facts>
      <Words label="The issue" of="issueDescription" />
      <Words label="Access notes" of="accessNotes" />
      <Facts>
        <Fact label="Agency" of="estateAgency" />
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
        `You have a new job. ${job.estateAgency} has a job for you. Please start it in Fettle when you begin.`,
        GAP,
        fact('Job', job.jobRef),
        fact('Type', job.jobType),
        fact('Urgency', job.urgency),
        fact('Property', job.propertyName),
        fact('Address', job.propertyAddress),
        words('The issue', job.issueDescription),
        words('Access notes', job.accessNotes),
        GAP,
        fact('Agency', job.estateAgency),
        fact('Agent', job.estateAgentName),
        fact('Phone', job.estateAgentPhone),
        fact('Email', job.estateAgentEmail),
      ],
      'View the job',
    ),
}
