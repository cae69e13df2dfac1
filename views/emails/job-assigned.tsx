import { Action, AgentFacts, Badges, Email, Fact, Facts, JobFacts, Say, Value, Words } from './parts.tsx'
import { agentFacts, fact, GAP, jobFacts, letter, words } from './text.ts'
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
        <JobFacts />
      </Facts>
      <Words label="The issue" of="issueDescription" />
      <Words label="Access notes" of="accessNotes" />
      <Facts>
        <Fact label="Agency" of="estateAgency" />
        <AgentFacts />
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
        ...jobFacts(job, { badges: true }),
        words('The issue', job.issueDescription),
        words('Access notes', job.accessNotes),
        GAP,
        fact('Agency', job.estateAgency),
        ...agentFacts(job),
      ],
      'View the job',
    ),
}
