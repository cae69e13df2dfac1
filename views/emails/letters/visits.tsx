import { countedLinkDays } from '#src/domain/link/link.ts'
import { AGENCY, CONTRACTOR, fact, facts, JOB, say, when, written } from '../parts.tsx'
import { emailTemplate } from '../template.tsx'

export const appointmentBooked = emailTemplate({
  subject: (job) => `Visit booked: ${job.appointment}, ${job.propertyName}, ${job.jobRef}`,
  title: 'A visit is booked',
  preview: '{{appointment}}: {{contractor}} comes to {{propertyName}}',
  parts: [
    say`${'contractor'} comes on ${{ strong: 'appointment' }}. Please see that they can get in.`,
    facts([...JOB, ...CONTRACTOR]),
    written('Access notes', 'accessNotes'),
  ],
  action: 'View the job',
})

export const appointmentChanged = emailTemplate({
  subject: (job) => `Visit moved: ${job.appointment}, ${job.propertyName}, ${job.jobRef}`,
  title: 'A booked visit was moved',
  preview: 'Now {{appointment}}: {{contractor}} comes to {{propertyName}}',
  parts: [
    say`${'contractor'} now comes on ${{ strong: 'appointment' }}. Please see that they can get in.`,
    facts([...JOB, ...CONTRACTOR]),
    written('Access notes', 'accessNotes'),
  ],
  action: 'View the job',
})

export const appointmentCancelled = emailTemplate({
  subject: (job) => `Visit cancelled: ${job.appointment}, ${job.propertyName}, ${job.jobRef}`,
  title: 'A booked visit was cancelled',
  preview: '{{appointment}}: nobody comes to {{propertyName}}',
  parts: [
    say`Nobody comes on ${{ strong: 'appointment' }}: the visit booked by ${'contractor'} was cancelled.`,
    written('Reason', 'reason'),
    facts(JOB),
  ],
  action: 'View the job',
})

export const jobNoAccess = emailTemplate({
  subject: (job) => `Nobody was in: ${job.jobRef}, ${job.propertyName}`,
  title: 'The contractor could not get in',
  preview: '{{jobRef}}, {{propertyName}}: nobody let the contractor in',
  parts: [
    say`${'contractor'} came, and nobody let them in. Please see that they can get in next time: a key, a code, or somebody who is there.`,
    written('What they say', 'reason'),
    written('Access notes so far', 'accessNotes'),
    facts([...JOB, ...CONTRACTOR]),
  ],
  action: 'View the job',
})

export const jobReturnNeeded = emailTemplate({
  subject: (job) => `Another visit needed: ${job.jobRef}, ${job.propertyName}`,
  title: 'The contractor has to come back',
  preview: '{{jobRef}}, {{propertyName}}: the work goes on',
  parts: [
    say`${'contractor'} has been there, and has to come back to finish the work. You need not do anything.`,
    written('What they say', 'reason'),
    facts([...JOB, ...CONTRACTOR]),
  ],
  action: 'View the job',
})

export const repairShared = emailTemplate({
  subject: (job) => `The repair at ${job.propertyName}: where it stands`,
  title: 'Where the repair stands',
  preview: '{{propertyName}}, {{propertyAddress}}',
  parts: [
    say([
      `The page below shows how far the repair is and when somebody comes. It needs no password, and works for ${countedLinkDays('follow_job')}.`,
    ]),
    say`There you can also say that you cannot be there, or that it is not fixed, and ask to be told when the visit changes.`,
    facts([fact('Property', 'propertyName'), fact('Address', 'propertyAddress'), AGENCY]),
  ],
  action: 'See how it stands',
  outside: true,
})

export const repairVisit = emailTemplate({
  subject: (job) => `The visit at ${job.propertyName}: ${job.appointment}`,
  title: 'The visit for the repair',
  preview: '{{appointment}}',
  parts: [
    say`${{ strong: 'appointment' }}`,
    facts([fact('Property', 'propertyName'), fact('Address', 'propertyAddress'), AGENCY]),
    when(
      'link',
      say`You asked to be told. On the page below you can say that you cannot be there, or end these e-mails.`,
    ),
  ],
  action: 'See how it stands',
  actionIf: 'link',
  outside: true,
})
