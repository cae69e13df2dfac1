import { REOPEN_DAYS } from '#src/domain/job/reopening.ts'
import {
  AGENCY,
  AGENT,
  button,
  conversation,
  fact,
  facts,
  JOB,
  JOB_WITH_BADGES,
  say,
  TENANT,
  when,
  written,
} from '../parts.tsx'
import { emailTemplate } from '../template.tsx'
import { waitingLines } from '../waiting-lines.tsx'

export const answeredByLink = emailTemplate({
  subject: (job) => `${job.decision}: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was answered from your e-mail',
  preview: '{{decision}}: {{propertyName}}, {{propertyAddress}}',
  parts: [
    say`${{ strong: 'decision' }}: this is the answer that was sent by the link in our e-mail to you.`,
    say`If it was not you, somebody else has read that e-mail. Please tell the office, and change the password of your mailbox.`,
    facts([fact('Visit', 'appointment'), ...JOB]),
    written('The reason', 'reason'),
  ],
  action: 'View it in Fettle',
})

export const jobAssigned = emailTemplate({
  subject: (job) =>
    `${job.isEmergency ? 'EMERGENCY: ' : job.urgency === 'URGENT' ? 'URGENT: ' : ''}New job ${job.jobRef}, ${job.propertyName}`,
  title: 'You have a new job',
  preview: '{{jobRef}}, {{propertyName}}, {{propertyAddress}}',
  textBegins: 'You have a new job. ',
  parts: [
    say`${'estateAgency'} has a job for you. Please take it with a day for the visit, or hand it back.`,
    when('answer', button('Take it or hand it back', 'answer')),
    facts([fact('Hazard', 'hazard'), ...JOB_WITH_BADGES, fact('Trade', 'trade')]),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
    facts([...TENANT, AGENCY, ...AGENT]),
  ],
  action: 'View the job',
})

export const jobCancelled = emailTemplate({
  subject: (job) => `Job cancelled: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was cancelled',
  preview: '{{jobRef}}, {{propertyName}}: no more work is needed',
  parts: [
    say`This job was cancelled. No more work is needed.`,
    when('forContractor', say`Please do not go there for it.`),
    when(
      ['forAgent', 'isVisit'],
      say([`If the repair is needed after all, you can reopen the job within ${REOPEN_DAYS} days.`]),
    ),
    written('Reason', 'reason'),
    facts([fact('Cancelled by', 'by'), ...JOB, AGENCY]),
  ],
  action: 'View the job',
})

export const jobChanged = emailTemplate({
  subject: (job) => `Job changed: ${job.jobRef}, ${job.propertyName}`,
  title: 'The details of a job were changed',
  preview: '{{jobRef}}, {{propertyName}}: what is different now',
  parts: [
    say`${'by'} changed the details of your job. Please read what is different now.`,
    written('What changed', 'changes'),
    facts([...JOB, AGENCY, ...AGENT]),
  ],
  action: 'View the job',
})

export const jobCompleted = emailTemplate({
  subject: (job) => `Job completed: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was completed',
  preview: '{{jobRef}}, {{propertyName}}, by {{contractor}}',
  parts: [
    say`${'contractor'} completed the work at ${'propertyName'}.`,
    written('Work done', 'workDone'),
    facts([fact('Contractor', 'contractorInFull'), ...JOB, fact('Quote', 'quoteAmount')]),
    written('The issue', 'issueDescription'),
  ],
  action: 'View the job',
})

export const jobDeleted = emailTemplate({
  subject: (job) => `Job deleted: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was deleted',
  preview: '{{jobRef}}, {{propertyName}}: it is no longer in Fettle',
  parts: [
    say`This job was deleted for good.`,
    when('forContractor', say`Please do not go there for it.`),
    when(['forAgent', 'isVisit'], say`Its visits, quotes and photos are gone as well.`),
    facts([fact('Deleted by', 'by'), ...JOB, AGENCY]),
    written('The issue', 'issueDescription'),
  ],
  action: 'View your jobs',
})

export const jobHandedBack = emailTemplate({
  subject: (job) => `Handed back: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was handed back',
  preview: '{{jobRef}}, {{propertyName}}: it waits for another contractor',
  parts: [
    say`${'contractor'} cannot take this job.`,
    when('forAdmins', say`Please assign another contractor.`),
    when('forAgent', say`You need not do anything: it will be given to another contractor.`),
    written('Reason', 'reason'),
    facts([...JOB, fact('Urgency', 'urgency')]),
  ],
  action: 'View the job',
})

export const jobReopened = emailTemplate({
  subject: (job) => `Reopened: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was reopened',
  preview: '{{jobRef}}, {{propertyName}}: it is not finished after all',
  parts: [
    say`${'by'} reopened this job: it is not finished after all.`,
    when(
      ['forContractor', 'isTheirs'],
      say`It is yours again. Please book a visit in Fettle, or say there that you cannot take it.`,
    ),
    when(['forContractor', 'isLost'], say`It is not given to you again: please do not go there for it.`),
    when(['forAgent', 'hasContractor'], say`${'contractor'} has it again.`),
    when(['forAgent', 'hasNoContractor'], say`It will be given to a contractor.`),
    when(['forAdmins', 'hasContractor'], say`${'contractor'} has it again.`),
    when(['forAdmins', 'hasNoContractor'], say`Please assign a contractor.`),
    written('Reason', 'reason'),
    facts(JOB_WITH_BADGES),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
  ],
  action: 'View in Fettle',
})

export const jobUrgent = emailTemplate({
  subject: (job) => `URGENT: please assign ${job.jobRef}, ${job.propertyName}`,
  title: 'An urgent job was raised',
  preview: '{{jobRef}}, {{propertyName}}: nobody has it yet',
  parts: [
    say`${'estateAgency'} has an urgent job, and nobody has it yet. Please assign a contractor.`,
    facts([...JOB_WITH_BADGES, fact('Trade', 'trade')]),
    written('The issue', 'issueDescription'),
    written('Access notes', 'accessNotes'),
    facts([...TENANT, AGENCY, ...AGENT]),
  ],
  action: 'Assign a contractor',
  unsubscribe: 'Turn reminders and e-mails like this one off',
})

export const jobWithdrawn = emailTemplate({
  subject: (job) => `Job withdrawn: ${job.jobRef}, ${job.propertyName}`,
  title: 'A job was withdrawn',
  preview: '{{jobRef}}, {{propertyName}}: please do not go there',
  parts: [
    say`This job is no longer assigned to you. Please do not go there for it.`,
    facts([...JOB, AGENCY]),
    written('Reason', 'reason'),
  ],
  action: 'View your jobs',
})

export const jobsChased = emailTemplate({
  subject: ({ by, jobRef }) => `${by} asks about ${jobRef}`,
  title: 'How do these stand?',
  preview: '{{by}} asks about {{jobRef}}',
  parts: [
    say`${'by'} asks about ${{ strong: 'jobRef' }}.`,
    written('What they wrote', 'reason'),
    waitingLines,
    when('moreWaiting', say`${'moreWaiting'}. The list shows them all.`),
  ],
  action: 'Open the list',
})

export const jobsHandedOver = emailTemplate({
  subject: (jobs) => `Handed over: ${jobs.jobRef} from ${jobs.fromAgent} to ${jobs.toAgent}`,
  title: 'Jobs were handed over',
  preview: '{{jobRef}} from {{fromAgent}} to {{toAgent}}',
  parts: [
    say`Unfinished jobs were handed over to another estate agent, who decides on them from now on.`,
    say`Booked visits take place: ${'toAgent'} gets them for the calendar, and whoever had the jobs may remove them there.`,
    facts([fact('Number', 'jobRef'), fact('From', 'fromAgent'), fact('To', 'toAgent'), fact('Jobs', 'refs')], {
      close: true,
    }),
  ],
  action: 'View your jobs',
})

export const jobsUrgent = emailTemplate({
  subject: (jobs) => `URGENT: please assign ${jobs.jobRef}`,
  title: 'Urgent jobs were raised',
  preview: '{{jobRef}}: nobody has them yet',
  parts: [
    say`${{ strong: 'jobRef' }} were raised within minutes, and nobody has them yet. Please assign contractors.`,
    waitingLines,
    when('moreWaiting', say`${'moreWaiting'}. The list shows them all.`),
  ],
  action: 'Assign contractors',
  unsubscribe: 'Turn reminders and e-mails like this one off',
})

export const newMessages = emailTemplate({
  subject: (job) => `${job.by} wrote: ${job.jobRef}, ${job.propertyName}`,
  title: 'New messages',
  preview: '{{by}} wrote about {{jobRef}}, {{propertyName}}',
  parts: [
    say`${'by'} wrote about ${'propertyName'}.`,
    when('earlierMessages', say`${'earlierMessages'}.`),
    conversation,
    facts(JOB),
  ],
  action: 'Read and answer',
})

export const reminder = emailTemplate({
  subject: ({ waitingCount }) => `${waitingCount} on you`,
  title: 'Waiting on you',
  preview: '{{waitingCount}} on you in Fettle',
  parts: [
    say`${{ strong: 'waitingCount' }} on you. Each has waited for two working days or longer, or is late.`,
    waitingLines,
    when('moreWaiting', say`${'moreWaiting'}. The dashboard shows them all.`),
  ],
  action: 'Open the dashboard',
  unsubscribe: 'Turn these reminders off',
})
