import { countedLinkDays } from '#src/domain/link/link.ts'
import { AGENCY, AGENT, fact, facts, JOB_WITH_BADGES, say, TENANT, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const certificatesDue = emailTemplate({
  subject: ({ jobRef }) => `${jobRef} to renew`,
  title: 'Certificates to renew',
  preview: '{{jobRef}} to renew',
  parts: [
    say`To renew: ${{ strong: 'jobRef' }}. Where a job is open for one, its line names it. Please see that the others have theirs in time.`,
    written('The certificates', 'changes'),
  ],
  action: 'Open Certificates',
  unsubscribe: 'Turn these reminders off',
})

export const certificatesShared = emailTemplate({
  subject: ({ propertyName }) => `Certificates of ${propertyName}`,
  title: 'Certificates of your property',
  preview: '{{propertyName}}, {{propertyAddress}}',
  parts: [
    say`${'by'} sends you the certificates of ${{ strong: 'propertyName' }}.`,
    written('The certificates', 'changes'),
    facts([fact('Address', 'propertyAddress'), AGENCY]),
    say([
      `The page below shows them and has the documents to download. It needs no password, and works for ${countedLinkDays('certificates')}.`,
    ]),
  ],
  action: 'See the certificates',
  outside: 'certificates',
})

export const hazardEmergency = emailTemplate({
  subject: (job) => `EMERGENCY: nobody has ${job.jobRef}, ${job.propertyName}`,
  title: 'An emergency, and nobody has it yet',
  preview: '{{jobRef}}, {{propertyName}}: this could harm somebody within hours',
  parts: [
    say`${'estateAgency'} has marked this job as an emergency hazard. Please call a contractor and assign the job. A smell of gas: 0800 111 999.`,
    facts([...JOB_WITH_BADGES, fact('Trade', 'trade')]),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
    facts([...TENANT, AGENCY, ...AGENT]),
  ],
  action: 'Assign a contractor',
})

export const hazardSummary = emailTemplate({
  subject: (job) => `${job.propertyName}: what was found, and what will be done`,
  title: 'What was found, and what will be done',
  preview: '{{propertyName}}, {{propertyAddress}}',
  parts: [
    written('What was found', 'found'),
    written('What will be done', 'toDo'),
    written('By when', 'byWhen'),
    facts([fact('Property', 'propertyName'), fact('Address', 'propertyAddress'), AGENCY, ...AGENT]),
    say([
      `The page below has the same to print. It needs no password, and works for ${countedLinkDays('hazard_summary')}.`,
    ]),
  ],
  action: 'See the summary',
  outside: true,
})
