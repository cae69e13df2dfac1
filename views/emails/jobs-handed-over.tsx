import { Action, Email, Fact, Facts, Say } from './parts.tsx'
import { fact, letter } from './text.ts'
import type { EmailTemplate } from './values.ts'

/** To both estate agents when all that one had unfinished went to the other. */
export const jobsHandedOver: EmailTemplate = {
  subject: (jobs) => `Handed over: ${jobs.jobRef} from ${jobs.fromAgent} to ${jobs.toAgent}`,

  Html: () => (
    <Email title="Jobs were handed over" preview="{{jobRef}} from {{fromAgent}} to {{toAgent}}">
      <Say>An administrator handed unfinished jobs over to another estate agent, who decides on them from now on.</Say>
      <Facts>
        <Fact label="Number" of="jobRef" />
        <Fact label="From" of="fromAgent" />
        <Fact label="To" of="toAgent" />
        <Fact label="Jobs" of="refs" />
      </Facts>
      <Action>View your jobs</Action>
    </Email>
  ),

  text: (jobs) =>
    letter(
      jobs,
      [
        'An administrator handed unfinished jobs over to another estate agent, who decides on them from now on.',
        fact('Number', jobs.jobRef),
        fact('From', jobs.fromAgent),
        fact('To', jobs.toAgent),
        fact('Jobs', jobs.refs),
      ],
      'View your jobs',
    ),
}
